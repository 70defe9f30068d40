import { useSignals } from '@preact/signals-react/runtime';
import { Link2Off, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { roleNames } from '../../../src/contract/accounts/capabilities.ts';
import { limits } from '../../../src/contract/limits.ts';
import type { InvitationInfo } from '../../../src/contract/accounts/team.ts';
import { call, CallError } from '../../api/client.ts';
import { BrandLink } from '../../components/shell/layout/BrandLink.tsx';
import { FullPage } from '../../components/shell/layout/FullPage.tsx';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { usePageHeading } from '../../components/shell/layout/use-page-heading.ts';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';
import { nameOf, setSignedInUser, user } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { fieldOf } from '../../state/form/field-of.ts';
import { useForm } from '../../state/form/use-form.ts';
import { Breakable } from '../../ui/text/Breakable.tsx';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { focusInvalidField } from '../../ui/form/focus-invalid-field.ts';
import { Input } from '../../ui/form/Input.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import styles from './Join.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Error codes for which a retry is useless. */
const permanentErrors: readonly string[] = ['not_found', 'invalid_input', 'conflict'];

/** Shows the page `/convite#CODE`: an invited person joins a team with a name and a password (contract/README 1.20). */
export function Join() {
  const code = useInvitationCode();
  const [result, setResult] = useState<InvitationInfo | Error>();
  const [attempts, setAttempts] = useState(0);

  useEffect(() => {
    let isStale = false;
    call('POST /api/invitations/find', { body: { code } }).then(
      (info) => !isStale && setResult(info),
      (error: Error) => !isStale && setResult(error),
    );
    return () => {
      isStale = true;
    };
  }, [code, attempts]);

  if (!result) return <Spinner page label="Abrindo o convite" />;
  if (!(result instanceof Error)) return <JoinForm code={code} invitation={result} />;
  if (result instanceof CallError && permanentErrors.includes(result.code ?? ''))
    return (
      <FullPage
        icon={<Link2Off />}
        title="Este convite não vale"
        text={result.message}
        action={<ButtonLink href={paths.landing}>Ir para a entrada</ButtonLink>}
      />
    );
  return (
    <div className={styles.page}>
      <LoadError
        subject="o convite"
        error={result}
        onRetry={() => {
          setResult(undefined);
          setAttempts(attempts + 1);
        }}
      />
    </div>
  );
}

/** Asks for a name and a password. For an existing member the name is filled in, and only a new password is missing. */
function JoinForm({ code, invitation }: { code: string; invitation: InvitationInfo }) {
  useSignals();
  const { clinic, role, email } = invitation;
  const heading = usePageHeading();
  const formElement = useRef<HTMLFormElement>(null);
  const form = useForm(
    { name: invitation.name ?? '', password: '' },
    {
      errorTitle: 'Erro ao aceitar o convite',
      check: ({ name, password }) => ({
        name: name.trim() === '' ? 'Informe o seu nome.' : undefined,
        password:
          password.length < limits.password.min
            ? `A senha deve ter pelo menos ${limits.password.min} caracteres.`
            : undefined,
      }),
      async save({ name, password }) {
        await call('POST /api/invitations/accept', { body: { code, name, password } });
        form.set({ password: '' });
        const signedIn = await call('POST /api/login', { body: { email, password } });
        setSignedInUser(signedIn);
        navigate(paths.home, { replace: true });
        toast({ title: `Bem-vindo à equipe de ${clinic}`, description: `Você entra com ${email} e a senha nova.` });
      },
    },
  );
  const { submit, saving } = form;
  return (
    <div className={styles.page}>
      <Row as="header" justify="center">
        <BrandLink label="Antessala: início" />
      </Row>
      <Stack as="main" gap={4} className={styles.card}>
        <h1 ref={heading} tabIndex={-1}>
          {invitation.name === null ? `Entre na equipe de ${clinic}` : 'Escolha uma nova senha'}
        </h1>
        <Text as="p" muted>
          Seu papel: <strong>{roleNames[role]}</strong>. Você vai entrar com o email{' '}
          <strong>
            <Breakable text={email} />
          </strong>
          .
        </Text>
        {user.value && (
          <Callout tone="info" compact>
            Neste navegador está aberta a conta de {nameOf(user.value)}; ela sai quando você entrar.
          </Callout>
        )}
        <Stack
          as="form"
          gap={4}
          ref={formElement}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit().then(() => focusInvalidField(formElement.current));
          }}
        >
          {/* Tells password managers the user name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <Input
            label="Seu nome"
            autoComplete="name"
            icon={<UserRound />}
            counterMax={limits.memberNameLength}
            {...fieldOf(form, 'name')}
          />
          <PasswordField
            label="Senha"
            autoComplete="new-password"
            hint={`Pelo menos ${limits.password.min} caracteres. Três palavras juntas são fáceis de lembrar e difíceis de adivinhar.`}
            {...fieldOf(form, 'password')}
          />
          <Button type="submit" variant="primary" size="lg" block pending={saving} pendingLabel="Entrando...">
            Entrar no Studio
          </Button>
        </Stack>
      </Stack>
    </div>
  );
}

const codeInHash = () => decodeURIComponent(location.hash.slice(1));
const codeInQuery = () => new URLSearchParams(location.search).get('c') ?? '';

/**
 * Returns the invitation's code from the hash, which browsers send neither to servers nor as Referer. Moves a code from the
 * query, where links of earlier releases have it, into the hash.
 */
function useInvitationCode(): string {
  const [code, setCode] = useState(() => codeInHash() || codeInQuery());
  useEffect(() => {
    const old = codeInQuery();
    if (old) navigate(`${paths.join}#${encodeURIComponent(old)}`, { replace: true, keepScroll: true });
    // A second invitation in this tab changes only the hash, without reloading the page.
    const onHashChange = () => setCode(codeInHash());
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
  return code;
}
