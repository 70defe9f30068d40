/** Types and helpers that doctor's checks share. */
import type { Clock } from '../../../platform/clock.ts';
import type { DataFolder } from '../../../platform/storage/data-folder.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FileConsistencyStore } from '../file-consistency-store.ts';

/** A difference between database and disk. */
export interface Finding {
  /** Describes the difference, with the same text in every examination. */
  description: string;
  /** Repairs the difference, and returns a description of the repair. */
  repair(): string | Promise<string>;
}

export interface DoctorContext {
  folder: DataFolder;
  backupDir: string;
  database: Database;
  consistency: FileConsistencyStore;
  clock: Clock;
  /** True if the bytes of all stored files are to be read and hashed. */
  isDeep: boolean;
}

/** Returns a repair that runs `change` in a transaction and returns the description `done`. */
export const repairBy = (database: Database, change: () => void, done: string) => () => {
  database.tx(change);
  return done;
};

/** Error message for a content whose file is lost. */
export const lostMessage = 'O arquivo deste conteúdo se perdeu no servidor. Exclua-o e envie-o novamente.';
