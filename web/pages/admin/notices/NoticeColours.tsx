import { limits } from '../../../../src/contract/limits.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { ColourField } from '../../../ui/form/choice/ColourField.tsx';
import { contrastRatio, readableTextColour, readableRatio } from './contrast.ts';
import styles from './NoticeColours.module.css';
import type { NoticeFormProps } from './NoticeTarget.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';

const presets = [
  { name: 'Vermelho', backgroundColor: limits.noticeColours.background, textColor: limits.noticeColours.text },
  { name: 'Amarelo', backgroundColor: '#FACC15', textColor: '#1F2937' },
  { name: 'Verde', backgroundColor: '#166534', textColor: '#FFFFFF' },
  { name: 'Azul', backgroundColor: '#1D4ED8', textColor: '#FFFFFF' },
  { name: 'Preto', backgroundColor: '#111827', textColor: '#FFFFFF' },
  { name: 'Branco', backgroundColor: '#FFFFFF', textColor: '#111827' },
];

const ratioFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Shows the form fields for the colours of background and text, with presets and a warning about low contrast. */
export function NoticeColours({ values, set, field }: NoticeFormProps) {
  const { backgroundColor, textColor } = values;
  const ratio = contrastRatio(backgroundColor, textColor);
  return (
    <Stack as="fieldset" gap={3} className={styles.colours}>
      <legend>Cores</legend>
      <Row gap={2} wrap>
        {presets.map(({ name, ...colours }) => (
          <button
            key={name}
            type="button"
            className={styles.preset}
            style={{ backgroundColor: colours.backgroundColor, color: colours.textColor }}
            aria-label={`Modelo ${name}`}
            title={name}
            aria-pressed={
              colours.backgroundColor.toLowerCase() === backgroundColor.toLowerCase() &&
              colours.textColor.toLowerCase() === textColor.toLowerCase()
            }
            onClick={() => set(colours)}
          >
            <span aria-hidden="true">Aa</span>
          </button>
        ))}
      </Row>
      <Grid min="10rem" fit gap={3}>
        <ColourField label="Cor de fundo" {...field('backgroundColor')} />
        <ColourField label="Cor do texto" {...field('textColor')} />
      </Grid>
      <div role="status">
        {ratio !== undefined && ratio < readableRatio && (
          <Callout
            tone="warning"
            title={`Pouco contraste (${ratioFormat.format(ratio)}:1).`}
            actions={
              <Button size="sm" onClick={() => set({ textColor: readableTextColour(backgroundColor) })}>
                Corrigir texto
              </Button>
            }
          >
            De longe, o texto fica difícil de ler.
          </Callout>
        )}
      </div>
    </Stack>
  );
}
