import { CircleAlert, CircleCheck, LoaderCircle, MonitorOff, RotateCcw, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Call } from '../../../../src/contract/calls.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatTime, plural } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import styles from './LastCalls.module.css';
import { type ReceiptLine, receiptLines } from './receipts.ts';
import type { CallActions } from './use-call-actions.ts';
import { useWaited } from '../queue/use-waited.ts';

const shownCount = 12;

/** The last calls with what the TVs say of them; the newest is read aloud. */
export function LastCalls({ calls, actions }: { calls: readonly Call[]; actions: CallActions }) {
  const waitedMs = useWaited(calls);
  const shown = calls.slice(0, shownCount);
  return (
    <Card title="Últimas chamadas">
      {shown.length === 0 ? (
        <p className={styles.none}>Ninguém foi chamado hoje. Digite uma senha e tecle Enter.</p>
      ) : (
        <ol className={styles.list} aria-label="Últimas chamadas">
          {shown.map((call, index) => (
            <Row
              key={call.id}
              call={call}
              lines={receiptLines(call, waitedMs(call.id))}
              isNewest={index === 0}
              actions={actions}
            />
          ))}
        </ol>
      )}
    </Card>
  );
}

interface RowProps {
  call: Call;
  lines: readonly ReceiptLine[];
  isNewest: boolean;
  actions: CallActions;
}

function Row({ call, lines, isNewest, actions }: RowProps) {
  return (
    <li className={styles.row} style={{ borderColor: call.colour }}>
      <div className={styles.words}>
        <p className={styles.who}>
          <span className={styles.label}>{call.label || 'Nome apagado'}</span>
          {call.isPriority && <Badge tone="info">Preferencial</Badge>}
          {call.isTest && <Badge>Teste</Badge>}
          {call.isAbsent && <Badge tone="warning">Não compareceu</Badge>}
          {call.times > 1 && <Badge>{plural(call.times, 'vez', 'vezes')}</Badge>}
        </p>
        <p className={styles.where}>
          {call.roomName} · {formatTime(call.createdAt)}
        </p>
        <ul className={styles.receipts} aria-live={isNewest ? 'polite' : undefined}>
          {lines.map(({ tone, about, text }) => (
            <li key={text} className={styles[tone]}>
              {icons[about]}
              {text}
            </li>
          ))}
        </ul>
      </div>
      {actions.mayCall && call.label && !call.isTest && (
        <IconButton label={`Repetir ${call.label}`} icon={<RotateCcw />} onClick={() => void actions.repeat(call)} />
      )}
    </li>
  );
}

const icons: Record<ReceiptLine['about'], ReactNode> = {
  shown: <CircleCheck aria-hidden="true" />,
  silent: <VolumeX aria-hidden="true" />,
  waiting: <LoaderCircle aria-hidden="true" />,
  missing: <CircleAlert aria-hidden="true" />,
  off: <MonitorOff aria-hidden="true" />,
};
