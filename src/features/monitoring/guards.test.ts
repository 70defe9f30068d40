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

/** Lets minutes pass in which only `online` screens send heartbeats. */
async function pass(app: TestApp, minutes: number, online: Screen[]): Promise<void> {
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
  'a screen that should play and is gone for 10 minutes is reported once, and once when it is back',
  { timeout: 240_000 },
  async (t) => {
    const { app, server, emails } = await startWithMail(t);
    const owner = await app.customer({ username: 'Boa Vida', quotas: { maxPlaylists: 5 } });
    await emails(2);
    const [steady, lost, alsoLost] = [await app.screen(owner), await app.screen(owner), await app.screen(owner)];
    await assignPlaylist(owner, [steady, lost, alsoLost]);
    // Without a playlist nobody expects it to play.
    await app.screen(owner);
    const names = (await owner.call('GET /api/my-players')).map(({ name }) => name);
    await pass(app, 3, [steady, lost, alsoLost]);
    await pass(app, 9, [steady]);
    assert.deepEqual(server.emails, []);
    await pass(app, 3, [steady]);
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

    // It stands over a restart, whose own silence is nobody's fault.
    await app.restart();
    await pass(app, 9, []);
    await pass(app, 1, [steady]);
    assert.deepEqual(server.emails, []);
    await pass(app, 3, [steady, lost, alsoLost]);
    const back = await emails(2);
    assert.match(back[0] ?? '', /conectadas de novo/);
    await pass(app, 12, [steady, lost, alsoLost]);
    assert.deepEqual(server.emails, []);
    const { lastRun } = app.parts.tasks.find('offline-screens');
    assert.equal(lastRun?.result, '3 telas deveriam estar exibindo: 3 com conexão, 0 sem.');

    // A screen that is stopped while it is gone is waited for no more.
    await pass(app, 12, [steady, alsoLost]);
    await emails(2);
    await owner.call('POST /api/my-players/:id/remove-playlist', { params: { id: lost.playerId } });
    await pass(app, 2, [steady, alsoLost]);
    await pass(app, 2, [steady, lost, alsoLost]);
    assert.deepEqual(server.emails, []);
  },
);

test(
  'what no mail server took is sent again when one does, and a failing backup again after a week',
  { timeout: 240_000 },
  async (t) => {
    const { app, server, emails } = await startWithMail(t);
    const owner = await app.customer();
    await emails(2);
    await assignPlaylist(owner, [await app.screen(owner)]);
    const noted = () =>
      app.parts.database.prepare('SELECT 1 FROM players WHERE offline_reported_at IS NOT NULL').all().length;
    server.isDown = true;
    await pass(app, 12, []);
    assert.deepEqual([noted(), server.emails], [0, []]);
    server.isDown = false;
    await pass(app, 2, []);
    assert.deepEqual([noted(), server.emails.splice(0).length], [1, 2]);

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

test('low disk space is reported once an episode, also over a restart, and once when it is over', async () => {
  const gb = 1024 ** 3;
  let freeBytes = 50 * gb;
  const kept = new Map<string, string>();
  const sent: string[] = [];
  const reported: string[] = [];
  let isMailUp = true;
  const { signal } = new AbortController();
  const make = () => {
    const run = createDiskGuard({
      freeSpace: async () => ({ freeBytes, totalBytes: 100 * gb }),
      settings: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
      accounts: { administratorEmails: () => ['ana@clinica.test'] },
      mail: { deliverOnce: async (to, subject) => (sent.push(`${to}: ${subject}`), isMailUp) },
      webhook: { send: ({ title }) => void reported.push(title) },
    });
    return () => run(signal);
  };
  let guard = make();
  assert.equal(await guard(), 'Espaço suficiente: 50 GB livres de 100 GB.');
  freeBytes = 9 * gb;
  // Nobody takes the email: it is written again by the next run, and by the next start.
  isMailUp = false;
  await guard();
  await guard();
  assert.equal(reported.splice(0).length, 1, 'the webhook tries again by itself');
  guard = make();
  await guard();
  assert.equal(sent.splice(0).length, 3);
  isMailUp = true;
  assert.equal(await guard(), 'Pouco espaço: 9 GB livres de 100 GB. Novos envios são recusados.');
  await guard();
  guard = make();
  await guard();
  assert.deepEqual(sent, ['ana@clinica.test: Antessala: pouco espaço em disco']);
  freeBytes = 10.5 * gb;
  await guard();
  assert.equal(sent.length, 1, 'on the edge it is not over yet');
  freeBytes = 12 * gb;
  await guard();
  await guard();
  assert.deepEqual(sent.slice(1), ['ana@clinica.test: Antessala: espaço em disco normalizado']);
});
