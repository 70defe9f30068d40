import { UserRound } from 'lucide-react';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../src/contract/limits.ts';
import { mutate } from '../../state/resources/resource.ts';
import { setSignedInUser } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { looksLikeEmail } from '../../ui/form/typing/looks-like-email.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';

/** Form for an administrator's name and e-mail, which are changed with the password (contract/README 1.22). */
export function IdentityCard({ person }: { person: User }) {
  const { username, email } = person;
  const form = useForm(
    { username, email, currentPassword: '' },
    {
      errorTitle: 'Erro ao mudar nome ou email',
      check: (typed) => ({
        username:
          typed.username.trim().length < limits.username.min
            ? `O nome deve ter pelo menos ${limits.username.min} caracteres.`
            : undefined,
        email: looksLikeEmail(typed.email) ? undefined : 'Email inválido',
        currentPassword: typed.currentPassword ? undefined : 'Informe a sua senha atual.',
      }),
      async save(body) {
        const changed = await mutate('PUT /api/user/identity', { body });
        setSignedInUser(changed);
        toast({ title: 'Nome e email salvos', description: `Você entra com ${changed.email}.` });
      },
    },
  );
  const { values, submit, saving } = form;
  const isChanged = values.username.trim() !== username || values.email.trim().toLowerCase() !== email;
  return (
    <Card title="Nome e email">
      <AccountForm onSubmit={submit}>
        <Input
          label="Nome"
          autoComplete="name"
          icon={<UserRound aria-hidden="true" />}
          counterMax={limits.username.max}
          {...fieldOf(form, 'username')}
        />
        <Input
          label="Email para entrar"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          {...fieldOf(form, 'email')}
        />
        {isChanged && (
          <PasswordField
            label="Sua senha, para confirmar"
            autoComplete="current-password"
            {...fieldOf(form, 'currentPassword')}
          />
        )}
        <Button type="submit" disabled={!isChanged} pending={saving} pendingLabel="Salvando...">
          Salvar nome e email
        </Button>
      </AccountForm>
    </Card>
  );
}
