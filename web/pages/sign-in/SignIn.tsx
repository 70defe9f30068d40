import { useSignals } from '@preact/signals-react/runtime';
import { MonitorPlay, PencilRuler } from 'lucide-react';
import { type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { Brand } from '../../components/shell/layout/Brand.tsx';
import { ThemeMenu } from '../../components/shell/layout/ThemeMenu.tsx';
import { closeOnBack } from '../../navigation/back-button.ts';
import { chunk } from '../../navigation/chunks.ts';
import { addressAfterSignIn, pairingCodeAfterSignIn } from '../../navigation/return-address.ts';
import { navigate } from '../../navigation/router.ts';
import { useAction } from '../../state/form/use-action.ts';
import { useResource } from '../../state/resources/resource.ts';
import { nameOf, setSignedInUser, user } from '../../state/session.ts';
import { closeErrorToast, toast } from '../../state/toasts.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PendingApproval } from './PendingApproval.tsx';
import { useWaitingCredentials } from './use-approval.ts';
import { PlayerModeDialog } from './PlayerModeDialog.tsx';
import { Registration } from './Registration.tsx';
import { SecondStep } from './SecondStep.tsx';
import { Showcase } from './Showcase.tsx';
import styles from './SignIn.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** The chunk contains the QR encoder, so it is loaded on demand. */
const SecondStepSetup = chunk(() => import('./SecondStepSetup.tsx'), 'SecondStepSetup');

type Tab = 'login' | 'register';

/** Shows sign-in and registration (contract/README 1.4 and 1.5). */
export function SignIn() {
  useSignals();
  const [tab, setTab] = useState<Tab>('login');
  const [view, setView] = useState<'forms' | 'code' | 'pending' | 'secondStep' | 'setup'>('forms');
  const [asksPlayerCode, setAsksPlayerCode] = useState(false);
  const isSignedIn = user.value !== undefined;
  useEffect(() => {
    if (isSignedIn) navigate(addressAfterSignIn(), { replace: true });
  }, [isSignedIn]);

  // The view that replaced the forms had the focus: after it closes, focus the heading.
  const heading = useRef<HTMLHeadingElement>(null);
  const wereFormsReplaced = useRef(false);
  useEffect(() => {
    if (view === 'forms' && wereFormsReplaced.current) heading.current?.focus();
    wereFormsReplaced.current = view !== 'forms';
  }, [view]);

  // An error toast belongs to the form that was sent, not to the next view.
  function show(nextTab: Tab, nextView: typeof view): void {
    closeErrorToast();
    setTab(nextTab);
    setView(nextView);
  }
  const { credentials, keep, forget } = useWaitingCredentials();
  function backToLogin(): void {
    forget();
    show('login', 'forms');
  }
  const waitForApproval = (typed: typeof credentials) => {
    keep(typed);
    show('login', 'pending');
  };
  const [enterApproved] = useAction(
    'Falha no login',
    async () => {
      if (credentials.password === '') return askToSignIn(backToLogin);
      const approved = await call('POST /api/login', { body: credentials });
      setSignedInUser(approved);
      navigate(addressAfterSignIn(), { replace: true });
      toast({ title: 'Sua conta foi aprovada', description: `Bem-vindo, ${nameOf(approved)}` });
    },
    () => {
      backToLogin();
      return false;
    },
  );

  // The Back button returns to the form, which keeps the typed values, instead of leaving the studio.
  useEffect(() => {
    if (view === 'forms') return;
    return closeOnBack(() => show(view === 'code' ? 'register' : 'login', 'forms'));
  }, [view]);

  return (
    <div className={styles.page}>
      <Showcase />
      <Stack as="main" gap={5} canShrink className={styles.side}>
        <Row align="center" between>
          <Brand />
          <ThemeMenu />
        </Row>
        <Stack gap={5} className={styles.panel}>
          {view === 'pending' ? (
            <PendingApproval onApproved={() => void enterApproved()} onBack={backToLogin} />
          ) : view === 'secondStep' ? (
            <SecondStep onBack={backToLogin} />
          ) : view === 'setup' ? (
            <Suspense fallback={<Skeleton height="24rem" radius="var(--radius)" />}>
              <SecondStepSetup onBack={backToLogin} />
            </Suspense>
          ) : (
            <>
              {view === 'forms' && (
                <Head
                  heading={heading}
                  pairingCode={pairingCodeAfterSignIn()}
                  tab={tab}
                  onTab={(chosen) => show(chosen, 'forms')}
                  onPlayer={() => setAsksPlayerCode(true)}
                />
              )}
              {tab === 'login' ? (
                <TabPanel id="login">
                  <LoginForm onPending={waitForApproval} onSecondStep={(step) => show('login', step)} />
                </TabPanel>
              ) : (
                <Registration
                  isCodeFormOpen={view === 'code'}
                  onCodeFormChange={(isOpen) => show('register', isOpen ? 'code' : 'forms')}
                  onBack={backToLogin}
                  onRegistered={waitForApproval}
                />
              )}
            </>
          )}
        </Stack>
        <Text as="p" muted size="xs" className={styles.foot}>
          Antessala TV: o canal da sua sala de espera
        </Text>
      </Stack>
      {asksPlayerCode && <PlayerModeDialog onClose={() => setAsksPlayerCode(false)} />}
    </div>
  );
}

interface HeadProps {
  heading: Ref<HTMLHeadingElement>;
  /** Code of the TV that the person will pair after signing in. */
  pairingCode: string | undefined;
  tab: Tab;
  onTab: (tab: Tab) => void;
  onPlayer: () => void;
}

/** Shows what is above the forms: heading, the TV to pair, and the choices of mode and form. */
function Head({ heading, pairingCode, tab, onTab, onPlayer }: HeadProps) {
  const firstSteps = useResource('GET /api/first-steps');
  return (
    <>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Acesse o Antessala
        </h1>
        <Text as="p" muted className={styles.welcome}>
          Entre para cuidar do canal de TV da sua sala de espera.
        </Text>
      </div>
      {firstSteps.data?.isNew && (
        <Callout tone="info" title="Este servidor ainda não foi configurado">
          A primeira senha está no computador dele: no arquivo first-run.txt, na pasta de dados, e nas mensagens do
          início.
        </Callout>
      )}
      {pairingCode && (
        <Callout tone="info" title={`Para parear a TV com o código ${pairingCode}`}>
          Entre com a conta da clínica. Depois você escolhe a tela que a TV vai exibir.
        </Callout>
      )}
      <Segmented
        label="Modo"
        value="studio"
        onChange={(mode) => mode === 'player' && onPlayer()}
        options={[
          { value: 'studio', label: 'Studio', icon: <PencilRuler aria-hidden="true" /> },
          { value: 'player', label: 'Player', icon: <MonitorPlay aria-hidden="true" /> },
        ]}
      />
      <Tabs<Tab>
        stretch
        label="Conta"
        value={tab}
        onChange={onTab}
        items={[
          { id: 'login', label: 'Entrar' },
          { id: 'register', label: 'Registrar' },
        ]}
      />
    </>
  );
}

/** Shows the form to a person whose account was approved after the typed password was discarded. */
function askToSignIn(showForm: () => void): void {
  showForm();
  toast({ title: 'Sua conta foi aprovada', description: 'Entre com o seu email e a sua senha.' });
}
