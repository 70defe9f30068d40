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

/** Sends one mail and says what became of it; a refusal stays on the page, to be read while the server is put right. */
export function MailTest({ isConfigured }: { isConfigured: boolean }) {
  useSignals();
  const [to, setTo] = useState(user.value?.email ?? '');
  const [refusal, setRefusal] = useState<string>();
  const [error, setError] = useState<string>();

  const [send, sending] = useAction(
    'Erro ao enviar email',
    async () => {
      setRefusal(undefined);
      const { message } = await call('POST /api/admin/mail-test', { body: { to: to.trim() } });
      toast({ title: 'Email enviado', description: message });
    },
    (failure) => {
      const refused = failure instanceof CallError ? failure.fields.to : undefined;
      setError(refused);
      if (!refused) setRefusal(messageOf(failure));
      return true;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    const problem = looksLikeEmail(to) ? undefined : 'Email inválido';
    setError(problem);
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
        error={error}
        onChange={(value) => {
          setTo(value);
          setError(undefined);
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
      {refusal && (
        <Callout tone="danger" role="alert">
          {refusal}
        </Callout>
      )}
    </form>
  );
}
