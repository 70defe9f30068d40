import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useState } from 'react';
import type { FirstStepsDone } from '../../../src/contract/first-steps.ts';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { TopBar } from '../../components/shell/layout/TopBar.tsx';
import { usePageHeading } from '../../components/shell/layout/use-page-heading.ts';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';
import { invalidate, useResource } from '../../state/resources/resource.ts';
import { dismissFirstSteps, hasChosenSignIn } from '../../state/first-steps.ts';
import { useAction } from '../../state/form/use-action.ts';
import { setSignedInUser, user } from '../../state/session.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { FirstTvCard } from './FirstTvCard.tsx';
import styles from './FirstSteps.module.css';
import { deleteStoredValues } from './stored-values.ts';
import { StepsForm } from './StepsForm.tsx';

/**
 * Shows the page 'Primeiros passos', which sets up a new server (contract/README 1.15). If the setup is closed, opens the start
 * page; a guest is instead asked to sign in if somebody has already signed in to this server.
 */
export function FirstSteps() {
  useSignals();
  const heading = usePageHeading();
  const firstSteps = useResource('GET /api/first-steps');
  const [done, setDone] = useState<FirstStepsDone>();
  const isClosed = !done && firstSteps.data?.areOpen === false;
  const isClosedToGuests = isClosed && !user.value && firstSteps.data?.isNew === false;
  const mustLeave = isClosed && !isClosedToGuests;
  useEffect(() => {
    if (mustLeave) navigate(paths.landing, { replace: true });
  }, [mustLeave]);
  // Do not keep typed names and the e-mail on a computer that others may use.
  useEffect(() => {
    if (isClosed) deleteStoredValues();
  }, [isClosed]);
  const setupInfo = firstSteps.data?.given;

  function finish(response: FirstStepsDone): void {
    setDone(response);
    setSignedInUser(response.user);
    invalidate('GET /api/first-steps', 'GET /api/my-players', 'GET /api/admin/settings', 'GET /api/contact');
  }

  return (
    <>
      <TopBar narrow>{!done && setupInfo && <PostponeButton />}</TopBar>
      <main className={styles.main}>
        <h1 ref={heading} tabIndex={-1}>
          {done ? 'Tudo pronto para a primeira TV' : 'Primeiros passos'}
        </h1>
        <p className={styles.lead}>
          {done
            ? 'Falta só abrir o Antessala na TV e digitar o código.'
            : isClosedToGuests
              ? 'Alguém já entrou neste servidor, aqui ou em outro computador.'
              : 'Quatro passos curtos, e a sua TV entra no ar.'}
        </p>
        {done ? (
          <FirstTvCard screen={done.screen} />
        ) : isClosedToGuests ? (
          <ClosedToGuests />
        ) : setupInfo ? (
          <StepsForm setupInfo={setupInfo} onDone={finish} />
        ) : firstSteps.error ? (
          <LoadError error={firstSteps.error} onRetry={firstSteps.refetch} />
        ) : (
          <Card label="Carregando">
            <Skeleton height="18rem" radius="var(--radius)" />
          </Card>
        )}
      </main>
    </>
  );
}

function ClosedToGuests() {
  return (
    <Card title="Entre para continuar">
      <p>
        Os primeiros passos agora pedem a conta do administrador. Se não foi você, fale com quem administra o Antessala.
      </p>
      <Row>
        <ButtonLink variant="primary" href={paths.landing}>
          Entrar
        </ButtonLink>
      </Row>
    </Card>
  );
}

/** Shows the button with which a signed-in user dismisses the setup permanently, and a guest opens the sign-in page. */
function PostponeButton() {
  useSignals();
  const [postpone, isPostponing] = useAction('Erro ao deixar para depois', async () => {
    if (!user.peek()) {
      hasChosenSignIn.value = true;
      return navigate(paths.landing);
    }
    await dismissFirstSteps();
    navigate(paths.home, { replace: true });
  });
  return (
    <Button size="sm" variant="ghost" pending={isPostponing} onClick={() => void postpone()}>
      {user.value ? 'Deixar para depois' : 'Entrar com senha'}
    </Button>
  );
}
