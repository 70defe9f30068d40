import { useSignals } from '@preact/signals-react/runtime';
import { openQuestion } from '../state/confirm.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** Shows the question that `confirm(...)` asks. */
export function ConfirmHost() {
  useSignals();
  const question = openQuestion.value;
  return question ? <ConfirmDialog title={question.title} text={question.text} action={question.action} tone={question.tone} onAnswer={question.answer} /> : null;
}
