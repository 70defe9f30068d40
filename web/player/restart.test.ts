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

/** A browser that keeps `kept`, before a server that answers all but the `silent` requests: "cache address". */
function browser(t: TestContext, { silent = [], kept = {} }: { silent?: string[]; kept?: Record<string, string> } = {}) {
  const asked: string[] = [];
  const hung: (() => void)[] = [];
  let open = 0;
  let most = 0;
  t.mock.method(globalThis, 'fetch', async (url: string, { signal, cache }: RequestInit) => {
    if (cache === 'only-if-cached') {
      if (kept[url] === undefined) throw new TypeError('Failed to fetch');
      return new Response(kept[url]);
    }
    asked.push(`${cache} ${url}`);
    open += 1;
    most = Math.max(most, open);
    try {
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        if (silent.includes(`${cache} ${url}`)) hung.push(resolve);
        else setImmediate(resolve);
      });
    } finally {
      open -= 1;
    }
    const text = files[url];
    if (cache === 'no-cache' && text !== undefined) kept[url] = text;
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
  });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return { asked, kept, answer: () => hung.splice(0).forEach((answer) => answer()), open: () => open, most: () => most };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

const [css, js, font] = Object.keys(files).slice(1);

test('page and assets are asked for one after the other, and kept with the page last', async (t) => {
  const { asked, most, kept } = browser(t);
  const connections = createConnections(5);
  assert.equal(await refreshPage('/play', connections), page);
  assert.equal(most(), 1);
  assert.equal(connections.inUse(), 0);
  assert.deepEqual(asked, ['no-store /play', `no-store ${css}`, `no-store ${js}`, `no-cache ${font}`, `no-cache ${css}`, `no-cache ${js}`, 'no-cache /play']);
  assert.deepEqual(kept, files);
});

test('what is kept as the server has it is not renewed: a renewal that is broken off would lose it', async (t) => {
  const { asked } = browser(t, { kept: { ...files } });
  await refreshPage('/play', createConnections(5));
  assert.deepEqual(asked, ['no-store /play', `no-store ${css}`, `no-store ${js}`]);
});

test('another version’s page and a wrong copy give way, the rest stays', async (t) => {
  const { asked, kept } = browser(t, { kept: { ...files, '/play': 'before', [css as string]: 'a portal’s' } });
  await refreshPage('/play', createConnections(5));
  assert.deepEqual(asked.slice(3), [`no-cache ${css}`, 'no-cache /play']);
  assert.deepEqual(kept, files);
});

test('a renewal that hangs is not broken off; until it ends there is no other', async (t) => {
  const { asked, open, answer, kept } = browser(t, { kept: { ...files, '/play': 'before' }, silent: ['no-cache /play'] });
  const connections = createConnections(5);
  const refused = assert.rejects(refreshPage('/play', connections), /não respondeu a tempo/);
  await turns();
  t.mock.timers.tick(5_000);
  await refused;
  await turns();
  assert.deepEqual([open(), connections.inUse()], [1, 1]);
  const before = asked.length;
  await assert.rejects(refreshPage('/play', connections), /ainda não terminou/);
  assert.equal(asked.length, before);
  answer();
  await turns();
  assert.deepEqual([open(), connections.inUse(), kept['/play']], [0, 0, page]);
  await refreshPage('/play', connections);
  assert.equal(asked.length, before + 3);
});

test('a check that hangs is broken off after 5 s and holds no connection then', async (t) => {
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
  const { open, asked, answer } = browser(t, { silent: ['no-store /play'] });
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
  answer();
  await turns();
  assert.deepEqual([open(), connections.inUse()], [0, 0]);
});
