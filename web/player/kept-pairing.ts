/**
 * The pairing a second time, in the database, which is asked to write at once. Chromium writes local storage 5 s and
 * more after a change, and cookies after 30 s: a box unplugged as soon as it says that it is paired would come back as
 * a stranger, to whom the server refuses its own screen's code.
 */
import type { Credentials } from './credentials.ts';
import { openStorage, type Storage } from './storage.ts';

const recordName = 'pairing';
/** Nobody waits longer for a storage that hangs. */
const patienceMs = 2_000;

/** One change after the other, in the order in which they were asked for. */
let last: Promise<unknown> = Promise.resolve();

/** Keeps it, or with null forgets it. Resolves when it is done, can't be, or takes too long; never rejects. */
export function keepPairing(credentials: Credentials | null): Promise<void> {
  const work = last.then(() =>
    withStorage((storage) =>
      storage.write(['saved'], (store) => (credentials ? store('saved').put(credentials, recordName) : store('saved').delete(recordName)), 'strict'),
    ),
  );
  last = work.catch(() => undefined);
  return inTime(work).then(() => undefined);
}

/** What was kept; undefined when nothing was, or storage is refused or hangs. */
export async function recallPairing(): Promise<Credentials | undefined> {
  const found = await inTime(withStorage((storage) => storage.read('saved', (store) => store.get(recordName) as IDBRequest<Partial<Credentials> | undefined>)));
  if (!found?.token || !found.playerId || !found.userId) return undefined;
  return { token: found.token, playerId: found.playerId, userId: found.userId };
}

async function withStorage<Result>(run: (storage: Storage) => Promise<Result>): Promise<Result> {
  const storage = await openStorage();
  try {
    return await run(storage);
  } finally {
    storage.close();
  }
}

function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
    work.then(resolve, () => resolve(undefined));
  });
}
