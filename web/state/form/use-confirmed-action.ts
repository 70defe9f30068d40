import { confirm, type Question } from '../confirm.ts';
import { useAction } from './use-action.ts';

/** Like `useAction`, but runs the action only if its question is confirmed, or if the function `question` returns undefined. */
export function useConfirmedAction<Input extends unknown[]>(
  errorTitle: string,
  question: Question | ((...input: Input) => Question | undefined),
  action: (...input: Input) => Promise<unknown>,
  onError?: (error: unknown) => boolean,
): [ask: (...input: Input) => Promise<void>, pending: boolean] {
  const [run, pending] = useAction(errorTitle, action, onError);
  async function ask(...input: Input): Promise<void> {
    const shownQuestion = typeof question === 'function' ? question(...input) : question;
    if (!shownQuestion || (await confirm(shownQuestion))) await run(...input);
  }
  return [ask, pending];
}
