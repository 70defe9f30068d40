import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { endpointForAnyone, startTestHttp } from '../../../testing/http.ts';
import { paths, playerPages, studioPages } from '../../../../web/navigation/paths.ts';
import { createStaticFiles } from './static.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';

const script = 'console.log("antessala");'.repeat(5_000);

function buildWeb(t: TestContext): string {
  const directory = temporaryFolder(t);
  mkdirSync(join(directory, 'assets'));
  const put = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(directory, `${name}.gz`), gzipSync(text));
  };
  put('index.html', '<!doctype html><title>studio</title>');
  put('play.html', '<!doctype html><title>player</title>');
  put('assets/studio-AB12CD34.js', script);
  writeFileSync(join(directory, 'assets/inter-ZZ99ZZ99.woff2'), 'font');
  writeFileSync(join(directory, 'favicon.ico'), 'icon');
  return directory;
}

const startStatic = async (t: TestContext, webDir: string) =>
  startTestHttp(t, {
    endpoints: { 'GET /api/hello': endpointForAnyone({ reply: 'text' }) },
    handlers: { 'GET /api/hello': () => 'hello' },
    static: createStaticFiles(webDir, { studio: studioPages, player: playerPages, framed: [paths.preview] }),
  });

/** Returns the response without decoding it, unlike fetch. */
function get(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('hashed assets are immutable, and sent in an encoding that the browser accepts', async (t) => {
  const { url } = await startStatic(t, buildWeb(t));
  const asset = `${url}/assets/studio-AB12CD34.js`;
  const plain = await get(asset);
  assert.equal(plain.body.toString(), script);
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(plain.headers['cache-control'], 'public, max-age=630720000, immutable');
  assert.equal(plain.headers.vary, 'Accept-Encoding');
  assert.equal(plain.headers['x-content-type-options'], 'nosniff');
  const brotli = await get(asset, { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(brotli.body).toString(), script);
  const gzip = await get(asset, { 'accept-encoding': 'GZIP;q=0.5, br;q=0' });
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(gzip.body).toString(), script);
  assert.equal(new Set([plain.headers.etag, brotli.headers.etag, gzip.headers.etag]).size, 3);
  assert.equal(
    (await get(asset, { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers.etag) })).status,
    304,
  );
  assert.equal((await get(asset, { 'accept-encoding': 'br', 'if-none-match': String(gzip.headers.etag) })).status, 200);
  const head = await get(asset, {}, 'HEAD');
  assert.equal(head.headers['content-length'], String(script.length));
  assert.equal(head.body.length, 0);
  const font = await get(`${url}/assets/inter-ZZ99ZZ99.woff2`, { 'accept-encoding': 'br' });
  assert.equal(font.headers['content-type'], 'font/woff2');
  assert.equal(font.headers['content-encoding'], undefined);
  assert.equal((await get(`${url}/favicon.ico`)).headers['cache-control'], 'no-cache');
});

test('page paths get the HTML of their bundle, ignoring case; other paths get the not-found page with 404', async (t) => {
  const { url } = await startStatic(t, buildWeb(t));
  const forAll = [
    '/',
    '/dashboard',
    '/manage',
    '/breaking-news',
    '/radio',
    '/players',
    '/test-new-system',
    '/instalar',
  ];
  const admin = ['/admin/users', '/admin/categories', '/admin/notices', '/admin/settings'];
  const gestor = ['/gestor/users', '/gestor/screens', '/gestor/notices'];
  const variants = ['/Dashboard', '/ADMIN/Users', '/manage/', '/manage?tab=1'];
  for (const path of [...forAll, ...admin, ...gestor, ...variants]) {
    const page = await get(url + path);
    assert.equal(page.status, 200, path);
    assert.match(page.body.toString(), /studio/, path);
    assert.equal(page.headers['cache-control'], 'no-cache');
    assert.match(String(page.headers['content-security-policy']), /default-src 'self'/);
  }
  for (const path of ['/play', '/player', '/player-launch', '/reset', '/PLAY', '/Player-Launch', '/play/?x=1']) {
    const page = await get(url + path);
    assert.equal(page.status, 200, path);
    assert.match(page.body.toString(), /player/, path);
    assert.equal(page.headers['cache-control'], 'public, max-age=630720000');
  }
  const preview = await get(`${url}/preview?playlist=1`);
  assert.match(preview.body.toString(), /player/);
  assert.equal(preview.headers['cache-control'], 'no-cache');
  const files = ['/index.html', '/play.html', '/assets.js', '/..%2f..%2fetc/passwd'];
  for (const path of [
    '/nothing',
    '/admin',
    '/gestor/settings',
    '/admin/users/1',
    '/%',
    '/API/hello',
    '/playx',
    ...files,
  ]) {
    const page = await get(url + path);
    assert.equal(page.status, 404, path);
    assert.match(page.body.toString(), /studio/, path);
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  const asset = await get(`${url}/assets/old-AAAAAAAA.js`);
  assert.equal(asset.status, 404);
  assert.equal(asset.headers['content-type'], 'text/plain; charset=utf-8');
  assert.equal(asset.headers['cache-control'], 'no-store');
  assert.equal((await get(`${url}/play`, {}, 'HEAD')).status, 200);
  const post = await get(`${url}/dashboard`, {}, 'POST');
  assert.equal(post.status, 405);
  assert.equal(post.headers.allow, 'GET, HEAD, OPTIONS');
  assert.equal((await get(`${url}/dashboard`, {}, 'OPTIONS')).status, 204);
});

test('every listed page is served, and no other', async (t) => {
  const { url } = await startStatic(t, buildWeb(t));
  const players: readonly string[] = playerPages;
  for (const path of [...studioPages, ...players]) {
    const page = await get(url + path);
    assert.equal(page.status, 200, path);
    assert.match(page.body.toString(), players.includes(path) ? /player/ : /studio/, path);
  }

  // The list must contain the same paths as the studio's routes.
  const routes = readFileSync(new URL('../../../../web/routes.tsx', import.meta.url), 'utf8');
  const routePaths = [...routes.matchAll(/\bpath: paths\.([\w.]+)/g)].map(([, name = '']) =>
    name.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], paths),
  );
  assert.deepEqual(routePaths.sort(), [...studioPages].sort());
});

test('an unchanged page is revalidated without sending its bytes', async (t) => {
  const { url } = await startStatic(t, buildWeb(t));
  const first = await get(`${url}/dashboard`);
  const second = await get(`${url}/manage`, { 'if-none-match': String(first.headers.etag) });
  assert.equal(second.status, 304);
  assert.equal(second.body.length, 0);
  assert.equal(second.headers['content-length'], undefined);
});

test('without a build, pages return 503 and the API works', async (t) => {
  const { url } = await startStatic(t, '/nowhere/at/all');
  const page = await get(`${url}/dashboard`);
  assert.equal(page.status, 503);
  assert.match(page.body.toString(), /npm run build/);
  assert.equal((await get(`${url}/api/hello`)).body.toString(), 'hello');
});
