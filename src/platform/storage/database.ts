/** Opens a SQLite database with one connection, a write-ahead log (WAL), synced commits, and callbacks after a commit. */
import SQLite from 'better-sqlite3';
import { fold } from '../../contract/text/folding.ts';
import { sleep, yieldToEventLoop } from '../clock.ts';

export type Row = Record<string, unknown>;

/** A prepared statement with the types of its parameters and rows. */
export interface Statement<Parameters extends unknown[], Result> {
  get(...parameters: Parameters): Result | undefined;
  all(...parameters: Parameters): Result[];
  run(...parameters: Parameters): { changes: number; lastInsertRowid: number };
}

const maxPages = 2 ** 31 - 1;

export class DatabaseCorruptError extends Error {}

/** Length of the write-ahead log, in pages of 4 KB, at which it is copied into the database. */
const maxWalPages = 1_000;
/** Length in pages up to which the log is copied within the call that empties it. */
const shortWalPages = 50;
/** Number of pages of the log not yet copied, above which long work pauses between two transactions. */
const longWalPages = 10 * maxWalPages;
const pauseMs = 50;
/** Maximum number of pauses between two transactions. */
const maxPauses = 10;

/** Copies the write-ahead log into the database; `empty log` also empties its file. Resolves to false when it fails; never rejects. */
type Checkpoint = (work: 'copy log' | 'empty log') => Promise<boolean>;

/** Numbers of pages of the log, as SQLite returns them. */
interface WalPages {
  log: number;
  checkpointed: number;
}
const noPages: WalPages = { log: 0, checkpointed: 0 };
const uncopiedPages = ({ log, checkpointed }: WalPages) => log - checkpointed;

/** With this mode, SQLite can return free pages to the file system (see `shrink`). */
const incrementalVacuum = 'auto_vacuum = INCREMENTAL';

export class Database {
  readonly connection: SQLite.Database;
  #pendingCallbacks: (() => void)[] | undefined;
  #foreignVersion: SQLite.Statement<[], number> | undefined;
  #walState: SQLite.Statement<[], WalPages> | undefined;
  #checkpoint: Checkpoint | undefined;
  #runningCheckpoint: Promise<void> | undefined;
  /** Number of pages returned to the file system since the last checkpoint. */
  #returnedPages = 0;
  /** Called when the disk is full; true when it freed some space, and the write should be retried. */
  releaseSpare: () => boolean = () => false;
  /** Reserves again the space that `releaseSpare` freed, if the disk has it. */
  reserveSpare: () => void = () => {};

  /**
   * `isReadOnly`: the database must exist; if nothing writes to it, no file is created beside it. `isCopy`: for a copy that nothing else
   * opens and that may be lost; no file is created beside it.
   * Throws DatabaseCorruptError when SQLite cannot read the file.
   */
  constructor(file: string, { isReadOnly = false, isCopy = false } = {}) {
    try {
      this.connection = new SQLite(file, { readonly: isReadOnly });
      this.connection.defaultSafeIntegers(false);
      if (isReadOnly) this.connection.pragma('schema_version');
      else {
        // In a database with content this pragma would write.
        if (this.pages().total === 0) this.connection.pragma(incrementalVacuum);
        this.connection.pragma(`journal_mode = ${isCopy ? 'MEMORY' : 'WAL'}`);
      }
      this.connection.pragma('synchronous = FULL');
      // FAST overwrites deleted rows with zeros where this causes no extra writes.
      this.connection.pragma('secure_delete = FAST');
      this.connection.pragma('foreign_keys = ON');
      this.connection.pragma('busy_timeout = 5000');
      this.connection.pragma('temp_store = MEMORY');
      this.connection.pragma('trusted_schema = OFF');
      // Queries compare texts by `fold`, because COLLATE NOCASE ignores the case of ASCII letters only.
      this.connection.function('fold', { deterministic: true, directOnly: true }, (text) =>
        typeof text === 'string' ? fold(text) : text,
      );
    } catch (error) {
      throw asCorrupt(error);
    }
  }

