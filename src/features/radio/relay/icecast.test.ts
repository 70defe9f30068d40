/** Tests the relay with streams of a real Icecast server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { startTestApp } from '../../../testing/app.ts';
import { type Mount, mounts, startIcecast, withoutIcecast } from '../../../testing/servers/icecast.ts';

/** Returns the duration that ffmpeg decodes from these bytes, in seconds, and its warnings. */
async function decode(bytes: Buffer): Promise<{ seconds: number; warnings: string }> {
  const args = ['-v', 'warning', '-i', 'pipe:0', '-f', 's16le', '-ac', '1', '-ar', '8000', 'pipe:1'];
  const child = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let [samples, complaints] = [0, ''];
  child.stdout.on('data', (chunk: Buffer) => void (samples += chunk.length / 2));
  child.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  await once(child, 'close');
  return { seconds: samples / 8_000, warnings: complaints };
}

test(
  'every format of Icecast is accepted, and plays for first and late listeners',
  { skip: withoutIcecast, timeout: 360_000, concurrency: true },
  async (t) => {
    const app = await startTestApp(t);
    const icecast = await startIcecast(t);
    const listen = async (id: number) => {
      const response = await app.admin.request(`/api/radio/${id}/stream`);
      assert.equal(response.status, 200);
      const reader = response.body?.getReader();
      return {
        type: response.headers.get('content-type'),
        /** Reads until this many bytes were received in all. */
        async receive(count: number): Promise<Buffer> {
          const chunks: Buffer[] = [];
          for (let size = 0; size < count; size += chunks.at(-1)?.length ?? 0) {
            const { value, done } = (await reader?.read()) ?? { done: true };
            if (done || !value) break;
            chunks.push(Buffer.from(value));
          }
          return Buffer.concat(chunks);
        },
        leave: () => reader?.cancel(),
      };
    };
    const all = Object.entries(mounts) as [Mount, { type: string }][];
    const subtests = all.map(([name, { type }]) =>
      t.test(`${name}, sent as ${type}`, async () => {
        const station = { name, genre: 'Teste', upstreamUrl: `${icecast}/${name}` };
        const { id } = await app.admin.call('POST /api/admin/radio-stations', { body: station });
        const enough = name === 'flac.ogg' ? 100_000 : 24_000;
        const first = await listen(id);
        assert.equal(first.type, type === 'application/ogg' ? 'audio/ogg' : type);
        const fromFirst = await first.receive(enough);
        const lateListener = await listen(id);
        const fromLate = await lateListener.receive(enough / 2);
        assert.equal(
          (await app.admin.call('GET /api/admin/radio-stations')).find((each) => each.id === id)?.listeners,
          2,
        );
        await Promise.all([first.leave(), lateListener.leave()]);
        for (const [who, received] of [
          ['first', fromFirst],
          ['late', fromLate],
        ] as const) {
          const { seconds, warnings } = await decode(received);
          assert.ok(seconds > 0.5, `${who} heard ${seconds} s of ${received.length} bytes: ${warnings}`);
        }
      }),
    );
    await Promise.all(subtests);
  },
);
