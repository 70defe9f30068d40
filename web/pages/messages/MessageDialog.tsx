import { useEffect, useState } from 'react';
import type { BreakingNews } from '../../../src/contract/messages.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { confirm } from '../../state/confirm.ts';
import { keepDraft, keptDraft } from '../../state/kept.ts';
import { signedInId } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { createMessage, showMessageIn, toastDone, toastFailed, updateMessage } from './actions.ts';
import { emptyForm, formOf, isChanged, isSendable, type MessageForm, sameFields, samePlaylists } from './message-form.ts';
import { MessageTexts } from './MessageTexts.tsx';
import styles from './MessageDialog.module.css';
import { PlaylistBoxes } from './PlaylistBoxes.tsx';
import { TickerPreview } from './TickerPreview.tsx';

/** What was typed when the session was lost, or the page was left by Back. */
export interface MessageDraft {
  /** undefined: a new one. */
  messageId: number | undefined;
  form: MessageForm;
}
export const draftName = 'message';

export interface MessageDialogProps {
  /** The message to edit; none: a new one. */
  message: BreakingNews | undefined;
  playlists: readonly Playlist[];
  onClose: () => void;
}

/** Creates or edits a message and says where it shows (document 2, section 2). */
export function MessageDialog({ message, playlists, onClose }: MessageDialogProps) {
  /** What the server holds: after a half-failed creation the next attempt edits. */
  const [stored, setStored] = useState(message);
  const [before, setBefore] = useState(() => (message ? formOf(message) : emptyForm(playlists)));
  const [userId] = useState(signedInId.peek());
  const [form, setForm] = useState<MessageForm>(() => keptDraft<MessageDraft>(userId, draftName)?.form ?? before);
  const [isAsked, setAsked] = useState(false);
  const isMissing = isAsked && !isSendable(form);
  const deed = stored ? 'atualizar' : 'criar';
  const set = (changes: Partial<MessageForm>) => setForm((now) => ({ ...now, ...changes }));

  const storedId = stored?.id;
  useEffect(() => keepDraft(userId, draftName, isChanged(form, before) ? ({ messageId: storedId, form } satisfies MessageDraft) : undefined), [userId, form, before, storedId]);
  useEffect(
    () => () => {
      // Back can't always be held (ui/back-button.ts): the text waits for the person on this page.
      if (signedInId.peek() === undefined || !keptDraft(userId, draftName)) return;
      toast({ title: 'Mensagem guardada', description: 'O que você escreveu espera por você em Mensagens.', variant: 'info' });
    },
    [userId],
  );

  const [save, saving] = useAction(
    'Erro',
    async () => {
      const kept = !stored ? await createMessage(form) : sameFields(form, before) ? stored : await updateMessage(stored.id, form);
      setStored(kept);
      setBefore(formOf(kept));
      if (!samePlaylists(form, formOf(kept))) await showMessageIn(kept.id, form.playlistIds);
      toastDone(deed);
      close();
    },
    (error) => toastFailed(deed, error),
  );

  function submit(): void {
    setAsked(true);
    if (isSendable(form)) void save();
  }

  async function leave(): Promise<void> {
    if (saving) return;
    if (isChanged(form, before) && !(await confirm({ title: 'Descartar o que você escreveu?', text: 'As alterações desta mensagem não foram salvas.', action: 'Descartar' }))) return;
    close();
  }

  /** Nothing is left to keep. */
  function close(): void {
    keepDraft(userId, draftName, undefined);
    onClose();
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={() => void leave()}
      title={message ? 'Editar mensagem' : 'Nova mensagem'}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => void leave()}>Cancelar</Button>
          <Button variant="primary" type="submit" pending={saving} pendingLabel="Salvando...">
            {stored ? 'Salvar mensagem' : 'Criar mensagem'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TickerPreview title={form.title} message={form.message} />
        <MessageTexts title={form.title} message={form.message} error={isMissing ? 'Mensagem é obrigatória' : undefined} onChange={set} />
        <PlaylistBoxes playlists={playlists} chosen={form.playlistIds} onChange={(playlistIds) => set({ playlistIds })} />
        <Switch label="Mensagem ativa" hint="Desligada, ela fica guardada e não aparece nas telas." checked={form.isActive} onChange={(isActive) => set({ isActive })} />
      </div>
    </Dialog>
  );
}
