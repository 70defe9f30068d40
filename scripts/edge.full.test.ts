/** The cache of media at a site (scripts/proxy/edge.conf) with Debian's nginx, where it is installed. */
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
  await until('nginx answers', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return url;
}

test(
  'an edge serves media that it fetched once, in pieces, and only to signatures that the server accepts',
  { timeout: 360_000, skip: !findProgram('nginx') && 'nginx is not installed' },
  async (t) => {
    const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1' } });
    const edge = await startEdge(t, new URL(app.url).host);
    const { bytes, path } = storeBytes(app, 10_000_000);
    const [address = '', signature = ''] = path.split('&s=');
    const ask = async (from: string, headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(`${edge}${from}`, { headers, method });
      const body = Buffer.from(await response.arrayBuffer());
      return {
        status: response.status,
        body,
        headers: response.headers,
        kept: response.headers.get('x-antessala-edge'),
      };
    };
    const piece = (from: number, to: number) => ({ range: `bytes=${from}-${to}` });

    await t.test('whole, in pieces, and their heads, as from the server', async () => {
      const first = await ask(path, piece(4_194_304, 8_388_607));
      assert.deepEqual([first.status, first.kept], [206, 'MISS']);
      assert.equal(first.headers.get('content-range'), `bytes 4194304-8388607/${bytes.length}`);
      assert.ok(first.body.equals(bytes.subarray(4_194_304, 8_388_608)));
      assert.equal((await ask(path, piece(4_194_304, 8_388_607))).kept, 'HIT');
      const across = await ask(path, piece(4_000_000, 9_000_000));
      assert.ok(across.status === 206 && across.body.equals(bytes.subarray(4_000_000, 9_000_001)));
      const whole = await ask(path);
      assert.ok(whole.status === 200 && whole.body.equals(bytes));
      assert.equal(whole.headers.get('content-type'), 'video/mp4');
      assert.ok(whole.headers.get('etag'));
      const head = await ask(path, {}, 'HEAD');
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
      assert.equal((await ask(path, piece(99_000_000, 99_000_001))).status, 416);
    });

    await t.test('a wrong, a missing and an old signature are refused for what is kept', async () => {
      const wrong = `${address}&s=${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
      for (const refused of [wrong, address, path.split('?')[0] ?? '', path.replace(/e=\d+/, 'e=9999999999')])
        assert.equal((await ask(refused)).status, 403, refused);
      assert.equal((await ask(`/x/..${path.replace(/s=.*/, 's=')}`)).status, 403);
      const { path: other } = storeBytes(app, 1_000);
      assert.equal((await ask(`${address.split('?')[0]}?${other.split('?')[1]}`)).status, 403, "another file's");
    });

    await t.test('many who come at once cost the server one fetch', async () => {
      const { bytes: wanted, path: fresh } = storeBytes(app, 3_000_000);
      const responses = await Promise.all(Array.from({ length: 30 }, () => ask(fresh, piece(0, wanted.length - 1))));
      assert.ok(responses.every(({ body }) => body.equals(wanted)));
      assert.equal(responses.filter(({ kept }) => kept === 'MISS').length, 1);
    });

    await t.test('without the server it goes on with what it has checked and kept', async () => {
      await app.close();
      const again = await ask(path);
      assert.ok(again.status === 200 && again.body.equals(bytes));
      assert.notEqual((await ask(path.replace(/s=.*/, 's=x'))).status, 200);
    });
  },
);

interface EdgePlace {
  /** Holds `cache/`; everything that nginx writes. */
  directory: string;
  /** Address and port, both. */
  listen: string;
  origin: string;
}

/** The whole text of a configuration for `nginx -p directory -c ...`. */
function edgeConfig({ directory, listen, origin }: EdgePlace): string {
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
