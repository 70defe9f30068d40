import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createCallSetupStore } from './features/calls/setup-store.ts';
import { restoreBackup } from './features/backups/restore.ts';
import { migrationsDir } from './platform/process/assets.ts';
import { ManualClock } from './platform/clock.ts';
import { Database, type Row } from './platform/storage/database.ts';
import { migrate } from './platform/storage/migrate.ts';
import { sha256Hex } from './platform/random.ts';
import { startTestApp } from './testing/app.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const dumps = fileURLToPath(new URL('./testing/dumps/', import.meta.url));
/** A time at which the session and the token of the dump are valid. */
const startAt = Date.parse('2026-11-20T12:30:00Z');

type Tables = Map<string, Row[]>;

const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).sort();

function tablesOf(database: Database): Tables {
  const names = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  return new Map(
    names.map(({ name }) => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all() as Row[]]),
  );
}

function loadDump(dataDir: string, release: string): Tables {
  mkdirSync(dataDir, { recursive: true });
  const database = new Database(join(dataDir, 'antessala.db'));
  database.exec(readFileSync(join(dumps, `${release}.sql`), 'utf8'));
  const tables = tablesOf(database);
  database.close();
  for (const name of ['picture', 'thumbnail', 'picture large', 'ambient', 'poster', 'original', 'video']) {
    const text = `bytes of the ${name}`;
    const file = tables.get('media_files')?.find(({ sha256 }) => sha256 === sha256Hex(text));
    const path = join(dataDir, 'media', String(file?.sha256).slice(0, 2), `${file?.sha256}.${file?.extension}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return tables;
}

const releases = readdirSync(dumps)
  .map((name) => /^(\d+\.\d+\.\d+)\.sql$/.exec(name)?.[1])
  .filter((release) => release !== undefined);

test('there is a dump of each release, with a row in every table and a value in every column', () => {
  assert.ok(releases.includes('0.1.0'), 'the first release');
  for (const release of releases) {
    const database = new Database(':memory:');
    database.exec(readFileSync(join(dumps, `${release}.sql`), 'utf8'));
    database.checkIntegrity({ isThorough: true });
    for (const [table, rows] of tablesOf(database)) {
      assert.ok(rows.length > 0, `${release}: ${table} has no row`);
      for (const column of Object.keys(rows[0] ?? {}))
        assert.ok(
          rows.some((row) => row[column] !== null),
          `${release}: ${table}.${column} is empty`,
        );
    }
    database.close();
  }
});

/** Creates a database with the present schema and the data (`fill.sql`) from which the next release's dump is made. */
function createFilledDatabase(path: string): Database {
  const database = new Database(path);
  migrate(database, migrationsDir, new ManualClock(Date.parse('2026-10-01T11:59:00Z')));
  database.exec(readFileSync(join(dumps, 'fill.sql'), 'utf8'));
  return database;
}

test('the data of the next dump has a row in every present table and a value in every column', () => {
  const database = createFilledDatabase(':memory:');
  database.checkIntegrity({ isThorough: true });
  for (const [table, rows] of tablesOf(database))
    for (const { name } of database.prepare<[], { name: string }>(`PRAGMA table_info(${table})`).all())
      assert.ok(
        rows.some((row) => row[name] !== null),
        `${table}.${name} is empty`,
      );
  database.close();
});

test('calls, programme, groups and urgent notices of a filled database exist after a start', async (t) => {
  const dataDir = temporaryFolder(t);
  createFilledDatabase(join(dataDir, 'antessala.db')).close();
  const app = await startTestApp(t, { dataDir, clock: new ManualClock(startAt) });
  const clinic = await app.login('clinica@exemplo.com.br', 'segredo1');
  assert.deepEqual(namesOf(await clinic.call('GET /api/call-rooms')), ['Consultório 3', 'Guichê 1']);
  assert.equal((await clinic.call('GET /api/call-settings')).layout, 'fullScreen');
  const schedules = await clinic.call('GET /api/schedules');
  assert.deepEqual(
    schedules.map(({ from, to, targets }) => `${from} ${to} ${targets.map(({ kind }) => kind)}`),
    ['420 720 screen', '60 300 group'],
  );
  const groups = await clinic.call('GET /api/screen-groups');
  assert.deepEqual([namesOf(groups), groups[0]?.playerIds], [['Térreo'], [1]]);
  const { notices } = await clinic.call('GET /api/urgent');
  assert.deepEqual(
    notices.map(({ text, isRunning, isPlatform }) => [text, isRunning, isPlatform]),
    [
      ['Manutenção às 22h.', true, true],
      ['Estamos sem energia.', false, false],
    ],
  );
  const screen = app.guest();
  screen.bearer = 'token-da-tela';
  assert.deepEqual((await screen.call('GET /api/player/assigned-playlist')).urgent, [2]);
});

test('a local address of Novo SGA that a clinic used before migration 024 is allowed afterwards, for that clinic only', (t) => {
  const earlierMigrations = temporaryFolder(t);
  for (const file of readdirSync(migrationsDir))
    if (file < '024') copyFileSync(join(migrationsDir, file), join(earlierMigrations, file));
  const database = new Database(':memory:');
  const clock = new ManualClock(startAt);
  migrate(database, earlierMigrations, clock);
  const fill = readFileSync(join(dumps, 'fill.sql'), 'utf8');
  database.exec(/INSERT INTO users [^;]+;/.exec(fill)?.[0] ?? '');
  database.exec(`INSERT INTO call_sources VALUES (1, 1, 'https://sga.test', 1, '[1]', '', '', '', '', 0, NULL, NULL),
    (2, 1, 'http://192.168.0.10:81/novosga', 1, '[1]', '', '', '', '', 1, NULL, NULL)`);
  migrate(database, migrationsDir, clock);
  assert.deepEqual(
    createCallSetupStore(database)
      .activeSources()
      .map(({ allowedAddress }) => allowedAddress),
    [null, '192.168.0.10:81'],
  );
});

for (const release of releases) {
  test(`a database of ${release} is copied and migrated without losing data`, { timeout: 240_000 }, async (t) => {
    const root = temporaryFolder(t);
    const dataDir = join(root, 'data');
    const before = loadDump(dataDir, release);
    const app = await startTestApp(t, { dataDir, clock: new ManualClock(startAt) });

    // The start itself writes its migrations and the clock of sessions.
    const after = tablesOf(app.parts.database);
    for (const [table, rows] of before) {
      const now = after.get(table) ?? [];
      for (const row of rows) {
        if (table === 'settings' && row.key === 'sessionClock') continue;
        // The start finishes the deletion of an account.
        if (table === 'users' && typeof row.removed_at === 'number') continue;
        const isSame = (other: Row) =>
          Object.entries(row).every(([column, value]) => other[column] === value || table === 'sqlite_sequence');
        assert.ok(now.some(isSame), `${table} lost ${JSON.stringify(row)}`);
      }
    }

    const firstChecksum = (tables: Tables) => tables.get('migrations')?.[0]?.checksum;
    assert.equal(firstChecksum(after), firstChecksum(before), 'the checksum of the release remains');

    // If something was migrated, the copy that was made before the first migration equals the previous database.
    if (before.get('migrations')?.length === after.get('migrations')?.length) return;
    const [backup] = (await app.admin.call('GET /api/admin/backups')).backups;
    assert.match(backup?.name ?? '', /^before-\d{3}-/);
    await restoreBackup({
      from: join(dataDir, 'backups', backup?.name ?? ''),
      dataDir: join(root, 'old'),
      migrationsDir,
      timeZone: 'America/Sao_Paulo',
      clock: new ManualClock(startAt),
      withoutDamaged: true,
    });
    const oldDatabase = new Database(join(root, 'old/antessala.db'), { isReadOnly: true });
    assert.deepEqual(tablesOf(oldDatabase), before);
    oldDatabase.close();
  });
}

test('after the upgrade of 0.1.0 all data of all users are there', { timeout: 240_000 }, async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const release010 = loadDump(dataDir, '0.1.0');
  const app = await startTestApp(t, { dataDir, clock: new ManualClock(startAt) });
  assert.notEqual(
    release010.get('migrations')?.[0]?.checksum,
    sha256Hex(readFileSync(join(migrationsDir, '001-initial.sql'))),
    'comments of 001 were reworded since, see migrate.ts',
  );

  const first = { params: { id: 1 } };
  const clinic = await app.login('clinica@exemplo.com.br', 'segredo1');
  assert.equal(clinic.user.username, 'Clínica Boa Vida');
  const earlierSession = app.guest();
  earlierSession.cookies.set('antessala_session', 'sessao-da-clinica');
  assert.equal((await earlierSession.call('GET /api/user/me')).maxVideos, 60);
  const videos = await clinic.call('GET /api/videos');
  assert.deepEqual(videos.map(({ name, processingStatus }) => `${name}: ${processingStatus}`).sort(), [
    'Bem-vindo: completed',
    'Com defeito: failed',
    'Fachada: completed',
  ]);
  const picture = videos.find(({ name }) => name === 'Fachada');
  assert.equal(await (await clinic.request(picture?.mediaUrl ?? '')).text(), 'bytes of the picture');
  assert.equal(await (await clinic.request(picture?.thumbnailUrl ?? '')).text(), 'bytes of the thumbnail');
  const platform = await clinic.call('GET /api/platform-videos');
  assert.deepEqual([namesOf(platform), platform[0]?.category], [['Beba água'], 'Saúde']);
  assert.deepEqual(namesOf(await clinic.call('GET /api/playlists')), ['Recepção', 'Sala de espera']);
  const assignments = await clinic.call('GET /api/playlists/:id/assignments', first);
  assert.deepEqual(
    assignments.map(({ frequency, video }) => `${frequency} ${video.name}`),
    ['2 Fachada', '1 Bem-vindo', '1 Beba água'],
  );
  const messages = await clinic.call('GET /api/breaking-news');
  assert.deepEqual(
    messages.map(({ message }) => message).sort(),
    ['Wi-Fi gratuito', '💙 Traga seus exames anteriores.'].sort(),
  );
  const { selectedRadioId, isEnabled, volume } = await clinic.call('GET /api/radio-settings');
  assert.deepEqual([selectedRadioId, isEnabled, volume], [1, true, 45]);
  const screens = await clinic.call('GET /api/my-players');
  assert.deepEqual(
    screens.map(({ name, status, assignedPlaylist }) => `${name} ${status} ${assignedPlaylist?.name}`).sort(),
    ['Corredor paused undefined', 'Recepção active Recepção'],
  );
  assert.equal((await clinic.request('/api/uploads/envio-pela-metade', { method: 'HEAD' })).status, 200);

  const screen = app.guest();
  screen.bearer = 'token-da-tela';
  assert.equal((await screen.call('GET /api/player/assigned-playlist')).playlist?.id, 1);
  const cycle = await screen.call('GET /api/player/playlists/:id/randomized', first);
  assert.equal(cycle.length, 4);
  const notices = await screen.call('GET /api/player/admin-notices');
  assert.deepEqual(notices.map(({ title }) => title).sort(), ['Manutenção', 'Para a tela']);
  await screen.call('POST /api/player/heartbeat', { body: { token: 'token-da-tela', playerId: 1 } });
  const pairedDevice = app.guest();
  pairedDevice.cookies.set('antessala_device', 'cookie-da-tela');
  const session = await pairedDevice.call('POST /api/player/renew-token', {
    body: { playerId: 1, deviceInfo: 'TV Box' },
  });
  assert.equal(session.playerId, 1);

  const { admin } = app;
  assert.equal((await admin.call('GET /api/admin/users-with-counts')).length, 5);
  assert.equal((await admin.call('GET /api/admin/players')).length, 2);
  const categories = await admin.call('GET /api/admin/categories');
  assert.equal(categories.map(({ name }) => name).join(), 'Paisagens,Saúde');
  const [granted, ...others] = await admin.call('GET /api/admin/categories/:id/users', first);
  assert.deepEqual([granted?.username, others], ['Clínica Boa Vida', []]);
  assert.equal((await admin.call('GET /api/admin/notices')).length, 3);
  const stations = await admin.call('GET /api/admin/radio-stations');
  assert.equal(stations.find(({ name }) => name === 'Rádio Antiga')?.isActive, false);
  assert.equal((await admin.call('GET /api/admin/settings')).codes.accessCode, 'ACESSO1');
  const backupTask = (await admin.call('GET /api/admin/tasks')).find(({ name }) => name === 'backup');
  assert.equal(backupTask?.lastRun?.result, 'Backup concluído.');
  const { lastBackupAt } = await admin.call('GET /api/admin/overview');
  assert.equal(lastBackupAt, null, 'the copy before the upgrade is no backup');
  await app.parts.tasks.run('quota-recount');
  assert.equal((await clinic.call('GET /api/user')).storageUsed > 0, true);
});

test('a start that was killed while copying the database does not prevent the next start', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  loadDump(dataDir, '0.1.0');
  const app = await startTestApp(t, { dataDir, clock: new ManualClock(startAt) });
  const [backup] = (await app.admin.call('GET /api/admin/backups')).backups;
  const name = backup?.name ?? '';
  await app.close();
  rmSync(dataDir, { recursive: true });
  loadDump(dataDir, '0.1.0');
  const partial = join(dataDir, 'backups', `${name}.partial`);
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'antessala.db'), 'cut off');
  const restarted = await startTestApp(t, { dataDir, clock: new ManualClock(startAt) });
  assert.equal((await restarted.admin.call('GET /api/admin/backups')).backups[0]?.name, name);
});

test('a start that cannot copy the database before an upgrade changes nothing', async (t) => {
  const dataDir = temporaryFolder(t);
  const before = loadDump(dataDir, '0.1.0');
  writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be');
  await assert.rejects(
    startTestApp(t, { dataDir, clock: new ManualClock(startAt) }),
    /must be copied to .* before it is changed/,
  );
  const database = new Database(join(dataDir, 'antessala.db'));
  assert.deepEqual(tablesOf(database), before);
  database.close();
  assert.equal(existsSync(join(dataDir, 'first-run.txt')), false);
});
