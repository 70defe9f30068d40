/**
 * Stores the last change of the pairing in IndexedDB as well, which writes it to the disk at once: Chromium writes local
 * storage 5 s after a change or later, and cookies after 30 s. A box unplugged right after its pairing would otherwise
 * start unpaired, and one unplugged right after a reset would start paired.
 */
import { type Credentials, isPairing } from './pairing.ts';
import { openStorage, type Storage } from '../../device/storage.ts';

export interface PairingChange {
  /** The token that was replaced, if there was one. */
  replaced: string | null;
  /** null: the pairing was deleted. */
  credentials: Credentials | null;
}

const recordName = 'pairing';
/** Maximum wait for storage that does not respond. */
const timeoutMs = 2_000;

/** The last write: each begins when the previous one has ended. */
let lastWrite: Promise<unknown> = Promise.resolve();

/** Resolves when the change is on the disk, can't be stored, or takes too long; never rejects. */
export function storePairingChange(change: PairingChange): Promise<void> {
  const work = lastWrite.then(() =>
    withStorage((storage) => storage.write(['saved'], (store) => store('saved').put(change, recordName), 'strict')),
  );
  lastWrite = work.catch(() => undefined);
  return Promise.race([lastWrite, new Promise((resolve) => setTimeout(resolve, timeoutMs))]).then(() => undefined);
}

/**
 * Returns the last pairing change if local storage lost it in a power cut. `token`: the token in local storage, if any;
 * after a loss it is the replaced one. Returns undefined if nothing was lost, or storage is refused or does not respond.
 */
export async function findLostChange(token: string | undefined): Promise<PairingChange | undefined> {
  const change = await withStorage((storage) =>
    storage.read('saved', (store) => store.get(recordName) as IDBRequest<Partial<PairingChange> | undefined>),
  ).catch(() => undefined);
  if (!change || (token !== undefined && token !== change.replaced)) return undefined;
  const { credentials } = change;
  if (isPairing(credentials)) {
    const { playerId, userId, token: newToken } = credentials;
    return newToken === token
      ? undefined
      : { replaced: token ?? null, credentials: { playerId, userId, token: newToken } };
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
