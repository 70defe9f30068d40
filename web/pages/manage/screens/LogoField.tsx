import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { DisplayLogo } from '../../../../src/contract/display.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../../src/contract/text/units.ts';
import { messageOf } from '../../../api/client.ts';
import { confirm } from '../../../state/confirm.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './LogoField.module.css';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

const previewPictures = [
  ['light', 'sobre uma imagem clara'],
  ['dark', 'sobre uma imagem escura'],
] as const;

/** Shows the field for the clinic's logo, with previews on a light and a dark picture. Saves a chosen file at once. */
export function LogoField({ logo }: { logo: DisplayLogo | null }) {
  const input = useRef<HTMLInputElement>(null);
  const needsLightPlate = logo?.ground === 'light';
  const [problem, setProblem] = useState<string>();
  const showProblem = (error: unknown): boolean => {
    setProblem(messageOf(error));
    return true;
  };

  const [send, sending] = useAction(
    'Erro ao enviar o logo',
    async (raw: File) => {
      await mutate('PUT /api/display-settings/logo', { raw });
      toast({ title: '✓ Logo salvo', description: 'Suas telas mudam em instantes.' });
    },
    showProblem,
  );
  const [remove, removing] = useAction(
    'Erro ao remover o logo',
    async () => {
      await mutate('DELETE /api/display-settings/logo', {});
      toast({ title: 'Logo removido', description: 'Suas telas mudam em instantes.' });
    },
    showProblem,
  );

  function choose(file: File | undefined): void {
    if (!file) return;
    setProblem(undefined);
    if (file.size > limits.logo.maxMb * bytesPerMb)
      return setProblem(`O logo pode ter no máximo ${limits.logo.maxMb} MB. Reduza a imagem e tente de novo.`);
    void send(file);
  }

  async function confirmAndRemove(): Promise<void> {
    setProblem(undefined);
    const text = 'As telas deixam de mostrá-lo ao lado do relógio. Você pode enviar outro quando quiser.';
    if (await confirm({ title: 'Remover o logo?', text, action: 'Remover' })) await remove();
  }

  return (
    <Stack gap={2} role="group" aria-label="Logo da clínica">
      <Text as="p" size="sm" weight="medium">
        Logo da clínica
      </Text>
      {logo && (
        <Stack gap={3} className={styles.samples}>
          {previewPictures.map(([brightness, description]) => (
            <figure key={brightness} className={classNames(styles.sample, styles[brightness])}>
              <span className={classNames(styles.plate, needsLightPlate && styles.lightPlate)}>
                <img src={logo.url} alt={`Logo ${description}`} />
              </span>
            </figure>
          ))}
        </Stack>
      )}
      <Text as="p" muted size="sm">
        Aparece ao lado do relógio. PNG, JPEG ou WebP de até {limits.logo.maxMb} MB; PNG com fundo transparente fica
        melhor.
      </Text>
      {problem && (
        <Callout tone="danger" role="alert" compact>
          {problem}
        </Callout>
      )}
      <Row gap={2} wrap>
        <Button icon={<ImageUp />} pending={sending} disabled={removing} onClick={() => input.current?.click()}>
          {logo ? 'Trocar logo' : 'Enviar logo'}
        </Button>
        {logo && (
          <Button icon={<Trash2 />} pending={removing} disabled={sending} onClick={() => void confirmAndRemove()}>
            Remover logo
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // An empty value lets the user choose the same file again.
          event.target.value = '';
        }}
      />
    </Stack>
  );
}
