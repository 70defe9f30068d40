import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Connections, createConnections } from '../requests/connections.ts';
import { loopTurns } from '../../testing/memory-storage.ts';
import { assetsOf, hasOtherAssets, refreshPage } from './page-copy.ts';
import { schedulePageRestarts } from './page-restarts.ts';

const page =
  '<link rel="stylesheet" href="/assets/player-AAAA1111.css"><script src="/assets/player-BBBB2222.js"></script>';
const served: Record<string, string> = {
  '/play': page,
  '/assets/player-AAAA1111.css': 'src:url(/assets/inter-CCCC3333.woff2)',
  '/assets/player-BBBB2222.js': 'run()',
  '/assets/inter-CCCC3333.woff2': 'font',
};

/** Simulates a browser's cache (`cached`) and a server (`files`); requests in `silent` get no response. */
function browser(
  t: TestContext,
  {
    silent = [],
    cached = {},
    files = served,
  }: { silent?: string[]; cached?: Record<string, string>; files?: Record<string, string> } = {},
) {
  const requested: string[] = [];
  const hung: (() => void)[] = [];
  let open = 0;
  let maxOpen = 0;
  t.mock.method(globalThis, 'fetch', async (url: string, { signal, cache }: RequestInit) => {
    if (cache === 'only-if-cached') {
      if (cached[url] === undefined) throw new TypeError('Failed to fetch');
      return new Response(cached[url]);
    }
    requested.push(`${cache} ${url}`);
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    try {
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        if (silent.includes(`${cache} ${url}`)) hung.push(resolve);
        else setImmediate(resolve);
      });
    } finally {
      open -= 1;
    }
    const text = files[`${cache} ${url}`] ?? files[url];
    if (cache === 'no-cache' && text !== undefined) cached[url] = text;
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
  });
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  return {
    requested,
    cached,
    respond: () => hung.splice(0).forEach((respond) => respond()),
    open: () => open,
    maxOpen: () => maxOpen,
  };
}

const turns = () => loopTurns(40);

/** Starts a check, lets 5 s pass and expects the check to fail. */
async function failCheck(t: TestContext, connections: Connections): Promise<void> {
  const refused = assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  await turns();
  t.mock.timers.tick(5_000);
  await refused;
}

const [css, js, font] = Object.keys(served).slice(1);

test('page and assets are requested one after the other, and cached with the page last', async (t) => {
  const { requested, maxOpen, cached } = browser(t);
  const connections = createConnections(5);
  assert.equal(await refreshPage('/play', connections), page);
  assert.equal(maxOpen(), 1);
  assert.equal(connections.inUse(), 0);
  assert.deepEqual(requested, [
    'no-store /play',
    `no-store ${css}`,
    `no-store ${js}`,
    `no-cache ${font}`,
    `no-cache ${css}`,
    `no-cache ${js}`,
    'no-cache /play',
  ]);
  assert.deepEqual(cached, served);
});

test('an up-to-date copy is not renewed, because an aborted renewal would lose it', async (t) => {
  const { requested } = browser(t, { cached: { ...served } });
  await refreshPage('/play', createConnections(5));
  assert.deepEqual(requested, ['no-store /play', `no-store ${css}`, `no-store ${js}`]);
});

test('a cached page of another version and a wrong cached asset are replaced, and the other assets remain', async (t) => {
  const { requested, cached } = browser(t, { cached: { ...served, '/play': 'before', [css as string]: 'a portal’s' } });
  await refreshPage('/play', createConnections(5));
  assert.deepEqual(requested.slice(3), [`no-cache ${css}`, 'no-cache /play']);
  assert.deepEqual(cached, served);
});

test('a renewal that hangs goes on after its check has failed, and no other check begins until the renewal ends', async (t) => {
  const { requested, open, respond, cached } = browser(t, {
    cached: { ...served, '/play': 'before' },
    silent: ['no-cache /play'],
  });
  const connections = createConnections(5);
  await failCheck(t, connections);
  await turns();
  assert.deepEqual([open(), connections.inUse()], [1, 1]);
  const requestCount = requested.length;
  await assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  assert.equal(requested.length, requestCount);
  respond();
  await turns();
  assert.deepEqual([open(), connections.inUse(), cached['/play']], [0, 0, page]);
  await refreshPage('/play', connections);
  assert.equal(requested.length, requestCount + 3);
});

test('a renewal without a response is aborted after ten minutes', async (t) => {
  const { open } = browser(t, { cached: { ...served, '/play': 'before' }, silent: ['no-cache /play'] });
  const connections = createConnections(5);
  await failCheck(t, connections);
  t.mock.timers.tick(600_000);
  await turns();
  assert.deepEqual([open(), connections.inUse()], [0, 0]);
});

test('two simultaneous callers share one check', async (t) => {
  const { requested } = browser(t, { cached: { ...served } });
  const connections = createConnections(5);
  assert.deepEqual(await Promise.all([refreshPage('/play', connections), refreshPage('/play', connections)]), [
    page,
    page,
  ]);
  assert.equal(requested.length, 3);
});

