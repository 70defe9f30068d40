import { useSignals } from '@preact/signals-react/runtime';
import { CheckCircle2, RotateCw, TriangleAlert, X } from 'lucide-react';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { MarkedProgress } from './MarkedProgress.tsx';
import { ProcessingState } from '../ProcessingState.tsx';
import styles from './ProgressCard.module.css';
import { DeliveryState, type SentItem } from '../DeliveryState.tsx';
import { destinationText } from '../../../state/uploads/upload-status.ts';
import { progressText, percentOf } from '../../../state/uploads/upload-item.ts';
import { discard, endRetryDelay, retry, type Upload } from '../../../state/uploads/queue.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Shows an upload: bar, speed and time left; after it is sent, its processing or delivery; after a failure, the reason. */
export function ProgressCard({ item }: { item: Upload }) {
  useSignals();
  const { id, name, phase } = item;
  const isRunning = phase.status !== 'done' && phase.status !== 'failed';
  return (
    <Stack as="li" fluid gap={2} surface className={styles.card}>
      <Row gap={3} align="center" className={styles.line}>
        <StateIcon item={item} />
        <Text as="p" size="sm" weight="bold" ellipsis canShrink className={styles.name} title={name}>
          {item.replaces ? `Substituir “${name}”` : name}
        </Text>
        {phase.status === 'done' && !isSentItem(item) && (
          <ProcessingState
            videoId={phase.videoId}
            isPlatform={item.replaces?.isPlatform ?? item.categoryId !== undefined}
          />
        )}
        {phase.status === 'waiting' && (
          <Button size="sm" icon={<RotateCw />} onClick={() => endRetryDelay(id)}>
            Tentar agora
          </Button>
        )}
        {phase.status === 'failed' && !phase.isFinal && (
          <Button size="sm" icon={<RotateCw />} onClick={() => retry(id)}>
            Tentar de novo
          </Button>
        )}
        <IconButton
          size="sm"
          label={isRunning ? `Cancelar envio de ${name}` : `Tirar ${name} da lista`}
          icon={<X />}
          onClick={() => discard(id)}
        />
      </Row>
      {phase.status === 'failed' ? (
        <Text as="p" tone="danger" size="sm">
          {phase.reason}
        </Text>
      ) : (
        <>
          <MarkedProgress label={`Envio de ${name}`} value={percentOf(item)} isPaused={phase.status === 'waiting'} />
          {isSentItem(item) ? (
            <DeliveryState item={item} />
          ) : (
            <Text as="p" muted size="xs" tabular>
              {progressText(item)}
              {item.destination && ` · ${destinationText(item.destination)}`}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

const isSentItem = (item: Upload): item is SentItem => item.phase.status === 'done' && item.destination !== undefined;

function StateIcon({ item }: { item: Upload }) {
  switch (item.phase.status) {
    case 'done':
      return <CheckCircle2 color="var(--success)" />;
    case 'failed':
      return <TriangleAlert color="var(--danger-text)" />;
    case 'queued':
      return <Badge>Na fila</Badge>;
    case 'waiting':
      return <Badge tone="warning">Sem conexão</Badge>;
    default:
      return <Badge tone="accent">{Math.round(percentOf(item))}%</Badge>;
  }
}
