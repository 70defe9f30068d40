/** Measures the speed of an upload and of plain-write.mjs, the memory growth by eight uploads at once, and polls meanwhile. */
import { join } from 'node:path';
import type { Client } from '../../../src/testing/client.ts';
import { fillDatabase } from '../support/fill-database.ts';
import { load, median, memoryGrowthMb, onCore, output, type Server, serverCore, startServer } from '../support/rig.ts';
import { sendBytes, signIn } from '../support/admin-client.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

const megabyte = 1024 ** 2;
const singleUploadMb = fullOrQuick(200, 2);
const atOnce = 8;
/** Total size in MB and total speed in MB/s of the simultaneous uploads. */
const speeds = [
  [fullOrQuick(30, 1), 5],
  [fullOrQuick(200, 2), 40],
  [fullOrQuick(1_600, 4), 400],
] as const;
const rounds = fullOrQuick(5, 1);
/** Speed of a gigabit connection. */
const lineBytesPerSecond = 110 * megabyte;

async function plainWriteMs(folder: string): Promise<number> {
  const program = ['scripts/bench/support/plain-write.mjs', join(folder, 'plain'), String(singleUploadMb * megabyte)];
  return Number(await output(...onCore(serverCore, process.execPath, ...program)));
}

const sendAtOnce = (person: Client, server: Server, totalMb: number, mbPerSecond: number) =>
  Promise.all(
    Array.from({ length: atOnce }, () =>
      sendBytes(person, server, Math.round((totalMb * megabyte) / atOnce), (mbPerSecond * megabyte) / atOnce),
    ),
  );

export async function uploads(folder: string): Promise<Row[]> {
  const data = join(folder, 'data');
  await (await startServer(data)).stop();
  const poll = fillDatabase(data, { users: 25, screens: 50, contents: 250 }).map(pollOf);
  const server = await startServer(data);
  try {
    const person = await signIn(server);
    const times = { antessala: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const [bare, antessala] = [
        await plainWriteMs(folder),
        await sendBytes(person, server, singleUploadMb * megabyte),
      ];
      // The first round only warms up.
      if (round === 0) continue;
      times.bare.push(bare);
      times.antessala.push(antessala);
    }
    const growths: number[] = [];
    for (const [totalMb, mbPerSecond] of speeds)
      growths.push(await memoryGrowthMb(server, () => sendAtOnce(person, server, totalMb, mbPerSecond)));

    const lightLoad = { connections: 4, seconds: 3 };
    const p99s: number[] = [];
    // The disk needs this time to write the previous uploads, which were faster than any network.
    await pause(5_000);
    for (let round = 0; round < rounds; round += 1) {
      let isStopped = false;
      const sending = (async () => {
        while (!isStopped) await sendBytes(person, server, singleUploadMb * megabyte, lineBytesPerSecond);
      })();
      p99s.push((await load(server, poll, lightLoad)).p99Ms);
      isStopped = true;
      await sending;
    }
    const [antessala, bare] = [median(times.antessala), median(times.bare)];
    const speed = (ms: number) => `${((singleUploadMb / ms) * 1000).toFixed(0)} MB/s`;
    return [
      {
        label: `an upload of ${singleUploadMb} MB, on the disk before its response`,
        result: speed(antessala),
        bare: speed(bare),
        value: bare / antessala,
        target: { atLeast: 0.7 },
      },
      {
        label: `memory growth of ${atOnce} uploads at once, MB`,
        result: speeds.map(([, mbPerSecond], i) => `${growths[i]?.toFixed(1)} at ${mbPerSecond} MB/s`).join(', '),
        value: Math.max(...growths),
        target: { atMost: 40 },
      },
      {
        label: 'p99 of a poll during uploads at 110 MB/s, ms',
        result: `${p99s.map((each) => each.toFixed(1)).join(', ')} ms`,
        value: median(p99s),
        target: { atMost: 20 },
      },
    ];
  } finally {
    await server.stop();
  }
}
