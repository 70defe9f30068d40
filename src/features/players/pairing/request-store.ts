/** Stores the codes of unpaired devices (table `pairing_requests`). */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { generateCode } from '../../../platform/random.ts';
import { type Database, isUniqueViolation } from '../../../platform/storage/database.ts';

/** Times in milliseconds since 1970. */
export interface PairingRequestRow {
  id: number;
  code: string;
  secretHash: string;
  checkDigits: string;
  deviceInfo: string | null;
  address: string;
  expiresAt: number;
  /** The screen that the request was claimed for; null: not claimed yet. */
  playerId: number | null;
  /** True once the device has fetched the credentials. */
  isConsumed: boolean;
}

type Row = Omit<PairingRequestRow, 'isConsumed'> & { consumedAt: number | null };
type NewPairingRequest = Pick<PairingRequestRow, 'secretHash' | 'checkDigits' | 'deviceInfo' | 'address'>;

export type PairingRequestStore = ReturnType<typeof createPairingRequestStore>;

const { lifeMs, codeLength } = limits.pairing;
const maxAttempts = 20;
/** Time that an expired code is stored: a device that polls late gets an explanation, and its poll does not count as a guess. */
const expiredCodeRetentionMs = 3_600_000;

export function createPairingRequestStore(database: Database, clock: Clock) {
  const columns = `id, code, secret_hash AS secretHash, check_digits AS checkDigits, device_info AS deviceInfo, address,
    expires_at AS expiresAt, player_id AS playerId, consumed_at AS consumedAt`;
  const insert = database.prepare<[NewPairingRequest & { code: string; now: number; expiresAt: number }]>(`
    INSERT INTO pairing_requests (code, secret_hash, check_digits, device_info, address, created_at, expires_at)
    VALUES (@code, @secretHash, @checkDigits, @deviceInfo, @address, @now, @expiresAt)`);
  const byCode = database.prepare<[string, number, number], Row>(
    `SELECT ${columns} FROM pairing_requests AS r WHERE code = ? AND player_id IS NULL AND expires_at > ? AND NOT EXISTS (
      SELECT 1 FROM pairing_requests AS claimed
      WHERE claimed.secret_hash = r.secret_hash AND claimed.player_id IS NOT NULL AND claimed.expires_at > ?)`,
  );
  const bySecret = database.prepare<[string], Row>(
    `SELECT ${columns} FROM pairing_requests WHERE secret_hash = ? ORDER BY player_id IS NULL, id DESC`,
  );
  const open = database.prepare<[number], Pick<Row, 'id' | 'secretHash' | 'address'>>(
    'SELECT id, secret_hash AS secretHash, address FROM pairing_requests WHERE player_id IS NULL AND expires_at > ? ORDER BY id',
  );
  const remove = database.prepare<[number]>('DELETE FROM pairing_requests WHERE id = ?');
  const claim = database.prepare<[number, number, number]>(
    'UPDATE pairing_requests SET player_id = ?, expires_at = ? WHERE id = ?',
  );
  const consume = database.prepare<[number, number]>('UPDATE pairing_requests SET consumed_at = ? WHERE id = ?');
  const hasOpenClaim = database.prepare<[number, number]>(
    'SELECT 1 FROM pairing_requests WHERE player_id = ? AND consumed_at IS NULL AND expires_at > ?',
  );
  const deleteClaims = database.prepare<[number]>('DELETE FROM pairing_requests WHERE player_id = ?');
  const sweep = database.prepare<[number]>('DELETE FROM pairing_requests WHERE expires_at <= ?');

  return {
    /** Creates a request with a unique code. */
    create(request: NewPairingRequest): PairingRequestRow {
      const now = clock.now();
      for (let attempt = 1; ; attempt += 1) {
        const code = generateCode(codeLength);
        try {
          const expiresAt = now + lifeMs;
          const { lastInsertRowid: id } = insert.run({ ...request, code, now, expiresAt });
          return { ...request, id, code, expiresAt, playerId: null, isConsumed: false };
        } catch (error) {
          if (!isUniqueViolation(error) || attempt === maxAttempts) throw error;
        }
      }
    },

    /** Finds a valid request by code: a device's current or previous code, until the code expires or the device is claimed. */
    findOpen(code: string): PairingRequestRow | undefined {
      const now = clock.now();
      const row = byCode.get(code, now, now);
      return row && toRequest(row);
    },

    /** Returns all requests of a device: a claimed one first, then the newest. */
    ofSecret: (secretHash: string): PairingRequestRow[] => bySecret.all(secretHash).map(toRequest),

    /** Returns unclaimed requests, oldest first. */
    listOpen: () => open.all(clock.now()),

    remove: (id: number): void => void remove.run(id),

    /** Assigns a screen and extends the lifetime, so that the device can fetch its credentials. */
    claim: (id: number, playerId: number): void => void claim.run(playerId, clock.now() + lifeMs, id),
    consume: (id: number): void => void consume.run(clock.now(), id),

    /** True if the screen was assigned to a device that has not fetched its credentials yet. */
    hasOpenClaim: (playerId: number): boolean => hasOpenClaim.get(playerId, clock.now()) !== undefined,
    deleteClaims: (playerId: number): void => void deleteClaims.run(playerId),

    /** Deletes expired codes; returns their number. */
    sweep: (): number => sweep.run(clock.now() - expiredCodeRetentionMs).changes,
  };
}

const toRequest = ({ consumedAt, ...request }: Row): PairingRequestRow => ({
  ...request,
  isConsumed: consumedAt !== null,
});
