/** Measures, with 10,000 contents and 2,000 screens, the time until the first response, idle memory, and 50 sign-ins at once. */
import { request } from 'node:http';
import { hashSync } from 'bcryptjs';
import { sha256Hex } from '../../../src/platform/random.ts';
import { dataFolder } from '../../../src/platform/storage/data-folder.ts';
import { Database } from '../../../src/platform/storage/database.ts';
import { fillDatabase } from '../support/fill-database.ts';
import { admin, load, median, startServer } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

const rounds = fullOrQuick(3, 1);
const people = fullOrQuick(50, 2);

/** Sets the password of every account that `fillDatabase` has created. */
function setPasswords(dataDir: string, password: string): void {
  const database = new Database(dataFolder(dataDir).database);
  const secret = Buffer.from(sha256Hex(password), 'hex').toString('base64');
  database.connection
    .prepare("UPDATE users SET password = ? WHERE email LIKE '%@bench.test'")
    .run(hashSync(secret, 11));
  database.close();
}

/** Sends a POST request from a local address. Returns the status. */
function post(port: number, localAddress: string, path: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const clientRequest = request(
      { host: '127.0.0.1', port, localAddress, path, method: 'POST', headers },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    clientRequest.once('error', reject).end(JSON.stringify(body));
  });
}

export async function start(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = fillDatabase(folder);
  setPasswords(folder, admin.password);
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
    const { residentMb, privateMb } = await server.memory();

    const poll = devices.map(pollOf);
    const lightLoad = { connections: 4, seconds: 3 };
    await load(server, poll, lightLoad);
    const alone = await load(server, poll, lightLoad);
    // Each person signs in from an address of their own, and retries after 5 s when the server was too busy (503).
    const signIn = async (_: unknown, index: number): Promise<{ status: number; tries: number }> => {
      for (let tries = 1; ; tries += 1) {
        const status = await post(server.port, `127.0.9.${index + 1}`, '/api/login', {
          email: `clinica${index}@bench.test`,
          password: admin.password,
        });
        if (status !== 503 || tries === 6) return { status, tries };
        await pause(5_000);
      }
    };
    const pollsMeanwhile = load(server, poll, { ...lightLoad, seconds: 8 });
    await pause(500);
    const signedIn = await Promise.all(Array.from({ length: people }, signIn));
    const { p99Ms } = await pollsMeanwhile;
    const succeeded = signedIn.filter(({ status }) => status === 200);
    const atFirstTry = succeeded.filter(({ tries }) => tries === 1).length;
    return [
      {
        label: 'start to first response, 10,000 contents, 2,000 screens, ms',
        result: `${starts.map((each) => each.toFixed(0)).join(', ')} ms`,
        value: median(starts),
        target: { atMost: 1_000 },
      },
      {
        label: 'idle memory, MB',
        result: `${residentMb.toFixed(0)} MB resident, ${privateMb.toFixed(0)} MB private`,
        value: residentMb,
        target: { atMost: 100 },
      },
      {
        label: 'p99 of a poll during 50 simultaneous sign-ins, ms',
        result: `${alone.p99Ms.toFixed(1)} ms alone; ${succeeded.length} of ${people} signed in, ${atFirstTry} at the first try`,
        value: p99Ms,
        target: { atMost: 20 },
      },
    ];
  } finally {
    await server.stop();
  }
}
