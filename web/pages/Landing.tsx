import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { paths } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { hasChosenSignIn } from '../state/first-steps.ts';
import { useResource } from '../state/resources/resource.ts';
import { user } from '../state/session.ts';
import { Home } from './home/Home.tsx';
import { SignIn } from './sign-in/SignIn.tsx';

/** Shows the page `/`: the home page to signed-in users, the sign-in page to everybody else. */
export function Landing() {
  useSignals();
  return user.value ? <Home /> : <GuestPage />;
}

/** Shows the sign-in page, or redirects to the setup of a new installation (contract/README 1.15). */
function GuestPage() {
  useSignals();
  const firstSteps = useResource('GET /api/first-steps');
  const needsSetup = firstSteps.data?.areOpen === true && !hasChosenSignIn.value;
  useEffect(() => {
    if (needsSetup) navigate(paths.firstSteps, { replace: true });
  }, [needsSetup]);
  return <SignIn />;
}
