/** Entry of the studio bundle. */
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/layout/primitives.module.css';
import { createRoot } from 'react-dom/client';
import { onSessionLost } from './api/client.ts';
import { App } from './App.tsx';
import { startRouter } from './navigation/router.ts';
import { routeOf } from './routes.tsx';
import { startLiveUpdates } from './state/resources/live-updates.ts';
import { loadUser, reloadUser } from './state/session.ts';
import { startTheme } from './state/theme/theme.ts';
import './react-behaviour.ts';

startTheme();
startRouter((path) => routeOf(path) !== undefined);
// Load the user again: another window may have renewed the cookie while the refused request was in progress.
onSessionLost(() => void reloadUser());
startLiveUpdates();
// Start both before the first render, which needs them.
void loadUser();
routeOf(location.pathname)?.Page.preload?.();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
