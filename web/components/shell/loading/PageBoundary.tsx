import { effect } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { retryFailedChunks } from '../../../navigation/chunks.ts';
import { connection } from '../../../state/resources/connection.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { FullPage } from '../layout/FullPage.tsx';

/** Shows an error page with a retry when the page inside throws or its code cannot be loaded. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
    retryFailedChunks();
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

/** Shows that a page has failed. Retries by itself when the connection to the server is back. */
function PageFailed({ onRetry }: { onRetry: () => void }) {
  useSignals();
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    let previous = connection.peek();
    return effect(() => {
      const current = connection.value;
      if (current === 'open' && previous !== 'open') retry.current();
      previous = current;
    });
  }, []);

  const isOffline = connection.value === 'lost' || connection.value === 'connecting';
  return (
    <FullPage
      icon={isOffline ? <WifiOff /> : <TriangleAlert />}
      title="Esta página não pôde ser aberta"
      text={
        isOffline
          ? 'Sem conexão com o servidor. A página abre sozinha quando a conexão voltar.'
          : 'O sistema pode ter sido atualizado. Recarregue para continuar.'
      }
      action={
        <Button variant="primary" icon={<RotateCw />} onClick={isOffline ? onRetry : () => location.reload()}>
          {isOffline ? 'Tentar novamente' : 'Recarregar'}
        </Button>
      }
    />
  );
}
