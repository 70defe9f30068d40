/** Limits the rows of tables that belong to the whole server, not to an account. */
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Database } from './database.ts';

/** Returns a function that throws `quota_exceeded` when the table already has the maximum number of rows. */
export function createRowLimitCheck(database: Database, table: keyof typeof limits.perServer): () => void {
  const max = limits.perServer[table];
  const count = database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
  return () => {
    if ((count.get()?.rows ?? 0) >= max)
      throw new AppError('quota_exceeded', `Já existem ${max}, o máximo: exclua um item antes de criar outro.`);
  };
}
