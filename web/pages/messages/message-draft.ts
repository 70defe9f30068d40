/** Draft of the message dialog, which survives a lost session and the Back button (state/form/kept.ts). */
import { keepDraft, keptDraft } from '../../state/form/kept.ts';
import type { MessageForm } from './message-form.ts';

export interface MessageDraft {
  /** undefined: a new message. */
  messageId: number | undefined;
  form: MessageForm;
  /** The dialog that is saving the draft. Until the response arrives no other dialog may offer it. */
  sentBy?: object | undefined;
}

const name = 'message';

/** Returns the user's draft, or undefined when there is none or it is being saved. */
export function waitingDraft(userId: number | undefined): MessageDraft | undefined {
  const draft = keptDraft<MessageDraft>(userId, name);
  return draft?.sentBy ? undefined : draft;
}

/** Stores the draft, or deletes it when undefined. A draft that is being saved is replaced, but not deleted. */
export function keepMessage(userId: number | undefined, draft: MessageDraft | undefined): void {
  if (draft ?? waitingDraft(userId)) keepDraft(userId, name, draft);
}

/** Deletes the draft after it was saved, or offers it again after a failure. Ignores a draft with newer text. */
export function settleMessage(
  userId: number | undefined,
  sentBy: object,
  outcome: 'saved' | { messageId: number | undefined },
): void {
  const draft = keptDraft<MessageDraft>(userId, name);
  if (draft?.sentBy !== sentBy) return;
  keepDraft(
    userId,
    name,
    outcome === 'saved' ? undefined : ({ messageId: outcome.messageId, form: draft.form } satisfies MessageDraft),
  );
}
