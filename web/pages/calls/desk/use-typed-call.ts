import { useRef, useState } from 'react';
import { user } from '../../../state/session.ts';
import { toast } from '../../../state/toasts.ts';
import { saveTypedText, savedTypedText } from './saved-desk.ts';

/** Input of the desk: a ticket number or a name, and whether the patient has priority. */
interface TypedCall {
  text: string;
  isPriority: boolean;
}

const emptyCall: TypedCall = { text: '', isPriority: false };

/** Returns the input of the desk, and functions that change and send it. */
export function useTypedCall() {
  const person = user.peek();
  const [typed, setTyped] = useState<TypedCall>(() => ({ ...emptyCall, text: savedTypedText(person) }));
  const latest = useRef(typed);
  const lastSent = useRef(Promise.resolve(true));

  function set(change: Partial<TypedCall>): void {
    latest.current = { ...latest.current, ...change };
    setTyped(latest.current);
    saveTypedText(person, latest.current.text);
  }

  return {
    ...typed,
    set,
    clear: () => set(emptyCall),
    /**
     * Clears the field, and calls the patient after the earlier calls have ended. A refused text is put back into the field,
     * or is named in a toast if the field is no longer empty.
     */
    async send(call: (typed: TypedCall) => Promise<boolean>): Promise<void> {
      set(emptyCall);
      lastSent.current = lastSent.current.then(() => call(typed));
      if (await lastSent.current) return;
      if (latest.current.text === '') set(typed);
      else toast({ title: `Não foi possível chamar ${typed.text.trim()}`, variant: 'destructive' });
    },
  };
}
