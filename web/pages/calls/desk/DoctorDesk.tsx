import { Check, CornerUpRight, LayoutList, RotateCcw, SkipForward, UserX } from 'lucide-react';
import { useState } from 'react';
import type { Call, CallRoom, CallService, Ticket, TicketKind } from '../../../../src/contract/calls.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { ForwardMenu } from '../queue/ForwardMenu.tsx';
import { ticketKindNames } from '../queue/ticket-kinds.ts';
import { waitText } from '../queue/wait-text.ts';
import { Key } from './Key.tsx';
import { RoomSelect } from './RoomSelect.tsx';
import { type CallActions, hasOpenTicket } from './use-call-actions.ts';
import { useCallKeys } from './use-call-keys.ts';
import styles from './DoctorDesk.module.css';
import { toast } from '../../../state/toasts.ts';

interface DoctorDeskProps {
  rooms: readonly CallRoom[];
  room: CallRoom | undefined;
  services: readonly CallService[];
  actions: CallActions;
  /** Waiting tickets that this desk calls, the next one first. */
  waiting: readonly Ticket[];
  kinds: readonly TicketKind[];
  onRoom: (id: number) => void;
  /** Returns to the receptionist's desk. */
  onLeave: () => void;
}

/** Shows the desk of a doctor, who only calls patients and serves them: large buttons and the next ticket. */
export function DoctorDesk({ rooms, room, services, actions, waiting, kinds, onRoom, onLeave }: DoctorDeskProps) {
  const { lastCall } = actions;
  const patient = hasOpenTicket(lastCall) ? lastCall : undefined;
  /** Ticket of the patient for whom the menu was opened: a call by another desk may replace `patient` meanwhile. */
  const [menuTicketId, setMenuTicketId] = useState<number>();
  const next = () => void actions.callNext(kinds);
  const repeat = () => void actions.repeat();
  const markAbsent = () => void actions.markAbsent();
  const finish = () => void actions.finish();
  useCallKeys({ F2: next, F3: finish, F4: repeat, F8: markAbsent });
  return (
    <Stack gap={4} className={styles.desk}>
      <Row gap={3} align="end" between wrap>
        <RoomSelect label="Você atende em" {...{ rooms, room, actions, onRoom }} className={styles.room} />
        <Button icon={<LayoutList />} onClick={onLeave}>
          Mesa completa
        </Button>
      </Row>
      {actions.problem && (
        <Callout tone="danger" compact role="alert">
          {actions.problem}
        </Callout>
      )}
      <Card label="Paciente agora">
        <div className={styles.now} aria-live="polite">
          <p className={styles.label}>{lastCall?.label || '–'}</p>
          <Text as="p" muted>
            {lastCall ? stateText(lastCall) : 'Ninguém foi chamado aqui hoje.'}
          </Text>
        </div>
        <NextTicket ticket={waiting[0]} services={services} />
        <div className={styles.actions}>
          <Button
            variant="primary"
            size="lg"
            icon={<SkipForward />}
            pending={actions.busy}
            disabled={waiting.length === 0}
            onClick={next}
          >
            Próxima{waiting.length > 0 ? ` (${waiting.length})` : ''} <Key name="F2" />
          </Button>
          <Button size="lg" icon={<RotateCcw />} disabled={!lastCall} onClick={repeat}>
            Repetir <Key name="F4" />
          </Button>
          <Button size="lg" icon={<UserX />} disabled={!lastCall || lastCall.isAbsent} onClick={markAbsent}>
            Não veio <Key name="F8" />
          </Button>
          <Button size="lg" icon={<Check />} disabled={!patient} onClick={finish}>
            Atendido <Key name="F3" />
          </Button>
          <ForwardMenu
            {...{ rooms, services, roomId: room?.id ?? null, serviceId: null }}
            onOpen={() => setMenuTicketId(patient?.ticketId)}
            onForward={(to) => {
              if (patient && patient.ticketId === menuTicketId)
                void actions.forward({ id: patient.ticketId, label: patient.label }, to);
              else toast({ title: 'O paciente deste local mudou. Confira e encaminhe de novo.' });
            }}
            trigger={(props) => (
              <Button size="lg" icon={<CornerUpRight />} disabled={!patient} {...props}>
                Encaminhar
              </Button>
            )}
          />
        </div>
      </Card>
    </Stack>
  );
}

/** Shows the ticket that 'Próxima' calls. */
function NextTicket({ ticket, services }: { ticket: Ticket | undefined; services: readonly CallService[] }) {
  const now = useNow(30_000);
  const service = services.find(({ id }) => id === ticket?.serviceId);
  const details =
    ticket &&
    [
      ...(service ? [service.name] : []),
      ...(ticket.kind === 'normal' ? [] : [ticketKindNames[ticket.kind]]),
      `espera há ${waitText(now - Date.parse(ticket.queuedAt))}`,
    ].join(', ');
  return (
    <Text as="div" muted role="group" aria-label="A seguir" className={styles.next}>
      {ticket ? (
        <p>
          A seguir: <strong className={styles.nextLabel}>{ticket.label}</strong> {details}
        </p>
      ) : (
        <p>Ninguém está esperando.</p>
      )}
    </Text>
  );
}

function stateText({ isAbsent, ticketId, ticketStatus, times }: Call): string {
  if (isAbsent) return 'Não veio';
  if (ticketStatus === 'done') return 'Atendido';
  if (ticketStatus === 'serving') return 'Em atendimento';
  if (ticketStatus === 'waiting') return 'De volta na fila';
  // The ticket was forwarded, or another room called it.
  if (ticketId !== null && ticketStatus === null) return 'Saiu deste local';
  return times > 1 ? `Chamado ${times} vezes` : 'Chamado';
}
