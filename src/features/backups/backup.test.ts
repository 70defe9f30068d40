import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { migrationsDir } from '../../platform/process/assets.ts';
import { ManualClock } from '../../platform/clock.ts';
import { Database } from '../../platform/storage/database.ts';
import { acquireLock, DirectoryInUseError } from '../../platform/storage/folder-lock.ts';
import { isMountPoint } from '../../platform/storage/files.ts';
import { migrate, MigrationError } from '../../platform/storage/migrate.ts';
import { sha256Hex } from '../../platform/random.ts';
import { dumpOf } from '../../testing/database-dump.ts';
import { until } from '../../testing/until.ts';
import { createCollector } from './backup-files.ts';
import { backupName, isBackupName, listBackups, readManifest } from './backup-format.ts';
import { finishRestore } from './finish-restore.ts';
import { filesReferencedBy } from './referenced-files-store.ts';
import { restoreBackup } from './restore.ts';
import { CommandError } from '../../platform/process/failures.ts';
import { BackupError, namesToKeep } from './backup-folder.ts';
import { backUpDatabase, takeBackup } from './take-backup.ts';

const clock = new ManualClock();
/** A folder on another disk than the temporary files. */
const otherDisk = ['/dev/shm', '/var/tmp', process.cwd()].find(
  (directory) => existsSync(directory) && statSync(directory).dev !== statSync(tmpdir()).dev,
);
const fill = readFileSync(new URL('../../testing/dumps/fill.sql', import.meta.url), 'utf8');

/** Creates a data folder with a filled database and its media files, in a new folder `root`. */
function makeData(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'antessala-backup-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const dataDir = join(root, 'data');
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  const database = new Database(join(dataDir, 'antessala.db'));
  t.after(() => database.close());
  migrate(database, migrationsDir, clock);
  database.exec(fill);
  const texts = new Map(
    ['picture', 'thumbnail', 'picture large', 'ambient', 'poster', 'original', 'video']
      .map((name) => `bytes of the ${name}`)
      .map((text) => [sha256Hex(text), text]),
  );
  for (const { path, sha256 } of filesReferencedBy(database)) {
    const text = texts.get(sha256 ?? '');
    if (text !== undefined) put(dataDir, path, text);
  }
  put(dataDir, 'uploads/original-com-defeito', 'a'.repeat(41));
  put(dataDir, 'uploads/outro-bem-vindo', 'd'.repeat(30));
  put(dataDir, 'uploads/envio-completo', 'b'.repeat(25));
  put(dataDir, 'uploads/envio-pela-metade.part', 'c'.repeat(100));
  put(dataDir, 'tls/ca.crt', 'the authority');
  const take = (options: { createdAt?: number; keep?: number; to?: string; isBeforeRestore?: boolean } = {}) => {
    const createdAt = options.createdAt ?? clock.now();
    return takeBackup({
      dataDir,
      backupDir: options.to ?? join(dataDir, 'backups'),
      name: backupName(createdAt, 'America/Sao_Paulo'),
      createdAt,
      version: '0.1.0',
      keep: options.keep,
      isBeforeRestore: options.isBeforeRestore ?? false,
    });
  };
  const restore = (from: string, to: string, more: { withoutDamaged?: boolean; migrationsDir?: string } = {}) =>
    restoreBackup({ from, dataDir: to, migrationsDir, timeZone: 'America/Sao_Paulo', clock, ...more });
  return { root, dataDir, database, take, restore, inBackups: (name: string) => join(dataDir, 'backups', name) };
}

