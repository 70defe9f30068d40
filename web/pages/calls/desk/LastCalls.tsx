import {
  Check,
  CircleAlert,
  CircleCheck,
  CornerUpRight,
  LoaderCircle,
  MonitorOff,
  RotateCcw,
  Undo2,
  UserCheck,
  VolumeX,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { Call, CallRoom, CallService, TicketStatus } from '../../../../src/contract/calls.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatTime, plural } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import styles from './LastCalls.module.css';
import { ForwardMenu } from '../queue/ForwardMenu.tsx';
import { Key } from './Key.tsx';
import { type ReceiptLine, receiptLines } from './receipts.ts';
import { type CallActions, hasOpenTicket } from './use-call-actions.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

const shownCount = 12;

export interface LastCallsProps {
  calls: readonly Call[];
  actions: CallActions;
  rooms: readonly CallRoom[];
  services: readonly CallService[];
}

/** Shows the last calls with their receipts. Screen readers announce changes of the newest call. */
export function LastCalls({ calls, actions, rooms, services }: LastCallsProps) {
  const { listedForMs, queuedListAgeMs } = useListedTimes(calls);
  const shown = calls.slice(0, shownCount);
  return (
    <Card title="Últimas chamadas" padding="sm">
      {shown.length === 0 ? (
        <Text as="p" muted>
          Ninguém foi chamado hoje. Digite uma senha e tecle Enter.
        </Text>
      ) : (
        <Stack as="ol" gap={3} aria-label="Últimas chamadas" tabIndex={actions.mayCall ? undefined : 0}>
          {shown.map((call, index) => (
            <CallRow
              key={call.id}
              call={call}
              lines={receiptLines(call, listedForMs(call.id), queuedListAgeMs(call))}
              isNewest={index === 0}
              {...{ actions, rooms, services }}
            />
          ))}
        </Stack>
      )}
    </Card>
  );
}

interface CallRowProps extends Omit<LastCallsProps, 'calls'> {
  call: Call;
  lines: readonly ReceiptLine[];
  isNewest: boolean;
}

function CallRow({ call, lines, isNewest, actions, rooms, services }: CallRowProps) {
  const statusName = call.ticketStatus && statusNames[call.ticketStatus];
  return (
    <Row as="li" gap={3} align="start" between className={styles.row} style={{ borderColor: call.colour }}>
      <Text as="div" canShrink>
        <Row as="p" gap={2} align="center" wrap>
          <Text canShrink tabular className={styles.label}>
            {call.label || 'Nome apagado'}
          </Text>
          {call.isPriority && <Badge tone="info">Preferencial</Badge>}
          {call.isTest && <Badge>Teste</Badge>}
          {call.isAbsent && <Badge tone="warning">Não compareceu</Badge>}
          {statusName && <Badge tone={call.ticketStatus === 'serving' ? 'success' : undefined}>{statusName}</Badge>}
          {call.times > 1 && <Badge>{plural(call.times, 'vez', 'vezes')}</Badge>}
        </Row>
        <Text as="p" muted size="sm">
          {call.roomName} · {formatTime(call.createdAt)}
        </Text>
        <Text as="ul" size="sm" className={styles.receipts} aria-live={isNewest ? 'polite' : undefined}>
          {lines.map(({ tone, about, text }) => (
            <Text as="li" key={text} tone={tone} muted={tone === undefined}>
              {icons[about]}
              {text}
            </Text>
          ))}
        </Text>
        {actions.mayCall && call.isAbsent && <AbsentActions call={call} actions={actions} />}
        {actions.mayCall && hasOpenTicket(call) && <OpenTicketActions {...{ call, actions, rooms, services }} />}
      </Text>
      {actions.mayCall && call.label && !call.isTest && !call.isAbsent && (
        <IconButton label={`Repetir ${call.label}`} icon={<RotateCcw />} onClick={() => void actions.repeat(call)} />
      )}
    </Row>
  );
}

/** Shows actions for an absent patient, who may have come back: call again, or return to the queue. */
function AbsentActions({ call, actions }: { call: Call; actions: CallActions }) {
  const { label, ticketId } = call;
  return (
    <Row gap={2} wrap>
      {label && (
        <Button size="sm" icon={<RotateCcw />} onClick={() => void actions.repeat(call)}>
          Chamar de novo
        </Button>
      )}
      {ticketId !== null && (
        <Button size="sm" icon={<Undo2 />} onClick={() => actions.returnToQueue(ticketId)}>
          Voltar para a fila
        </Button>
      )}
    </Row>
  );
}

/** Shows actions for a call with an open ticket: the patient has arrived, has been served, or goes to another queue. */
function OpenTicketActions({ call, actions, rooms, services }: Omit<CallRowProps, 'lines' | 'isNewest'>) {
  const { label, ticketId, roomId, ticketStatus } = call;
  return (
    <Row gap={2} wrap>
      {ticketStatus === 'called' && (
        <Button
          size="sm"
          icon={<UserCheck />}
          aria-label={`${label} chegou`}
          onClick={() => void actions.markArrived(call)}
        >
          Chegou
        </Button>
      )}
      <Button size="sm" icon={<Check />} aria-label={`${label} atendido`} onClick={() => void actions.finish(call)}>
        Atendido {call.id === actions.lastCall?.id && <Key name="F3" />}
      </Button>
      {ticketId !== null && (
        <ForwardMenu
          {...{ rooms, services, roomId, serviceId: null }}
          onForward={(to) => void actions.forward({ id: ticketId, label }, to)}
          trigger={(props) => (
            <Button size="sm" icon={<CornerUpRight />} {...props}>
              Encaminhar para...
            </Button>
          )}
        />
      )}
    </Row>
  );
}

/** Names of a called ticket's statuses. 'called' needs no badge, and 'absent' has a badge of its own. */
const statusNames: Partial<Record<TicketStatus, string>> = {
  waiting: 'De volta na fila',
  serving: 'Em atendimento',
  done: 'Atendida',
  cancelled: 'Cancelada',
};

const icons: Record<ReceiptLine['about'], ReactNode> = {
  shown: <CircleCheck />,
  silent: <VolumeX />,
  waiting: <LoaderCircle />,
  missing: <CircleAlert />,
  off: <MonitorOff />,
};

/** Returns the age in ms by this device's clock, which may differ from the server's; at least 0. */
const ageMs = (createdAt: string) => Math.max(0, Date.now() - Date.parse(createdAt));

/**
 * Returns two functions. `listedForMs` returns how many ms ago this page first listed a call. A call of the page's first response
 * counts from its creation instead, because it was made earlier; for later calls a wrong clock of this device does not matter.
 * `queuedListAgeMs` returns how many ms ago the page received the call's positions in the queues of TVs (`queued`). Renders again
 * when the newest call becomes late, and every second while a call is queued.
 */
function useListedTimes(calls: readonly Call[]) {
  const listedSinceRef = useRef<Map<number, number>>(undefined);
  const [queuedSince] = useState(() => new WeakMap<Call['queued'], number>());
  const [, renderAgain] = useState(0);
  const isFirstList = !listedSinceRef.current;
  const listedSince = (listedSinceRef.current ??= new Map());
  for (const { id, createdAt } of calls)
    if (!listedSince.has(id)) listedSince.set(id, performance.now() - (isFirstList ? ageMs(createdAt) : 0));
  for (const { queued } of calls) if (!queuedSince.has(queued)) queuedSince.set(queued, performance.now());
  const newest = calls[0]?.id;
  const isWaiting = calls.some(({ queued }) => queued.length > 0);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => renderAgain((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  useEffect(() => {
    const timer = setTimeout(() => renderAgain((count) => count + 1), limits.calls.notShownAfterMs + 50);
    return () => clearTimeout(timer);
  }, [newest]);
  const elapsedMs = (sinceMs = performance.now()) => performance.now() - sinceMs;
  return {
    listedForMs: (id: number) => elapsedMs(listedSince.get(id)),
    queuedListAgeMs: ({ queued }: Call) => elapsedMs(queuedSince.get(queued)),
  };
}
