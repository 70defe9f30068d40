import type { TicketKind } from '../../../../src/contract/calls.ts';

/** Kinds of tickets in the order of their buttons. */
export const ticketKinds: readonly TicketKind[] = ['normal', 'preferential', 'over80'];

export const ticketKindNames: Record<TicketKind, string> = {
  normal: 'Normal',
  preferential: 'Preferencial',
  over80: '80+',
};
