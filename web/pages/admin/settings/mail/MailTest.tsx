import { useSignals } from '@preact/signals-react/runtime';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CallError, call, messageOf } from '../../../../api/client.ts';
import { user } from '../../../../state/session.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { looksLikeEmail } from '../../../../ui/form/typing/looks-like-email.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import styles from './MailCard.module.css';
import { Text } from '../../../../ui/layout/primitives.tsx';

/** Sends a test e-mail and shows the result. An error stays on the page while the server's settings are corrected. */
export function MailTest({ isConfigured }: { isConfigured: boolean }) {
  useSignals();
  const [to, setTo] = useState(user.value?.email ?? '');
  const [failureText, setFailureText] = useState<string>();
  const [addressError, setAddressError] = useState<string>();

  const [send, sending] = useAction(
    'Erro ao enviar email',
    async () => {
      setFailureText(undefined);
      const { message } = await call('POST /api/admin/mail-test', { body: { to: to.trim() } });
      toast({ title: 'Email enviado', description: message });
    },
    (failure) => {
      const fieldError = failure instanceof CallError ? failure.fields.to : undefined;
      setAddressError(fieldError);
      if (!fieldError) setFailureText(messageOf(failure));
      return true;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    const problem = looksLikeEmail(to) ? undefined : 'Email inválido';
    setAddressError(problem);
    if (!problem) void send();
  }

  return (
    <form className={styles.test} noValidate onSubmit={submit}>
      <Input
        label="Enviar para"
        type="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        value={to}
        error={addressError}
        onChange={(value) => {
          setTo(value);
          setAddressError(undefined);
        }}
      />
      <Button
        type="submit"
        icon={<Send aria-hidden="true" />}
        disabled={!isConfigured}
        pending={sending}
        pendingLabel="Enviando..."
      >
        Enviar teste
      </Button>
      {!isConfigured && (
        <Text as="p" muted size="sm">
          Configure um servidor antes.
        </Text>
      )}
      {failureText && (
        <Callout tone="danger" role="alert">
          {failureText}
        </Callout>
      )}
    </form>
  );
}
