/** Tests the configurations of scripts/proxy with Debian's programs (nginx-light, caddy), if they are installed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { findProgram } from '../src/platform/process/processes.ts';
import { createAuthority, issueCertificate } from '../src/platform/tls/certificates.ts';
import { startTestApp, testAdmin } from '../src/testing/app.ts';
import { freePort } from '../src/testing/ports.ts';
import { until } from '../src/testing/until.ts';
import { connectWebSocket } from '../src/testing/ws.ts';

interface Proxy {
  program: string;
  file: string;
  /** Returns the published configuration with the test's addresses and certificate, and the arguments of the program. */
  adapt(text: string, setup: { port: number; upstream: number; directory: string }): { config: string; args: string[] };
}

const proxies: Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    adapt: (text, { port, upstream, directory }) => ({
      config: `daemon off; pid ${directory}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; client_body_temp_path ${directory}; proxy_temp_path ${directory}; fastcgi_temp_path ${directory}; uwsgi_temp_path ${directory}; scgi_temp_path ${directory};
${text
  .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
  .replace('listen [::]:443 ssl;', '')
  .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
  .replace(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain/, `${directory}/cert`)
  .replace(/\/etc\/letsencrypt\/live\/[^/]+\/privkey/, `${directory}/key`)
  .replaceAll('tv.clinica.com.br', '127.0.0.1')}
}`,
      args: ['-p', directory, '-e', 'stderr', '-c', join(directory, 'config')],
    }),
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    adapt: (text, { port, upstream, directory }) => ({
      config: `{\n admin off\n auto_https disable_redirects\n storage file_system ${directory}\n}\n${text
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
        .replace(
          /^tv\.clinica\.com\.br \{/m,
          `https://127.0.0.1:${port} {\n tls ${directory}/cert.pem ${directory}/key.pem`,
        )}`,
      args: ['run', '--adapter', 'caddyfile', '--config', join(directory, 'config')],
    }),
  },
];

/** Starts a server behind the proxy. Returns the proxy's URL and authority, and a function that sends requests through it. */
async function startBehindProxy(t: TestContext, { program, file, adapt }: Proxy) {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-proxy-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const day = 86_400_000;
  const validity = { from: Date.now() - day, to: Date.now() + 30 * day };
  const authority = createAuthority('Test', validity, { names: ['localhost'], networks: ['127.0.0.0/8'] });
  const { certificate, key } = issueCertificate(authority, validity, ['localhost', '127.0.0.1']);
  writeFileSync(join(directory, 'cert.pem'), certificate);
  writeFileSync(join(directory, 'key.pem'), key);

  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1,::1', PUBLIC_URL: url } });
  const text = readFileSync(new URL(`proxy/${file}`, import.meta.url), 'utf8');
  const { config, args } = adapt(text, { port, upstream: Number(new URL(app.url).port), directory });
  writeFileSync(join(directory, 'config'), config);
  const proxy = spawn(program, args, {
    stdio: ['ignore', 'ignore', process.env.TEST_LOG ? 'inherit' : 'ignore'],
    env: { ...process.env, HOME: directory },
  });
  t.after(() => proxy.kill('SIGTERM'));

  const call = (
    method: string,
    path: string,
    { headers = {}, body = '' as string | Buffer, localAddress = '127.0.0.1' } = {},
  ) =>
    new Promise<{ status: number; cookie: string; body: string }>((resolve, reject) => {
      const length = body.length > 0 ? { 'content-length': String(Buffer.byteLength(body)) } : {};
      request(
        `${url}${path}`,
        { method, localAddress, ca: authority.certificate, headers: { ...length, ...headers } },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => void (text += chunk.toString()));
          response.on('end', () => {
            const cookie = String(response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
            resolve({ status: response.statusCode ?? 0, cookie, body: text });
          });
        },
      )
        .on('error', reject)
        .end(body);
    });
  await until(`${program} responds`, () =>
    call('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return { url, ca: authority.certificate, call };
}

for (const proxy of proxies)
  test(
    `sign-in, throttling, uploads and sockets work over https behind ${proxy.program} with scripts/proxy/${proxy.file}`,
    { timeout: 360_000, skip: !findProgram(proxy.program) && `${proxy.program} is not installed` },
    async (t) => {
      const { url, ca, call } = await startBehindProxy(t, proxy);
      const json = { 'content-type': 'application/json', origin: url };
      const login = await call('POST', '/api/login', { headers: json, body: JSON.stringify(testAdmin) });
      assert.equal(login.status, 200, login.body);
      assert.match(login.cookie, /^__Host-/, 'the server detects https');
      const headers = { ...json, cookie: login.cookie };

      // An address that guesses has to wait, other addresses do not, and the server ignores a client's own X-Forwarded-For.
      const guess = (localAddress: string) =>
        call('POST', '/api/player/mode-code', {
          localAddress,
          headers: { ...json, 'x-forwarded-for': '127.0.0.1' },
          body: JSON.stringify({ password: 'ERRADO' }),
        });
      const guesses: number[] = [];
      for (let count = 0; count < 21; count += 1) guesses.push((await guess('127.0.0.2')).status);
      assert.deepEqual([guesses[0], guesses.at(-1)], [403, 429]);
      assert.equal((await guess('127.0.0.1')).status, 403);

      const foreignOrigin = { ...headers, origin: 'https://evil.test' };
      assert.equal((await call('POST', '/api/logout', { headers: foreignOrigin })).status, 403);

      // Larger than what proxies accept without configuration, and larger than one chunk.
      const bytes = await sharp(randomBytes(1500 * 1500 * 3), { raw: { width: 1500, height: 1500, channels: 3 } })
        .png()
        .toBuffer();
      const created = await call('POST', '/api/upload-url', {
        headers,
        body: JSON.stringify({ fileName: 'sala.png', fileSize: bytes.length, fileType: 'image/png' }),
      });
      const { uploadUrl } = JSON.parse(created.body) as { uploadUrl: string };
      assert.ok(uploadUrl, created.body);
      const sent = await call('PUT', uploadUrl.replace(url, ''), {
        headers: { ...headers, 'content-type': 'image/png' },
        body: bytes,
      });
      assert.equal(sent.status, 200, sent.body);
      const { r2Key } = JSON.parse(created.body) as { r2Key: string };
      const saved = await call('POST', '/api/videos', {
        headers,
        body: JSON.stringify({ name: 'Sala', r2Path: r2Key }),
      });
      assert.equal(saved.status, 201, saved.body);
      const { id } = JSON.parse(saved.body) as { id: number };
      const item = async () =>
        (
          JSON.parse((await call('GET', '/api/videos', { headers })).body) as { id: number; processingStatus: string }[]
        ).find((video) => video.id === id);
      await until('the picture is ready', async () => (await item())?.processingStatus === 'completed');

      const socket = await connectWebSocket(`${url.replace('https', 'wss')}/ws`, {
        ca,
        headers: { origin: url, cookie: login.cookie },
      });
      const subscribed = new Promise<void>((resolve) =>
        socket.onMessage((text) => void ((JSON.parse(text) as { type: string }).type === 'subscribed' && resolve())),
      );
      socket.send(JSON.stringify({ type: 'subscribe_user' }));
      await subscribed;
      socket.close();

      assert.equal((await call('GET', '/metrics')).status, 403, '/metrics is refused through the proxy');
    },
  );
