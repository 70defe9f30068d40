/** Stores the draft of the message dialog, which survives a lost session and the Back button (state/form/drafts.ts). */
import { saveDraft, draftOf } from '../../state/form/drafts.ts';
import type { MessageForm } from './message-form.ts';

interface MessageDraft {
  /** undefined for a new message. */
  messageId: number | undefined;
  form: MessageForm;
  /** Identifies the dialog that is saving the draft. No other dialog shows this draft until the response arrives. */
  savedBy?: object | undefined;
}

const draftName = 'message';

/** Returns the user's draft, or undefined if there is none or a dialog is saving it. */
export function draftToReopen(userId: number | undefined): MessageDraft | undefined {
  const draft = draftOf<MessageDraft>(userId, draftName);
  return draft?.savedBy ? undefined : draft;
}

/** Stores the draft; undefined deletes the stored one. A stored draft that a dialog is saving can be replaced, not deleted. */
export function saveMessageDraft(userId: number | undefined, draft: MessageDraft | undefined): void {
  if (draft ?? draftToReopen(userId)) saveDraft(userId, draftName, draft);
}

/** Deletes the draft after it was saved, unless newer text replaced it. */
export function removeSavedDraft(userId: number | undefined, savedBy: object): void {
  if (draftOf<MessageDraft>(userId, draftName)?.savedBy === savedBy) saveDraft(userId, draftName, undefined);
}

/** Offers the draft again after saving it failed, unless newer text replaced it. */
export function restoreDraft(userId: number | undefined, savedBy: object, messageId: number | undefined): void {
  const draft = draftOf<MessageDraft>(userId, draftName);
  if (draft?.savedBy === savedBy) saveDraft(userId, draftName, { messageId, form: draft.form } satisfies MessageDraft);
}
