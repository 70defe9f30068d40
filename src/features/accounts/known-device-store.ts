/**
 * Browsers in which an account has signed in (src/README 5.3): a 256-bit token in a cookie, kept as its SHA-256. It opens
 * nothing; it only says that strangers' guesses do not count here.
 */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { generateToken, sha256Hex } from '../../platform/random.ts';

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>;

const keptMs = limits.knownDeviceDays * 86_400_000;
/** Of one account; the one unused for longest is forgotten. */
const perAccount = 30;

export function createKnownDeviceStore(database: Database, clock: Clock) {
  const isKnown = database.prepare<[string, number]>(
    'SELECT 1 FROM known_devices WHERE device_hash = ? AND user_id = ?',
  );
  const rename = database.prepare<[string, string]>('UPDATE known_devices SET device_hash = ? WHERE device_hash = ?');
  const keep = database.prepare<[string, number, number]>(
    'INSERT OR REPLACE INTO known_devices (device_hash, user_id, last_used_at) VALUES (?, ?, ?)',
  );
  const forgetUnused = database.prepare<[number]>('DELETE FROM known_devices WHERE last_used_at < ?');
  const forgetSurplus = database.prepare<[{ userId: number }]>(`
    DELETE FROM known_devices WHERE user_id = @userId AND device_hash NOT IN (
      SELECT device_hash FROM known_devices WHERE user_id = @userId ORDER BY last_used_at DESC LIMIT ${perAccount})`);

  return {
    /** By what the device's failures count at this account; undefined for a stranger's. */
    find(token: string | undefined, userId: number): string | undefined {
      if (!token) return undefined;
      const hash = sha256Hex(token);
      return isKnown.get(hash, userId) && `${userId} ${hash}`;
    },
    /** The device's new token; the one before is void. Call it in a transaction, after a right password. */
    remember(token: string | undefined, userId: number): string {
      const next = generateToken();
      const hash = sha256Hex(next);
      if (token) rename.run(hash, sha256Hex(token));
      keep.run(hash, userId, clock.now());
      forgetUnused.run(clock.now() - keptMs);
      forgetSurplus.run({ userId });
      return next;
    },
  };
}
