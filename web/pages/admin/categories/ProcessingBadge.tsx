import type { CategoryVideo } from '../../../../src/contract/categories.ts';
import { Badge } from '../../../ui/Badge.tsx';
import styles from './Videos.module.css';

/** What stands between an upload and the screens; nothing once it plays. */
export function ProcessingBadge({ video: { processingStatus, processingError } }: { video: CategoryVideo }) {
  if (processingStatus === 'completed') return null;
  if (processingStatus !== 'failed')
    return <Badge tone="info">{processingStatus === 'pending' ? 'Na fila' : 'Processando'}</Badge>;
  return (
    <p className={styles.failure}>
      <Badge tone="danger">Falhou</Badge>
      {processingError && <span>{processingError}</span>}
    </p>
  );
}
