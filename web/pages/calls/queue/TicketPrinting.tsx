import { useState } from 'react';
import type { CallService, CallSettings, DayOfCalls, Ticket } from '../../../../src/contract/calls.ts';
import { callOrder } from '../../../../src/contract/text/queue-order.ts';
import { savedPaper, savePaper } from './paper.ts';
import { SlipPreview } from './SlipPreview.tsx';
import { ticketKinds } from './ticket-kinds.ts';
import { TicketSlip } from './TicketSlip.tsx';

interface TicketPrintingProps {
  day: DayOfCalls;
  settings: CallSettings;
  services: readonly CallService[];
  /** The ticket to print. */
  toPrint: Ticket | undefined;
  isPreviewed: boolean;
  onPrinted: () => void;
  onPreviewClosed: () => void;
}

/** Prints `toPrint`, and shows the preview of a printed ticket while `isPreviewed`. */
export function TicketPrinting({
  day,
  settings,
  services,
  toPrint,
  isPreviewed,
  onPrinted,
  onPreviewClosed,
}: TicketPrintingProps) {
  const [paper, setPaper] = useState(savedPaper);
  const { alternation, prefixes } = settings;

  /** Returns how many tickets of the same service are called before this one, or undefined if the ticket is not waiting. */
  function aheadOf({ id, serviceId }: Ticket): number | undefined {
    const tickets = day.tickets.filter((ticket) => ticket.serviceId === serviceId);
    const order = callOrder({ ...day, tickets }, { alternation, kinds: ticketKinds });
    const index = order.findIndex((ticket) => ticket.id === id);
    return index < 0 ? undefined : index;
  }

  return (
    <>
      {toPrint && (
        <TicketSlip
          key={toPrint.id}
          {...{ paper, ticket: toPrint, ahead: aheadOf(toPrint) }}
          service={services.find(({ id }) => id === toPrint.serviceId)?.name}
          onDone={onPrinted}
        />
      )}
      {isPreviewed && (
        <SlipPreview
          {...{ paper, ahead: 3 }}
          service={services[0]?.name}
          ticket={{
            label: `${services[0]?.prefix ?? ''}${prefixes.preferential}042`,
            kind: 'preferential',
            createdAt: new Date().toISOString(),
          }}
          onPaper={(chosen) => {
            setPaper(chosen);
            savePaper(chosen);
          }}
          onClose={onPreviewClosed}
        />
      )}
    </>
  );
}
