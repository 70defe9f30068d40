/** SQLite: one connection, WAL, FULL durability; transactions that hold back what must wait for the commit. */
import SQLite from 'better-sqlite3';
import { fold } from '../../contract/text/folding.ts';

export type Row = Record<string, unknown>;

/** A prepared statement with the types of its parameters and rows. */
export interface Statement<Parameters extends unknown[], Result> {
  get(...parameters: Parameters): Result | undefined;
  all(...parameters: Parameters): Result[];
  run(...parameters: Parameters): { changes: number; lastInsertRowid: number };
}

export class DatabaseCorruptError extends Error {}

export class Database {
  readonly connection: SQLite.Database;
  #held: (() => void)[] | undefined;
  #foreignVersion: SQLite.Statement<[], number> | undefined;
  /** Called when there is no space to write; true when some was made, and it is worth another try. */
  makeRoom: () => boolean = () => false;
  /** Makes the room again that `makeRoom` gave, where the disk has it. */
  keepRoom: () => void = () => {};

  /**
   * `isReadOnly`: for a copy that nobody writes; it must exist and no file appears beside it. `isCopy`: for one that nobody
   * else opens and that may be lost; likewise no file appears.
   * Throws DatabaseCorruptError when SQLite cannot read the file.
   */
  constructor(file: string, { isReadOnly = false, isCopy = false } = {}) {
    try {
      this.connection = new SQLite(file, { readonly: isReadOnly });
      this.connection.defaultSafeIntegers(false);
      if (isReadOnly) this.connection.pragma('schema_version');
      else this.connection.pragma(`journal_mode = ${isCopy ? 'MEMORY' : 'WAL'}`);
      this.connection.pragma('synchronous = FULL');
      // What rows leave behind in their pages is zeroed, at no cost in writing.
      this.connection.pragma('secure_delete = FAST');
      this.connection.pragma('foreign_keys = ON');
      this.connection.pragma('busy_timeout = 5000');
      this.connection.pragma('temp_store = MEMORY');
      this.connection.pragma('trusted_schema = OFF');
      // COLLATE NOCASE knows the case of ASCII letters only.
      this.connection.function('fold', { deterministic: true, directOnly: true }, (text) =>
        typeof text === 'string' ? fold(text) : text,
      );
    } catch (error) {
      throw asCorrupt(error);
    }
  }

  /** Compiled when it is first used: a start needs few of several hundred. `query-plans.test.ts` compiles all of them. */
  prepare<Parameters extends unknown[], Result = Row>(sql: string): Statement<Parameters, Result> {
    let compiled: SQLite.Statement | undefined;
    const statement = () => (compiled ??= this.connection.prepare(sql));
    return {
      get: (...parameters) => statement().get(...parameters) as Result | undefined,
      all: (...parameters) => statement().all(...parameters) as Result[],
      run: (...parameters) => {
        const write = () => statement().run(...parameters);
        // Inside a transaction the whole of it is tried again.
        const { changes, lastInsertRowid } = this.#held ? write() : this.#withRoom(write);
        return { changes, lastInsertRowid: Number(lastInsertRowid) };
      },
    };
  }

  /** Rows as arrays, in the order of the columns: of wide rows by the thousand, objects take twice the time. */
  prepareTuples<Parameters extends unknown[], Result extends readonly unknown[]>(
    sql: string,
  ): Pick<Statement<Parameters, Result>, 'all'> {
    let compiled: SQLite.Statement | undefined;
    const statement = () => (compiled ??= this.connection.prepare(sql).raw());
    return { all: (...parameters) => statement().all(...parameters) as Result[] };
  }

