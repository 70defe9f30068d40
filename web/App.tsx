import { useSignals } from '@preact/signals-react/runtime';
import { Suspense, useEffect } from 'react';
import { NotFound } from './pages/NotFound.tsx';
import { paths } from './navigation/paths.ts';
import { saveReturnAddress } from './navigation/return-address.ts';
import { navigate, currentLocation } from './navigation/router.ts';
import { type Route, routeOf } from './routes.tsx';
import { loadUser, session, user } from './state/session.ts';
import { Spinner } from './ui/feedback/Spinner.tsx';
import { trimInsertions } from './ui/form/typing/trim-insertion.ts';
import { NavigationFrame } from './components/navigation/NavigationFrame.tsx';
import { ConfirmHost } from './components/shell/overlay/ConfirmHost.tsx';
import { ConnectionBanner } from './components/shell/loading/ConnectionBanner.tsx';
import { PageBoundary } from './components/shell/loading/PageBoundary.tsx';
import { Toaster } from './components/shell/overlay/Toaster.tsx';
import { useDoubleClickGuard } from './components/shell/overlay/use-double-click-guard.ts';
import { useDropGuard } from './components/shell/overlay/use-drop-guard.ts';
import { Unreachable } from './components/shell/loading/Unreachable.tsx';

/** Shows the page of the current address, and the overlays of every page. */
export function App() {
  useSignals();
  const { path } = currentLocation.value;
  const route = routeOf(path);
  const title = route ? route.title : 'Página não encontrada';
  useDropGuard();
  useDoubleClickGuard();
  useEffect(trimInsertions, []);

  useEffect(() => {
    void loadUser();
  }, [path]);
  useEffect(() => {
    document.title = title ? `${title} · Antessala` : 'Antessala';
  }, [title]);

  return (
    <>
      <NavigationFrame hasBar={route !== undefined && !route.isPublic && user.value !== undefined}>
        <PageBoundary key={path.toLowerCase()}>
          <Suspense fallback={<Spinner page label="Carregando página" />}>
            {route ? <Guarded route={route} /> : <NotFound />}
          </Suspense>
        </PageBoundary>
        <ConnectionBanner />
      </NavigationFrame>
      <ConfirmHost />
      <Toaster />
    </>
  );
}

/** Shows the page, or a spinner while the user loads. Sends guests from a protected page to / (contract/README 2.2). */
function Guarded({ route }: { route: Route }) {
  useSignals();
  const { status } = session.value;
  const isLocked = !route.isPublic && status === 'guest';
  useEffect(() => {
    if (!isLocked) return;
    const { path, search } = currentLocation.peek();
    saveReturnAddress(path + search);
    navigate(paths.landing, { replace: true });
  }, [isLocked]);
  if (status === 'unreachable') return <Unreachable />;
  if (status === 'loading' || isLocked) return <Spinner page label="Carregando" />;
  return <route.Page />;
}
