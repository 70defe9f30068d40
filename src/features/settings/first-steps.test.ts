import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readConfig } from '../../config.ts';
import { accountIdOf } from '../../testing/admin.ts';
import type { Client } from '../../testing/client.ts';
import { startNewInstallation } from '../../testing/new-installation.ts';
import { until } from '../../testing/until.ts';
import { approve, resetPassword, setProfile } from '../accounts/testing/manage.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';

const input = {
  clinicName: 'Clínica Girassol',
  contact: { name: 'Recepção', address: '(11) 99999-8888' },
  username: 'Dra. Helena',
  email: 'helena@girassol.test',
  password: 'azul lua janela',
  timeZone: null,
  backupDirectory: null,
  screenName: 'Sala de espera',
};

const finish = (client: Client, changed: object = {}) =>
  client.call('POST /api/first-steps', { body: { ...input, ...changed } });

/** Sends a request with any headers, including headers that `fetch` forbids. An empty `connection` is left out. */
function send(url: string, method: string, headers: Record<string, string>, body?: unknown) {
  return new Promise<{ status: number; body: { areOpen?: boolean; given?: unknown; code?: string } }>(
    (resolve, reject) => {
      const agent = new Agent({ keepAlive: true });
      const sent = request(
        `${url}/api/first-steps`,
        { method, agent, headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            agent.destroy();
            resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString() || '{}') });
          });
        },
      ).on('error', reject);
      if (headers.connection === '') sent.removeHeader('connection');
      sent.end(body && JSON.stringify(body));
    },
  );
}

