import { CornerUpRight, Megaphone, Printer, Undo2, X } from 'lucide-react';
import { limits } from '../../../../src/contract/limits.ts';
import type { CallRoom, CallService, Ticket } from '../../../../src/contract/calls.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { formatTime } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import type { CallActions } from '../desk/use-call-actions.ts';
import { ForwardMenu } from './ForwardMenu.tsx';
import { ticketKindNames } from './ticket-kinds.ts';
import styles from './Queue.module.css';
import { waitText } from './wait-text.ts';

interface TicketRowProps {
  ticket: Ticket;
  actions: CallActions;
  rooms: readonly CallRoom[];
  services: readonly CallService[];
  now: number;
  /** True if only other desks call this ticket. */
  isOther?: boolean;
  /** True if the patient did not come when called. The ticket then cannot be forwarded, printed or cancelled. */
  isAbsent?: boolean;
  /** Required unless the patient is absent. */
  onPrint?: () => void;
}

/** Shows a ticket of the queue with its waiting time and its actions. */
export function TicketRow({ ticket, actions, rooms, services, now, isOther, isAbsent, onPrint }: TicketRowProps) {
  const { id, label, kind, createdAt, queuedAt, serviceId, toRoomId } = ticket;
  const waitedMs = now - Date.parse(queuedAt);
  const queueName = [services.find((each) => each.id === serviceId), rooms.find((each) => each.id === toRoomId)]
    .flatMap((each) => each?.name ?? [])
    .join(', ');
  return (
    <Row as="li" gap={3} align="center" muted={isOther} className={styles.row}>
      <Row gap={3} rowGap={1} align="center" wrap canShrink>
        <Text size="lg" tabular className={styles.label}>
          {label}
        </Text>
        {kind !== 'normal' && <Badge tone={isOther ? undefined : 'info'}>{ticketKindNames[kind]}</Badge>}
        {queueName && (
          <Text size="sm" canShrink className={styles.queue}>
            {queueName}
          </Text>
        )}
        <Text
          size="sm"
          tabular
          nowrap
          muted={waitedMs < limits.calls.longWaitMs}
          tone={!isAbsent && waitedMs >= limits.calls.longWaitMs ? 'danger' : undefined}
          title={`Desde ${formatTime(queuedAt)}${queuedAt === createdAt ? '' : `, senha das ${formatTime(createdAt)}`}`}
        >
          {waitText(waitedMs)}
        </Text>
      </Row>
      {actions.mayCall && (
        <span className={styles.buttons}>
          <IconButton
            size="sm"
            label={isAbsent ? `Chamar de novo ${label}` : `Chamar ${label}`}
            icon={<Megaphone />}
            onClick={() => void actions.callTicket(ticket)}
          />
          {isAbsent ? (
            <IconButton
              size="sm"
              label={`Voltar ${label} para a fila`}
              icon={<Undo2 />}
              onClick={() => actions.returnToQueue(ticket.id)}
            />
          ) : (
            <>
              <ForwardMenu
                {...{ rooms, services, serviceId, roomId: toRoomId }}
                onForward={(to) => void actions.forward({ id, label }, to)}
                trigger={(props) => (
                  <IconButton size="sm" label={`Encaminhar ${label}`} icon={<CornerUpRight />} {...props} />
                )}
              />
              <IconButton size="sm" label={`Imprimir ${label}`} icon={<Printer />} onClick={onPrint} />
              <IconButton
                size="sm"
                label={`Cancelar ${label}`}
                icon={<X />}
                onClick={() => void actions.cancelTicket(ticket)}
              />
            </>
          )}
        </span>
      )}
    </Row>
  );
}
