import { Lock, Mail } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { CallError, call } from '../../api/client.ts';
import { addressAfterSignIn } from '../../navigation/return-address.ts';
import { navigate } from '../../navigation/router.ts';
import { nameOf, setSignedInUser } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import styles from './Form.module.css';
import { isPendingApproval, loginErrors, refusalText } from './form-errors.ts';
import { focusFirstError } from './focus-first-error.ts';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows the tab 'Entrar'. Calls `onPending` after a correct password for an account that is not approved yet. */
export function LoginForm({
  onPending,
  onSecondStep,
}: {
  onPending: (credentials: { email: string; password: string }) => void;
  /** Called after a correct password if a code is required (`secondStep`) or a second factor must be set up (`setup`). */
  onSecondStep: (step: 'secondStep' | 'setup') => void;
}) {
  const [values, setValues] = useState({ email: '', password: '' });
  const [isChecked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const errors = isChecked ? loginErrors(values) : {};

  const [login, loggingIn] = useAction(
    'Falha no login',
    async () => {
      const user = await call('POST /api/login', { body: values });
      setSignedInUser(user);
      navigate(addressAfterSignIn(), { replace: true });
      toast({ title: 'Login realizado com sucesso!', description: `Bem-vindo, ${nameOf(user)}` });
    },
    (error) => {
      if (!(error instanceof CallError)) return false;
      if (error.code === 'second_factor_required' || error.code === 'second_factor_setup') {
        onSecondStep(error.code === 'second_factor_required' ? 'secondStep' : 'setup');
        return true;
      }
      if (!isPendingApproval(error)) {
        setRefusal(refusalText(error));
        return false;
      }
      onPending(values);
      return true;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    setRefusal(undefined);
    if (Object.keys(loginErrors(values)).length > 0) focusFirstError(form);
    else void login();
  }

  return (
    <Stack as="form" gap={4} ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Input
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        placeholder="voce@clinica.com.br"
        icon={<Mail aria-hidden="true" />}
        value={values.email}
        error={errors.email}
        onChange={(email) => setValues({ ...values, email })}
      />
      <PasswordField
        label="Senha"
        autoComplete="current-password"
        icon={<Lock aria-hidden="true" />}
        value={values.password}
        error={errors.password}
        onChange={(password) => setValues({ ...values, password })}
      />
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <Button type="submit" variant="primary" size="lg" block pending={loggingIn} pendingLabel="Entrando...">
        Entrar no Studio
      </Button>
    </Stack>
  );
}
