/** Stores the last responses of the server, for a start without it. */
import type { Responses } from './responses.ts';
import { isRecordWellFormed } from './well-formed.ts';
import type { Storage } from '../../device/storage.ts';

export interface CachedResponses {
  load<Name extends keyof Responses>(name: Name): Promise<Responses[Name] | undefined>;
  save<Name extends keyof Responses>(name: Name, value: Responses[Name] | undefined): Promise<void>;
}

/** Must be increased when records of an older page would be misread: records of another version are ignored. */
const recordVersion = 1;

interface Entry {
  version: number;
  playerId: number;
  value: unknown;
}

/** Responses belong to one screen: `load` ignores those of another pairing, and malformed ones. */
export function createCachedResponses(storage: Storage | undefined, playerId: number): CachedResponses {
  return {
    async load(name) {
      if (!storage) return undefined;
      try {
        const entry = (await storage.read('saved', (store) => store.get(name))) as Partial<Entry> | undefined;
        if (entry?.version !== recordVersion || entry.playerId !== playerId || !isRecordWellFormed(name, entry.value))
          return undefined;
        return entry.value as never;
      } catch {
        return undefined;
      }
    },
    async save(name, value) {
      if (!storage) return;
      // Ignore errors: a full disk affects only the next start without the server.
      const entry: Entry = { version: recordVersion, playerId, value };
      await storage.write(['saved'], (store) => store('saved').put(entry, name)).catch(() => undefined);
    },
  };
}
