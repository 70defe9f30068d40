import { paths } from '../../navigation/paths.ts';
import { dismissFirstSteps } from '../../state/first-steps.ts';
import { useResource } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import styles from './Home.module.css';
import { Row } from '../../ui/layout/primitives.tsx';

/** Shows administrators of a new server a link to its setup, until the setup is done or dismissed. */
export function FirstStepsCard() {
  const firstSteps = useResource('GET /api/first-steps');
  const [dismiss, dismissing] = useAction('Erro ao deixar para depois', dismissFirstSteps);
  if (!firstSteps.data?.areOpen) return null;
  return (
    <div className={styles.firstSteps}>
      <Callout
        tone="info"
        title="Primeiros passos"
        actions={
          <Row gap={2} wrap>
            <ButtonLink size="sm" variant="primary" href={paths.firstSteps}>
              Começar
            </ButtonLink>
            <Button size="sm" variant="ghost" pending={dismissing} onClick={() => void dismiss()}>
              Deixar para depois
            </Button>
          </Row>
        }
      >
        Dê um nome à clínica, escolha a sua senha e coloque a primeira TV no ar.
      </Callout>
    </div>
  );
}
