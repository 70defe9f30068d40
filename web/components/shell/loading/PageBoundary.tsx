import { effect } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { retryFailedChunks } from '../../../navigation/chunks.ts';
import { connection } from '../../../state/resources/connection.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { FullPage } from '../layout/FullPage.tsx';

/** A page that throws, or whose code can't be fetched, shows a way on instead of nothing. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    retryFailedChunks();
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}

/** Stands in place of a page that failed; without the server it opens by itself when the connection is back. */
function PageFailed({ onRetry }: { onRetry: () => void }) {
  useSignals();
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    let before = connection.peek();
    return effect(() => {
      const now = connection.value;
      if (now === 'open' && before !== 'open') retry.current();
      before = now;
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
