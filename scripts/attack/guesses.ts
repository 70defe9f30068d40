/**
 * Guesses at every door, from one address and from 300, against a server in a process of its own: none may succeed, what
 * others ask for stays quick, and every owner still enters from a known device. Ends with the figures, and with 1 when one is
 * wrong.
 *
 *   node --import tsx scripts/attack/guesses.ts [GUESSES] [DOOR ...]
 */
import { giveWay, measureQuiet, startPolling, startServer } from './server.ts';

const guesses = Number(process.argv[2] ?? 10_000);
const only = process.argv.slice(3);
const parallel = 60;
const owners = 10;
const mostP99Ms = 500;

const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } });

const send = (path: string, body: object, address: string, cookie = '') =>
  server.ask(path, { body, isAlone: false, headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) } });

const people: { email: string; password: string; cookies: Map<string, string> }[] = [];
for (let i = 0; i < owners; i += 1) {
  const { email, password, client } = await server.customer(`dona${i}`);
  people.push({ email, password, cookies: client.cookies });
}
const screen = await server.screen();
await measureQuiet(server, screen.bearer ?? '');
giveWay();

/** The owner's login from a known device, beside everything else; answers milliseconds, or undefined where it was refused. */
async function enter({ email, password, cookies }: (typeof people)[number]): Promise<number | undefined> {
  const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await send('/api/login', { email, password }, '198.51.100.7', header).catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  for (const cookie of answer.cookies)
    cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1));
  return answer.ms;
}

const text = (i: number) => `Z${i.toString(36).toUpperCase().padStart(5, '0')}`;
const doors: Record<string, (i: number) => [path: string, body: object]> = {
  login: (i) => ['/api/login', { email: people[i % owners]?.email, password: `errada ${i}` }],
  'access code': (i) => ['/api/register/validate-code', { code: text(i) }],
  'mode code': (i) => ['/api/player/mode-code', { password: text(i) }],
  // Four digits, each of them once: what a patient would try.
  'exit code': (i) => ['/api/player/options-code', { action: 'exit', code: String(i % 10_000).padStart(4, '0') }],
  'device reset': (i) => ['/api/player/activate', { activationCode: String(i % 10_000).padStart(4, '0') }],
  invitation: (i) => ['/api/invitations/find', { code: text(i) }],
  activation: (i) => ['/api/player/activate', { activationCode: `Z${text(i)}ZZZ` }],
  renewal: (i) => ['/api/player/renew-token', { playerId: i + 1 }],
};

let isRight = true;
for (const addresses of [1, 300])
  for (const [door, guess] of Object.entries(doors)) {
    if (only.length > 0 && !only.includes(door)) continue;
    const counts = new Map<number, number>();
    let next = 0;
    let isOver = false;
    const begun = performance.now();
    await server.strain();
    const polling = startPolling(server, screen.bearer ?? '');
    const worker = async () => {
      while (next < guesses) {
        const i = (next += 1);
        const [path, body] = guess(i);
        const address = addresses === 1 ? '198.51.100.7' : `10.0.${(i % addresses) >> 8}.${(i % addresses) & 255}`;
        const { status } = await send(path, body, address).catch(() => ({ status: 0 }));
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    const entries: (number | undefined)[] = [];
    const entering = (async () => {
      for (let turn = 0; turn < owners && (!isOver || turn === 0); turn += 1)
        entries.push(await enter(people[turn] as (typeof people)[number]));
    })();
    await Promise.all(Array.from({ length: parallel }, worker));
    isOver = true;
    await entering;
    const polls = await polling.stop();
    const { lateP99Ms, lateMaxMs, cores } = await server.strain();
    const sum = (holds: (status: number) => boolean) =>
      [...counts].filter(([status]) => holds(status)).reduce((total, [, count]) => total + count, 0);
    // 409: the device reset code.
    const right = sum((status) => (status >= 200 && status < 300) || status === 409);
    const looked = sum((status) => status !== 429 && status !== 503 && status !== 0);
    const entered = entries.filter((ms) => ms !== undefined);
    if (
      right > 0 ||
      entered.length < entries.length ||
      polls.p99Ms >= mostP99Ms ||
      lateP99Ms >= mostP99Ms ||
      polls.lost > 0
    )
      isRight = false;
    console.log(
      `${door}, ${addresses} address(es): ${guesses} sent in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${looked} looked at, ${right} right; owners meanwhile ${entered.length} of ${entries.length}, ${Math.max(0, ...entered).toFixed(0)} ms at most; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost; the server's loop late by ${lateP99Ms.toFixed(0)} ms (p99), ${lateMaxMs.toFixed(0)} at most, ${cores.toFixed(2)} cores`,
    );
  }

let entered = 0;
for (const person of people) if ((await enter(person)) !== undefined) entered += 1;
console.log(`${entered} of ${owners} owners entered from a known device afterwards`);
await server.stop();
process.exit(isRight && entered === owners ? 0 : 1);
