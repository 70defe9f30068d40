import { UserRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../src/contract/limits.ts';
import { mutate } from '../../state/resources/resource.ts';
import { emailOf, nameOf, setSignedInUser } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { looksLikeEmail } from '../../ui/form/typing/looks-like-email.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { Breakable } from '../../ui/text/Breakable.tsx';
import { Text } from '../../ui/layout/primitives.tsx';

/** Shows the user's name and e-mail, or the form that confirms a new e-mail (contract/README 1.22). */
export function IdentityCard({ person }: { person: User }) {
  const [pendingEmail, setPendingEmail] = useState<string | null>(null);
  return (
    <Card title="Nome e email">
      {pendingEmail === null ? (
        // The key resets the form when another window changes name or e-mail.
        <IdentityForm key={nameOf(person) + emailOf(person)} person={person} onPending={setPendingEmail} />
      ) : (
        <EmailCodeForm email={pendingEmail} onEnd={() => setPendingEmail(null)} />
      )}
    </Card>
  );
}

/**
 * Shows the form for name and e-mail. A change requires the current password. `onPending` gets the new e-mail if it must be
 * confirmed by a code, else null.
 */
function IdentityForm({ person, onPending }: { person: User; onPending: (email: string | null) => void }) {
  const [username, email] = [nameOf(person), emailOf(person)];
  const minLength = person.member ? 1 : limits.username.min;
  const form = useForm(
    { username, email, currentPassword: '' },
    {
      errorTitle: 'Erro ao mudar nome ou email',
      check: (typed) => ({
        username:
          typed.username.trim().length < minLength ? `O nome deve ter pelo menos ${minLength} caracteres.` : undefined,
        email: looksLikeEmail(typed.email) ? undefined : 'Email inválido',
        currentPassword: typed.currentPassword ? undefined : 'Informe a sua senha atual.',
      }),
      async save(body) {
        const { pendingEmail, ...changed } = await mutate('PUT /api/user/identity', { body });
        setSignedInUser(changed);
        onPending(pendingEmail);
        if (pendingEmail === null)
          toast({ title: 'Nome e email salvos', description: `Você entra com ${emailOf(changed)}.` });
      },
    },
  );
  const { values, submit, saving } = form;
  const isChanged = values.username.trim() !== username || values.email.trim().toLowerCase() !== email;
  return (
    <AccountForm onSubmit={submit}>
      <Input
        label="Nome"
        autoComplete="name"
        icon={<UserRound aria-hidden="true" />}
        counterMax={person.member ? limits.memberNameLength : limits.username.max}
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
  );
}

function EmailCodeForm({ email, onEnd }: { email: string; onEnd: () => void }) {
  const form = useForm(
    { code: '' },
    {
      errorTitle: 'Erro ao confirmar o email',
      check: ({ code }) => ({ code: code.trim() ? undefined : 'Digite o código.' }),
      async save(body) {
        setSignedInUser(await mutate('POST /api/user/identity/confirmation', { body }));
        toast({ title: 'Email confirmado', description: `Você entra com ${email}.` });
        onEnd();
      },
    },
  );
  return (
    <AccountForm onSubmit={form.submit}>
      <Text>
        Enviamos um código a <Breakable text={email} />. Até você o digitar aqui, entra com o email de antes.
      </Text>
      <Input
        label="Código recebido"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        {...fieldOf(form, 'code')}
      />
      <Button type="submit" pending={form.saving} pendingLabel="Confirmando...">
        Confirmar email
      </Button>
      <Button variant="ghost" onClick={onEnd}>
        Desistir
      </Button>
    </AccountForm>
  );
}
