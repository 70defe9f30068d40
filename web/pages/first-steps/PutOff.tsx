import { useSignals } from '@preact/signals-react/runtime';
import { paths } from '../../navigation/paths.ts';
import { navigate } from '../../navigation/router.ts';
import { putAsideFirstSteps, signsInInstead } from '../../state/first-steps.ts';
import { user } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';

/** The way out: for who is signed in, for good; for anybody else, to the sign-in page with the printed password. */
export function PutOff() {
  useSignals();
  const [putAside, puttingAside] = useAction('Erro ao deixar para depois', async () => {
    await putAsideFirstSteps();
    navigate(paths.dashboard, { replace: true });
  });
  if (user.value)
    return (
      <Button size="sm" variant="ghost" pending={puttingAside} onClick={() => void putAside()}>
        Deixar para depois
      </Button>
    );
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        signsInInstead.value = true;
        navigate(paths.home);
      }}
    >
      Entrar com senha
    </Button>
  );
}
