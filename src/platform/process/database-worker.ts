/** Serves `createDatabaseThread`: opens the database for each request. */
import { setPriority } from 'node:os';
import { Database, DatabaseCorruptError } from '../storage/database.ts';
import { serveThread } from './threads.ts';

export interface DatabaseRequest {
  file: string;
  work: 'check' | 'copy log' | 'empty log';
}

/** `damage`: what is corrupt. `error`: why the work failed. `isStopped`: the work failed because the thread was closed. */
export interface DatabaseReply {
  damage?: string;
  error?: string;
  isStopped?: true;
}

serveThread<DatabaseRequest, DatabaseReply>(({ file, work }) => {
  try {
    const database = new Database(file, { isReadOnly: work === 'check' });
    try {
      // Linux sets priorities per thread. Copying the write-ahead log keeps the normal priority, because purges wait for it.
      setPriority(work === 'check' ? 19 : 0);
      if (work === 'check') database.checkIntegrity();
      else database.checkpoint({ empties: work === 'empty log' });
    } finally {
      database.close();
    }
    return {};
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof DatabaseCorruptError ? { damage: message } : { error: message };
  }
});
