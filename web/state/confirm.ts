/** `if (await confirm({ title, text, action: 'Excluir' })) ...`: one question at a time, shown by ConfirmHost. */
import { signal } from '@preact/signals-react';
import type { ReactNode } from 'react';

export interface Question {
  title: string;
  /** Names the item, and says what else goes with it. */
  text?: ReactNode;
  action: string;
  /** `danger` (default) for what can't be undone. */
  tone?: 'danger' | 'default';
}

export const openQuestion = signal<(Question & { response: (yes: boolean) => void }) | undefined>(undefined);

/** Asks; false when cancelled, closed, or replaced by another question. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.peek()?.response(false);
  return new Promise((resolve) => {
    openQuestion.value = {
      ...question,
      response: (yes) => {
        openQuestion.value = undefined;
        resolve(yes);
      },
    };
  });
}
