/** From the start to the first answer with a reseller's data, idle memory, and 50 people who sign in at once. */
import { setTimeout as pause } from 'node:timers/promises';
import { furnish } from '../furnish.ts';
import { admin, load, median, startServer } from '../rig.ts';
import type { Row } from '../table.ts';
import { pollOf } from './polls.ts';

const rounds = 3;

export async function start(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder);
  const starts: number[] = [];
  for (let round = 1; round < rounds; round += 1) {
    const server = await startServer(folder);
    starts.push(server.startMs);
    await server.stop();
  }
  const server = await startServer(folder);
  try {
    starts.push(server.startMs);
    await pause(10_000);
    const { residentMb, ownMb } = await server.memory();

    const poll = devices.map(pollOf);
    const calm = { connections: 4, seconds: 3 };
    await load(server, poll, calm);
    const alone = await load(server, poll, calm);
    const signIn = () =>
      fetch(`http://127.0.0.1:${server.port}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: admin.email, password: admin.password }),
      }).then(async (response) => (await response.arrayBuffer(), response.status));
    const beside = load(server, poll, calm);
    await pause(500);
    const statuses = await Promise.all(Array.from({ length: 50 }, signIn));
    const { p99Ms } = await beside;
    return [
      {
        what: 'start to first answer, 10,000 contents, 2,000 screens, ms',
        ours: `${starts.map((each) => each.toFixed(0)).join(', ')} ms`,
        value: median(starts),
        promise: { atMost: 1_000 },
      },
      {
        what: 'idle memory, MB',
        ours: `${residentMb.toFixed(0)} MB resident, ${ownMb.toFixed(0)} MB its own`,
        value: residentMb,
        promise: { atMost: 100 },
      },
      {
        what: "a poll's p99 while 50 sign in at once, ms",
        ours: `${alone.p99Ms.toFixed(1)} ms alone; ${statuses.filter((status) => status === 200).length} of 50 got in`,
        value: p99Ms,
        promise: { atMost: 20 },
      },
    ];
  } finally {
    await server.stop();
  }
}
