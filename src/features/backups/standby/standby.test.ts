/** Tests what a followed machine offers a standby, and the take-over; scripts/standby.full.test.ts runs both machines. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { storeBytes } from '../../../testing/contents.ts';
import { type Screen, startTestApp, type TestApp } from '../../../testing/app.ts';
import { refusal } from '../../../testing/client.ts';
import { startMailServer } from '../../../testing/servers/mail-server.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { until } from '../../../testing/until.ts';
import { Database } from '../../../platform/storage/database.ts';
import { adoptCopy } from './adopt.ts';
import { copyEveryMs, serveCopies } from './copies.ts';
import { standbyFolder } from './folder.ts';

/** Connects a standby, which replies only when the test calls a function. */
function connect(t: TestContext, { dataDir, clock }: TestApp) {
  const [input, sent] = [new PassThrough(), [] as string[]];
  const ended = serveCopies({
    ...{ dataDir, clock, owner: undefined },
    lines: createInterface({ input }),
    send: (line) => sent.push(line),
  });
  t.after(() => input.end());
  let repliedLines = 0;
  return {
    ended,
    input,
    /** Returns the first line that has no reply yet, without its time. */
    async next(): Promise<string> {
      await until('a line', () => sent.length > repliedLines);
      return sent[repliedLines]?.split(' ')[0] ?? '';
    },
    /** Replies, and lets time pass until the connection ends with this error. */
    async expectEnd(error: RegExp): Promise<void> {
      input.write('held\n');
      const refused = assert.rejects(ended, error);
      await until('the other side ends the connection', () => {
        clock.advance(copyEveryMs);
        return Promise.race([refused.then(() => true), new Promise((resolve) => void setImmediate(resolve, false))]);
      });
    },
    /** Reports that the standby has the offered copy, and lets 5 s pass. */
    async hold(missing = 0): Promise<void> {
      input.write(`held ${sent[repliedLines]?.split(' ')[1]} ${missing}\n`);
      repliedLines += 1;
      await until('the report', () => existsSync(standbyFolder(dataDir).report));
      await until('the next line', () => {
        clock.advance(copyEveryMs);
        return sent.length > repliedLines;
      });
    },
  };
}

test('a standby is offered a copy whenever something has changed, and only then', async (t) => {
  const app = await startTestApp(t);
  const { path } = storeBytes(app, 1_000);
  const standby = connect(t, app);
  assert.equal(await standby.next(), 'copy');
  const folder = standbyFolder(app.dataDir);
  const files = readFileSync(folder.files, 'utf8').split('\n');
  assert.ok(files.some((file) => file.startsWith('media/') && path.includes(file.split('/').at(-1) ?? '-')));
  for (const file of [folder.files, folder.rsyncSettings])
    assert.equal(statSync(file).mode & 0o077, 0, `only the owner reads ${file}`);
  await standby.hold();
  assert.equal(await standby.next(), 'same');
  await app.admin.call('POST /api/playlists', { body: { name: 'Nova' } });
  await standby.hold();
  assert.equal(await standby.next(), 'copy');
  const copy = new Database(folder.database, { isCopy: true });
  assert.deepEqual(copy.prepare('SELECT name FROM playlists').all(), [{ name: 'Nova' }]);
  copy.close();
});

test('a new connection ends the previous one', async (t) => {
  const app = await startTestApp(t);
  const before = connect(t, app);
  await before.next();
  const after = connect(t, app);
  await after.next();
  await before.expectEnd(/Another standby follows now/);
  const copy = standbyFolder(app.dataDir).database;
  assert.ok(existsSync(copy));
  after.input.end();
  await after.ended;
  assert.ok(!existsSync(copy), 'the copy is deleted, because it would keep names that are erased later');
});

test('a connection ends when the database was replaced, and the next one copies the new database', async (t) => {
  const app = await startTestApp(t);
  const before = connect(t, app);
  await before.next();
  const [file, replaced] = [join(app.dataDir, 'antessala.db'), join(app.dataDir, 'restored.db')];
  copyFileSync(standbyFolder(app.dataDir).database, replaced);
  const restored = new Database(replaced, { isCopy: true });
  restored.exec("UPDATE users SET username = 'ontem'");
  restored.close();
  for (const suffix of ['', '-wal', '-shm']) renameSync(`${file}${suffix}`, `${file}.old${suffix}`);
  renameSync(replaced, file);
  await before.expectEnd(/The database was replaced/);
  const after = connect(t, app);
  assert.equal(await after.next(), 'copy');
  const copy = new Database(standbyFolder(app.dataDir).database, { isCopy: true });
  assert.deepEqual(copy.prepare('SELECT username FROM users').get(), { username: 'ontem' });
  copy.close();
});

test('health, metrics and one e-mail report that the standby no longer follows, and another e-mail that it follows again', async (t) => {
  const server = await startMailServer(t);
  const app = await startTestApp(t, { env: { SMTP_URL: server.url, MAIL_FROM: 'tv@clinica.test' } });
  const read = async () => {
    const { standbyAgeS, problems } = await app.guest().call('GET /healthz');
    const metrics = await (await app.guest().request('/metrics')).text();
    return {
      standbyAgeS,
      metric: /^antessala_standby_age_seconds (.*)$/m.exec(metrics)?.[1],
      problems: problems.join(),
    };
  };
  assert.deepEqual(await read().then(({ standbyAgeS, metric }) => [standbyAgeS, metric]), [null, 'NaN']);
  const standby = connect(t, app);
  await standby.next();
  await standby.hold();
  const following = await read();
  assert.ok((following.standbyAgeS ?? 99) <= 10);
  assert.doesNotMatch(following.problems, /reserva/);
  app.clock.advance(3 * 60_000);
  const lost = await read();
  assert.match(lost.problems, /A máquina reserva não acompanha o servidor há 3 minutos\./);
  assert.ok(Number(lost.metric) >= 180);
  for (let run = 0; run < 2; run += 1) await app.parts.tasks.run('disk-guard');
  assert.equal(server.emails.length, 1);
  assert.match(server.emails[0] ?? '', /reserva/);
  // The first reply is about the copy of three minutes ago.
  for (let round = 0; round < 2; round += 1) await standby.hold();
  await app.parts.tasks.run('disk-guard');
  assert.equal(server.emails.length, 2);
  rmSync(standbyFolder(app.dataDir).directory, { recursive: true });
  assert.equal((await read()).standbyAgeS, null, 'deleting the folder ends the monitoring of the standby');
});

