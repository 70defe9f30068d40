/** What a poll costs a built server, by its own processor time, which a busy machine changes least. Linux only. */
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { type BuiltServer, quantile } from '../support/built-server.ts';

interface Round {
  answers: number;
  /** Of the server. */
  processorUs: number;
}

/** Asks again as soon as it is answered, until then; answers how often. */
async function ask({ port }: BuiltServer, token: string, query: string, until: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const request = `GET /api/player/assigned-playlist${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  let [answers, text] = [0, ''];
  await new Promise<void>((resolve, reject) => {
    const send = () => (performance.now() > until ? socket.end(resolve) : socket.write(request));
    socket.on('connect', send).on('error', reject);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 200)));
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      text = '';
      answers += 1;
      send();
    });
  });
  return answers;
}

/** Processor time that its main thread and all others have taken, microseconds. */
async function processorUs({ pid }: BuiltServer): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const taken = threads.map(async (id) =>
    Number((await readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8')).split(' ')[0]),
  );
  return (await Promise.all(taken)).reduce((sum, ns) => sum + ns, 0) / 1_000;
}

/** One way of polling. */
export interface Side {
  name: string;
  token: string;
  /** '?programme=...' or nothing. */
  query?: string;
}

const connections = 16;
const roundMs = 400;

/** One round: all connections poll that way for its time. */
async function measurePolls(server: BuiltServer, { token, query = '' }: Side): Promise<Round> {
  const [since, before] = [performance.now(), await processorUs(server)];
  const all = Array.from({ length: connections }, () => ask(server, token, query, since + roundMs));
  const answers = (await Promise.all(all)).reduce((sum, count) => sum + count, 0);
  return { answers, processorUs: (await processorUs(server)) - before };
}

const costOf = ({ answers, processorUs }: Round): number => processorUs / answers;

/**
 * What a poll costs the one way and the other, asked in turn of one and the same server: the same program is several per cent
 * quicker or slower in each process. Answers the median of the rounds' ratios, and prints what it rests on.
 * @param prepare before each pair of rounds
 */
export async function comparePolls(
  server: BuiltServer,
  { plain, other, rounds, prepare }: { plain: Side; other: Side; rounds: number; prepare?: () => Promise<unknown> },
): Promise<number> {
  for (let warm = 0; warm < 5; warm += 1) for (const side of [plain, other]) await measurePolls(server, side);
  const [costs, ratios]: [[number, number][], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await prepare?.();
    // Who is second finds a warmer machine.
    const sides = round % 2 === 0 ? [plain, other] : [other, plain];
    const measured = new Map<Side, number>();
    for (const side of sides) measured.set(side, costOf(await measurePolls(server, side)));
    const [one, two] = [measured.get(plain) ?? NaN, measured.get(other) ?? NaN];
    costs.push([one, two]);
    ratios.push(two / one);
  }
  const ratio = quantile(ratios, 0.5);
  const us = (side: 0 | 1) =>
    `${quantile(
      costs.map((each) => each[side]),
      0.5,
    ).toFixed(1)} us`;
  const error = (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / Math.sqrt(rounds);
  console.log(
    `${plain.name} ${us(0)}, ${other.name} ${us(1)} of the server a poll, ratio ${ratio.toFixed(3)} +- ${error.toFixed(3)} ` +
      `(${rounds} rounds, quartiles ${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)})`,
  );
  return ratio;
}
