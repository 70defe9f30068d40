/** Converts urgent notices to those that the API returns to studios and screens. */
import { compareReceipts } from '../../contract/changes/order.ts';
import { limits } from '../../contract/limits.ts';
import type { PlayerUrgents, UrgentDetails, UrgentNotice, UrgentPage, UrgentReceipt } from '../../contract/urgent.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Heartbeats } from '../players/heartbeats/heartbeats.ts';
import type { RunningUrgents } from './running.ts';
import type { Viewer, StoredUrgent, UrgentStore } from './store.ts';

export interface UrgentViewsDeps {
  urgents: UrgentStore;
  runningUrgents: Pick<RunningUrgents, 'runningOn'>;
  heartbeats: Pick<Heartbeats, 'isOnline'>;
  clock: Clock;
}

const iso = (time: number): string => new Date(time).toISOString();

export function createUrgentViews({ urgents, runningUrgents, heartbeats, clock }: UrgentViewsDeps) {
  const remainingMsOf = ({ endedAt, endsAt }: StoredUrgent): number =>
    endedAt === null ? Math.max(0, endsAt - clock.now()) : 0;

  const noticeOf = (viewer: Viewer, stored: StoredUrgent): UrgentNotice => ({
    id: stored.id,
    preset: stored.preset,
    text: stored.text,
    chime: stored.chime,
    author: stored.author,
    isPlatform: stored.userId === null,
    createdAt: iso(stored.createdAt),
    endsAt: iso(stored.endsAt),
    endedAt: stored.endedAt === null ? null : iso(stored.endedAt),
    isRunning: remainingMsOf(stored) > 0,
    remainingMs: remainingMsOf(stored),
    screens: urgents.counts(viewer, stored.id),
  });

  return {
    /** Throws not_found for a notice that the viewer may not see. */
    one(viewer: Viewer, id: number): UrgentDetails {
      const stored = urgents.findOrThrow(viewer, id);
      const receipts = urgents
        .receipts(viewer, id)
        .map(({ playerId, name, owner, shownAt, hadSound }): UrgentReceipt => ({
          playerId,
          name,
          owner: viewer === null ? owner : null,
          isOnline: playerId !== null && heartbeats.isOnline(playerId),
          delayMs: shownAt === null ? null : Math.max(0, shownAt - stored.createdAt),
          hadSound,
        }));
      return { ...noticeOf(viewer, stored), receipts: receipts.sort(compareReceipts) };
    },

    /** Returns a page of notices with ids below `before`, newest first. */
    page(viewer: Viewer, before = Number.MAX_SAFE_INTEGER): UrgentPage {
      const rows = urgents.page(viewer, before, limits.urgent.page + 1);
      const shown = rows.slice(0, limits.urgent.page);
      return {
        notices: shown.map((stored) => noticeOf(viewer, stored)),
        next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    forPlayer(playerId: number): PlayerUrgents {
      const now = clock.now();
      return {
        notices: runningUrgents.runningOn(playerId).map(({ id, key, preset, text, chime, createdAt, endsAt }) => ({
          id,
          key,
          preset,
          text,
          chime,
          endsAt: iso(endsAt),
          ageMs: Math.max(0, now - createdAt),
          remainingMs: endsAt - now,
        })),
      };
    },
  };
}
