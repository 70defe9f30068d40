import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { ManualClock, systemClock } from '../../platform/clock.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { startTestApp } from '../../testing/app.ts';
import { filesContaining } from '../../testing/files-containing.ts';
import { listenLocally } from '../../testing/ports.ts';
import { until } from '../../testing/until.ts';

/** A panel entry in the form of Novo SGA's API. */
const entry = (id: number, nomeCliente: string | null = null) => ({
  id,
  servico: { id: 1, nome: 'Consulta', descricao: 'Consulta médica', ativo: true, peso: 1 },
  siglaSenha: 'P',
  numeroSenha: id,
  mensagem: 'Chamada de senha',
  local: 'Guichê',
  numeroLocal: 3,
  peso: id % 2 ? 1 : 0,
  prioridade: id % 2 ? 'Preferencial' : 'Normal',
  nomeCliente,
  documentoCliente: null as string | null,
});

/** Starts a fake Novo SGA with a list of calls. */
async function startSga(t: TestContext) {
  const sga = {
    /** Entries, newest first, at most ten. */
    panel: [] as ReturnType<typeof entry>[],
    url: '',
    requested: [] as string[],
    logins: 0,
    /** Token paths of the installation; current versions have both. */
    tokenPaths: ['/oauth2/token', '/api/token'],
    goodToken: 'token-1',
    /** Response that replaces the panel's. */
    response: undefined as ((response: ServerResponse) => void) | undefined,
    call(...entries: ReturnType<typeof entry>[]) {
      sga.panel = [...entries.toReversed(), ...sga.panel].slice(0, 10);
    },
  };
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    sga.requested.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const path = (request.url ?? '').replace('/novosga', '');
    if (path.endsWith('/token') && !sga.tokenPaths.includes(path)) return void response.writeHead(404).end('Not found');
    if (path.endsWith('/token')) {
      sga.logins += 1;
      const form = new URLSearchParams(body);
      const isGood =
        form.get('grant_type') === 'password' &&
        form.get('client_id') === 'antessala' &&
        form.get('client_secret') === 'segredo' &&
        form.get('username') === 'painel' &&
        form.get('password') === 'senha';
      return void (isGood
        ? json(200, { access_token: sga.goodToken, expires_in: 3600, token_type: 'bearer' })
        : json(400, { error: 'invalid_grant' }));
    }
    if (request.headers.authorization !== `Bearer ${sga.goodToken}`) return void json(401, { error: 'invalid_token' });
    if (sga.response) return sga.response(response);
    json(200, sga.panel);
  }
  const server = createServer((request, response) => void serve(request, response));
  sga.url = `http://127.0.0.1:${await listenLocally(t, server)}/novosga`;
  return sga;
}

const notNovoSga = /não respondeu como um Novo SGA/;
const dayMs = 86_400_000;
/** Noon in the clinic's time zone, so that all calls are on one day at any time of the test run. */
const noonToday = () => Math.floor(Date.now() / dayMs) * dayMs + 15 * 3_600_000;

