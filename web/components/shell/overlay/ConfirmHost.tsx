import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { normalizePath, currentLocation } from '../../../navigation/router.ts';
import { openQuestion } from '../../../state/confirm.ts';
import { signedInId } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Shows the dialog of `confirm(...)`. Cancels it when the page changes or the user signs out. */
export function ConfirmHost() {
  useSignals();
  const question = openQuestion.value;
  const path = normalizePath(currentLocation.value.path);
  const userId = signedInId.value;
  useEffect(() => () => openQuestion.peek()?.resolve(false), [path, userId]);
  if (!question) return null;
  const { title, text, action, tone = 'danger', resolve } = question;
  return (
    <Dialog
      open
      alert
      size="sm"
      title={title}
      description={text}
      onClose={() => resolve(false)}
      footer={
        <>
          <Button autoFocus onClick={() => resolve(false)}>
            Cancelar
          </Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} onClick={() => resolve(true)}>
            {action}
          </Button>
        </>
      }
    />
  );
}
