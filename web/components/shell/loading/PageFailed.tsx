import { effect } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { RotateCw, TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { connection } from '../../../state/resources/connection.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { FullPage } from '../layout/FullPage.tsx';

/** Instead of a page that failed. Without the server it opens by itself when the connection is back, and nothing under way is dropped. */
export function PageFailed({ onRetry }: { onRetry: () => void }) {
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
