import { useEffect, useRef, useState } from 'react';
import type { BreakingNews } from '../../../src/contract/messages.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { confirm } from '../../state/confirm.ts';
import { signedInId } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { createMessage, setMessagePlaylists, toastDone, toastFailed, updateMessage } from './change-messages.ts';
import { draftToReopen, removeSavedDraft, restoreDraft, saveMessageDraft } from './message-draft.ts';
import {
  areFieldsEqual,
  arePlaylistsEqual,
  emptyForm,
  formOf,
  isChanged,
  isSendable,
  type MessageForm,
} from './message-form.ts';
import { MessageTexts } from './MessageTexts.tsx';
import { PlaylistBoxes } from './PlaylistBoxes.tsx';
import { TickerPreview } from './TickerPreview.tsx';

interface MessageDialogProps {
  /** The message to edit. undefined creates a new message. */
  message: BreakingNews | undefined;
  playlists: readonly Playlist[];
  onClose: () => void;
}

/** Shows the form that creates or edits a message and its playlists (contract/README 2.9). */
export function MessageDialog({ message, playlists, onClose }: MessageDialogProps) {
  /** The message on the server. It is created only once: if assigning its playlists fails, the next attempt updates it. */
  const [stored, setStored] = useState(message);
  const [savedForm, setSavedForm] = useState(() => (message ? formOf(message) : emptyForm(playlists)));
  const [userId] = useState(signedInId.peek());
  const [form, setForm] = useState<MessageForm>(() => draftToReopen(userId)?.form ?? savedForm);
  /** Marks the draft as being saved by this dialog. `messageId`: id of the stored message. */
  const savingToken = useRef({ messageId: message?.id }).current;
  const [wasSubmitted, setSubmitted] = useState(false);
  const isTextMissing = wasSubmitted && !isSendable(form);
  const action = stored ? 'atualizar' : 'criar';
  const set = (changes: Partial<MessageForm>) => setForm((now) => ({ ...now, ...changes }));

  const storedId = stored?.id;
  useEffect(
    () => () => {
      // A draft remains if the Back button closed the dialog without a question (navigation/back-button.ts).
      if (signedInId.peek() === undefined || !draftToReopen(userId)) return;
      toast({
        title: 'Mensagem guardada',
        description: 'O que você escreveu espera por você em Mensagens.',
        variant: 'info',
      });
    },
    [userId],
  );

  const [save, saving] = useAction(
    'Erro',
    async () => {
      saveMessageDraft(userId, { messageId: stored?.id, form, savedBy: savingToken });
      const saved = !stored
        ? await createMessage(form)
        : areFieldsEqual(form, savedForm)
          ? stored
          : await updateMessage(stored.id, form);
      savingToken.messageId = saved.id;
      setStored(saved);
      setSavedForm(formOf(saved));
      if (!arePlaylistsEqual(form, formOf(saved))) await setMessagePlaylists(saved.id, form.playlistIds);
      toastDone(action);
      removeSavedDraft(userId, savingToken);
      onClose();
    },
    (error) => {
      restoreDraft(userId, savingToken, savingToken.messageId);
      return toastFailed(action, error);
    },
  );

  useEffect(
    () =>
      saveMessageDraft(
        userId,
        saving || isChanged(form, savedForm)
          ? { messageId: storedId, form, savedBy: saving ? savingToken : undefined }
          : undefined,
      ),
    [userId, form, savedForm, storedId, saving, savingToken],
  );

  function submit(): void {
    setSubmitted(true);
    if (isSendable(form)) void save();
  }

  async function confirmAndClose(): Promise<void> {
    if (
      isChanged(form, savedForm) &&
      !(await confirm({
        title: 'Descartar o que você escreveu?',
        text: 'As alterações desta mensagem não foram salvas.',
        action: 'Descartar',
      }))
    )
      return;
    close();
  }

  /** Closes the dialog and deletes the draft. */
  function close(): void {
    saveMessageDraft(userId, undefined);
    onClose();
  }

  return (
    <FormDialog
      size="lg"
      title={message ? 'Editar mensagem' : 'Nova mensagem'}
      action={stored ? 'Salvar mensagem' : 'Criar mensagem'}
      pending={saving}
      onSubmit={submit}
      onClose={() => void confirmAndClose()}
    >
      <TickerPreview title={form.title} message={form.message} />
      <MessageTexts
        title={form.title}
        message={form.message}
        error={isTextMissing ? 'Mensagem é obrigatória' : undefined}
        onChange={set}
      />
      <PlaylistBoxes playlists={playlists} chosen={form.playlistIds} onChange={(playlistIds) => set({ playlistIds })} />
      <Switch
        label="Mensagem ativa"
        hint="Desligada, ela fica guardada e não aparece nas telas."
        checked={form.isActive}
        onChange={(isActive) => set({ isActive })}
      />
    </FormDialog>
  );
}
