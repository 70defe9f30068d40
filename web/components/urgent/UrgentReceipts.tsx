import { useSignals } from '@preact/signals-react/runtime';
import { useResource } from '../../state/resources/resource.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { LoadError } from '../shell/loading/LoadError.tsx';
import styles from './UrgentReceipts.module.css';
import { receiptInWords } from './urgent-words.ts';
import type { Listed } from './urgent-list.ts';
import { Text } from '../../ui/layout/primitives.tsx';

/** Each screen that a notice is or was for, and what it made of it. */
export function UrgentReceipts({ notice: { id, isRunning }, isOfAll }: Listed) {
  useSignals();
  const input = { params: { id } };
  const own = useResource('GET /api/urgent/:id', input, { enabled: !isOfAll });
  const ofAll = useResource('GET /api/admin/urgent/:id', input, { enabled: isOfAll });
  const { data, error, refetch } = isOfAll ? ofAll : own;
  if (!data) return error ? <LoadError error={error} onRetry={refetch} what="as telas" /> : <Skeleton height="4rem" />;
  return (
    <ul className={styles.screens} aria-label="Telas" tabIndex={0}>
      {data.receipts.map((receipt, at) => (
        <li key={receipt.playerId ?? `gone-${at}`}>
          <Text breakable narrow>
            {receipt.name}
            {receipt.owner !== null && <Text muted> · {receipt.owner}</Text>}
          </Text>
          <Text tabular rigid className={classNames(receipt.delayMs === null ? styles.missing : styles.shown)}>
            {receiptInWords(receipt, isRunning)}
          </Text>
        </li>
      ))}
    </ul>
  );
}
