import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { normalPath, place } from '../../../navigation/router.ts';
import { openQuestion } from '../../../state/confirm.ts';
import { signedInId } from '../../../state/session.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';

/** Shows the question that `confirm(...)` asks. The answer is no once its page or its person is gone. */
export function ConfirmHost() {
  useSignals();
  const question = openQuestion.value;
  const path = normalPath(place.value.path);
  const userId = signedInId.value;
  useEffect(() => () => openQuestion.peek()?.response(false), [path, userId]);
  return question ? (
    <ConfirmDialog
      title={question.title}
      text={question.text}
      action={question.action}
      tone={question.tone}
      onAnswer={question.response}
    />
  ) : null;
}