/** Creates a folder on another disk than the temporary files; it is removed after the test. */
function makeFolderElsewhere(t: TestContext): string {
  const directory = mkdtempSync(join(otherDisk ?? '', 'antessala-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Returns the temporary entries of a restore that still exist. */
const restoreRemains = (dataDir: string) =>
  ['restoring', 'restoring.json'].filter((name) => existsSync(join(dataDir, name)));

/** Returns a function that returns true for an error of a class with a matching message. */
const isA =
  (kind: abstract new (...parameters: never[]) => Error, pattern = /(?:)/) =>
  (error: unknown) =>
    error instanceof kind && pattern.test(error.message);

const dayMs = 86_400_000;
const needsOtherDisk = { skip: otherDisk === undefined };
const movieKey = 'media/36/36de6a7fc80a9659a3032193de65495bab3e8d4870a4317ef6f4be9c2e7dd3ee.mp4';

function put(dataDir: string, key: string, content: string): string {
  const path = join(dataDir, key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function readDatabase<T>(dataDir: string, use: (database: Database) => T): T {
  const database = new Database(join(dataDir, 'antessala.db'), { isReadOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const inode = (path: string) => statSync(path).ino;

test('a backup restored on a new machine gives the same database and files', async (t) => {
  const { root, dataDir, database, take, restore, inBackups } = makeData(t);
  const result = await take();
  assert.deepEqual([result.missing, result.fileCount, result.newCount], [[], 11, 11]);
  const target = join(root, 'new', 'data');
  const restored = await restore(inBackups(result.name), target);
  assert.deepEqual([restored.fileCount, restored.aside, restored.missing], [11, undefined, []]);
  assert.equal(readDatabase(target, dumpOf), dumpOf(database));
  const { files } = readManifest(inBackups(result.name)) ?? { files: [] };
  for (const { path } of files)
    assert.deepEqual(readFileSync(join(target, path)), readFileSync(join(dataDir, path)), path);
  assert.equal(existsSync(join(target, 'uploads/envio-pela-metade.part')), false, 'an unfinished upload begins again');
  assert.equal(readFileSync(join(target, 'tls/ca.crt'), 'utf8'), 'the authority');
  assert.deepEqual(restoreRemains(target), []);
});

test('a backup links media files to DATA_DIR, or on another disk to the previous backup', async (t) => {
  const { root, dataDir, take, restore, inBackups } = makeData(t);
  const first = await take();
  const second = await take();
  assert.equal(second.name, `${first.name}-2`);
  assert.equal(second.newCount, 0);
  assert.deepEqual(
    [inode(join(inBackups(first.name), movieKey)), inode(join(inBackups(second.name), movieKey))],
    [inode(join(dataDir, movieKey)), inode(join(dataDir, movieKey))],
  );

  if (otherDisk !== undefined) {
    const elsewhere = makeFolderElsewhere(t);
    const [copied, linked] = [await take({ to: elsewhere }), await take({ to: elsewhere })];
    assert.deepEqual([copied.newCount, linked.newCount], [11, 0]);
    assert.equal(inode(join(elsewhere, copied.name, movieKey)), inode(join(elsewhere, linked.name, movieKey)));
    assert.deepEqual((await restore(join(elsewhere, linked.name), join(root, 'from-elsewhere'))).missing, []);
  }

  // The file is missing in DATA_DIR, but the previous backup has it.
  rmSync(join(dataDir, movieKey));
  assert.deepEqual((await take()).missing, []);
});

test(
  'a restore from another disk links files that the data folder has, and copies the rest',
  needsOtherDisk,
  async (t) => {
    const { dataDir, database, take, restore } = makeData(t);
    const elsewhere = makeFolderElsewhere(t);
    await take({ to: elsewhere });
    database.close();
    const pictureKey = 'media/0c/0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d.jpg';
    put(dataDir, pictureKey, 'BYTES OF THE PICTURE');
    const { aside = '', missing } = await restore(elsewhere, dataDir);
    assert.deepEqual(missing, []);
    assert.equal(inode(join(dataDir, movieKey)), inode(join(aside, movieKey)));
    assert.equal(readFileSync(join(dataDir, pictureKey), 'utf8'), 'bytes of the picture');
  },
);

test('a file that is removed while it is copied to another disk is left out', needsOtherDisk, async (t) => {
  const { dataDir } = makeData(t);
  const elsewhere = makeFolderElsewhere(t);
  const from = put(dataDir, 'uploads/filme', 'x'.repeat(64 * 1024 * 1024));
  const collecting = createCollector(dataDir, elsewhere).collect('uploads/filme');
  const to = join(elsewhere, 'uploads/filme');
  await until('a part of the file is copied', () => existsSync(to) && statSync(to).size > 0);
  // removeTree renames a large file, and then truncates it step by step.
  const trash = join(dataDir, 'uploads/away');
  renameSync(from, trash);
  truncateSync(trash, 1_000_000);
  assert.equal(await collecting, false);
  assert.equal(existsSync(to), false);
});

test('a file with an unusual name in the certificates folder is left out, and does not stop the backup', async (t) => {
  const { dataDir, take, inBackups } = makeData(t);
  put(dataDir, 'tls/certificado da clínica (1).pem', 'a copy of theirs');
  const { name } = await take();
  const paths = readManifest(inBackups(name))?.files.map(({ path }) => path) ?? [];
  assert.deepEqual(
    paths.filter((path) => path.startsWith('tls/')),
    ['tls/ca.crt'],
  );
});

test('the last backups of days and weeks and those made before a restore are kept, and unfinished backups are removed', async (t) => {
  const { dataDir, take } = makeData(t);
  put(dataDir, 'backups/2026-01-01-030000.partial/antessala.db', 'cut off');
  put(dataDir, 'backups/photos/of-somebody.jpg', 'not ours');
  const names = [];
  for (const daysLater of [0, 1, 3, 4]) {
    const createdAt = Date.parse('2026-03-02T12:00:00Z') + daysLater * dayMs;
    names.push((await take({ createdAt, keep: 2, isBeforeRestore: daysLater === 0 })).name);
  }
  const listed = () => listBackups(join(dataDir, 'backups')).map((backup) => backup.name);
  assert.deepEqual(listed(), [names[3], names[2], names[0]]);
  // The machine's clock was reset to 1970.
  const { name } = await take({ createdAt: 0, keep: 2 });
  assert.deepEqual(listed(), [names[3], names[2], names[0], name]);
  await take({ createdAt: Date.parse('2026-03-10T12:00:00Z'), keep: 2 });
  assert.equal(listed().includes(names[0] ?? ''), false);
  assert.deepEqual(
    [existsSync(join(dataDir, 'backups/2026-01-01-030000.partial')), existsSync(join(dataDir, 'backups/photos'))],
    [false, true],
  );
});

test('however often backups are made, the last ones of 24 hours, of the days to keep and of four weeks are kept', () => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const made = (everyMs: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const createdAt = now - index * everyMs;
      return { name: backupName(createdAt, 'UTC'), createdAt };
    });
  const kept = (everyMs: number, count: number) => namesToKeep(made(everyMs, count), 7, now).size;
  assert.equal(kept(dayMs, 100), 7 + 2, 'nightly: seven nights, and the last ones of two weeks before');
  assert.equal(kept(3_600_000, 2_400), 24 + 5 + 2, 'hourly: the hours of a day, five nights and two weeks before');
  assert.equal(kept(300_000, 3_000), 12 + 22 + 5 + 1, 'every 5 minutes for ten days: also the last hour');
  const wrong = { name: '2999-01-01-030000', createdAt: Date.parse('2999-01-01T03:00:00Z') };
  assert.ok(
    namesToKeep([wrong, ...made(dayMs, 30)], 7, now).size === 8,
    'a backup made with a wrong clock takes the place of one night and of one week',
  );
});

test('only one backup can be made at a time, and a failed backup is not listed', async (t) => {
  const { dataDir, database, take } = makeData(t);
  mkdirSync(join(dataDir, 'backups'));
  const lock = acquireLock(join(dataDir, 'backups/.lock'));
  await assert.rejects(take(), isA(BackupError, /em andamento/));
  lock.release();
  database.close();
  writeFileSync(join(dataDir, 'antessala.db'), 'no database at all'.repeat(100));
  await assert.rejects(take());
  assert.deepEqual(listBackups(join(dataDir, 'backups')), []);
});

test('lost and damaged media files are left out of a backup and reported', async (t) => {
  const { dataDir, take, restore, root, inBackups } = makeData(t);
  const keys = [movieKey, 'media/0c/0cfd64be8b0e37a42cc686e77b005e4229e454ff34288089efe603b78260bf2d.jpg'];
  rmSync(join(dataDir, keys[0] ?? ''));
  writeFileSync(join(dataDir, keys[1] ?? ''), 'BYTES OF THE PICTURE');
  const result = await take();
  assert.deepEqual([...result.missing].sort(), [...keys].sort());
  assert.deepEqual([...(await restore(inBackups(result.name), join(root, 'new'))).missing].sort(), [...keys].sort());
});

test('a restore moves the replaced data aside, and does not change the backup', async (t) => {
  const { dataDir, database, take, restore, inBackups } = makeData(t);
  const before = dumpOf(database);
  const { name } = await take();
  database.exec("DELETE FROM videos; UPDATE settings SET value = 'later'");
  database.close();
  put(dataDir, 'media/ff/later.jpg', 'later');
  const { aside } = await restore(inBackups(name), dataDir);
  assert.equal(readDatabase(dataDir, dumpOf), before);
  assert.equal(existsSync(join(dataDir, 'media/ff/later.jpg')), false);
  assert.equal(readFileSync(join(aside ?? '', 'media/ff/later.jpg'), 'utf8'), 'later');
  assert.deepEqual(
    readDatabase(aside ?? '', (old) => old.prepare('SELECT id FROM videos').all()),
    [],
  );
  // The restored database may be written without touching the backup.
  const written = new Database(join(dataDir, 'antessala.db'));
  written.exec('DELETE FROM players');
  written.close();
  assert.equal(readDatabase(inBackups(name), dumpOf), before);
});

test('a refused restore changes nothing', async (t) => {
  const { root, dataDir, database, take, restore, inBackups } = makeData(t);
  const { name } = await take();
  const untouched = dumpOf(database);
  const refuses = async (from: string, expected: (error: unknown) => boolean, more = {}) => {
    await assert.rejects(restore(from, dataDir, more), expected);
    assert.equal(dumpOf(database), untouched);
    assert.deepEqual(restoreRemains(dataDir), []);
  };
  const says = (pattern: RegExp) => isA(CommandError, pattern);

  const running = acquireLock(join(dataDir, 'antessala.lock'));
  await refuses(inBackups(name), isA(DirectoryInUseError));
  running.release();
  await refuses(join(root, 'nothing'), says(/^There is no /));
  await refuses(root, says(/no whole backup/));
  await refuses(put(root, 'antessala.tar', 'an archive'), says(/untar it first/));
  await take();
  await refuses(join(dataDir, 'backups'), says(/Name one[^]*\d{4}-\d\d-\d\d-\d{6}/));

  const older = join(root, 'migrations');
  mkdirSync(older);
  writeFileSync(join(older, '001-initial.sql'), readFileSync(join(migrationsDir, '001-initial.sql')));
  await refuses(inBackups(name), isA(MigrationError, /newer version/), { migrationsDir: older });

  for (const directory of [inBackups(name), dataDir]) {
    rmSync(join(directory, movieKey));
    put(directory, movieKey, 'bytes of the VIDEO');
  }
  await refuses(inBackups(name), says(/missing or damaged[^]*--without-damaged/));
  assert.deepEqual((await restore(inBackups(name), join(root, 'rest'), { withoutDamaged: true })).missing, [movieKey]);

  const bytes = readFileSync(join(inBackups(name), 'antessala.db'));
  bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
  writeFileSync(join(inBackups(name), 'antessala.db'), bytes);
  await refuses(inBackups(name), says(/database is damaged/), { withoutDamaged: true });
});

test(
  'a restore refuses a data folder with an entry on another disk, before it moves files',
  needsOtherDisk,
  async (t) => {
    const { dataDir, database, take, restore, inBackups } = makeData(t);
    const { name } = await take();
    const before = dumpOf(database);
    const elsewhere = makeFolderElsewhere(t);
    renameSync(join(dataDir, 'media'), join(dataDir, 'media-away'));
    symlinkSync(elsewhere, join(dataDir, 'media'));
    const refused = isA(CommandError, /media is a disk or mount of its own/);
    await assert.rejects(restore(inBackups(name), dataDir), refused);
    assert.equal(dumpOf(database), before);
    assert.deepEqual(restoreRemains(dataDir), []);
    assert.deepEqual([isMountPoint('/proc'), isMountPoint(dataDir)], [true, false]);
  },
);

test('two restores in one second move the replaced data to different folders', async (t) => {
  const { dataDir, database, take, restore, inBackups } = makeData(t);
  const { name } = await take();
  database.close();
  // The name of a backup may be omitted when the folder of backups has no other one.
  const [first, second] = [await restore(join(dataDir, 'backups'), dataDir), await restore(inBackups(name), dataDir)];
  assert.equal(second.aside, `${first.aside}-2`);
  for (const { aside } of [first, second]) assert.equal(existsSync(join(aside ?? '', 'antessala.db')), true, aside);
});

test(
  'a backup fails if the parent of its folder is missing, and ignores backups of other users',
  { skip: process.getuid?.() !== 0 },
  async (t) => {
    const { root, dataDir, take } = makeData(t);
    await assert.rejects(take({ to: join(root, 'usb/backups') }), isA(BackupError, /usb não existe/));
    assert.equal(existsSync(join(root, 'usb')), false);
    await assert.rejects(take({ to: put(root, 'file', '') }), isA(BackupError, /é um arquivo/));

    // Root can read all files: continue as another user.
    for (const name of ['2026-01-01-030000', '2026-01-02-030000.partial'])
      mkdirSync(join(dataDir, 'backups', name, 'kept'), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, 'backups/2026-01-01-030000/manifest.json'), '{}', { mode: 0o600 });
    chmodSync(root, 0o755);
    const owner = 65_534;
    for (const name of ['', 'backups', 'antessala.db', 'antessala.db-wal', 'antessala.db-shm'])
      chownSync(join(dataDir, name), owner, owner);
    process.setegid?.(owner);
    process.seteuid?.(owner);
    try {
      const { name } = await take({ keep: 1 });
      const [newest, ...others] = listBackups(join(dataDir, 'backups'));
      assert.deepEqual([newest?.name, others], [name, []]);
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  },
);

test('a restore that is interrupted while it moves files is finished by the next start or restore', async (t) => {
  const { dataDir, database, take, restore, inBackups } = makeData(t);
  const before = dumpOf(database);
  const { name } = await take();
  database.exec('DELETE FROM videos');
  database.close();
  // State after a power cut: the files are verified, the note is written, the database is moved, the media are not.
  const target = join(dataDir, 'restoring');
  await restore(inBackups(name), target);
  writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify({ aside: 'before-restore-x' }));
  mkdirSync(join(dataDir, 'before-restore-x'));
  renameSync(join(dataDir, 'antessala.db'), join(dataDir, 'before-restore-x/antessala.db'));
  renameSync(join(target, 'antessala.db'), join(dataDir, 'antessala.db'));
  put(dataDir, 'media/ff/old.jpg', 'old');

  // An obstacle is reported in one line, and can be removed.
  const obstacle = put(dataDir, 'before-restore-x/media/in-the-way', '');
  const reported = isA(CommandError, /^a restore of .* cannot be finished \(.*\)\. Mend that and try again/);
  assert.throws(() => finishRestore(dataDir), reported);
  rmSync(dirname(obstacle), { recursive: true });
  finishRestore(dataDir);
  finishRestore(dataDir);
  assert.equal(readDatabase(dataDir, dumpOf), before);
  assert.equal(existsSync(join(dataDir, 'media/ff/old.jpg')), false);
  assert.equal(readFileSync(join(dataDir, 'before-restore-x/media/ff/old.jpg'), 'utf8'), 'old');
  assert.deepEqual(restoreRemains(dataDir), []);
});

test('a backup made before an upgrade contains only the database, and is restored with the current media', async (t) => {
  const { dataDir, database, restore, inBackups } = makeData(t);
  const before = dumpOf(database);
  const name = 'before-002-tasks';
  const request = { backupDir: join(dataDir, 'backups'), name, createdAt: clock.now(), version: '0.1.0' };
  assert.deepEqual([backUpDatabase(database, request), backUpDatabase(database, request)], [name, `${name}-2`]);
  database.exec('DELETE FROM users');
  database.close();
  const nowhere = join(dirname(dataDir), 'nowhere');
  const refused = isA(CommandError, /database alone[^]*--without-damaged/);
  await assert.rejects(restore(inBackups(name), nowhere), refused);
  assert.notDeepEqual((await restore(inBackups(name), nowhere, { withoutDamaged: true })).missing, []);
  const restored = await restore(inBackups(name), dataDir);
  assert.deepEqual(restored.missing, []);
  assert.equal(readDatabase(dataDir, dumpOf), before);
  assert.equal(readFileSync(join(dataDir, movieKey), 'utf8'), 'bytes of the video');
  assert.equal(readFileSync(join(dataDir, 'tls/ca.crt'), 'utf8'), 'the authority');
});

test('names of backups cannot lead to other folders', () => {
  assert.equal(backupName(Date.parse('2026-11-21T06:00:00Z'), 'America/Sao_Paulo'), '2026-11-21-030000');
  for (const name of ['2026-11-21-030000', '2026-11-21-030000-12', 'before-002-tasks', 'before-010-more-things-2'])
    assert.equal(isBackupName(name), true, name);
  const foreignNames = ['2026-11-21-030000/..', '2026-11-21-030000.partial', 'before-2-x', 'photos', 'BEFORE-002-x'];
  for (const name of ['', '.', '..', '../x', ...foreignNames]) assert.equal(isBackupName(name), false, name);
});
