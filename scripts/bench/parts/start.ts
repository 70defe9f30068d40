/** From the start to the first response with a reseller's data, idle memory, and 50 people who sign in at once. */
import { request } from 'node:http';
import { hashSync } from 'bcryptjs';
import { sha256Hex } from '../../../src/platform/random.ts';
import { dataFolder } from '../../../src/platform/storage/data-folder.ts';
import { Database } from '../../../src/platform/storage/database.ts';
import { furnish } from '../support/furnish.ts';
import { admin, load, median, startServer } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { pause, sized } from '../../support/quick.ts';

const rounds = sized(3, 1);
const people = sized(50, 2);

/** Every account gets the password. */
function giveAll(dataDir: string, password: string): void {
  const database = new Database(dataFolder(dataDir).database);
  const secret = Buffer.from(sha256Hex(password), 'hex').toString('base64');
  database.connection
    .prepare("UPDATE users SET password = ? WHERE email LIKE '%@bench.test'")
    .run(hashSync(secret, 11));
  database.close();
}

/** From an address of this machine's own. */
function post(port: number, localAddress: string, path: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const sent = request({ host: '127.0.0.1', port, localAddress, path, method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(JSON.stringify(body));
  });
}

export async function start(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder);
  giveAll(folder, admin.password);
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
    // From 50 addresses to 50 accounts, whom it lets in after 5 s where it was too busy.
    const signIn = async (_: unknown, at: number): Promise<{ status: number; tries: number }> => {
      for (let tries = 1; ; tries += 1) {
        const status = await post(server.port, `127.0.9.${at + 1}`, '/api/login', {
          email: `clinica${at}@bench.test`,
          password: admin.password,
        });
        if (status !== 503 || tries === 6) return { status, tries };
        await pause(5_000);
      }
    };
    const beside = load(server, poll, { ...calm, seconds: 8 });
    await pause(500);
    const signedIn = await Promise.all(Array.from({ length: people }, signIn));
    const { p99Ms } = await beside;
    const letIn = signedIn.filter(({ status }) => status === 200);
    const atOnce = letIn.filter(({ tries }) => tries === 1).length;
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
        ours: `${alone.p99Ms.toFixed(1)} ms alone; ${letIn.length} of ${people} got in, ${atOnce} at the first try`,
        value: p99Ms,
        promise: { atMost: 20 },
      },
    ];
  } finally {
    await server.stop();
  }
}
