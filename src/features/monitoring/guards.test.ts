import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Customer, type Screen, startTestApp, type TestApp } from '../../testing/app.ts';
import { startMailServer } from '../../testing/servers/mail-server.ts';
import { createDiskGuard } from './disk-guard.ts';

const minute = 60_000;

async function startWithMail(t: TestContext) {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: server.url, MAIL_FROM: 'tv@clinica.test' } });
  /** Waits for this many emails and returns them, sorted. */
  const emails = async (count: number) => {
    while (server.emails.length < count) await server.event();
    return server.emails.splice(0).sort();
  };
  return { app, server, emails };
}

const toOf = (email: string) => /^To: (.*)$/m.exec(email)?.[1]?.trim();

async function assignPlaylist(owner: Customer, screens: Screen[]): Promise<void> {
  const playlist = await owner.call('POST /api/playlists', { body: { name: 'Sala' } });
  for (const { playerId } of screens)
    await owner.call('POST /api/my-players/:id/assign-playlist', {
      params: { id: playerId },
      body: { playlistId: playlist.id },
    });
}

/** Advances the clock by minutes in which only the `online` screens send heartbeats. */
async function passMinutes(app: TestApp, minutes: number, online: Screen[]): Promise<void> {
  const heartbeats = () =>
    Promise.all(
      online.map((screen) =>
        screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } }),
      ),
    );
  for (let passed = 0; passed < minutes; passed += 1) {
    await heartbeats();
    app.clock.advance(minute / 2);
    await heartbeats();
    await app.parts.tasks.run('offline-screens');
    app.clock.advance(minute / 2);
  }
}

test(
  'a screen that should play and is offline for 10 minutes is reported once, and once when it is back',
  { timeout: 240_000 },
  async (t) => {
    const { app, server, emails } = await startWithMail(t);
    const owner = await app.customer({ username: 'Boa Vida', quotas: { maxPlaylists: 5 } });
    await emails(2);
    const [steady, lost, alsoLost] = [await app.screen(owner), await app.screen(owner), await app.screen(owner)];
    await assignPlaylist(owner, [steady, lost, alsoLost]);
    // A screen without a playlist is not expected to play.
    await app.screen(owner);
    const names = (await owner.call('GET /api/my-players')).map(({ name }) => name);
    await passMinutes(app, 3, [steady, lost, alsoLost]);
    await passMinutes(app, 9, [steady]);
    assert.deepEqual(server.emails, []);
    await passMinutes(app, 3, [steady]);
    const sent = await emails(2);
    assert.deepEqual(sent.map(toOf).sort(), [owner.user.email, app.admin.user.email].sort());
    for (const email of sent) {
      assert.match(email, /telas deveriam estar exibindo/);
      assert.deepEqual(
        names.map((name) => email.includes(`- ${name}`)),
        [false, true, true, false],
        email,
      );
    }
    assert.match(sent.find((email) => toOf(email) === app.admin.user.email) ?? '', /\(Boa Vida\)/);

    // A restart keeps the reported state, and the minutes in which the server was stopped do not count.
    await app.restart();
    await passMinutes(app, 9, []);
    await passMinutes(app, 1, [steady]);
    assert.deepEqual(server.emails, []);
    await passMinutes(app, 3, [steady, lost, alsoLost]);
    const backEmails = await emails(2);
    assert.match(backEmails[0] ?? '', /conectadas de novo/);
    await passMinutes(app, 12, [steady, lost, alsoLost]);
    assert.deepEqual(server.emails, []);
    const { lastRun } = app.parts.tasks.find('offline-screens');
    assert.equal(lastRun?.result, '3 telas deveriam estar exibindo: 3 com conexão, 0 sem.');

    // A screen whose playlist is removed while it is offline is no longer expected to return.
    await passMinutes(app, 12, [steady, alsoLost]);
    await emails(2);
    await owner.call('POST /api/my-players/:id/remove-playlist', { params: { id: lost.playerId } });
    await passMinutes(app, 2, [steady, alsoLost]);
    await passMinutes(app, 2, [steady, lost, alsoLost]);
    assert.deepEqual(server.emails, []);
  },
);

test(
  'undelivered reports are sent again, and a backup that still fails is reported again after a week',
  { timeout: 240_000 },
  async (t) => {
    const { app, server, emails } = await startWithMail(t);
    const owner = await app.customer();
    await emails(2);
    await assignPlaylist(owner, [await app.screen(owner)]);
    const reportedCount = () =>
      app.parts.database.prepare('SELECT 1 FROM players WHERE offline_reported_at IS NOT NULL').all().length;
    server.isDown = true;
    await passMinutes(app, 12, []);
    assert.deepEqual([reportedCount(), server.emails], [0, []]);
    server.isDown = false;
    await passMinutes(app, 2, []);
    assert.deepEqual([reportedCount(), server.emails.splice(0).length], [1, 2]);

    const backups = join(app.dataDir, 'backups');
    writeFileSync(backups, 'a file where the folder should be');
    const backup = async (daysLater = 1) => {
      app.clock.advance(daysLater * 24 * 60 * minute);
      await app.parts.tasks.run('backup');
      return server.emails.splice(0).filter((email) => /backup falhou/.test(email)).length;
    };
    server.isDown = true;
    assert.equal(await backup(), 0);
    server.isDown = false;
    assert.deepEqual([await backup(), await backup(), await backup(6)], [1, 0, 1]);
  },
);

test('low disk space is reported once, even if the server restarts, and once more when there is enough again', async () => {
  const gb = 1024 ** 3;
  let freeBytes = 50 * gb;
  const stored = new Map<string, string>();
  const sent: string[] = [];
  const reported: string[] = [];
  let isMailUp = true;
  const { signal } = new AbortController();
  const createGuard = () => {
    const run = createDiskGuard({
      integrity: { isDamaged: () => false },
      freeSpace: async () => ({ freeBytes, totalBytes: 100 * gb }),
      settings: { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) },
      accounts: { administratorEmails: () => ['ana@clinica.test'] },
      mail: { deliverOnce: async (to, subject) => (sent.push(`${to}: ${subject}`), isMailUp) },
      webhook: { send: ({ title }) => void reported.push(title) },
    });
    return () => run(signal);
  };
  let guard = createGuard();
  assert.equal(await guard(), 'Espaço suficiente: 50 GB livres de 100 GB.');
  freeBytes = 9 * gb;
  // An undelivered e-mail is sent again by the next run, and by the next start.
  isMailUp = false;
  await guard();
  await guard();
  assert.equal(reported.splice(0).length, 1, 'the webhook tries again by itself');
  guard = createGuard();
  await guard();
  assert.equal(sent.splice(0).length, 3);
  isMailUp = true;
  assert.equal(await guard(), 'Pouco espaço: 9 GB livres de 100 GB. Novos envios são recusados.');
  await guard();
  guard = createGuard();
  await guard();
  assert.deepEqual(sent, ['ana@clinica.test: Antessala: pouco espaço em disco']);
  freeBytes = 10.5 * gb;
  await guard();
  assert.equal(sent.length, 1, 'slightly above the limit the space still counts as low');
  freeBytes = 12 * gb;
  await guard();
  await guard();
  assert.deepEqual(sent.slice(1), ['ana@clinica.test: Antessala: espaço em disco normalizado']);
});
