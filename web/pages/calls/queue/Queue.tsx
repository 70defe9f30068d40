import { Megaphone, Plus, Printer, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { CallSettings, DayOfCalls, Ticket, TicketKind } from '../../../../src/contract/calls.ts';
import { user } from '../../../state/session.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { formatTime } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { ticketKindNames, ticketKinds } from './ticket-kinds.ts';
import styles from './Queue.module.css';
import { TicketSlip } from './TicketSlip.tsx';
import type { CallActions } from '../desk/use-call-actions.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the day's queue. Creates tickets, and calls a chosen ticket out of turn. */
export function Queue({ day, settings, actions }: { day: DayOfCalls; settings: CallSettings; actions: CallActions }) {
  const [printed, setPrinted] = useState<Ticket>();
  const [printsEach, setPrintsEach] = useState(false);
  const waiting = day.tickets.filter(({ status }) => status === 'waiting');
  const absent = day.tickets.filter(({ status }) => status === 'absent');

  async function createTicket(kind: TicketKind): Promise<void> {
    const ticket = await actions.createTicket(kind);
    if (ticket && printsEach) setPrinted(ticket);
  }

  return (
    <Card title="Fila de hoje">
      {actions.mayCall && (
        <>
          <Row gap={2} wrap className={styles.draw}>
            {ticketKinds.map((kind) => (
              <Button key={kind} icon={<Plus />} onClick={() => void createTicket(kind)}>
                Senha {ticketKindNames[kind]} ({settings.prefixes[kind]})
              </Button>
            ))}
          </Row>
          <Switch label="Imprimir cada senha" checked={printsEach} onChange={setPrintsEach} />
        </>
      )}
      {waiting.length === 0 ? (
        <Text as="p" muted marginTop={4}>
          Ninguém está esperando.
        </Text>
      ) : (
        <ol className={styles.list} aria-label="Esperando">
          {waiting.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} actions={actions} onPrint={() => setPrinted(ticket)} />
          ))}
        </ol>
      )}
      {absent.length > 0 && (
        <>
          <Text as="h3" muted marginTop={5}>
            Não compareceram
          </Text>
          <ol className={styles.list} aria-label="Não compareceram">
            {absent.map((ticket) => (
              <TicketRow key={ticket.id} ticket={ticket} actions={actions} />
            ))}
          </ol>
        </>
      )}
      {printed && (
        <TicketSlip ticket={printed} clinic={user.peek()?.username ?? ''} onDone={() => setPrinted(undefined)} />
      )}
    </Card>
  );
}

function TicketRow({ ticket, actions, onPrint }: { ticket: Ticket; actions: CallActions; onPrint?: () => void }) {
  const { label, kind, createdAt } = ticket;
  return (
    <Row as="li" gap={3} align="center" className={styles.row}>
      <Text size="lg" tabular className={styles.label}>
        {label}
      </Text>
      {kind !== 'normal' && <Badge tone="info">{ticketKindNames[kind]}</Badge>}
      <Text muted size="sm">
        {formatTime(createdAt)}
      </Text>
      {actions.mayCall && (
        <span className={styles.buttons}>
          <IconButton
            label={onPrint ? `Chamar ${label}` : `Chamar de novo ${label}`}
            icon={<Megaphone />}
            onClick={() => void actions.callTicket(ticket)}
          />
          {onPrint ? (
            <>
              <IconButton label={`Imprimir ${label}`} icon={<Printer />} onClick={onPrint} />
              <IconButton label={`Cancelar ${label}`} icon={<X />} onClick={() => void actions.cancel(ticket)} />
            </>
          ) : (
            <IconButton
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
