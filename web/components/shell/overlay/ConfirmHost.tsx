import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { normalizePath, place } from '../../../navigation/router.ts';
import { openQuestion } from '../../../state/confirm.ts';
import { signedInId } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Shows the dialog of `confirm(...)`. Cancels it when the page changes or the user signs out. */
export function ConfirmHost() {
  useSignals();
  const question = openQuestion.value;
  const path = normalizePath(place.value.path);
  const userId = signedInId.value;
  useEffect(() => () => openQuestion.peek()?.response(false), [path, userId]);
  if (!question) return null;
  const { title, text, action, tone = 'danger', response } = question;
  return (
    <Dialog
      open
      alert
      size="sm"
      title={title}
      description={text}
      onClose={() => response(false)}
      footer={
        <>
          <Button autoFocus onClick={() => response(false)}>
            Cancelar
          </Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} onClick={() => response(true)}>
            {action}
          </Button>
        </>
      }
    />
  );
}
