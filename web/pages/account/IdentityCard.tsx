import { UserRound } from 'lucide-react';
import { useRef } from 'react';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../src/contract/limits.ts';
import { mutate } from '../../state/resources/resource.ts';
import { signIn } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { focusWrongField } from '../../ui/form/focus-wrong-field.ts';
import { Input } from '../../ui/form/Input.tsx';
import { looksLikeEmail } from '../../ui/form/typing/looks-like-email.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import styles from './Account.module.css';

/** An administrator's own name and e-mail, changed with the password (contract/README 1.22). */
export function IdentityCard({ person }: { person: User }) {
  const { username, email } = person;
  const box = useRef<HTMLFormElement>(null);
  const { values, errors, set, submit, saving } = useForm(
    { username, email, currentPassword: '' },
    {
      errorTitle: 'Erro ao mudar nome ou email',
      check: (form) => ({
        username:
          form.username.trim().length < limits.username.min
            ? `O nome deve ter pelo menos ${limits.username.min} caracteres.`
            : undefined,
        email: looksLikeEmail(form.email) ? undefined : 'Email inválido',
        currentPassword: form.currentPassword ? undefined : 'Informe a sua senha atual.',
      }),
      async save(body) {
        const changed = await mutate('PUT /api/user/identity', { body });
        signIn(changed);
        toast({ title: 'Nome e email salvos', description: `Você entra com ${changed.email}.` });
      },
    },
  );
  const isChanged = values.username.trim() !== username || values.email.trim().toLowerCase() !== email;
  return (
    <Card title="Nome e email">
      <form
        ref={box}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit().then(() => focusWrongField(box.current));
        }}
      >
        <Input
          label="Nome"
          autoComplete="name"
          icon={<UserRound aria-hidden="true" />}
          value={values.username}
          error={errors.username}
          counterMax={limits.username.max}
          onChange={(next) => set({ username: next })}
        />
        <Input
          label="Email para entrar"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          value={values.email}
          error={errors.email}
          onChange={(next) => set({ email: next })}
        />
        {isChanged && (
          <PasswordField
            label="Sua senha, para confirmar"
            autoComplete="current-password"
            value={values.currentPassword}
            error={errors.currentPassword}
            onChange={(currentPassword) => set({ currentPassword })}
          />
        )}
        <Button type="submit" disabled={!isChanged} pending={saving} pendingLabel="Salvando...">
          Salvar nome e email
        </Button>
      </form>
    </Card>
  );
}
