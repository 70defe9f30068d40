import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { CallError, call } from '../../api/client.ts';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';
import { signIn } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import styles from './Form.module.css';
import { ScreenHeading } from './ScreenHeading.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** After the right password: the code of the app, or a recovery code (contract/README 1.18). */
export function SecondStep({ onBack }: { onBack: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [send, sending] = useAction(
    'Falha no login',
    async () => {
      const user = await call('POST /api/login/second-factor', { body: { code } });
      signIn(user);
      navigate(paths.dashboard, { replace: true });
      toast({ title: 'Login realizado com sucesso!', description: `Bem-vindo, ${user.username}` });
    },
    (failure) => {
      if (!(failure instanceof CallError) || (failure.status !== 403 && failure.status !== 429)) {
        if (failure instanceof CallError && failure.status === 401) onBack();
        return false;
      }
      setError(failure.message);
      return true;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim()) void send();
    else setError('Digite o código.');
  }

  return (
    <Stack gap={4}>
      <span className={styles.emblem}>
        <ShieldCheck aria-hidden="true" />
      </span>
      <div>
        <ScreenHeading>Verificação em duas etapas</ScreenHeading>
        <p className={styles.text}>Abra o aplicativo autenticador no celular e digite o código da Antessala.</p>
      </div>
      <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
        <CodeField
          value={code}
          error={error}
          hint="Sem o celular? Digite um código de recuperação."
          onChange={(next) => {
            setCode(next);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" size="lg" block pending={sending} pendingLabel="Entrando...">
          Entrar no Studio
        </Button>
      </Stack>
      <Button variant="ghost" block onClick={onBack}>
        Voltar ao Login
      </Button>
    </Stack>
  );
}
