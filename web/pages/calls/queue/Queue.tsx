import { ScanEye, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import type {
  CallRoom,
  CallService,
  CallSettings,
  DayOfCalls,
  Ticket,
  TicketKind,
} from '../../../../src/contract/calls.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import type { CallActions } from '../desk/use-call-actions.ts';
import type { DeskQueue } from './desk-queue.ts';
import { IssueButtons } from './IssueButtons.tsx';
import { LeftOverNote } from './LeftOverNote.tsx';
import { ServedKinds } from './ServedKinds.tsx';
import styles from './Queue.module.css';
import { TicketPrinting } from './TicketPrinting.tsx';
import { TicketRow } from './TicketRow.tsx';

interface QueueProps {
  day: DayOfCalls;
  settings: CallSettings;
  rooms: readonly CallRoom[];
  services: readonly CallService[];
  queue: DeskQueue;
  actions: CallActions;
  /** Kinds of tickets that this desk calls. */
  kinds: readonly TicketKind[];
  onKinds: (kinds: readonly TicketKind[]) => void;
  /** Switches to the doctor's desk. */
  onDoctor: () => void;
}

/** Shows today's waiting tickets, first those that this desk calls, with buttons that create tickets or call any ticket. */
export function Queue({ day, settings, rooms, services, queue, actions, kinds, onKinds, onDoctor }: QueueProps) {
  const [toPrint, setToPrint] = useState<Ticket>();
  const [printsNewTickets, setPrintsNewTickets] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const [search, setSearch] = useState('');
  const now = useNow(30_000);
  const matchesSearch = ({ label }: Ticket) => label.toUpperCase().includes(search.trim().toUpperCase());
  const ownTickets = queue.own.filter(matchesSearch);
  const waiting = [...ownTickets, ...queue.others.filter(matchesSearch)];
  const absent = day.tickets.filter(({ status }) => status === 'absent').filter(matchesSearch);

  async function createTicket(kind: TicketKind, serviceId?: number): Promise<void> {
    const ticket = await actions.createTicket(kind, serviceId);
    if (ticket && printsNewTickets) setToPrint(ticket);
  }

  return (
    <Card
      title="Fila de hoje"
      padding="sm"
      actions={
        actions.mayCall && (
          <>
            <Switch label="Imprimir cada senha" checked={printsNewTickets} onChange={setPrintsNewTickets} />
            <IconButton label="Modo consultório" icon={<Stethoscope />} onClick={onDoctor} />
            <IconButton label="Ver a senha impressa" icon={<ScanEye />} onClick={() => setPreviewed(true)} />
          </>
        )
      }
    >
      {actions.mayCall && (
        <IssueButtons {...{ settings, services }} onCreate={(kind, serviceId) => void createTicket(kind, serviceId)} />
      )}
      <Row gap={3} rowGap={2} align="center" wrap between>
        <ServedKinds waiting={day.waiting} kinds={kinds} onKinds={onKinds} />
        <Text as="div" className={styles.search}>
          <SearchField label="Buscar na fila" value={search} onChange={setSearch} />
        </Text>
      </Row>
      <LeftOverNote day={day} />
      <div className={styles.scroll} tabIndex={actions.mayCall ? undefined : 0}>
        {waiting.length === 0 ? (
          <Text as="p" muted marginTop={4}>
            {search ? 'Nenhuma senha com este número.' : 'Ninguém está esperando.'}
          </Text>
        ) : (
          <ol aria-label="Esperando">
            {waiting.map((ticket, index) => (
              <TicketRow
                key={ticket.id}
                {...{ ticket, actions, rooms, services, now }}
                isOther={index >= ownTickets.length}
                onPrint={() => setToPrint(ticket)}
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
                <TicketRow key={ticket.id} isAbsent {...{ ticket, actions, rooms, services, now }} />
              ))}
            </ol>
          </>
        )}
      </div>
      <TicketPrinting
        {...{ day, settings, services, toPrint, isPreviewed }}
        onPrinted={() => setToPrint(undefined)}
        onPreviewClosed={() => setPreviewed(false)}
      />
    </Card>
  );
}
