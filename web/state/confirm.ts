/** Questions to confirm, shown one at a time by ConfirmHost: `if (await confirm({ title, text, action: 'Excluir' })) ...` */
import { signal } from '@preact/signals-react';
import type { ReactNode } from 'react';

export interface Question {
  title: string;
  /** Names the item, and everything else that is deleted with it. */
  text?: ReactNode;
  action: string;
  /** `danger` (default) for actions that cannot be undone. */
  tone?: 'danger' | 'default';
}

export const openQuestion = signal<(Question & { resolve: (yes: boolean) => void }) | undefined>(undefined);

/** Shows the question. Resolves to true if confirmed; false if cancelled, closed, or replaced by another question. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.peek()?.resolve(false);
  return new Promise((resolve) => {
    openQuestion.value = {
      ...question,
      resolve: (yes) => {
        openQuestion.value = undefined;
        resolve(yes);
      },
    };
  });
}
