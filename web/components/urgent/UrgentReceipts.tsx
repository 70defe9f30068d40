import { useSignals } from '@preact/signals-react/runtime';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LoadError } from '../shell/loading/LoadError.tsx';
import styles from './UrgentReceipts.module.css';
import { receiptText } from './urgent-words.ts';
import type { Listed } from './urgent-list.ts';
import { useUrgentDetails } from './use-urgent.ts';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const missing = { tone: 'danger', weight: 'medium' } as const;

/** Each screen that a notice is or was for, and what it made of it. */
export function UrgentReceipts({ notice: { id, isRunning }, isForAnyAccount }: Listed) {
  useSignals();
  const { data, error, refetch } = useUrgentDetails(id, isForAnyAccount);
  if (!data) return error ? <LoadError error={error} onRetry={refetch} subject="as telas" /> : <Skeleton height="4rem" />;
  return (
    <Text as="ul" divided size="sm" className={styles.screens} aria-label="Telas" tabIndex={0}>
      {data.receipts.map((receipt, at) => (
        <Row as="li" gap={3} align="baseline" between key={receipt.playerId ?? `gone-${at}`}>
          <Text breakable narrow>
            {receipt.name}
            {receipt.owner !== null && <Text muted> · {receipt.owner}</Text>}
          </Text>
          <Text {...(receipt.delayMs === null ? missing : { muted: true })} tabular rigid>
            {receiptText(receipt, isRunning)}
          </Text>
        </Row>
      ))}
    </Text>
  );
}
