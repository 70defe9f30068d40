import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('npm run demo sends its requests to the server on PORT', { timeout: 360_000 }, async (t) => {
  const requestedUrls: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requestedUrls.push(request.url);
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = {
    ...process.env,
    PORT: String(port),
    ADMIN_EMAIL: 'a@b.test',
    ADMIN_PASSWORD: 'segredo',
    ACCESS_CODE: 'ABCD',
  };
  await new Promise((resolve) =>
    execFile('npm', ['run', 'demo'], { cwd: fileURLToPath(new URL('../..', import.meta.url)), env }, resolve),
  );
  assert.ok(requestedUrls.length > 0);
});