  /** Returns a statement that is compiled at its first use: a start needs few. `query-plans.full.test.ts` compiles all. */
  prepare<Parameters extends unknown[], Result = Row>(sql: string): Statement<Parameters, Result> {
    let compiled: SQLite.Statement | undefined;
    const statement = () => (compiled ??= this.connection.prepare(sql));
    return {
      get: (...parameters) => statement().get(...parameters) as Result | undefined,
      all: (...parameters) => statement().all(...parameters) as Result[],
      run: (...parameters) => {
        const write = () => statement().run(...parameters);
        // Inside a transaction, the whole transaction is retried.
        const { changes, lastInsertRowid } = this.#pendingCallbacks ? write() : this.#retryWhenFull(write);
        if (!this.#pendingCallbacks) this.#keepWalShort();
        return { changes, lastInsertRowid: Number(lastInsertRowid) };
      },
    };
  }

  /** Like `prepare`, but rows are arrays in the order of the columns: for thousands of wide rows, objects take twice the time. */
  prepareTuples<Parameters extends unknown[], Result extends readonly unknown[]>(
    sql: string,
  ): Pick<Statement<Parameters, Result>, 'all'> {
    let compiled: SQLite.Statement | undefined;
    const statement = () => (compiled ??= this.connection.prepare(sql).raw());
    return { all: (...parameters) => statement().all(...parameters) as Result[] };
  }

  /** Returns a number that changes when another process (a shell command) has written to the database. */
  foreignVersion(): number {
    return (this.#foreignVersion ??= this.connection.prepare<[], number>('PRAGMA data_version').pluck()).get() ?? 0;
  }

  /** Returns a function that returns true when another process has written since its last call. */
  foreignChanges(): () => boolean {
    let version = this.foreignVersion();
    return () => version !== (version = this.foreignVersion());
  }

  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** Runs synchronous `work` in a transaction, or a savepoint when nested. `afterCommit` callbacks run after the outermost commit. */
  tx<T>(work: () => T): T {
    if (this.#pendingCallbacks) {
      const countBefore = this.#pendingCallbacks.length;
      try {
        return this.connection.transaction(work)();
      } catch (error) {
        this.#pendingCallbacks.length = countBefore;
        throw error;
      }
    }
    const { result, callbacks } = this.#commit(work);
    runAll(callbacks);
    return result;
  }

  /**
   * Runs a transaction like `tx`, but does not sync it, for data that may be lost in a power cut: it reaches the
   * disk with the next synced commit, or when the log is copied. A crash of this process loses nothing. Writes of its `afterCommit`
   * callbacks are synced as usual. Throws inside another transaction, which is synced as a whole or not at all.
   */
  txUnsynced<T>(work: () => T): T {
    // SQLite itself refuses this inside a transaction.
    this.connection.pragma('synchronous = NORMAL');
    let committed: { result: T; callbacks: (() => void)[] };
    try {
      committed = this.#commit(work);
    } finally {
      this.connection.pragma('synchronous = FULL');
    }
    runAll(committed.callbacks);
    return committed.result;
  }

  /** Runs an outermost transaction. Returns its result and the callbacks that waited for its commit. */
  #commit<T>(work: () => T): { result: T; callbacks: (() => void)[] } {
    const callbacks: (() => void)[] = [];
    this.#pendingCallbacks = callbacks;
    let result: T;
    try {
      result = this.#retryWhenFull(() => {
        callbacks.length = 0;
        return this.connection.transaction(work).immediate();
      });
    } finally {
      this.#pendingCallbacks = undefined;
    }
    this.#keepWalShort();
    if (result instanceof Promise) throw new TypeError('tx() takes synchronous work only');
    return { result, callbacks };
  }

  /** Runs `tx`, and wipes what it deletes from the database's file. Then empties the log too, unless a backup still reads it. */
  erase<T>(work: () => T): T {
    this.connection.pragma('secure_delete = ON');
    try {
      return this.tx(work);
    } finally {
      this.connection.pragma('secure_delete = FAST');
      void this.#emptyWal();
    }
  }

  /** From now on `copy` copies the write-ahead log, and commits no longer do: the syncs of a copy take up to a second on a busy disk. */
  delegateCheckpoints(copy: Checkpoint): void {
    this.#checkpoint = copy;
    // A commit after a long read (a backup, the check after a start) would copy all that was written meanwhile.
    this.connection.pragma('wal_autocheckpoint = 0');
  }

  /**
   * Waits until the running copy of the log has ended. While another connection's read prevents a long log from being copied, waits up to
   * half a second more. Long work calls this between its transactions: otherwise the log would become longer than the database.
   */
  async waitForCheckpoint(): Promise<void> {
    await this.#runningCheckpoint;
    for (let pauses = 0; pauses < maxPauses && uncopiedPages(this.#walPages()) > longWalPages; pauses += 1) {
      await sleep(pauseMs);
      await this.#checkpointOnce('copy log');
    }
  }

  #walPages(): WalPages {
    if (!this.#checkpoint || !this.connection.open) return noPages;
    return (this.#walState ??= this.connection.prepare('PRAGMA wal_checkpoint(NOOP)')).get() ?? noPages;
  }

  #keepWalShort(): void {
    if (this.#runningCheckpoint || this.connection.inTransaction) return;
    if (this.#walPages().log >= maxWalPages) void this.#checkpointOnce('copy log');
  }

  #checkpointOnce(work: Parameters<Checkpoint>[0]): Promise<void> {
    this.#returnedPages = 0;
    return (
      (this.#runningCheckpoint ??= this.#checkpoint?.(work).then((isDone) => {
        this.#runningCheckpoint = undefined;
        this.#finishCheckpoint(isDone);
      })) ?? Promise.resolve()
    );
  }

  /** After the copy of a long log, copies the rest, or all if the copy failed: SQLite reuses only a completely copied log. */
  #finishCheckpoint(isDone: boolean): void {
    try {
      const state = this.#walPages();
      const rest = uncopiedPages(state);
      if (state.log < longWalPages || rest === 0 || (isDone && rest > maxWalPages)) return;
      this.checkpoint();
    } catch {
      // The delegated checkpoint has reported the failure.
    }
  }

  #retryWhenFull<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (!isDatabaseFull(error) || !this.releaseSpare()) throw error;
      return write();
    }
  }

  /** Throws SQLite's error when the database is not writable. Writes nothing, so a full disk causes no error. */
  assertWritable(): void {
    const table = this.connection.prepare("SELECT name FROM sqlite_schema WHERE name = 'migrations'").get();
    if (table) this.tx(() => this.connection.exec('UPDATE migrations SET number = number WHERE 0'));
  }

  /** Calls `run` now outside a transaction; inside one, after its commit, and never when it is rolled back. */
  afterCommit(run: () => void): void {
    if (this.#pendingCallbacks) this.#pendingCallbacks.push(run);
    else run();
  }

  /** Throws DatabaseCorruptError when a page is corrupt; `isThorough` also checks indexes and references. */
  checkIntegrity({ isThorough = false } = {}): void {
    let response: unknown;
    let brokenTable: unknown;
    try {
      response = this.connection.pragma(isThorough ? 'integrity_check(1)' : 'quick_check(1)', { simple: true });
      if (isThorough) brokenTable = (this.connection.pragma('foreign_key_check') as { table: string }[])[0]?.table;
    } catch (error) {
      throw asCorrupt(error);
    }
    if (response !== 'ok') throw new DatabaseCorruptError(String(response));
    if (brokenTable !== undefined) throw new DatabaseCorruptError(`a row of ${String(brokenTable)} refers to nothing`);
  }

  /** Writes a compact copy of the current state; `file` must not exist. Blocks; not durable by itself. */
  copyTo(file: string): void {
    // Applies to the copy; this database stays as it is.
    if (!this.pages().canShrink) this.connection.pragma(incrementalVacuum);
    this.connection.prepare('VACUUM INTO ?').run(file);
  }

  /** Writes a copy with the same page numbers, so that little of it differs from the previous copy. Blocks; `file` must not exist. */
  async copyPagesTo(file: string): Promise<void> {
    // In one step: a copy in several steps starts again when another process writes.
    await this.connection.backup(file, { progress: () => maxPages });
  }

  /** Returns the numbers of all and of free pages; `canShrink`: false for a database of an older version until it is compacted. */
  pages(): { total: number; free: number; canShrink: boolean } {
    const read = (name: string) => Number(this.connection.pragma(name, { simple: true }));
    return { total: read('page_count'), free: read('freelist_count'), canShrink: read('auto_vacuum') === 2 };
  }

  /**
   * Gives up to `limit` free pages, and at most 100, back to the file system: moving a page in use takes up to 0.1 ms. Returns
   * the number of pages given back. Must be called in a transaction.
   */
  shrink(limit: number): number {
    const { free } = this.pages();
    this.connection.pragma(`incremental_vacuum(${Math.min(limit, 100)})`);
    const returned = free - this.pages().free;
    this.#returnedPages += returned;
    // Copying the log shortens the file. Do that every 8 MB: file systems commit nothing while they free hundreds of megabytes.
    if (this.#returnedPages >= 2_000) this.afterCommit(() => void this.#checkpointOnce('copy log'));
    return returned;
  }

  /** Updates SQLite's statistics, one index at a time, and empties the write-ahead log unless a reader uses it. */
  async optimize(): Promise<void> {
    this.connection.pragma('analysis_limit = 400');
    // 0xffff: returns the statements that `optimize` would run, each for a table.
    const tables = this.connection.prepare<[], string>('PRAGMA optimize(0xffff)').pluck().all();
    const indexes = this.connection.prepare<[string], string>('SELECT name FROM pragma_index_list(?)').pluck();
    for (const sql of tables) {
      const table = /^ANALYZE "main"\."(\w+)"$/.exec(sql)?.[1] ?? '';
      const statements = indexes.all(table).map((index) => `ANALYZE "main"."${index}"`);
      for (const statement of statements.length > 0 ? statements : [sql]) {
        this.txUnsynced(() => this.exec(statement));
        await yieldToEventLoop();
      }
    }
    await this.#emptyWal({ isLong: true });
  }

  /** Empties the write-ahead log, unless a reader (a backup) uses it. */
  async #emptyWal({ isLong = this.#walPages().log > shortWalPages } = {}): Promise<void> {
    if (this.#checkpoint && isLong) {
      // The running copy may have begun before the last commit.
      await this.#runningCheckpoint;
      if (this.connection.open) await this.#checkpointOnce('empty log');
    }
    // The delegated checkpoint does not empty the file while a statement of this connection runs.
    if (this.connection.open) this.#truncateWal();
  }

  /** Copies the write-ahead log into the database, except pages that a reader needs. With `empties` it then empties the file if all was copied. */
  checkpoint({ empties = false } = {}): void {
    const [state = noPages] = this.connection.pragma('wal_checkpoint(PASSIVE)') as WalPages[];
    // The commits of other connections wait while the file is emptied.
    if (empties && uncopiedPages(state) === 0) this.#truncateWal();
  }

  #truncateWal(): void {
    this.connection.pragma('busy_timeout = 0');
    try {
      this.connection.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.connection.pragma('busy_timeout = 5000');
    }
  }

  close(): void {
    if (this.connection.open) this.connection.close();
  }
}

