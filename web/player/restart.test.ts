import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createConnections } from './connections.ts';
import { refreshPage } from './restart.ts';

const page = '<link rel="stylesheet" href="/assets/player-AAAA1111.css"><script src="/assets/player-BBBB2222.js"></script>';
const files: Record<string, string> = {
  '/play': page,
  '/assets/player-AAAA1111.css': 'src:url(/assets/inter-CCCC3333.woff2)',
  '/assets/player-BBBB2222.js': 'run()',
  '/assets/inter-CCCC3333.woff2': 'font',
};

/** A browser before a server that answers all but the `silent` addresses. */
function browser(t: TestContext, silent: string[] = []) {
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  t.mock.method(globalThis, 'fetch', (url: string, { signal, cache }: RequestInit) => {
    asked.push(`${cache} ${url}`);
    open += 1;
    most = Math.max(most, open);
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (finish: () => void) => {
        if (!isOver) open -= 1;
        isOver = true;
        finish();
      };
      signal?.addEventListener('abort', () => end(() => reject(new Error('aborted'))));
      if (!silent.includes(url)) setImmediate(() => end(() => resolve(new Response(files[url] ?? '', { status: url in files ? 200 : 404 }))));
    });
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return { asked, open: () => open, most: () => most };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('page and assets are asked for one after the other, and renewed with the page last', async (t) => {
  const { asked, most } = browser(t);
  const connections = createConnections(5);
  assert.equal(await refreshPage('/play', connections), page);
  assert.equal(most(), 1);
  assert.equal(connections.inUse(), 0);
  const [css, js, font] = Object.keys(files).slice(1);
  assert.deepEqual(asked, ['no-store /play', `no-store ${css}`, `no-store ${js}`, `no-cache ${css}`, `no-cache ${js}`, `no-cache ${font}`, 'no-cache /play']);
});

test('a check that hangs is broken off after 5 s and holds no connection then', async (t) => {
  const { open } = browser(t, ['/assets/player-BBBB2222.js']);
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

test('a check waits for a free connection, and asks nothing when it comes too late', async (t) => {
  const { asked } = browser(t);
  const connections = createConnections(1);
  const release = await connections.acquire('download');
  const refused = assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  t.mock.timers.tick(5_000);
  await refused;
  release();
  await turns();
  assert.deepEqual([asked, connections.inUse()], [[], 0]);
});

test('an engine that can’t break a request off has one hanging, never more', async (t) => {
  const silent = ['/play'];
  const { open, asked } = browser(t, silent);
  const kept = globalThis.AbortController;
  t.after(() => Object.assign(globalThis, { AbortController: kept }));
  Object.assign(globalThis, { AbortController: undefined });
  const connections = createConnections(5);
  const refused = assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  await turns();
  t.mock.timers.tick(5_000);
  await refused;
  for (let attempt = 0; attempt < 8; attempt += 1) await assert.rejects(refreshPage('/play', connections), /ainda não terminou/);
  assert.deepEqual([open(), asked.length, connections.inUse()], [1, 1, 1]);
});
