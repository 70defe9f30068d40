import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { migrationsDir } from '../process/assets.ts';
import { ManualClock } from '../clock.ts';
import { Database, DatabaseCorruptError } from './database.ts';
import { acquireLock, DirectoryInUseError } from './folder-lock.ts';
import { migrate, MigrationError } from './migrate.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

function open(t: TestContext): Database {
  const database = new Database(':memory:');
  t.after(() => database.close());
  return database;
}

function folder(t: TestContext, files: Record<string, string> = {}): string {
  const directory = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

const clock = new ManualClock();

test('a failing afterCommit callback does not prevent the others', (t) => {
  const database = open(t);
  const done: string[] = [];
  const change = () =>
    database.tx(() => {
      database.afterCommit(() => {
        throw new Error('no such directory');
      });
      database.afterCommit(() => void done.push('done'));
    });
  assert.throws(change, /no such directory/);
  assert.deepEqual(done, ['done']);
});

test('a lock has one owner at a time, and can be acquired again after its release', (t) => {
  const file = join(folder(t), 'antessala.lock');
  const lock = acquireLock(file);
  assert.throws(() => acquireLock(file), DirectoryInUseError);
  lock.release();
  acquireLock(file).release();
});

test('afterCommit callbacks run after the commit, in order, and never when the transaction is rolled back', (t) => {
  const database = open(t);
  database.exec('CREATE TABLE notes (text TEXT) STRICT');
  const insert = database.prepare<[string]>('INSERT INTO notes (text) VALUES (?)');
  const received: string[] = [];
  const receiveAfterCommit = (text: string) => database.afterCommit(() => received.push(text));

  database.tx(() => {
    insert.run('a');
    receiveAfterCommit('a');
    assert.throws(() =>
      database.tx(() => {
        insert.run('inner');
        receiveAfterCommit('inner');
        throw new Error('inner');
      }),
    );
    receiveAfterCommit('b');
    assert.deepEqual(received, []);
  });
  assert.throws(() =>
    database.tx(() => {
      insert.run('c');
      receiveAfterCommit('c');
      throw new Error('outer');
    }),
  );
  receiveAfterCommit('outside');

  assert.deepEqual(received, ['a', 'b', 'outside']);
  assert.deepEqual(database.prepare<[], { text: string }>('SELECT text FROM notes').all(), [{ text: 'a' }]);
});

test('a transaction refuses asynchronous work', (t) => {
  const database = open(t);
  assert.throws(() => database.tx(() => Promise.resolve()), TypeError);
});

test('txUnsynced commits, and later transactions are synced again', (t) => {
  const file = join(folder(t), 'notes.db');
  const database = new Database(file);
  t.after(() => database.close());
  database.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT');
  const [normal, full] = [1, 2];
  const synchronous = () => database.connection.pragma('synchronous', { simple: true });
  database.txUnsynced(() => {
    assert.equal(synchronous(), normal);
    database.exec("INSERT INTO notes VALUES ('a')");
  });
  assert.equal(synchronous(), full);
  const fail = () =>
    database.txUnsynced(() => {
      database.exec("INSERT INTO notes VALUES ('b')");
      throw new Error('no');
    });
  assert.throws(fail, /no/);
  assert.equal(synchronous(), full);
  let after: unknown;
  database.txUnsynced(() => database.afterCommit(() => database.tx(() => (after = synchronous()))));
  assert.equal(after, full, 'a transaction after the commit is synced');
  assert.throws(() => database.tx(() => database.txUnsynced(() => {})), /inside a transaction/);
  const other = new Database(file);
  t.after(() => other.close());
  assert.deepEqual(other.prepare<[], { text: string }>('SELECT text FROM notes').all(), [{ text: 'a' }]);
});

test('a commit after a long read does not copy the log, and long work pauses until the log is copied', async (t) => {
  const file = join(folder(t), 'antessala.db');
  const [database, reader] = [new Database(file), new Database(file)];
  t.after(() => [database, reader].forEach((each) => each.close()));
  database.exec('CREATE TABLE notes (text TEXT) STRICT');
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM notes').all();
  let copies = 0;
  database.delegateCheckpoints(async () => {
    copies += 1;
    if (copies > 4) reader.checkpoint();
    return true;
  });
  const countCopied = () =>
    (reader.connection.pragma('wal_checkpoint(NOOP)') as { checkpointed: number }[])[0]?.checkpointed ?? 0;
  database.txUnsynced(() => database.exec(`INSERT INTO notes VALUES (hex(zeroblob(${11_000 * 2_048})))`));
  reader.exec('COMMIT');
  database.tx(() => database.exec("INSERT INTO notes VALUES ('after the read')"));
  assert.equal(countCopied(), 0);
  await database.waitForCheckpoint();
  assert.equal(copies, 5);
  assert.ok(countCopied() > 11_000);
});

test('a damaged file is distinguished from other errors', (t) => {
  const file = join(
    folder(t, { 'broken.db': 'this is no database, but it is long enough to be read as one'.repeat(200) }),
    'broken.db',
  );
  assert.throws(() => new Database(file).checkIntegrity(), DatabaseCorruptError);
});

test('migrate runs each migration once, in a transaction of its own, and returns the names of those that it ran', (t) => {
  const database = open(t);
  const directory = folder(t, {
    '001-one.sql': 'CREATE TABLE one (id INTEGER) STRICT;',
    '002-two.sql': 'CREATE TABLE two (id INTEGER) STRICT; INSERT INTO missing VALUES (1);',
  });

  assert.throws(() => migrate(database, directory, clock), /missing/);
  const tables = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE name IN ('one', 'two')")
    .all();
  assert.deepEqual(tables, [{ name: 'one' }], 'the failed migration left nothing behind');

  writeFileSync(join(directory, '002-two.sql'), 'CREATE TABLE two (id INTEGER) STRICT;');
  let saved = 0;
  assert.deepEqual(
    migrate(database, directory, clock, () => (saved += 1)),
    ['002-two.sql'],
  );
  assert.deepEqual(
    migrate(database, directory, clock, () => (saved += 1)),
    [],
  );
  assert.equal(saved, 1, 'the database is copied once, and only before a change');
});

test('a database of a newer program, and a migration that was edited, stop the start', (t) => {
  const database = open(t);
  const directory = folder(t, {
    '001-one.sql': 'CREATE TABLE one (id INTEGER) STRICT;',
    '002-two.sql': 'CREATE TABLE two (id INTEGER) STRICT;',
  });
  migrate(database, directory, clock);

  rmSync(join(directory, '002-two.sql'));
  assert.throws(
    () => migrate(database, directory, clock),
    (error) => error instanceof MigrationError && /newer version/.test(error.message),
  );

  writeFileSync(join(directory, '002-two.sql'), 'CREATE TABLE two (id TEXT) STRICT;');
  assert.throws(
    () => migrate(database, directory, clock),
    (error) => error instanceof MigrationError && /differs/.test(error.message),
  );
});

test('migrate refuses migrations whose numbers have a gap', (t) => {
  const directory = folder(t, { '001-one.sql': 'SELECT 1;', '003-three.sql': 'SELECT 1;' });
  assert.throws(() => migrate(open(t), directory, clock), /without gaps/);
});

test('all tables are strict, and every foreign key has an index', (t) => {
  const database = open(t);
  migrate(database, migrationsDir, clock);
  const tables = database
    .prepare<[], { name: string; strict: number }>(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  assert.deepEqual(
    tables.filter((table) => table.strict !== 1),
    [],
  );

  const unindexed = tables.flatMap(({ name }) => {
    const keys = database
      .prepare<[string], { from: string }>('SELECT "from" FROM pragma_foreign_key_list(?)')
      .all(name);
    const firstIndexColumns = database
      .prepare<[string], { column: string }>(
        'SELECT (SELECT name FROM pragma_index_info(i.name) WHERE seqno = 0) AS "column" FROM pragma_index_list(?) i',
      )
      .all(name)
      .map((index) => index.column);
    const rowId = database
      .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk = 1')
      .all(name)
      .map((column) => column.name);
    return keys
      .filter((key) => ![...firstIndexColumns, ...rowId].includes(key.from))
      .map((key) => `${name}.${key.from}`);
  });
  // Rarely set columns of small tables: administrators' notices, and a user's chosen station or soundtrack.
  assert.deepEqual(unindexed.sort(), [
    'admin_notices.created_by',
    'user_radio_settings.selected_radio_id',
    'user_radio_settings.soundtrack_id',
  ]);
});

test('rows that depend on a deleted user, player, playlist or video are deleted with it', (t) => {
  const database = open(t);
  migrate(database, migrationsDir, clock);
  const parents = ['users', 'players', 'playlists', 'videos'];
  const rules = database
    .prepare<[], { child: string; parent: string; rule: string; column: string }>(
      `SELECT t.name AS child, f."table" AS parent, f.on_delete AS rule, f."from" AS "column"
       FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main' ORDER BY child`,
    )
    .all()
    .filter((key) => parents.includes(key.parent) && key.rule !== 'CASCADE');
  assert.deepEqual(rules, [
    { child: 'admin_notices', parent: 'users', rule: 'SET NULL', column: 'created_by' },
    // The report of an import keeps the names of contents that were deleted since.
    { child: 'import_files', parent: 'videos', rule: 'SET NULL', column: 'video_id' },
    // An upload belongs to its sender, even while it replaces another's file.
    { child: 'uploads', parent: 'videos', rule: 'SET NULL', column: 'replaces' },
    // Receipts of urgent notices keep the names of deleted screens.
    { child: 'urgent_screens', parent: 'players', rule: 'SET NULL', column: 'player_id' },
  ]);
});
