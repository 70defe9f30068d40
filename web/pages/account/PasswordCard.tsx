import { useSignals } from '@preact/signals-react/runtime';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import { mutate } from '../../state/resources/resource.ts';
import { emailOf, hasCapability, nameOf } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import styles from './Account.module.css';
import { AccountForm } from './AccountForm.tsx';
import { passwordAdvice, passwordErrors, type PasswordForm } from '../../components/shell/passwords/password-advice.ts';

const empty: PasswordForm & { endTokens: boolean } = { currentPassword: '', newPassword: '', endTokens: false };

/** Shows the form that changes the user's password. A change requires the current password. */
export function PasswordCard({ person: user }: { person: User }) {
  useSignals();
  // For a team member `user` has the name and the e-mail of the account.
  const person = { ...user, username: nameOf(user), email: emailOf(user) };
  const form = useForm(empty, {
    errorTitle: 'Erro ao mudar a senha',
    check: (typed) => passwordErrors(typed, person),
    async save({ endTokens, ...passwords }) {
      const body = endTokens ? { ...passwords, endTokens } : passwords;
      await mutate('PUT /api/user/password', { body });
      form.set(empty);
      toast({
        title: 'Senha alterada',
        description: endTokens
          ? 'As outras sessões, os tokens de API e os convites abertos desta conta foram encerrados.'
          : 'As outras sessões desta conta foram encerradas.',
      });
    },
  });
  const { values, set, submit, saving } = form;
  return (
    <Card title="Senha">
      <p className={styles.use}>
        Ao mudar a senha, esta conta sai de todos os outros navegadores. Este continua aberto.
      </p>
      <AccountForm onSubmit={submit}>
        {/* Tells password managers the user name. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField label="Senha atual" autoComplete="current-password" {...fieldOf(form, 'currentPassword')} />
        <PasswordField
          label="Nova senha"
          autoComplete="new-password"
          hint={passwordAdvice(values.newPassword, person)}
          {...fieldOf(form, 'newPassword')}
        />
        {hasCapability('tokens') && (
          <Checkbox
            label="Encerrar também os tokens de API e os convites abertos"
            hint="Se outra pessoa pode ter usado esta conta. Programas precisam de tokens novos."
            checked={values.endTokens}
            onChange={(endTokens) => set({ endTokens })}
          />
        )}
        <Button type="submit" variant="primary" pending={saving} pendingLabel="Mudando...">
          Mudar senha
        </Button>
      </AccountForm>
    </Card>
  );
}
