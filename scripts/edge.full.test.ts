/** Tests an edge: an nginx that caches media in a clinic's own network (scripts/proxy/edge.conf). Skipped without nginx. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { findProgram } from '../src/platform/process/processes.ts';
import { startTestApp } from '../src/testing/app.ts';
import { storeBytes } from '../src/testing/contents.ts';
import { freePort } from '../src/testing/ports.ts';
import { until } from '../src/testing/until.ts';

async function startEdge(t: TestContext, origin: string) {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-edge-'));
  mkdirSync(join(directory, 'cache'));
  const port = await freePort();
  writeFileSync(join(directory, 'config'), edgeConfig({ directory, listen: `127.0.0.1:${port}`, origin }));
  const nginx = spawn('nginx', ['-p', directory, '-e', 'stderr', '-c', join(directory, 'config')], {
    stdio: ['ignore', 'ignore', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  });
  t.after(() => {
    nginx.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx responds', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return url;
}

test(
  'an edge fetches each slice of a file once, and serves it only for signatures that the server accepts',
  { timeout: 360_000, skip: !findProgram('nginx') && 'nginx is not installed' },
  async (t) => {
    const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1' } });
    const edge = await startEdge(t, new URL(app.url).host);
    const { bytes, path } = storeBytes(app, 10_000_000);
    const [unsigned = '', signature = ''] = path.split('&s=');
    const request = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(`${edge}${path}`, { headers, method });
      const body = Buffer.from(await response.arrayBuffer());
      return {
        status: response.status,
        body,
        headers: response.headers,
        cacheStatus: response.headers.get('x-antessala-edge'),
      };
    };
    const rangeHeader = (from: number, to: number) => ({ range: `bytes=${from}-${to}` });

    await t.test('whole files, byte ranges and HEAD requests are served as by the server', async () => {
      const first = await request(path, rangeHeader(4_194_304, 8_388_607));
      assert.deepEqual([first.status, first.cacheStatus], [206, 'MISS']);
      assert.equal(first.headers.get('content-range'), `bytes 4194304-8388607/${bytes.length}`);
      assert.ok(first.body.equals(bytes.subarray(4_194_304, 8_388_608)));
      assert.equal((await request(path, rangeHeader(4_194_304, 8_388_607))).cacheStatus, 'HIT');
      const acrossSlices = await request(path, rangeHeader(4_000_000, 9_000_000));
      assert.ok(acrossSlices.status === 206 && acrossSlices.body.equals(bytes.subarray(4_000_000, 9_000_001)));
      const wholeFile = await request(path);
      assert.ok(wholeFile.status === 200 && wholeFile.body.equals(bytes));
      assert.equal(wholeFile.headers.get('content-type'), 'video/mp4');
      assert.ok(wholeFile.headers.get('etag'));
      const head = await request(path, {}, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
      assert.equal((await request(path, rangeHeader(99_000_000, 99_000_001))).status, 416);
    });

    await t.test('a cached file needs its own signature: a wrong, missing or altered one is refused', async () => {
      const wrong = `${unsigned}&s=${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
      for (const refused of [wrong, unsigned, path.split('?')[0] ?? '', path.replace(/e=\d+/, 'e=9999999999')])
        assert.equal((await request(refused)).status, 403, refused);
      assert.equal((await request(`/x/..${path.replace(/s=.*/, 's=')}`)).status, 403);
      const { path: other } = storeBytes(app, 1_000);
      assert.equal(
        (await request(`${unsigned.split('?')[0]}?${other.split('?')[1]}`)).status,
        403,
        'the signature of another file',
      );
    });

    await t.test('simultaneous requests for one slice cost the server one fetch', async () => {
      const { bytes: uncached, path: uncachedPath } = storeBytes(app, 3_000_000);
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => request(uncachedPath, rangeHeader(0, uncached.length - 1))),
      );
      assert.ok(responses.every(({ body }) => body.equals(uncached)));
      assert.equal(responses.filter(({ cacheStatus }) => cacheStatus === 'MISS').length, 1);
    });

    await t.test('while the server is down, the edge accepts only signatures that it has checked before', async () => {
      await app.close();
      const cachedResponse = await request(path);
      assert.ok(cachedResponse.status === 200 && cachedResponse.body.equals(bytes));
      assert.notEqual((await request(path.replace(/s=.*/, 's=x'))).status, 200);
    });
  },
);

interface EdgeOptions {
  /** Directory for everything that nginx writes; contains `cache/`. */
  directory: string;
  /** `address:port`. */
  listen: string;
  /** Server that the edge fetches from, `address:port`. */
  origin: string;
}

/** Returns a complete configuration for `nginx -p directory -c ...`. */
function edgeConfig({ directory, listen, origin }: EdgeOptions): string {
  const text = readFileSync(new URL('./proxy/edge.conf', import.meta.url), 'utf8')
    .replace('listen 80;', `listen ${listen};`)
    .replace('listen [::]:80;', '')
    .replaceAll('/var/cache/', `${directory}/cache/`)
    .replace('203.0.113.10:8080', origin);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory};`,
  );
  return `daemon off; pid ${directory}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temporary.join(' ')}
${text}
}`;
}
