import { ShieldPlus } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import { CallError, call } from '../../api/client.ts';
import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { KeyPicture } from '../../components/second-factor/KeyPicture.tsx';
import { RecoveryCodes } from '../../components/second-factor/RecoveryCodes.tsx';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';
import { signIn } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './Form.module.css';
import { ScreenHeading } from './ScreenHeading.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Sets up a required second factor before anything else (contract/README 1.18). */
export function SecondStepSetup({ onBack }: { onBack: () => void }) {
  const [key, setKey] = useState<{ secret: string; uri: string }>();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [done, setDone] = useState<{ user: User; recoveryCodes: string[] }>();

  const [readKey] = useAction('Erro ao preparar a verificação', async () => {
    try {
      setKey(await call('POST /api/login/second-factor/key'));
    } catch (failure) {
      onBack();
      throw failure;
    }
  });
  useEffect(() => void readKey(), [readKey]);

  const [send, sending] = useAction(
    'Falha no login',
    async () =>
      setDone(await call('POST /api/login/second-factor/setup', { body: { secret: key?.secret ?? '', code } })),
    (failure) => {
      if (failure instanceof CallError && failure.status === 401) onBack();
      if (!(failure instanceof CallError) || failure.fields.code === undefined) return false;
      setError(failure.fields.code);
      return true;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim()) void send();
    else setError('Digite o código.');
  }

  function enter(user: User): void {
    signIn(user);
    navigate(paths.dashboard, { replace: true });
  }

  if (done)
    return (
      <Stack gap={4}>
        <ScreenHeading key="codes">Guarde os códigos de recuperação</ScreenHeading>
        <RecoveryCodes codes={done.recoveryCodes} email={done.user.email} />
        <Button variant="primary" size="lg" block onClick={() => enter(done.user)}>
          Guardei os códigos: entrar
        </Button>
      </Stack>
    );
  return (
    <Stack gap={4}>
      <span className={styles.emblem}>
        <ShieldPlus aria-hidden="true" />
      </span>
      <div>
        <ScreenHeading>Ligue a verificação em duas etapas</ScreenHeading>
        <p className={styles.text}>
          O administrador a exige para a sua conta. No celular, leia o QR code com um aplicativo autenticador (Google
          Authenticator, Microsoft Authenticator, Aegis...) e digite o código que ele mostra.
        </p>
      </div>
      {key ? <KeyPicture {...key} /> : <Skeleton height="10rem" radius="var(--radius)" />}
      <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
        <CodeField
          value={code}
          error={error}
          onChange={(next) => {
            setCode(next);
            setError(undefined);
          }}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={!key}
          pending={sending}
          pendingLabel="Verificando..."
        >
          Ligar e entrar
        </Button>
      </Stack>
      <Button variant="ghost" block onClick={onBack}>
        Voltar ao Login
      </Button>
    </Stack>
  );
}
