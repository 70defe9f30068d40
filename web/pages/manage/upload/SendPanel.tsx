import { bytesPerMb } from '../../../../src/contract/text/units.ts';
import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { isAdministrator } from '../../../state/session.ts';
import { toast } from '../../../state/toasts.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatMb, plural } from '../../../ui/text/format.ts';
import { Switch } from '../../../ui/form/Switch.tsx';
import { medicineRefusal } from '../../../../src/contract/text/identification.ts';
import { PurposeField } from '../../../components/media/PurposeField.tsx';
import { savePurpose } from '../../../state/uploads/saved-purpose.ts';
import { DisplayTime } from '../../../components/media/upload/DisplayTime.tsx';
import { followScreens } from '../../../state/uploads/follow-screens.ts';
import { type Destination, nameProblems } from '../../../state/uploads/upload-item.ts';
import { PlatformChoice } from './PlatformChoice.tsx';
import { SendButtons } from './SendButtons.tsx';
import styles from './SendPanel.module.css';
import { editDrafts, sendDrafts, type Upload } from '../../../state/uploads/queue.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

export const uploadsHeadingId = 'envios';

interface SendPanelProps {
  drafts: readonly Upload[];
  /** Drafts that fit into the account's quota. */
  fitting: readonly Upload[];
  /** True when the files become platform contents. */
  isPlatform: boolean;
  onPlatform: (isPlatform: boolean) => void;
  onProblems: () => void;
}

/** Shows options for all chosen files, and buttons that send the files that fit into the quota. */
export function SendPanel({ drafts, fitting, isPlatform, onPlatform, onProblems }: SendPanelProps) {
  useSignals();
  const [categoryId, setCategory] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const exceedsQuota = fitting.length < drafts.length;
  const images = drafts.filter(({ kind }) => kind === 'image');
  const totalMb = drafts.reduce((total, { file }) => total + file.size, 0) / bytesPerMb;
  const purposes = new Set(drafts.map(({ purpose }) => purpose));
  const durations = new Set(images.map(({ displayDuration }) => displayDuration));

  /** Returns false, and shows a message, for a missing or too long name, a missing category, and the purpose 'medicine'. */
  function validate(): boolean {
    const problem = nameProblems(fitting).values().next().value;
    const isMedicine = fitting.some(({ purpose, replaces }) => purpose === 'medicine' && !replaces);
    const isWithoutCategory = isPlatform && categoryId === '';
    if (problem !== undefined) onProblems();
    else if (isWithoutCategory) setShowsProblems(true);
    else if (!isMedicine) return true;
    const description =
      problem ?? (isMedicine ? medicineRefusal : undefined) ?? 'Por favor, preencha todos os campos obrigatórios.';
    toast({ title: 'Erro no upload', description, variant: 'destructive' });
    return false;
  }

  function send(destination?: Destination): void {
    if ([destination, ...fitting.map((draft) => draft.destination)].some((each) => each?.screen)) followScreens();
    sendDrafts(fitting, { categoryId: isPlatform ? Number(categoryId) : undefined, destination });
    // The focused button disappears with this panel: focus the heading of the uploads.
    requestAnimationFrame(() => document.getElementById(uploadsHeadingId)?.focus());
  }

  return (
    <Card padding="sm" label="Enviar">
      <Stack fluid gap={4} className={styles.parts}>
        {drafts.length > 1 && (
          <Stack gap={3} className={styles.options}>
            <Text as="h2" size="sm">
              Para todos os arquivos
            </Text>
            {images.length > 0 && (
              <DisplayTime
                value={durations.size === 1 ? images[0]?.displayDuration : undefined}
                onChange={(displayDuration) => editDrafts({ displayDuration })}
                showLabel
              />
            )}
            <Switch
              label="Fundo ambiente"
              hint="Preenche as bordas da tela com uma versão desfocada."
              checked={drafts.every(({ useAmbientBackground }) => useAmbientBackground)}
              onChange={(useAmbientBackground) => editDrafts({ useAmbientBackground })}
            />
            <PurposeField
              value={purposes.size === 1 ? drafts[0]?.purpose : undefined}
              onChange={(purpose) => {
                savePurpose(purpose);
                editDrafts({ purpose });
              }}
            />
          </Stack>
        )}
        {isAdministrator.value && (
          <PlatformChoice
            isPlatform={isPlatform}
            onPlatform={onPlatform}
            categoryId={categoryId}
            onCategory={setCategory}
            isCategoryMissing={showsProblems && categoryId === ''}
          />
        )}
        <SendButtons
          label={sendLabel(drafts.length, fitting.length)}
          count={fitting.length}
          isPlatform={isPlatform}
          validate={validate}
          onSend={send}
        />
        <Text as="p" muted size="xs" tabular className={styles.total}>
          {exceedsQuota
            ? 'Retire arquivos, exclua conteúdos ou peça mais espaço.'
            : `${plural(drafts.length, 'arquivo', 'arquivos')}, ${formatMb(totalMb)} no total`}
        </Text>
      </Stack>
    </Card>
  );
}

function sendLabel(chosen: number, fitting: number): string {
  if (fitting > 0 && fitting < chosen) return fitting === 1 ? 'Enviar o que cabe' : `Enviar os ${fitting} que cabem`;
  return chosen === 1 ? 'Enviar' : `Enviar ${plural(chosen, 'arquivo', 'arquivos')}`;
}
