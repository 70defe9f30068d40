import { useSignals } from '@preact/signals-react/runtime';
import { WifiOff } from 'lucide-react';
import { connection } from '../../../state/resources/connection.ts';
import styles from './ConnectionBanner.module.css';
import { Row } from '../../../ui/layout/primitives.tsx';

/** Shows a line at the bottom while the WebSocket cannot be opened again. HTTP requests may succeed nevertheless. */
export function ConnectionBanner() {
  useSignals();
  return (
    <div role="status" className={styles.corner}>
      {connection.value === 'lost' && (
        <Row as="p" gap={2} align="center" tone="warning" size="sm" className={styles.banner}>
          <WifiOff />
          Sem conexão com o servidor. Reconectando…
        </Row>
      )}
    </div>
  );
}