const createFolder = (t: TestContext) => {
  const path = mkdtempSync(join(tmpdir(), 'antessala-backups-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

test('a browser on the same machine can run the first steps without a password, all at once, and only once', async (t) => {
  const installation = await startNewInstallation(t);
  const browser = installation.guest();
  const first = await browser.call('GET /api/first-steps');
  assert.equal(first.areOpen, true);
  assert.equal(first.given?.email, 'admin@antessala.local');
  assert.equal(first.given?.timeZone, 'America/Sao_Paulo');
  assert.equal(first.given?.backup.directory, join(installation.dataDir, 'backups'));
  assert.deepEqual([first.given?.backup.problem, first.given?.backup.isSameDisk], [null, true]);
  assert.ok((first.given?.backup.freeMb ?? 0) > 0);

  const done = await finish(browser);
  const { username, email, userType } = done.user;
  assert.deepEqual([username, email, userType], ['Dra. Helena', 'helena@girassol.test', 'admin']);
  assert.equal(done.screen.name, 'Sala de espera');
  assert.match(done.screen.activationCode, /^[A-Z0-9]{10}$/);
  // The browser is signed in, and everything was stored.
  assert.equal((await browser.call('GET /api/user')).id, done.user.id);
  const screens = await browser.call('GET /api/my-players');
  const { id, name, activationCode } = screens[0] ?? {};
  assert.deepEqual([screens.length, { id, name, activationCode }], [1, done.screen]);
  const settings = await browser.call('GET /api/admin/settings');
  assert.equal(settings.clinicName, 'Clínica Girassol');
  assert.deepEqual(settings.contact, { name: 'Recepção', url: 'https://wa.me/5511999998888' });
  await installation.guest().call('POST /api/login', { body: { email: input.email, password: input.password } });
  const printed = { email: 'admin@antessala.local', password: installation.printedPassword };
  assert.equal(await installation.guest().status('POST /api/login', { body: printed }), 401);
  const text = readFileSync(join(installation.dataDir, 'first-run.txt'), 'utf8');
  assert.ok(
    !text.includes(installation.printedPassword) && text.includes(input.email),
    'the file has the new e-mail, and no password',
  );
  assert.ok(text.includes(settings.codes.accessCode));

  // The first steps cannot be run again: by the same browser, by another one, or after a restart.
  assert.deepEqual(await browser.call('GET /api/first-steps'), { areOpen: false, isNew: false, given: null });
  await assertRefusal(finish(browser, { email: 'b@girassol.test' }), 409);
  const other = installation.guest();
  assert.deepEqual(await other.call('GET /api/first-steps'), { areOpen: false, isNew: false, given: null });
  await assertRefusal(finish(other, { email: 'c@girassol.test' }), 404);
  await installation.restart();
  assert.equal((await installation.guest().call('GET /api/first-steps')).areOpen, false);
});

test('from another machine, through a proxy, or under a foreign host name the first steps require the password', async (t) => {
  const installation = await startNewInstallation(t);
  const { port } = new URL(installation.url);
  const localHost = `localhost:${port}`;
  assert.equal((await send(installation.url, 'GET', { host: localHost })).body.areOpen, true);
  assert.equal((await send(installation.url, 'GET', { host: `[::1]:${port}` })).body.areOpen, true);
  const foreignRequests: [string, Record<string, string>][] = [
    ['a foreign name that resolves to this machine', { host: `girassol.local:${port}` }],
    ['another name', { host: 'antessala' }],
    ['a name that begins with localhost', { host: `localhost.lan:${port}` }],
    ['the address of the network', { host: `192.168.0.10:${port}` }],
    ...[
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'via',
      'cf-connecting-ip',
      'x-request-id',
      'traceparent',
      'new',
    ].map((name): [string, Record<string, string>] => [
      `a proxy that sends ${name}`,
      { host: localHost, [name]: '127.0.0.1' },
    ]),
    ['a proxy that adds nothing and closes connections', { host: localHost, connection: 'close' }],
    ['a proxy that adds nothing and keeps connections', { host: localHost, connection: '' }],
  ];
  for (const [description, headers] of foreignRequests) {
    assert.deepEqual(
      (await send(installation.url, 'GET', headers)).body,
      { areOpen: false, isNew: true, given: null },
      description,
    );
    const { status, body } = await send(installation.url, 'POST', headers, input);
    assert.deepEqual([status, body.code], [404, 'not_found'], description);
  }
  // A public host name and a page of another server on this machine are refused earlier.
  assert.equal((await send(installation.url, 'POST', { host: 'mau.example' }, input)).status, 421);
  const pages: Record<string, string>[] = [{ origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of pages)
    assert.equal((await send(installation.url, 'POST', { host: localHost, ...headers }, input)).status, 403);
  assert.equal((await send(installation.url, 'GET', { host: localHost })).body.areOpen, true, 'nothing was changed');
});

test('with a configured proxy or public address no request counts as coming from this machine', async (t) => {
  const configured: Record<string, string>[] = [{ TRUST_PROXY: '10.0.0.1' }, { PUBLIC_URL: 'http://tv.clinica.test' }];
  for (const env of configured) {
    const installation = await startNewInstallation(t, { env });
    assert.equal((await installation.guest().call('GET /api/first-steps')).areOpen, false);
    assert.equal(await installation.guest().status('POST /api/first-steps', { body: input }), 404);
    const owner = await installation.signIn();
    assert.equal((await owner.call('GET /api/first-steps')).areOpen, true);
  }
});

test('the printed password allows the first steps from any machine; once it was used, browsers on the same machine need a password too', async (t) => {
  const installation = await startNewInstallation(t);
  const owner = await installation.signIn();
  const second = await installation.signIn();
  assert.equal((await installation.guest().call('GET /api/first-steps')).areOpen, false);
  assert.equal(await installation.guest().status('POST /api/first-steps', { body: input }), 404);
  await installation.restart();
  assert.equal((await owner.call('GET /api/first-steps')).areOpen, true, 'the first steps stay open after a restart');
  const socket = await owner.socket();
  const done = await owner.call('POST /api/first-steps', { body: input });
  assert.equal((await owner.call('GET /api/user')).email, input.email);
  assert.equal(done.user.email, input.email);
  assert.equal(await second.status('GET /api/user'), 401, 'all other sessions end');
  await socket.closed;
});

test('a time zone chosen in the first steps applies to the administrator, and the log lists the names of the settings', async (t) => {
  const installation = await startNewInstallation(t);
  const browser = installation.guest();
  await assertRefusal(finish(browser, { timeZone: 'America/Atlantis' }), 400, { fields: ['timeZone'] });
  assert.equal((await browser.call('GET /api/first-steps')).given?.clinicName, null, 'no step was done');

  const done = await finish(browser, { timeZone: 'America/Manaus' });
  assert.equal(done.user.timeZone, 'America/Manaus');
  assert.equal((await browser.call('GET /api/user')).timeZone, 'America/Manaus');
  const { entries } = await browser.call('GET /api/admin/audit', { query: {} });
  assert.deepEqual(entries.map(({ sentence }) => sentence).reverse(), [
    'Dra. Helena fez os primeiros passos: nome da clínica, contato, nome, email e senha do administrador, fuso horário, primeira tela',
    'Dra. Helena mudou o fuso horário da conta Dra. Helena',
    'Dra. Helena criou a tela Sala de espera',
  ]);
  const stored = JSON.stringify(entries);
  for (const secret of [input.password, installation.printedPassword]) assert.equal(stored.includes(secret), false);
});

test('another administrator cannot run the first steps, which set an e-mail and a password without the current one', async (t) => {
  const installation = await startNewInstallation(t);
  const owner = await installation.signIn();
  await installation.newCustomer(owner, 'segunda', 'segunda@girassol.test');
  const id = await accountIdOf(owner, 'segunda@girassol.test');
  await approve(owner, id);
  await setProfile(owner, id, 'admin');
  const second = installation.guest();
  const credentials = { email: 'segunda@girassol.test', password: 'segredo-de-dez' };
  await resetPassword(owner, id, credentials.password);
  await second.call('POST /api/login', { body: credentials });
  assert.deepEqual(await second.call('GET /api/first-steps'), { areOpen: false, isNew: false, given: null });
  assert.equal(await second.status('POST /api/first-steps', { body: input }), 404);
  assert.equal((await second.call('GET /api/user')).email, credentials.email);
  assert.equal(
    (await owner.call('GET /api/first-steps')).areOpen,
    true,
    'the first administrator can still run the first steps',
  );
  await owner.call('POST /api/first-steps', { body: input });
  assert.equal(await second.status('POST /api/first-steps', { body: input }), 409);
});

test('dismissed first steps cannot be run any more, and the dismissal changes no setting', async (t) => {
  const installation = await startNewInstallation(t);
  assert.equal(await installation.guest().status('DELETE /api/first-steps'), 401);
  const owner = await installation.signIn();
  await owner.call('DELETE /api/first-steps');
  const { entries } = await owner.call('GET /api/admin/audit', { query: { kind: 'settings' } });
  assert.match(entries[0]?.sentence ?? '', /deixou os primeiros passos para depois$/);
  assert.deepEqual(await owner.call('GET /api/first-steps'), { areOpen: false, isNew: false, given: null });
  await assertRefusal(finish(owner), 409);
  assert.deepEqual(await owner.call('GET /api/my-players'), []);
  await installation.signIn();
});

test('of simultaneous runs of the first steps only one succeeds', async (t) => {
  const installation = await startNewInstallation(t);
  const responses = await Promise.all(
    ['ana', 'bia', 'cris'].map((name) =>
      installation
        .guest()
        .status('POST /api/first-steps', { body: { ...input, username: name, email: `${name}@a.test` } }),
    ),
  );
  assert.deepEqual(responses.sort(), [200, 404, 404]);
  const owners = await Promise.all(
    [installation.signIn(), installation.signIn()].map((entry) => entry.catch(() => undefined)),
  );
  assert.deepEqual(owners, [undefined, undefined], 'the printed password is no longer valid');
});

test('an invalid field is reported by its name, and none of the first steps is done', async (t) => {
  const installation = await startNewInstallation(t);
  const browser = installation.guest();
  const file = join(createFolder(t), 'arquivo');
  writeFileSync(file, '');
  for (const [field, value] of [
    ['clinicName', ' '],
    ['username', 'a'],
    ['email', 'helena'],
    ['password', 'curta'],
    ['password', 'nove-letr'],
    ['password', 'senha12345'],
    ['backupDirectory', 'backups'],
    ['backupDirectory', '/nao/existe/mesmo'],
    ['backupDirectory', '/proc'],
    ['backupDirectory', '/proc/backups'],
    ['backupDirectory', file],
    ['backupDirectory', join(installation.dataDir, 'media')],
    ['screenName', ''],
  ] as const)
    await assertRefusal(finish(browser, { [field]: value }), 400, { fields: [field] }, `${field} ${value}`);
  assert.equal((await browser.call('GET /api/first-steps')).given?.clinicName, null);
  const owner = await installation.signIn();
  assert.deepEqual(await owner.call('GET /api/my-players'), []);
  assert.equal((await owner.call('GET /api/user')).email, 'admin@antessala.local');
  await installation.newCustomer(owner, 'Clínica Sol', 'sol@a.test');
  await assertRefusal(finish(owner, { email: 'sol@a.test' }), 409, { fields: ['email'] });
});

test('a chosen backup folder is inspected, used from the next backup on, and kept after a restart', async (t) => {
  const installation = await startNewInstallation(t);
  const browser = installation.guest();
  const disk = createFolder(t);
  const check = async (backupDirectory: string) =>
    (await browser.call('GET /api/first-steps', { query: { backupDirectory } })).given?.backup;
  assert.deepEqual((await check(join(disk, 'novo')))?.problem, null);
  assert.match((await check('/nao/existe/mesmo'))?.problem ?? '', /não existe/);
  await browser.call('POST /api/first-steps', { body: { ...input, backupDirectory: join(disk, 'novo/') } });
  mkdirSync(join(disk, 'novo'));
  assert.equal((await browser.call('GET /api/admin/backups')).directory, join(disk, 'novo'));
  await browser.call('POST /api/admin/tasks/:name/run', { params: { name: 'backup' } });
  await until('a backup', async () => (await browser.call('GET /api/admin/backups')).backups.length === 1);
  assert.equal(
    readConfig({ DATA_DIR: installation.dataDir }).backupDir,
    join(disk, 'novo'),
    'the shell uses the folder too',
  );
  assert.equal(readConfig({ DATA_DIR: installation.dataDir, BACKUP_DIR: '/mnt' }).backupDir, '/mnt');
  await installation.restart();
  assert.equal((await browser.call('GET /api/admin/backups')).backups.length, 1);
});

test('a folder given by BACKUP_DIR is shown and cannot be changed', async (t) => {
  const installation = await startNewInstallation(t, { env: { BACKUP_DIR: createFolder(t) } });
  const browser = installation.guest();
  assert.equal((await browser.call('GET /api/first-steps')).given?.backup.isGiven, true);
  await assertRefusal(finish(browser, { backupDirectory: createFolder(t) }), 409);
  await finish(browser);
});

test('an administrator given by the environment has no first steps', async (t) => {
  const installation = await startNewInstallation(t, {
    env: { ADMIN_EMAIL: 'a@a.test', ADMIN_PASSWORD: 'azul lua janela' },
  });
  assert.equal((await installation.guest().call('GET /api/first-steps')).areOpen, false);
  assert.equal(await installation.guest().status('POST /api/first-steps', { body: input }), 404);
});
