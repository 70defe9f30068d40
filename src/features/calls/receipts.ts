/** Receipts of screens for calls (contract/README 15.7). */
import type { PlayerActor } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { CallStore } from './call-store.ts';

export interface CallReceiptsDeps {
  calls: Pick<CallStore, 'shownOnOrThrow' | 'receive'>;
  publish: Publish;
  database: Database;
  clock: Clock;
}

/** Returns a function that stores a receipt and publishes it. It throws not_found for a call that is not for this screen. */
export const createCallReceipts =
  ({ calls, publish, database, clock }: CallReceiptsDeps) =>
  ({ userId, playerId }: PlayerActor, callId: number, hadSound: boolean): void =>
    database.tx(() => {
      const { createdAt } = calls.shownOnOrThrow({ call: callId, user: userId, player: playerId });
      const sinceMs = Math.max(0, clock.now() - createdAt);
      const delayMs = calls.receive(callId, playerId, sinceMs, hadSound);
      if (delayMs !== undefined) publish(`user:${userId}`, { type: 'callShown', callId, playerId, delayMs, hadSound });
    });