test('a take-over uses the newest undamaged copy, the same one when it is repeated, and shows no screen as online', async (t) => {
  const app = await startTestApp(t);
  const screen = await app.screen(await app.customer());
  await screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } });
  app.clock.advance(copyEveryMs);
  const standby = connect(t, app);
  await standby.next();
  const dataDir = temporaryFolder(t);
  const [torn, whole] = [join(dataDir, 'torn.db'), join(dataDir, 'whole.db')];
  const bytes = readFileSync(standbyFolder(app.dataDir).database);
  writeFileSync(torn, bytes.subarray(0, bytes.length / 2));
  writeFileSync(whole, bytes);
  writeFileSync(join(dataDir, 'antessala.db'), 'of earlier');
  const copiedAt = app.clock.now();
  const options = { dataDir, copiedAt, timeZone: 'America/Sao_Paulo', clock: app.clock };
  await assert.rejects(adoptCopy({ ...options, copies: [torn] }), /No copy of the database here is whole/);
  assert.equal(readFileSync(join(dataDir, 'antessala.db'), 'utf8'), 'of earlier');
  assert.equal(await adoptCopy({ ...options, copies: [torn, whole] }), whole);
  const older = standbyFolder(dataDir).slots[0] ?? '';
  writeFileSync(older, bytes);
  assert.equal(
    await adoptCopy({ ...options, copies: [torn, older] }),
    whole,
    'a repeated take-over keeps the copy that it has taken',
  );
  const newServer = await startTestApp(t, { dataDir, clock: app.clock });
  assert.ok(!existsSync(older), 'the other copy is not kept');
  const [found] = await newServer.admin.call('GET /api/admin/players');
  assert.deepEqual([found?.id, found?.isOnline], [screen.playerId, false]);
  const device = new (screen.constructor as typeof import('../../../testing/client.ts').Client)(newServer.url);
  device.bearer = screen.token;
  await device.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } });
  assert.equal((await newServer.admin.call('GET /api/admin/players'))[0]?.isOnline, true);
});

test('a device that was paired after the copy was made is paired again by its cookie, once; a device that was unpaired before is not', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer({ quotas: { maxPlayers: 5 } });
  const [kept, unpaired] = [await app.screen(owner), await app.screen(owner)];
  const disconnect = async (server: TestApp, { playerId }: Screen) => {
    await server.admin.call('POST /api/admin/players/:id/disconnect', { params: { id: playerId } });
    return (await server.admin.call('GET /api/admin/players')).find(({ id }) => id === playerId)?.activationCode ?? '';
  };
  await disconnect(app, unpaired);
  const code = await disconnect(app, kept);
  app.clock.advance(1_000);
  const standby = connect(t, app);
  await standby.next();
  const [dataDir, copiedAt] = [temporaryFolder(t), app.clock.now()];
  copyFileSync(standbyFolder(app.dataDir).database, join(dataDir, 'copy.db'));
  app.clock.advance(1_000);
  // After the copy, one device is paired with a screen that the copy has, another with a new screen.
  await kept.call('POST /api/player/activate', { body: { activationCode: code, deviceInfo: 'test' } });
  const added = await app.screen(owner);

  await adoptCopy({ ...{ dataDir, copiedAt, clock: app.clock }, copies: [join(dataDir, 'copy.db')], timeZone: 'UTC' });
  const newServer = await startTestApp(t, { dataDir, clock: app.clock });
  const renew = async ({ cookies, playerId }: Screen) => {
    const device = newServer.guest();
    for (const [name, value] of cookies) device.cookies.set(name, value);
    return device.call('POST /api/player/renew-token', { body: { playerId, deviceInfo: 'test' } });
  };
  const session = await renew(kept);
  assert.equal(session.playerId, kept.playerId);
  assert.deepEqual(await renew(kept), session, 'a repeated request gets the same session');
  const recovered = await renew(added);
  const names = (await newServer.admin.call('GET /api/admin/players')).map(({ id, name }) => [id, name]);
  assert.deepEqual(names.find(([id]) => id === recovered.playerId)?.[1], 'Tela recuperada');
  assert.equal((await refusal(renew(unpaired))).status, 401, 'the device was unpaired before the copy was made');
  await disconnect(newServer, kept);
  assert.equal((await refusal(renew(kept))).status, 401, 'a used cookie is refused once its new session has ended');
  const forged = { ...kept, cookies: new Map([...kept.cookies].map(([name, value]) => [name, `${value}x`])) };
  assert.equal((await refusal(renew(forged as Screen))).status, 401);
});

test('a start without the media folder reports the missing files at once', async (t) => {
  const app = await startTestApp(t);
  storeBytes(app, 1_000);
  rmSync(join(app.dataDir, 'media'), { recursive: true });
  await app.restart();
  const { problems } = await app.guest().call('GET /healthz');
  assert.ok(problems.some((problem) => problem.startsWith('1 arquivo de conteúdo falta no disco')));
});
