import { useState } from 'react';
import type { CallSettings, DayOfCalls, Ticket } from '../../../../src/contract/calls.ts';
import { callOrder } from '../../../../src/contract/text/queue-order.ts';
import { savedPaper, savePaper } from './paper.ts';
import { SlipPreview } from './SlipPreview.tsx';
import { ticketKinds } from './ticket-kinds.ts';
import { TicketSlip } from './TicketSlip.tsx';

interface SlipsProps {
  day: DayOfCalls;
  settings: CallSettings;
  /** The ticket to print now. */
  printed: Ticket | undefined;
  isPreviewed: boolean;
  onPrinted: () => void;
  onPreviewClosed: () => void;
}

/** Prints a ticket, and shows how a printed one looks. */
export function Slips({ day, settings, printed, isPreviewed, onPrinted, onPreviewClosed }: SlipsProps) {
  const [paper, setPaper] = useState(savedPaper);
  const { alternation, prefixes } = settings;

  /** Returns how many tickets are called before; undefined for a ticket that does not wait. */
  function aheadOf({ id }: Ticket): number | undefined {
    const index = callOrder(day, { alternation, kinds: ticketKinds }).findIndex((ticket) => ticket.id === id);
    return index < 0 ? undefined : index;
  }

  return (
    <>
      {printed && (
        <TicketSlip key={printed.id} {...{ paper, ticket: printed, ahead: aheadOf(printed) }} onDone={onPrinted} />
      )}
      {isPreviewed && (
        <SlipPreview
          {...{ paper, ahead: 3 }}
          ticket={{ label: `${prefixes.preferential}042`, kind: 'preferential', createdAt: new Date().toISOString() }}
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
