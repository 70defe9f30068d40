import type { TicketKind } from '../../../../src/contract/calls.ts';

/** All kinds of tickets, in the order of the buttons. */
export const ticketKinds: readonly TicketKind[] = ['normal', 'preferential', 'over80'];

export const preferentialKinds: readonly TicketKind[] = ['preferential', 'over80'];

export const ticketKindNames: Record<TicketKind, string> = {
  normal: 'Normal',
  preferential: 'Preferencial',
  over80: '80+',
};
