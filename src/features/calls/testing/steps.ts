/** Steps of tests about calls. */
import type { NamePolicy, TicketKind } from '../../../contract/calls.ts';
import type { Client } from '../../../testing/client.ts';

export const createRoom = async (owner: Client, name = 'Consultório 3', playerIds: number[] | null = null) =>
  (await owner.call('POST /api/call-rooms', { body: { name, playerIds } })).id;
export const call = (
  client: Client,
  label: string,
  roomId: number,
  options: { isPriority?: boolean; isTest?: boolean } = {},
) => client.call('POST /api/calls', { body: { label, roomId, ...options } });
export const repeatCall = (client: Client, id: number) => client.call('POST /api/calls/:id/repeat', { params: { id } });
export const issueTicket = (client: Client, kind: TicketKind = 'normal') =>
  client.call('POST /api/tickets', { body: { kind } });
export const callNext = (client: Client, roomId: number, options: { kinds?: TicketKind[] } = {}) =>
  client.call('POST /api/calls/next', { body: { roomId, ...options } });
export const callsOfToday = (client: Client) => client.call('GET /api/calls');
export const callReport = (client: Client) => client.call('GET /api/calls/report');
export const chooseNamePolicy = (client: Client, namePolicy: NamePolicy, confirmed?: boolean) =>
  client.call('PUT /api/call-settings/names', { body: { namePolicy, confirmed } });
/** Returns the calls with ids above `after` that a screen gets, with its last calls and settings. */
export const playerCalls = (tv: Client, after = 0) => tv.call('GET /api/player/calls', { query: { after } });
export const sendReceipt = (tv: Client, id: number, hadSound: boolean) =>
  tv.call('POST /api/player/calls/:id/shown', { params: { id }, body: { hadSound } });
export const labelsOf = (calls: readonly { label: string }[]) => calls.map(({ label }) => label);
