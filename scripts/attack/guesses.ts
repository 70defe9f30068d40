/**
 * Guesses codes and passwords of every throttled action, from one address and from 300, against a server in a separate process.
 * Checks that no guess succeeds, that a screen's polls stay fast, and that owners can still sign in from a known device. Prints
 * the figures; exits with 1 if one misses its target.
 *
 *   node --import tsx scripts/attack/guesses.ts [GUESSES] [ACTION ...]
 */
import { codeOf, stepAt } from '../../src/features/accounts/sign-in/totp.ts';
import { apiTokenPrefix } from '../../src/platform/http/access/access.ts';
import { Client } from '../../src/testing/client.ts';
import { lowerPriority, measureBaseline, startPolling, startServer } from './server.ts';
import { fullOrQuick } from '../support/quick.ts';

const guesses = Number(process.argv[2] ?? fullOrQuick(10_000, 20));
const chosenActions = process.argv.slice(3);
const parallelGuesses = 60;
const ownerCount = 10;
const maxP99Ms = 500;

const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } });

/** A GET request if there is no body, else a POST. */
interface Guess {
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const send = ({ path, body, headers = {} }: Guess, address: string) =>
  server.request(path, {
    ...(body && { body }),
    usesNewConnection: false,
    headers: { 'x-forwarded-for': address, ...headers },
  });

const cookiesOf = (cookies: Map<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const owners: { email: string; password: string; cookies: Map<string, string> }[] = [];
for (let i = 0; i < ownerCount; i += 1) {
  const { email, password, client } = await server.customer(`dona${i}`);
  owners.push({ email, password, cookies: client.cookies });
}
const screen = await server.screen();
await measureBaseline(server, screen.bearer ?? '');
lowerPriority();

/** Signs an owner in from a known device. Returns the milliseconds, or undefined if the sign-in was refused. */
async function signIn({ email, password, cookies }: (typeof owners)[number]): Promise<number | undefined> {
  const login = { path: '/api/login', body: { email, password }, headers: { cookie: cookiesOf(cookies) } };
  const response = await send(login, '198.51.100.7').catch(() => undefined);
  if (response?.status !== 200) return undefined;
  for (const cookie of response.cookies)
    cookies.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1));
  return response.ms;
}

/** Enters the correct password of an account with a second factor. Returns the cookies for guessing its second factor. */
async function enterPassword(): Promise<string> {
  const client = new Client(server.url);
  const response = await client.request('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: protectedOwner.email, password: protectedOwner.password }),
  });
  await response.text();
  return cookiesOf(client.cookies);
}

const protectedOwner = await server.customer('cuidadosa');
const { secret } = await protectedOwner.client.call('POST /api/user/second-factor/key');
await protectedOwner.client.call('POST /api/user/second-factor', {
  body: { currentPassword: protectedOwner.password, code: codeOf(secret, stepAt(Date.now())) },
});
/** The attacker has an account, because only signed-in people can look up a pairing code. */
const attacker = await server.customer('curiosa');