test('a check fails when a cache between TV and server sends another version, so that no restart uses it', async (t) => {
  const older = page.replace('BBBB2222', 'AAAA0000');
  browser(t, { cached: { ...served, '/play': older }, files: { ...served, 'no-cache /play': older } });
  await assert.rejects(refreshPage('/play', createConnections(5)), /outra versão/);
});

test('the page of another program is not cached, although it has assets too', async (t) => {
  const { requested } = browser(t, {
    cached: { ...served },
    files: { ...served, '/play': '<script src="/assets/index-BBBB2222.js"></script>' },
  });
  await assert.rejects(refreshPage('/play', createConnections(5)), /Página inválida/);
  assert.deepEqual(requested, ['no-store /play']);
});

/** Schedules the restarts of a running page. */
function restartsOf(t: TestContext, otherPaths: string[] = []) {
  const globals = globalThis as { document?: unknown };
  globals.document = { documentElement: { outerHTML: page } };
  const restarts = schedulePageRestarts('/play', createConnections(5), otherPaths);
  t.after(() => {
    restarts.stop();
    delete globals.document;
  });
  return restarts;
}

test('a page that opened inside another page’s document, without a request, is checked each minute until it is cached', async (t) => {
  const silent = ['no-store /play'];
  const { requested, cached } = browser(t, { silent });
  const restarts = restartsOf(t);
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await turns();
  };
  restarts.checkForUpdate();
  await turns();
  await pass(5_000);
  assert.deepEqual([requested.length, cached['/play']], [1, undefined]);
  silent.pop();
  await pass(55_000);
  assert.equal(cached['/play'], page);
  const requestCount = requested.length;
  await pass(600_000);
  assert.equal(requested.length, requestCount);
});

test('the other pages that may open inside a page are cached once, after the page itself', async (t) => {
  const { requested, cached } = browser(t, { files: { ...served, '/reset': page } });
  const restarts = restartsOf(t, ['/reset']);
  restarts.checkForUpdate();
  for (let rounds = 0; rounds < 3; rounds += 1) await turns();
  assert.deepEqual([cached['/play'], cached['/reset']], [page, page]);
  assert.equal(restarts.isReady(), false, 'no restart is due');
  const requestCount = requested.length;
  t.mock.timers.tick(600_000);
  await turns();
  assert.equal(requested.length, requestCount);
});

test('a check that hangs is aborted after 5 s and uses no connection then', async (t) => {
  const { open } = browser(t, { silent: [`no-store ${js}`] });
  const connections = createConnections(5);
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const refused = assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
    await turns();
    assert.equal(connections.inUse(), 1);
    t.mock.timers.tick(5_000);
    await refused;
    await turns();
    assert.deepEqual([open(), connections.inUse()], [0, 0]);
  }
});

test('a check waits for a free connection, and sends no request after its time limit', async (t) => {
  const { requested } = browser(t);
  const connections = createConnections(1);
  const release = await connections.acquire('download');
  const refused = assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  t.mock.timers.tick(5_000);
  await refused;
  release();
  await turns();
  assert.deepEqual([requested, connections.inUse()], [[], 0]);
});

test('on an engine that cannot abort requests, at most one request hangs', async (t) => {
  const { open, requested, respond } = browser(t, { silent: ['no-store /play'] });
  const original = globalThis.AbortController;
  t.after(() => Object.assign(globalThis, { AbortController: original }));
  Object.assign(globalThis, { AbortController: undefined });
  const connections = createConnections(5);
  await failCheck(t, connections);
  for (let attempt = 0; attempt < 8; attempt += 1)
    await assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  assert.deepEqual([open(), requested.length, connections.inUse()], [1, 1, 1]);
  respond();
  await turns();
  assert.deepEqual([open(), connections.inUse()], [0, 0]);
});

test('each asset of a page is found once, in scripts, styles and fonts', () => {
  assert.deepEqual(assetsOf(`${page}${page}`), [css, js]);
  assert.deepEqual(assetsOf('src:url(/assets/inter-CCCC3333.woff2)'), [font]);
  assert.deepEqual(assetsOf('<html>Login do Wi-Fi</html>'), []);
});

test('a page has other assets when it refers to another script or style', () => {
  const page = (hash: string) => `<link href="/assets/player-AAAA1111.css"><script src="/assets/player-${hash}.js">`;
  assert.equal(hasOtherAssets(page('BBBB2222'), page('BBBB2222')), false);
  assert.equal(hasOtherAssets(page('DDDD4444'), page('BBBB2222')), true);
  assert.equal(hasOtherAssets('<html>Login do Wi-Fi</html>', page('BBBB2222')), false);
});

test('the page restarts once for a restart request, unless its first poll already contained the request', async (t) => {
  browser(t, {});
  const restarts = restartsOf(t);
  const isReadyAfter = async (at: number | undefined) => {
    restarts.receiveRequest(at);
    for (let rounds = 0; rounds < 3; rounds += 1) await turns();
    return [restarts.isRequested(), restarts.isReady()];
  };
  // 5 is the request that restarted this page; undefined is a server that was restarted; 3 is a request with another time.
  for (const at of [5, 5, undefined, 5]) assert.deepEqual(await isReadyAfter(at), [false, false]);
  assert.deepEqual(await isReadyAfter(3), [true, true]);
});