  /** A number that changes when another process (a command of the shell) has changed something. */
  foreignVersion(): number {
    return (this.#foreignVersion ??= this.connection.prepare<[], number>('PRAGMA data_version').pluck()).get() ?? 0;
  }

  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** Runs synchronous `work` in a transaction; nested it is a savepoint. `afterCommit` waits for the outermost. */
  tx<T>(work: () => T): T {
    if (this.#held) {
      const heldBefore = this.#held.length;
      try {
        return this.connection.transaction(work)();
      } catch (error) {
        this.#held.length = heldBefore;
        throw error;
      }
    }
    const { result, held } = this.#commit(work);
    runAll(held);
    return result;
  }

  /**
   * Runs a transaction as `tx` does, but without syncing it, for data that may be lost in a power cut: it reaches the
   * disk with the next synced commit, or when the log has grown to 1,000 pages and this commit copies it. The end of
   * this process loses nothing. Its `afterCommit` work is synced as usual. Throws inside another transaction, which is
   * synced or not as a whole.
   */
  txUnsynced<T>(work: () => T): T {
    // Inside a transaction SQLite itself refuses.
    this.connection.pragma('synchronous = NORMAL');
    let committed: { result: T; held: (() => void)[] };
    try {
      committed = this.#commit(work);
    } finally {
      this.connection.pragma('synchronous = FULL');
    }
    runAll(committed.held);
    return committed.result;
  }

  /** An outermost transaction, and what waited for its commit. */
  #commit<T>(work: () => T): { result: T; held: (() => void)[] } {
    const held: (() => void)[] = [];
    this.#held = held;
    let result: T;
    try {
      result = this.#withRoom(() => {
        held.length = 0;
        return this.connection.transaction(work).immediate();
      });
    } finally {
      this.#held = undefined;
    }
    if (result instanceof Promise) throw new TypeError('tx() takes synchronous work only');
    return { result, held };
  }

  /** Runs `tx`, and wipes what `work` deletes or overwrites from the files too, unless a backup still reads it. */
  erase<T>(work: () => T): T {
    this.connection.pragma('secure_delete = ON');
    try {
      return this.tx(work);
    } finally {
      this.connection.pragma('secure_delete = FAST');
      this.#emptyLog();
    }
  }

  #withRoom<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (!isDatabaseFull(error) || !this.makeRoom()) throw error;
      return write();
    }
  }

  /** Throws SQLite's error when nothing may be written here. Writes nothing, so that a full disk is no reason. */
  assertWritable(): void {
    const table = this.connection.prepare("SELECT name FROM sqlite_schema WHERE name = 'migrations'").get();
    if (table) this.tx(() => this.connection.exec('UPDATE migrations SET number = number WHERE 0'));
  }

  /** Runs now outside a transaction; inside one, after the commit, and never when it rolls back. */
  afterCommit(run: () => void): void {
    if (this.#held) this.#held.push(run);
    else run();
  }

  /** Throws DatabaseCorruptError unless every page reads well; `isThorough` also compares indexes and references. */
  checkIntegrity({ isThorough = false } = {}): void {
    let response: unknown;
    let broken: unknown;
    try {
      response = this.connection.pragma(isThorough ? 'integrity_check(1)' : 'quick_check(1)', { simple: true });
      if (isThorough) broken = (this.connection.pragma('foreign_key_check') as { table: string }[])[0]?.table;
    } catch (error) {
      throw asCorrupt(error);
    }
    if (response !== 'ok') throw new DatabaseCorruptError(String(response));
    if (broken !== undefined) throw new DatabaseCorruptError(`a row of ${String(broken)} refers to nothing`);
  }

  /** A compact copy as of this moment; `file` must not exist. Blocks; not durable by itself. */
  copyTo(file: string): void {
    this.connection.prepare('VACUUM INTO ?').run(file);
  }

  /** Lets SQLite optimize itself: fresh statistics, and the write-ahead log emptied unless somebody reads from it. */
  optimize(): void {
    this.connection.pragma('analysis_limit = 400');
    this.connection.pragma('optimize');
    this.#emptyLog();
  }

  /** A reader (a backup) is not waited for: the next time will do. */
  #emptyLog(): void {
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
function runAll(held: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const run of held) {
    try {
      run();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** True for the error SQLite gives on a broken UNIQUE or PRIMARY KEY constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof SQLite.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  );
}

/** True for the errors SQLite gives when it cannot write for lack of space, its shared memory included. */
export function isDatabaseFull(error: unknown): boolean {
  return (
    error instanceof SQLite.SqliteError &&
    ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN'].includes(error.code)
  );
}

/** True for SQLite's errors when the disk refuses a read or write; a full disk at an opening causes them too. */
export function isInputOutputError(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_IOERR');
}

/** True for the error SQLite gives when another process holds the database for too long. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** True for the error SQLite gives when this user may not open or change the file. */
export function isDatabaseForbidden(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && /^SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH)/.test(error.code);
}

function asCorrupt(error: unknown): unknown {
  const isCorrupt =
    error instanceof SQLite.SqliteError && (error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB');
  return isCorrupt ? new DatabaseCorruptError(error.message, { cause: error }) : error;
}
