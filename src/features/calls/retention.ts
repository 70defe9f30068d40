/** Deletes what calls may not keep for longer: names after 12 hours, calls and tickets after 400 days. */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { CallStore } from './call-store.ts';
import type { TicketStore } from './ticket-store.ts';
import type { Voice } from './voice/voice.ts';

/** Time that calls and tickets are kept for reports. */
const keptMs = 400 * 86_400_000;

export interface CallRetentionDeps {
  calls: CallStore;
  tickets: TicketStore;
  voice: Pick<Voice, 'forgetNames'>;
  database: Database;
  clock: Clock;
}

/** Returns a function that empties expired names and deletes what is very old; it returns the number of names. */
export const createCallRetention =
  ({ calls, tickets, voice, database, clock }: CallRetentionDeps) =>
  async (): Promise<number> => {
    const now = clock.now();
    const over = now - limits.calls.nameLifeMs;
    const names = calls.names(over).length;
    if (names > 0) database.erase(() => calls.emptyNames(over));
    database.tx(() => {
      calls.forgetKeysBefore(now - limits.calls.keyLifeMs);
      calls.forgetBefore(now - keptMs);
      tickets.forgetBefore(now - keptMs);
    });
    await voice.forgetNames(over);
    return names;
  };