const codeText = (i: number) => `Z${i.toString(36).toUpperCase().padStart(5, '0')}`;
/** Returns a different number of four digits for each guess, as a patient would try. */
const digits = (i: number) => String(i % 10_000).padStart(4, '0');
let secondFactorCookies = '';
const actions: Record<string, (i: number) => Guess> = {
  login: (i) => ({ path: '/api/login', body: { email: owners[i % ownerCount]?.email, password: `errada ${i}` } }),
  // Consecutive codes are as good as random ones: an authenticator app generates each code with the same probability.
  'second step': (i) => ({
    path: '/api/login/second-factor',
    body: { code: String(500_000 + i) },
    headers: { cookie: secondFactorCookies },
  }),
  'api token': (i) => ({
    path: '/api/call-rooms',
    headers: { authorization: `Bearer ${apiTokenPrefix}${codeText(i).padEnd(43, 'x')}` },
  }),
  'access code': (i) => ({ path: '/api/register/validate-code', body: { code: codeText(i) } }),
  'mode code': (i) => ({ path: '/api/player/mode-code', body: { password: codeText(i) } }),
  'exit code': (i) => ({ path: '/api/player/options-code', body: { action: 'exit', code: digits(i) } }),
  'reset code': (i) => ({ path: '/api/player/options-code', body: { action: 'reset', code: digits(i) } }),
  'device reset': (i) => ({ path: '/api/player/activate', body: { activationCode: digits(i) } }),
  invitation: (i) => ({ path: '/api/invitations/find', body: { code: codeText(i) } }),
  activation: (i) => ({ path: '/api/player/activate', body: { activationCode: `Z${codeText(i)}ZZZ` } }),
  renewal: (i) => ({ path: '/api/player/renew-token', body: { playerId: i + 1 } }),
  pairing: (i) => ({ path: `/api/pairing/${codeText(i)}`, headers: { cookie: cookiesOf(attacker.client.cookies) } }),
  'pairing secret': (i) => ({ path: '/api/player/pairing/poll', body: { secret: codeText(i) } }),
};

let isPassed = true;
for (const addresses of [1, 300])
  for (const [action, guess] of Object.entries(actions)) {
    if (chosenActions.length > 0 && !chosenActions.includes(action)) continue;
    const counts = new Map<number, number>();
    let sent = 0;
    let isFinished = false;
    const startedAt = performance.now();
    if (action === 'second step') secondFactorCookies = await enterPassword();
    await server.loadSinceLastCall();
    const polling = startPolling(server, screen.bearer ?? '');
    const worker = async () => {
      while (sent < guesses) {
        const i = (sent += 1);
        const address = addresses === 1 ? '198.51.100.7' : `10.0.${(i % addresses) >> 8}.${(i % addresses) & 255}`;
        const { status } = await send(guess(i), address).catch(() => ({ status: 0 }));
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    const signIns: (number | undefined)[] = [];
    const signingIn = (async () => {
      for (let index = 0; index < ownerCount && (!isFinished || index === 0); index += 1)
        signIns.push(await signIn(owners[index] as (typeof owners)[number]));
    })();
    await Promise.all(Array.from({ length: parallelGuesses }, worker));
    isFinished = true;
    await signingIn;
    const polls = await polling.stop();
    const { eventLoopDelayP99Ms, eventLoopDelayMaxMs, cores } = await server.loadSinceLastCall();
    const countWhere = (matches: (status: number) => boolean) =>
      [...counts].filter(([status]) => matches(status)).reduce((total, [, count]) => total + count, 0);
    // 409: the response to the correct device reset code.
    const correct = countWhere((status) => (status >= 200 && status < 300) || status === 409);
    const examined = countWhere((status) => status !== 429 && status !== 503 && status !== 0);
    const succeeded = signIns.filter((ms) => ms !== undefined);
    if (
      correct > 0 ||
      succeeded.length < signIns.length ||
      polls.p99Ms >= maxP99Ms ||
      eventLoopDelayP99Ms >= maxP99Ms ||
      polls.lost > 0
    )
      isPassed = false;
    console.log(
      `${action}, ${addresses} address(es): ${guesses} sent in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${examined} examined, ${correct} correct; owners signed in meanwhile ${succeeded.length} of ${signIns.length}, ${Math.max(0, ...succeeded).toFixed(0)} ms at most; a screen's polls p99 ${polls.p99Ms.toFixed(0)} ms of ${polls.count}, ${polls.lost} lost; the server's loop late by ${eventLoopDelayP99Ms.toFixed(0)} ms (p99), ${eventLoopDelayMaxMs.toFixed(0)} at most, ${cores.toFixed(2)} cores`,
    );
  }

let signedIn = 0;
for (const owner of owners) if ((await signIn(owner)) !== undefined) signedIn += 1;
console.log(`${signedIn} of ${ownerCount} owners signed in from a known device afterwards`);
await server.stop();
process.exit(isPassed && signedIn === ownerCount ? 0 : 1);
