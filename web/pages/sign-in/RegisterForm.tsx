import { Lock, Mail, UserRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { limits } from '../../../src/contract/limits.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import styles from './Form.module.css';
import { focusFirstError } from './focus-first-error.ts';
import { type Errors, type RegistrationValues, registrationErrors } from './form-errors.ts';
import { Stack } from '../../ui/layout/primitives.tsx';

export interface RegisterFormProps {
  values: RegistrationValues;
  onChange: (values: RegistrationValues) => void;
  /** Field errors that the server reported. */
  serverErrors: Errors<RegistrationValues>;
  registering: boolean;
  onSubmit: () => void;
}

/** Shows the form for name, e-mail and password of a new account. */
export function RegisterForm({ values, onChange, serverErrors, registering, onSubmit }: RegisterFormProps) {
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = { ...(isChecked ? registrationErrors(values) : {}), ...serverErrors };

  useEffect(() => {
    if (Object.keys(serverErrors).length > 0) focusFirstError(form);
  }, [serverErrors]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(registrationErrors(values)).length > 0) focusFirstError(form);
    else if (!registering) onSubmit();
  }

  return (
    <Stack as="form" gap={4} ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Input
        label="Nome de usuário"
        autoComplete="name"
        placeholder="Clínica Vida"
        icon={<UserRound aria-hidden="true" />}
        value={values.username}
        error={errors.username}
        onChange={(username) => onChange({ ...values, username })}
      />
      <Input
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder="voce@clinica.com.br"
        icon={<Mail aria-hidden="true" />}
        value={values.email}
        error={errors.email}
        onChange={(email) => onChange({ ...values, email })}
      />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        hint={`Pelo menos ${limits.password.min} caracteres`}
        icon={<Lock aria-hidden="true" />}
        value={values.password}
        error={errors.password}
        onChange={(password) => onChange({ ...values, password })}
      />
      <Button type="submit" variant="primary" size="lg" block pending={registering} pendingLabel="Criando conta...">
        Criar Conta
      </Button>
    </Stack>
  );
}
