/** Formats the texts of a TV box on the dashboard (contract/README 2.9 and 9.5). Pure functions. */
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Tone } from '../../ui/data/Badge.tsx';
import { formatAgo } from '../../ui/text/format.ts';
import { statusOf } from '../../components/screens/screen-status.ts';

/** Returns the status text of a box: that of a screen, except that a blocked box is "Bloqueado". */
export function boxStatus(box: Pick<MyPlayer, 'status' | 'isOnline'>): { text: string; tone: Tone } {
  return box.status === 'blocked' ? { text: 'Bloqueado', tone: 'danger' } : statusOf(box);
}

/** Returns the time since the last heartbeat ('há 3 min'), or 'Nunca'. `nowMs`: Date.now(). */
export const lastPingText = ({ lastPing }: Pick<MyPlayer, 'lastPing'>, nowMs: number) =>
  lastPing ? formatAgo(lastPing, nowMs) : 'Nunca';
