import { Megaphone, Plus, Printer, ScanEye, Undo2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { CallSettings, DayOfCalls, Ticket, TicketKind } from '../../../../src/contract/calls.ts';
import { callOrder } from '../../../../src/contract/text/queue-order.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatTime } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Key } from '../desk/Key.tsx';
import type { CallActions } from '../desk/use-call-actions.ts';
import { useCallKeys } from '../desk/use-call-keys.ts';
import { LeftOver } from './LeftOver.tsx';
import { ServedKinds } from './ServedKinds.tsx';
import { ticketKindNames, ticketKinds } from './ticket-kinds.ts';
import styles from './Queue.module.css';
import { Slips } from './Slips.tsx';
import { waitText } from './wait-text.ts';

interface QueueProps {
  day: DayOfCalls;
  settings: CallSettings;
  actions: CallActions;
  /** Kinds of tickets that this desk calls. */
  kinds: readonly TicketKind[];
  onKinds: (kinds: readonly TicketKind[]) => void;
}

const ticketKeys = { normal: 'F7', preferential: 'F9', over80: 'F10' } as const;

/** Shows today's queue in the order in which this desk calls it, with buttons that create tickets or call any ticket. */
export function Queue({ day, settings, actions, kinds, onKinds }: QueueProps) {
  const [printed, setPrinted] = useState<Ticket>();
  const [printsEach, setPrintsEach] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [search, setSearch] = useState('');
  const now = useNow(30_000);
  const { alternation } = settings;
  const own = useMemo(() => callOrder(day, { alternation, kinds }), [day, alternation, kinds]);
  const others = useMemo(
    () => callOrder(day, { alternation, kinds: ticketKinds.filter((kind) => !kinds.includes(kind)) }),
    [day, alternation, kinds],
  );
  const isFound = ({ label }: Ticket) => label.toUpperCase().includes(search.trim().toUpperCase());
  const waiting = [...own, ...others].filter(isFound);
  const absent = day.tickets.filter(({ status }) => status === 'absent').filter(isFound);

  async function createTicket(kind: TicketKind): Promise<void> {
    const ticket = await actions.createTicket(kind);
    if (ticket && printsEach) setPrinted(ticket);
  }
  const create = (kind: TicketKind) => () => void createTicket(kind);
  useCallKeys(actions.mayCall ? Object.fromEntries(ticketKinds.map((kind) => [ticketKeys[kind], create(kind)])) : {});

  return (
    <Card
      title="Fila de hoje"
      padding="sm"
      actions={
        actions.mayCall && (
          <>
            <Switch label="Imprimir cada senha" checked={printsEach} onChange={setPrintsEach} />
            <IconButton label="Ver a senha impressa" icon={<ScanEye />} onClick={() => setPreviewed(true)} />
          </>
        )
      }
    >
      {actions.mayCall && (
        <Row gap={2} wrap align="center" className={styles.draw}>
          {ticketKinds.map((kind) => (
            <Button
              key={kind}
              size="sm"
              icon={<Plus />}
              aria-label={`Senha ${ticketKindNames[kind]} (${settings.prefixes[kind]})`}
              onClick={create(kind)}
            >
              {ticketKindNames[kind]} ({settings.prefixes[kind]}) <Key name={ticketKeys[kind]} />
            </Button>
          ))}
        </Row>
      )}
      <Row gap={3} rowGap={2} align="center" wrap between>
        <ServedKinds waiting={day.waiting} kinds={kinds} onKinds={onKinds} />
        <Text as="div" className={styles.search}>
          <SearchField label="Buscar na fila" value={search} onChange={setSearch} />
        </Text>
      </Row>
      <LeftOver day={day} />
      <div className={styles.scroll} tabIndex={actions.mayCall ? undefined : 0}>
        {waiting.length === 0 ? (
          <Text as="p" muted marginTop={4}>
            {search ? 'Nenhuma senha com este número.' : 'Ninguém está esperando.'}
          </Text>
        ) : (
          <ol aria-label="Esperando">
            {waiting.map((ticket) => (
              <TicketRow
                key={ticket.id}
                {...{ ticket, actions, now }}
                isOther={!kinds.includes(ticket.kind)}
                onPrint={() => setPrinted(ticket)}
              />
            ))}
          </ol>
        )}
        {absent.length > 0 && (
          <>
            <Text as="h3" muted marginTop={4}>
              Não compareceram
            </Text>
            <ol aria-label="Não compareceram">
              {absent.map((ticket) => (
                <TicketRow key={ticket.id} {...{ ticket, actions, now }} />
              ))}
            </ol>
          </>
        )}
      </div>
      <Slips
        {...{ day, settings, printed, isPreviewed }}
        onPrinted={() => setPrinted(undefined)}
        onPreviewClosed={() => setPreviewed(false)}
      />
    </Card>
  );
}

interface TicketRowProps {
  ticket: Ticket;
  actions: CallActions;
  now: number;
  /** True if only other desks call this kind of ticket. */
  isOther?: boolean;
  /** undefined if the patient is absent. */
  onPrint?: () => void;
}

function TicketRow({ ticket, actions, now, isOther, onPrint }: TicketRowProps) {
  const { label, kind, createdAt } = ticket;
  const waitedMs = now - Date.parse(createdAt);
  return (
    <Row as="li" gap={3} align="center" muted={isOther} className={styles.row}>
      <Text size="lg" tabular className={styles.label}>
        {label}
      </Text>
      {kind !== 'normal' && <Badge tone={isOther ? undefined : 'info'}>{ticketKindNames[kind]}</Badge>}
      <Text
        size="sm"
        tabular
        muted={waitedMs < limits.calls.longWaitMs}
        tone={onPrint && waitedMs >= limits.calls.longWaitMs ? 'danger' : undefined}
        title={`Desde ${formatTime(createdAt)}`}
      >
        {waitText(waitedMs)}
      </Text>
      {actions.mayCall && (
        <span className={styles.buttons}>
          <IconButton
            size="sm"
            label={onPrint ? `Chamar ${label}` : `Chamar de novo ${label}`}
            icon={<Megaphone />}
            onClick={() => void actions.callTicket(ticket)}
          />
          {onPrint ? (
            <>
              <IconButton size="sm" label={`Imprimir ${label}`} icon={<Printer />} onClick={onPrint} />
              <IconButton
                size="sm"
                label={`Cancelar ${label}`}
                icon={<X />}
                onClick={() => void actions.cancel(ticket)}
              />
            </>
          ) : (
            <IconButton
              size="sm"
              label={`Voltar ${label} para a fila`}
              icon={<Undo2 />}
              onClick={() => actions.returnToQueue(ticket.id)}
            />
          )}
        </span>
      )}
    </Row>
  );
}
