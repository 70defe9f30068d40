import { useSignals } from '@preact/signals-react/runtime';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { LoadError } from '../shell/loading/LoadError.tsx';
import styles from './UrgentReceipts.module.css';
import { receiptText } from './urgent-texts.ts';
import type { ListedNotice } from './urgent-list.ts';
import { useUrgentDetails } from './use-urgent.ts';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const missingStyle = { tone: 'danger', weight: 'medium' } as const;

/** Shows each target screen of a notice with its receipt, or that the receipt is missing. */
export function UrgentReceipts({ notice: { id, isRunning }, isFromManagersList }: ListedNotice) {
  useSignals();
  const { data, error, refetch } = useUrgentDetails(id, isFromManagersList);
  if (!data)
    return error ? <LoadError error={error} onRetry={refetch} subject="as telas" /> : <Skeleton height="4rem" />;
  return (
    <Text as="ul" divided size="sm" className={styles.screens} aria-label="Telas" tabIndex={0}>
      {data.receipts.map((receipt, index) => (
        <Row as="li" gap={3} align="baseline" between key={receipt.playerId ?? `deleted-${index}`}>
          <Text breakable canShrink>
            {receipt.name}
            {receipt.owner !== null && <Text muted> · {receipt.owner}</Text>}
          </Text>
          <Text {...(receipt.delayMs === null ? missingStyle : { muted: true })} tabular noShrink>
            {receiptText(receipt, isRunning)}
          </Text>
        </Row>
      ))}
    </Text>
  );
}
