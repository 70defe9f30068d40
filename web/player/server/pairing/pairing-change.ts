/**
 * The last change of the pairing a second time, in the database, which is asked to write at once. Chromium writes local
 * storage 5 s and more after a change, and cookies after 30 s: a box unplugged as soon as it says that it is paired
 * would come back as an unknown caller, to whom the server refuses its own screen's code; and one unplugged after a
 * reset as paired.
 */
import { type Credentials, isPairing } from './pairing.ts';
import { openStorage, type Storage } from '../../device/storage.ts';

export interface PairingChange {
  /** The token that it took the place of, if there was one. */
  replaced: string | null;
  /** null: the pairing was given up. */
  credentials: Credentials | null;
}

const recordName = 'pairing';
/** Nobody waits longer for a storage that hangs. */
const timeoutMs = 2_000;

/** One change after the other, in the order in which they were made. */
let last: Promise<unknown> = Promise.resolve();

/** Resolves when it is on the disk, can't be, or takes too long; never rejects. */
export function keepPairingChange(change: PairingChange): Promise<void> {
  const work = last.then(() =>
    withStorage((storage) => storage.write(['saved'], (store) => store('saved').put(change, recordName), 'strict')),
  );
  last = work.catch(() => undefined);
  return Promise.race([last, new Promise((resolve) => setTimeout(resolve, timeoutMs))]).then(() => undefined);
}

/**
 * Returns the pairing change that was lost in a power cut: local storage, read at the start, still holds what was
 * replaced (`token`), or nothing at all. Undefined when there is none, or storage is refused or silent.
 */
export async function findLostChange(token: string | undefined): Promise<PairingChange | undefined> {
  const change = await withStorage((storage) =>
    storage.read('saved', (store) => store.get(recordName) as IDBRequest<Partial<PairingChange> | undefined>),
  ).catch(() => undefined);
  if (!change || (token !== undefined && token !== change.replaced)) return undefined;
  const { credentials } = change;
  if (isPairing(credentials)) {
    const { playerId, userId, token: fresh } = credentials;
    return fresh === token ? undefined : { replaced: token ?? null, credentials: { playerId, userId, token: fresh } };
  }
  return token !== undefined && credentials === null ? { replaced: token, credentials: null } : undefined;
}

async function withStorage<Result>(run: (storage: Storage) => Promise<Result>): Promise<Result> {
  const storage = await openStorage();
  try {
    return await run(storage);
  } finally {
    storage.close();
  }
}
