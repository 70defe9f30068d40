import { useSignals } from '@preact/signals-react/runtime';
import { user } from '../state/session.ts';
import { Home } from './home/Home.tsx';
import { SignIn } from './sign-in/SignIn.tsx';

/** `/`: the studio home for who is signed in, the sign-in page for everyone else. */
export function Landing() {
  useSignals();
  return user.value ? <Home /> : <SignIn />;
}
