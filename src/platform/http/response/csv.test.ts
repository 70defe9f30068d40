import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointForAnyone, startTestHttp } from '../../../testing/http.ts';
import { until } from '../../../testing/until.ts';
import { csvFile } from './csv.ts';

test('a slow reader receives a long table completely; a table whose generation fails is cut off; generation ends when the reader disconnects', async (t) => {
  const line = `${'x'.repeat(99)}\n`;
  function* parts(isBroken: boolean) {
    for (let i = 0; i < 40; i += 1) yield line.repeat(5_000);
    if (isBroken) throw new Error('unreadable');
  }
  let isStopped = false;
  function* endless() {
    try {
      for (;;) yield line.repeat(5_000);
    } finally {
      isStopped = true;
    }
  }
  const table = (parts: Iterable<string>) => () => csvFile({ name: 'x', parts });
  const { url } = await startTestHttp(t, {
    endpoints: {
      'GET /api/table': endpointForAnyone({ reply: 'stream' }),
      'GET /api/broken': endpointForAnyone({ reply: 'stream' }),
      'GET /api/endless': endpointForAnyone({ reply: 'stream' }),
    },
    handlers: {
      'GET /api/table': table(parts(false)),
      'GET /api/broken': table(parts(true)),
      'GET /api/endless': table(endless()),
    },
  });
  const response = await fetch(`${url}/api/table`);
  // The first parts fill the buffers of the connection, so that the rest waits.
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal((await response.text()).length, 40 * 5_000 * line.length);
  await assert.rejects(fetch(`${url}/api/broken`).then((broken) => broken.text()));
  const leaving = new AbortController();
  await fetch(`${url}/api/endless`, { signal: leaving.signal });
  leaving.abort();
  await until('the generation stops', () => isStopped);
});