async function startClinic(t: TestContext, options: { log?: Log } = {}) {
  const clock = new ManualClock(noonToday());
  const [app, sga] = [await startTestApp(t, { clock, ...options }), await startSga(t)];
  const clinic = await app.customer();
  const saveSource = (changes: object = {}) =>
    clinic.call('PUT /api/call-source', {
      body: {
        isActive: true,
        url: sga.url,
        unitId: 7,
        serviceIds: [1, 2],
        clientId: 'antessala',
        clientSecret: 'segredo',
        username: 'painel',
        password: 'senha',
        ...changes,
      },
    });
  const allowAddress = (allowedAddress: string | null) =>
    app.admin.call('PUT /api/admin/users/:id/call-source', {
      params: { id: clinic.user.id },
      body: { allowedAddress },
    });
  await allowAddress(new URL(sga.url).host);
  const state = async () => (await clinic.call('GET /api/call-source')).state;
  /** Advances the clock by a pause, and waits until the next response has been processed. */
  async function pollAfter(pauseMs = 2_000) {
    const before = (await state())?.at;
    app.clock.advance(pauseMs);
    for (;;) {
      const latest = await state();
      if (latest !== null && latest.at !== before) return latest;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const called = async () => (await clinic.call('GET /api/calls')).calls.map(({ label }) => label).toReversed();
  /** Returns the number of missed calls, and of calls beyond the limit; null if there are none. */
  async function lost() {
    const found = (await clinic.call('GET /api/call-source')).lost;
    return found && [found.missed, found.beyondLimit];
  }
  return { app, sga, clinic, saveSource, allow: allowAddress, pollAfter, called, state, lost };
}

test('entries added to the panel after the first response are called once, in order', async (t) => {
  const { sga, clinic, saveSource, pollAfter, called } = await startClinic(t);
  sga.call(entry(1), entry(2));
  assert.deepEqual(
    [(await saveSource()).hasSecret, JSON.stringify(await saveSource()).includes('segredo')],
    [true, false],
  );
  assert.equal((await pollAfter(0)).error, null);
  assert.deepEqual(await called(), [], 'the entries of the first response are not called');
  sga.call(entry(3), entry(4), entry(5));
  await pollAfter();
  await pollAfter();
  assert.deepEqual(await called(), ['P003', 'P004', 'P005']);
  const { calls } = await clinic.call('GET /api/calls');
  assert.deepEqual([calls[0]?.roomName, calls[0]?.isPriority, calls[1]?.isPriority], ['Guichê 3', true, false]);
  assert.match(sga.requested.at(-1) ?? '', /^GET \/novosga\/api\/unidades\/7\/painel\?servicos=1,2 Bearer token-1$/);
  assert.equal(sga.logins, 1);

  await clinic.call('POST /api/call-rooms', { body: { name: 'GUICHE 3', colour: '#112233' } });
  sga.call(...Array.from({ length: 12 }, (_, index) => entry(6 + index)));
  await pollAfter();
  assert.deepEqual(
    (await called()).slice(3),
    Array.from({ length: 10 }, (_, index) => `P${String(8 + index).padStart(3, '0')}`),
  );
  assert.equal((await clinic.call('GET /api/calls')).calls[0]?.colour, '#112233', 'the room of this name is used');

  sga.panel = [entry(2)];
  await pollAfter();
  sga.call(entry(3));
  await pollAfter();
  assert.deepEqual((await called()).slice(13), ['P003'], 'an entry added after the panel was emptied is called');
});

test("entries beyond the day's limit are never called, the desk shows their number, and polling continues", async (t) => {
  const { app, sga, clinic, saveSource, pollAfter, called, lost } = await startClinic(t);
  await saveSource();
  await pollAfter(0);
  sga.call(entry(1));
  await pollAfter();
  app.parts.database
    .prepare<[number]>(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO calls (user_id, day, label, is_name, room_name, colour, on_all, is_priority, times, is_test, is_last, created_at)
       SELECT user_id, day, label, is_name, room_name, colour, on_all, is_priority, times, is_test, 0, created_at FROM calls, n`,
    )
    .run(4_998);
  const socket = await clinic.socket();
  sga.call(entry(2), entry(3), entry(4));
  assert.equal((await pollAfter()).error, null);
  await pollAfter();
  assert.deepEqual(await called(), ['P001', 'P002']);
  // The desk shows the number today, not tomorrow.
  await socket.waitFor('callsChanged');
  assert.deepEqual(await lost(), [0, 2]);
  app.clock.advance(86_400_000);
  assert.equal(await lost(), null);
});

test('after new entries the panel is polled every half second, and the desk shows how many calls the panel may have dropped', async (t) => {
  const { sga, clinic, saveSource, pollAfter, lost } = await startClinic(t);
  const count = async () => (await clinic.call('GET /api/calls/report', { query: {} })).calls;
  sga.call(entry(1));
  await saveSource();
  await pollAfter(0);
  sga.call(entry(2));
  await pollAfter();
  // 30 calls within a second and a half, 10 for each poll.
  for (let burst = 0; burst < 3; burst += 1) {
    sga.call(...Array.from({ length: 10 }, (_, index) => entry(3 + 10 * burst + index)));
    await pollAfter(500);
  }
  assert.deepEqual([await count(), await lost()], [31, null]);
  sga.call(...Array.from({ length: 30 }, (_, index) => entry(33 + index)));
  await pollAfter(500);
  assert.deepEqual([await count(), await lost()], [41, [20, 0]]);
  // Ten seconds without a new entry end the burst.
  for (let turn = 0; turn < 20; turn += 1) await pollAfter(500);
  const { length } = sga.requested;
  const before = await count();
  await pollAfter(2_000);
  assert.deepEqual([sga.requested.length, await count()], [length + 1, before]);
});

test('a call that Novo SGA repeats is a repetition here if the place is the same, otherwise a new call', async (t) => {
  const { sga, clinic, saveSource, pollAfter } = await startClinic(t);
  await saveSource();
  await pollAfter(0);
  const calls = async () =>
    (await clinic.call('GET /api/calls')).calls.map(({ label, times, roomName }) => [label, times, roomName]);
  sga.call(entry(5));
  await pollAfter();
  sga.call({ ...entry(5), id: 6 });
  await pollAfter();
  assert.deepEqual(await calls(), [['P005', 2, 'Guichê 3']]);
  // The desk repeats it too, then Novo SGA again.
  const [{ id = 0 } = {}] = (await clinic.call('GET /api/calls')).calls;
  await clinic.call('POST /api/calls/:id/repeat', { params: { id } });
  sga.call({ ...entry(5), id: 7 }, { ...entry(5), id: 8, local: 'Sala' });
  await pollAfter();
  assert.deepEqual(await calls(), [
    ['P005', 1, 'Sala 3'],
    ['P005', 4, 'Guichê 3'],
  ]);
});

test("the account's name policy applies to names from the panel", async (t) => {
  const { app, sga, clinic, saveSource, pollAfter, called } = await startClinic(t);
  await saveSource();
  await pollAfter(0);
  sga.call(entry(1, 'Canária Zefirina da Silva'));
  await pollAfter();
  await clinic.call('PUT /api/call-settings/names', { body: { namePolicy: 'firstNameAndInitial' } });
  sga.call(entry(2, 'Canária Zefirina da Silva'), entry(3));
  await pollAfter();
  assert.deepEqual(await called(), ['P001', 'Canária S.', 'P003']);
  const rows = app.parts.database.prepare<[], { label: string }>('SELECT * FROM calls').all();
  assert.doesNotMatch(JSON.stringify(rows), /Zefirina/);
});

test('an expired token is renewed, and no entry is lost', async (t) => {
  const { sga, saveSource, pollAfter, called } = await startClinic(t);
  await saveSource();
  await pollAfter(0);
  sga.goodToken = 'token-2';
  sga.call(entry(1));
  assert.equal((await pollAfter()).error, null);
  assert.deepEqual([await called(), sga.logins], [['P001'], 2]);
});

test("an older installation's token path is found, and used until it no longer exists", async (t) => {
  const { sga, saveSource, pollAfter, called } = await startClinic(t);
  sga.tokenPaths = ['/api/token'];
  await saveSource();
  assert.equal((await pollAfter(0)).error, null);
  sga.call(entry(1));
  assert.equal((await pollAfter()).error, null);
  sga.goodToken = 'token-2';
  sga.call(entry(2));
  assert.equal((await pollAfter()).error, null);
  assert.deepEqual(await called(), ['P001', 'P002']);
  const posts = () => sga.requested.filter((line) => line.startsWith('POST')).map((line) => line.split(' ')[1]);
  assert.deepEqual(posts(), ['/novosga/oauth2/token', '/novosga/api/token', '/novosga/api/token']);

  // Upgrade to a version without the old path.
  sga.tokenPaths = ['/oauth2/token'];
  sga.goodToken = 'token-3';
  sga.call(entry(3));
  assert.equal((await pollAfter()).error, null);
  assert.deepEqual(posts().slice(3), ['/novosga/api/token', '/novosga/oauth2/token']);
  // Neither path exists: the server is not Novo SGA.
  sga.tokenPaths = [];
  sga.goodToken = 'token-4';
  assert.match((await pollAfter()).error ?? '', notNovoSga);
});

test("a patient's document from the panel is in no file, log, response or message", async (t) => {
  const logged: string[] = [];
  const log = createLog('debug', systemClock, (line) => void logged.push(line));
  const { app, sga, clinic, saveSource, pollAfter, called } = await startClinic(t, { log });
  const tv = await app.screen(clinic);
  const sockets = [await tv.socket(), await clinic.socket(), await app.admin.socket()];
  await clinic.call('PUT /api/call-settings/names', { body: { namePolicy: 'full', confirmed: true } });
  await saveSource();
  await pollAfter(0);
  sga.call(
    { ...entry(1, 'Maria da Silva'), documentoCliente: '52998224725' },
    { ...entry(2), documentoCliente: '529.982.247-25', mensagem: 'Recado 52998224725' },
  );
  await pollAfter();
  assert.deepEqual(await called(), ['Maria da Silva', 'P002']);
  // Failures are logged and invalid values refused, without repeating the value.
  sga.response = (response) => response.end(JSON.stringify([{ documentoCliente: '52998224725' }]));
  assert.match((await pollAfter()).error ?? '', notNovoSga);
  await sockets[0]?.waitFor('patientCalled');
  const output = [
    JSON.stringify(await tv.call('GET /api/player/calls', { query: { after: 0 } })),
    JSON.stringify(await clinic.call('GET /api/calls')),
    JSON.stringify(await clinic.call('GET /api/call-source')),
    await (await clinic.request('/api/calls/report.csv')).text(),
    ...sockets.map(({ messages }) => JSON.stringify(messages)),
    ...logged,
  ].join('\n');
  assert.match(output, /Maria da Silva/, 'the search finds existing texts');
  // A thread copies stored data from the write-ahead log into the database file.
  await until('the name is in a file', () => filesContaining(app.dataDir, 'Maria da Silva').length > 0);
  for (const document of ['52998224725', '529.982.247-25']) {
    assert.deepEqual(filesContaining(app.dataDir, document), []);
    assert.ok(!output.includes(document));
  }
});

test('bad responses are reported in the same words, with growing pauses between polls, and call nothing', async (t) => {
  const { sga, saveSource, pollAfter, called, state, app } = await startClinic(t);
  await saveSource();
  await pollAfter(0);
  const bad: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(500).end('{}'),
    (response) => response.end('<html>Entrar</html>'),
    (response) => response.end('{"id":1}'),
    (response) => response.end(Buffer.alloc(300_000, '[')),
    (response) => response.writeHead(302, { location: `${sga.url}/outro` }).end(),
    (response) => response.destroy(),
  ];
  let pauseMs = 2_000;
  for (const response of bad) {
    sga.response = response;
    assert.match((await pollAfter(pauseMs)).error ?? '', notNovoSga);
    pauseMs = Math.min(60_000, pauseMs * 2);
  }
  const { length } = sga.requested;
  app.clock.advance(2_000);
  await state();
  assert.equal(sga.requested.length, length, 'no poll during the pause');
  assert.ok(!sga.requested.some((line) => line.includes('/outro')), 'no redirect is followed');
  sga.response = undefined;
  sga.call(entry(1));
  assert.equal((await pollAfter(60_000)).error, null);
  assert.deepEqual(await called(), ['P001'], 'entries added meanwhile are called now');
  sga.call(entry(2));
  assert.equal((await pollAfter(2_000)).error, null, 'polls are 2 s apart again');
});

test('wrong credentials are reported, and an inactive source is not requested', async (t) => {
  const { sga, saveSource, pollAfter, state } = await startClinic(t);
  await saveSource({ password: 'outra' });
  assert.match((await pollAfter(0)).error ?? '', /recusou/);
  const { length } = sga.requested;
  await saveSource({ isActive: false });
  assert.equal(await state(), null);
  assert.equal(sga.requested.length, length);
});

test("in the server's own network only the host and port that an administrator allows are requested", async (t) => {
  const { app, sga, clinic, saveSource, allow, pollAfter } = await startClinic(t);
  const { host, port } = new URL(sga.url);
  const params = { id: clinic.user.id };
  await saveSource();
  assert.deepEqual(await app.admin.call('GET /api/admin/users/:id/call-source', { params }), {
    url: sga.url,
    allowedAddress: host,
  });
  const socket = await clinic.socket();
  for (const other of [null, `127.0.0.1:${Number(port) + 1}`, `sga.test:${port}`, `localhost:${port}`]) {
    await allow(other);
    assert.match((await pollAfter(0)).error ?? '', /rede interna: um administrador precisa liberar 127\.0\.0\.1:\d+ /);
  }
  assert.deepEqual(sga.requested, []);
  await socket.waitFor('callsChanged');
  assert.equal((await clinic.call('GET /api/call-source')).allowedAddress, `localhost:${port}`);
  // "localhost" is a name that only the server itself resolves.
  await saveSource({ url: sga.url.replace('127.0.0.1', 'localhost') });
  assert.equal((await pollAfter(0)).error, null);
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/audit', { query: { text: 'localhost' } })).entries.map((row) => row.sentence),
    [`Administrador liberou localhost:${port} para o Novo SGA da conta ${clinic.user.username}`],
  );
  const permit = (allowedAddress: string, id = clinic.user.id) =>
    app.admin.status('PUT /api/admin/users/:id/call-source', { params: { id }, body: { allowedAddress } });
  assert.deepEqual(
    [
      await permit('10.0.0.5'),
      await permit('10.0.0.5:80/x'),
      await permit('10.0.0.5:99999'),
      await permit('a:80', 999),
    ],
    [400, 400, 400, 404],
  );
  const gestor = await app.gestor();
  const body = { allowedAddress: '10.0.0.5:80' };
  assert.equal(await gestor.status('PUT /api/admin/users/:id/call-source', { params, body }), 403);
});

test('stored secrets are not sent to another server: whoever changes the address must type them again', async (t) => {
  const { sga, clinic, saveSource } = await startClinic(t);
  await saveSource({ isActive: false });
  const change = (body: object) => clinic.status('PUT /api/call-source', { body });
  const other = 'http://elsewhere.test/novosga';
  const [clientSecret, password] = ['segredo', 'senha'];
  for (const given of [{}, { clientSecret }, { password }, { username: 'painel' }])
    assert.equal(await change({ url: other, ...given }), 400, JSON.stringify(given));
  assert.equal(await change({ url: sga.url.replace('http:', 'https:') }), 400);
  assert.equal((await clinic.call('GET /api/call-source')).url, sga.url);
  assert.equal(await change({ url: `${sga.url}/x` }), 200, 'another path of the same server');
  assert.equal(await change({ url: other, clientSecret, password }), 200);
});

test('an address with a query or a fragment is refused, so that nobody chooses the requested path', async (t) => {
  const { app, sga, clinic, pollAfter, saveSource } = await startClinic(t);
  for (const suffix of ['/?', '/x#', '?a=/api'])
    assert.equal(await clinic.status('PUT /api/call-source', { body: { url: `http://sga.test${suffix}` } }), 400);
  // An earlier release stored such addresses.
  await saveSource({ isActive: false });
  app.parts.database.prepare('UPDATE call_sources SET url = url || ?').run('/?');
  await saveSource({ url: undefined });
  assert.equal((await pollAfter(0)).error, null);
  assert.ok(!sga.requested.some((line) => line.includes('/?')));
});

test('entries added while the server is stopped for 30 s are called once after the start; after 91 s they are not', async (t) => {
  const { app, sga, saveSource, pollAfter, called, state } = await startClinic(t);
  const waitForFirstResponse = async () => {
    while ((await state()) === null) {
      app.clock.advance(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await saveSource();
  await pollAfter(0);
  sga.call(entry(1));
  await pollAfter();
  // No new entries for a minute.
  for (let turn = 0; turn < 30; turn += 1) await pollAfter();
  /** Restarts the server when it has not read the panel for `ms`, and the panel has got new entries since. */
  async function stopFor(ms: number, ...meanwhile: ReturnType<typeof entry>[]): Promise<void> {
    sga.response = (response) => response.writeHead(500).end();
    await pollAfter();
    app.clock.advance(ms - 2_000);
    sga.call(...meanwhile);
    await app.restart();
    sga.response = undefined;
    await waitForFirstResponse();
  }
  await stopFor(30_000, entry(2), entry(3));
  assert.deepEqual(await called(), ['P001', 'P002', 'P003']);
  await pollAfter();
  assert.deepEqual(await called(), ['P001', 'P002', 'P003']);
  await stopFor(91_000, entry(4));
  assert.deepEqual((await called()).length, 3, 'the entry is not called late');
  sga.call(entry(5));
  await pollAfter();
  assert.deepEqual((await called()).slice(3), ['P005']);

  // Another unit has its own ids.
  await saveSource({ unitId: 8 });
  sga.call(entry(6));
  await pollAfter(0);
  assert.deepEqual((await called()).slice(4), []);
});
