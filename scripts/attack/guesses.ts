/**
 * Guesses at every throttled action, from one address and from 300, against a server in a process of its own: none may succeed, what
 * others ask for stays quick, and every owner still enters from a known device. Ends with the figures, and with 1 when one is
 * wrong.
 *
 *   node --import tsx scripts/attack/guesses.ts [GUESSES] [ACTION ...]
 */
import { codeOf, stepAt } from '../../src/features/accounts/sign-in/totp.ts';
import { apiTokenPrefix } from '../../src/platform/http/access/access.ts';
import { Client } from '../../src/testing/client.ts';
import { giveWay, measureQuiet, startPolling, startServer } from './server.ts';
import { sized } from '../support/quick.ts';

const guesses = Number(process.argv[2] ?? sized(10_000, 20));
const only = process.argv.slice(3);
const parallel = 60;
const owners = 10;
const mostP99Ms = 500;

const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } });

/** Without a body it is a GET. */
interface Guess {
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const send = ({ path, body, headers = {} }: Guess, address: string) =>
  server.ask(path, { ...(body && { body }), isAlone: false, headers: { 'x-forwarded-for': address, ...headers } });

const cookiesOf = (cookies: Map<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const people: { email: string; password: string; cookies: Map<string, string> }[] = [];
for (let i = 0; i < owners; i += 1) {
  const { email, password, client } = await server.customer(`dona${i}`);
  people.push({ email, password, cookies: client.cookies });
}
const screen = await server.screen();
await measureQuiet(server, screen.bearer ?? '');
giveWay();

/**
 * The owner's login from a known device, beside everything else; returns milliseconds, or undefined where it was
 * refused.
 */
async function enter({ email, password, cookies }: (typeof people)[number]): Promise<number | undefined> {
  const login = { path: '/api/login', body: { email, password }, headers: { cookie: cookiesOf(cookies) } };
  const response = await send(login, '198.51.100.7').catch(() => undefined);
  if (response?.status !== 200) return undefined;
  for (const cookie of response.cookies)
    cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1));
  return response.ms;
}

/** Somebody whose password is known and whose phone is not: the ticket of the first step. */
async function firstStep(): Promise<string> {
  const client = new Client(server.url);
  const response = await client.request('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: careful.email, password: careful.password }),
  });
  await response.text();
  return cookiesOf(client.cookies);
}

const careful = await server.customer('cuidadosa');
const { secret } = await careful.client.call('POST /api/user/second-factor/key');
await careful.client.call('POST /api/user/second-factor', {
  body: { currentPassword: careful.password, secret, code: codeOf(secret, stepAt(Date.now())) },
});
/** An account of the guesser's own. */
const nosy = await server.customer('curiosa');

const text = (i: number) => `Z${i.toString(36).toUpperCase().padStart(5, '0')}`;
/** Four digits, each of them once: what a patient would try. */
const digits = (i: number) => String(i % 10_000).padStart(4, '0');
let ticket = '';
const actions: Record<string, (i: number) => Guess> = {
  login: (i) => ({ path: '/api/login', body: { email: people[i % owners]?.email, password: `errada ${i}` } }),
  // Six digits; from the middle, where no code of an app is likelier than elsewhere.
  'second step': (i) => ({
    path: '/api/login/second-factor',
    body: { code: String(500_000 + i) },
    headers: { cookie: ticket },
  }),
  'api token': (i) => ({
    path: '/api/call-rooms',
    headers: { authorization: `Bearer ${apiTokenPrefix}${text(i).padEnd(43, 'x')}` },
  }),
  'access code': (i) => ({ path: '/api/register/validate-code', body: { code: text(i) } }),
  'mode code': (i) => ({ path: '/api/player/mode-code', body: { password: text(i) } }),
  'exit code': (i) => ({ path: '/api/player/options-code', body: { action: 'exit', code: digits(i) } }),
  'reset code': (i) => ({ path: '/api/player/options-code', body: { action: 'reset', code: digits(i) } }),
  'device reset': (i) => ({ path: '/api/player/activate', body: { activationCode: digits(i) } }),
  invitation: (i) => ({ path: '/api/invitations/find', body: { code: text(i) } }),
  activation: (i) => ({ path: '/api/player/activate', body: { activationCode: `Z${text(i)}ZZZ` } }),
  renewal: (i) => ({ path: '/api/player/renew-token', body: { playerId: i + 1 } }),
  pairing: (i) => ({ path: `/api/pairing/${text(i)}`, headers: { cookie: cookiesOf(nosy.client.cookies) } }),
  'pairing secret': (i) => ({ path: '/api/player/pairing/poll', body: { secret: text(i) } }),
};

let isRight = true;
for (const addresses of [1, 300])
  for (const [action, guess] of Object.entries(actions)) {
    if (only.length > 0 && !only.includes(action)) continue;
    const counts = new Map<number, number>();
    let next = 0;
    let isOver = false;
    const begun = performance.now();
    if (action === 'second step') ticket = await firstStep();
    await server.strain();
    const polling = startPolling(server, screen.bearer ?? '');
    const worker = async () => {
      while (next < guesses) {
        const i = (next += 1);
        const address = addresses === 1 ? '198.51.100.7' : `10.0.${(i % addresses) >> 8}.${(i % addresses) & 255}`;
        const { status } = await send(guess(i), address).catch(() => ({ status: 0 }));
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
      `${action}, ${addresses} address(es): ${guesses} sent in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${looked} looked at, ${right} right; owners meanwhile ${entered.length} of ${entries.length}, ${Math.max(0, ...entered).toFixed(0)} ms at most; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost; the server's loop late by ${lateP99Ms.toFixed(0)} ms (p99), ${lateMaxMs.toFixed(0)} at most, ${cores.toFixed(2)} cores`,
    );
  }

let entered = 0;
for (const person of people) if ((await enter(person)) !== undefined) entered += 1;
console.log(`${entered} of ${owners} owners entered from a known device afterwards`);
await server.stop();
process.exit(isRight && entered === owners ? 0 : 1);
