/** What a poll costs a built server, by its own processor time, which a busy machine changes least. Linux only. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { BuiltServer } from '../built-server.ts';

export interface Round {
  answers: number;
  seconds: number;
  /** Of the server, in hundredths of a second. */
  ticks: number;
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

async function ticksOf({ pid }: BuiltServer): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** One round: so many connections poll with a screen's token for so long. `query`: '?programme=...' or nothing. */
export async function measurePolls(
  server: BuiltServer,
  token: string,
  { connections, roundMs, query = '' }: { connections: number; roundMs: number; query?: string },
): Promise<Round> {
  const [since, ticks] = [performance.now(), await ticksOf(server)];
  const all = Array.from({ length: connections }, () => ask(server, token, query, since + roundMs));
  const answers = (await Promise.all(all)).reduce((sum, count) => sum + count, 0);
  return { answers, seconds: (performance.now() - since) / 1_000, ticks: (await ticksOf(server)) - ticks };
}

const total = (rounds: readonly Round[], what: keyof Round) => rounds.reduce((sum, round) => sum + round[what], 0);

/** Microseconds of the server for one answer. */
export const costOf = (rounds: readonly Round[]) => (total(rounds, 'ticks') * 10_000) / total(rounds, 'answers');
export const perSecond = (rounds: readonly Round[]) => total(rounds, 'answers') / total(rounds, 'seconds');
