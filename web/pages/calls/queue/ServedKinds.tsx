import type { DayOfCalls, TicketKind } from '../../../../src/contract/calls.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';
import { ticketKindNames, ticketKinds } from './ticket-kinds.ts';

interface ServedKindsProps {
  waiting: DayOfCalls['waiting'];
  kinds: readonly TicketKind[];
  onKinds: (kinds: readonly TicketKind[]) => void;
}

/** Shows the number of waiting tickets of each kind. The user selects the kinds that this desk calls, at least one. */
export function ServedKinds({ waiting, kinds, onKinds }: ServedKindsProps) {
  const toggle = (kind: TicketKind) => {
    const next = ticketKinds.filter((each) => kinds.includes(each) !== (each === kind));
    if (next.length > 0) onKinds(next);
  };
  return (
    <Row gap={1} align="center" wrap role="group" aria-label="Esta mesa chama">
      {ticketKinds.map((kind) => (
        <Button
          key={kind}
          size="sm"
          variant={kinds.includes(kind) ? 'secondary' : 'ghost'}
          aria-pressed={kinds.includes(kind)}
          title={kinds.includes(kind) ? 'Esta mesa chama' : 'Só outras mesas chamam'}
          onClick={() => toggle(kind)}
        >
          {ticketKindNames[kind]} {waiting[kind]}
        </Button>
      ))}
    </Row>
  );
}
