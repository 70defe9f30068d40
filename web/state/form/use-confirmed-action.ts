import { confirm, type Question } from '../confirm.ts';
import { useAction } from './use-action.ts';

/** An action (see `useAction`) that runs once its question is confirmed; at once where `question` returns nothing to ask. */
export function useConfirmedAction<Input extends unknown[]>(
  errorTitle: string,
  question: Question | ((...input: Input) => Question | undefined),
  action: (...input: Input) => Promise<unknown>,
): [ask: (...input: Input) => Promise<void>, pending: boolean] {
  const [run, pending] = useAction(errorTitle, action);
  async function ask(...input: Input): Promise<void> {
    const asked = typeof question === 'function' ? question(...input) : question;
    if (!asked || (await confirm(asked))) await run(...input);
  }
  return [ask, pending];
}