/** Runs all callbacks after a commit, also when one fails. Throws the first error at the end. */
function runAll(callbacks: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const run of callbacks) {
    try {
      run();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** True for SQLite's error for a violated UNIQUE or PRIMARY KEY constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof SQLite.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

/** True for SQLite's errors when the disk is full, also for its shared memory. */
export function isDatabaseFull(error: unknown): boolean {
  return (
    error instanceof SQLite.SqliteError &&
    ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN'].includes(error.code)
  );
}

/**
 * Runs a write and ignores a full disk, where the work around it matters more: people must be able to sign in and to delete
 * something, and a sent e-mail is a success even if it cannot be recorded. Throws every other error.
 */
export function writeUnlessFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDatabaseFull(error)) throw error;
  }
}

/** True for SQLite's errors when the disk refuses a read or write; opening a database on a full disk causes them too. */
export function isInputOutputError(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_IOERR');
}

/** True for SQLite's error when another process locks the database for too long. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** True for SQLite's error when this user may not open or change the file. */
export function isDatabaseForbidden(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && /^SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH)/.test(error.code);
}

function asCorrupt(error: unknown): unknown {
  const isCorrupt =
    error instanceof SQLite.SqliteError && (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB');
  return isCorrupt ? new DatabaseCorruptError(error.message, { cause: error }) : error;
}
