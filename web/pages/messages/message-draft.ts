/** Draft of the message dialog, kept when the session is lost or the page is left by Back (state/form/kept.ts). */
import { keepDraft, keptDraft } from '../../state/form/kept.ts';
import type { MessageForm } from './message-form.ts';

export interface MessageDraft {
  /** undefined: a new one. */
  messageId: number | undefined;
  form: MessageForm;
  /** The dialog that is sending it: until the answer nobody may send it again. */
  sentBy?: object | undefined;
}

const name = 'message';

/** Returns the draft that waits for the person; not what is on its way to the server. */
export function waitingDraft(userId: number | undefined): MessageDraft | undefined {
  const draft = keptDraft<MessageDraft>(userId, name);
  return draft?.sentBy ? undefined : draft;
}

/** Stores the dialog's values, or clears them; a draft that is being sent stays until something new is typed. */
export function keepMessage(userId: number | undefined, draft: MessageDraft | undefined): void {
  if (draft ?? waitingDraft(userId)) keepDraft(userId, name, draft);
}

/** After the response: clears the draft if it was saved, else offers it again, unless newer text replaced it. */
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
