/** Types of doctor's findings and tools. */
import type { Clock } from '../../../platform/clock.ts';
import type { DataFolder } from '../../../platform/storage/data-folder.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { AuditStore } from '../audit-store.ts';

/** Something that is not as it should be. */
export interface Finding {
  /** The same in a second look at the same thing. */
  what: string;
  /** Returns what it did. */
  repair(): string | Promise<string>;
}

export interface Examined {
  folder: DataFolder;
  backupDir: string;
  database: Database;
  audit: AuditStore;
  clock: Clock;
  /** Reads every byte of every stored file. */
  isDeep: boolean;
}

/** Returns a repair that is one transaction, and describes itself as `done`. */
export const repairBy = (database: Database, change: () => void, done: string) => () => {
  database.tx(change);
  return done;
};

/** Message of a content whose bytes are gone. */
export const lostMessage = 'O arquivo deste conteúdo se perdeu no servidor. Exclua-o e envie-o novamente.';
