/** Stores quotas and feature flags of accounts (contract/README 1.7 and 1.8). */
import type { Quotas } from '../../../contract/accounts/accounts.ts';
import { limits } from '../../../contract/limits.ts';
import { notFound } from '../../../contract/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { type Flags, withFlags } from './account-view-store.ts';

export type QuotaPatch = { [Name in keyof Quotas]?: Quotas[Name] | undefined };
export type QuotaStore = ReturnType<typeof createQuotaStore>;

const mbPerGb = 1024;

export function createQuotaStore(database: Database, clock: Clock) {
  const select = database.prepare<[number], Omit<Quotas, keyof Flags<boolean>> & Flags<number>>(`
    SELECT max_storage_gb AS maxStorageGb, max_playlists AS maxPlaylists, max_videos AS maxVideos, max_players AS maxPlayers,
      can_access_breaking_news AS canAccessBreakingNews, can_access_radio AS canAccessRadio, can_access_management AS canAccessManagement
    FROM user_quotas WHERE user_id = ?`);
  const update = database.prepare<[Omit<Quotas, keyof Flags<boolean>> & Flags<number> & { id: number }]>(`
    UPDATE user_quotas SET max_storage_gb = @maxStorageGb, max_playlists = @maxPlaylists, max_videos = @maxVideos, max_players = @maxPlayers,
      can_access_breaking_news = @canAccessBreakingNews, can_access_radio = @canAccessRadio, can_access_management = @canAccessManagement
    WHERE user_id = @id`);
  // space_requested_at: time of the open request; null once it is closed. space_asked_at: time of the last request, open or
  // dismissed, which delays the next one; null once a request was granted.
  const requestSpace = database.prepare<[{ id: number; now: number; before: number }]>(`
    UPDATE users SET space_requested_at = @now, space_asked_at = @now
    WHERE id = @id AND (space_asked_at IS NULL OR space_asked_at <= @before OR space_asked_at > @now)`);
  const dismissRequest = database.prepare<[number]>('UPDATE users SET space_requested_at = NULL WHERE id = ?');
  const deleteRequest = database.prepare<[number]>(
    'UPDATE users SET space_requested_at = NULL, space_asked_at = NULL WHERE id = ?',
  );
  const setStorageLimit = database.prepare<[number, number]>('UPDATE users SET storage_limit_mb = ? WHERE id = ?');

  /** Returns the quotas of the account. Throws not_found. */
  function findOrThrow(userId: number): Quotas {
    const row = select.get(userId);
    if (!row) throw notFound('user');
    return withFlags(row);
  }

  return {
    findOrThrow,
    /** Stores a request for more space. Returns false when the account sent one within the last `spaceRequestMs`. */
    requestSpace(userId: number): boolean {
      const now = clock.now();
      return requestSpace.run({ id: userId, now, before: now - limits.spaceRequestMs }).changes > 0;
    },

    /** Closes the open request. If granted, the account may send another at once, otherwise only after `spaceRequestMs`. */
    closeSpaceRequest(userId: number, isGranted: boolean): void {
      (isGranted ? deleteRequest : dismissRequest).run(userId);
    },

    /** Changes the given quotas. Contents beyond a lowered limit are not deleted. Throws not_found. Call it in a transaction. */
    change(userId: number, patch: QuotaPatch): Quotas {
      const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const quotas: Quotas = { ...findOrThrow(userId), ...changes };
      update.run({
        ...quotas,
        canAccessBreakingNews: Number(quotas.canAccessBreakingNews),
        canAccessRadio: Number(quotas.canAccessRadio),
        canAccessManagement: Number(quotas.canAccessManagement),
        id: userId,
      });
      setStorageLimit.run(Math.round(quotas.maxStorageGb * mbPerGb), userId);
      return quotas;
    },
  };
}
