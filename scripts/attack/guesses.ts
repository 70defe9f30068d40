/**
 * Guesses at every door, from one address and from 300, against a server of its own: none may succeed, what others ask
 * for stays quick, and every owner still enters from a known device. Ends with the figures, and with 1 when one is wrong.
 *
 *   node --import tsx scripts/attack/guesses.ts [GUESSES]
 */
import { startTestApp } from '../../src/testing/app.ts';
import { systemClock } from '../../src/platform/clock.ts';

const guesses = Number(process.argv[2] ?? 10_000);
const parallel = 64;
const owners = 10;

const endings: (() => unknown)[] = [];
const app = await startTestApp(
  { after: (work) => void endings.push(work) },
  { clock: systemClock, env: { TRUST_PROXY: '127.0.0.1' } },
);

async function send(path: string, body: object, address: string, cookie = '') {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': address,
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

const people = [];
for (let i = 0; i < owners; i += 1) people.push(await app.customer());
const emails = people.map(({ user }) => user.email);
const screen = await app.screen(people[0] as (typeof people)[number]);

const text = (i: number) => `Z${i.toString(36).toUpperCase().padStart(5, '0')}`;
const doors: Record<string, (i: number) => [path: string, body: object]> = {
  login: (i) => ['/api/login', { email: emails[i % owners], password: `errada ${i}` }],
  'access code': (i) => ['/api/register/validate-code', { code: text(i) }],
  'mode code': (i) => ['/api/player/mode-code', { password: text(i) }],
  'exit code': (i) => ['/api/player/options-code', { action: 'exit', code: text(i) }],
  activation: (i) => ['/api/player/activate', { activationCode: `Z${text(i)}ZZZ` }],
  renewal: (i) => ['/api/player/renew-token', { playerId: i + 1 }],
};

const polls: number[] = [];
let isPolling = true;
const polling = (async () => {
  while (isPolling) {
    const begun = performance.now();
    await screen.call('GET /api/player/assigned-playlist');
    polls.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
})();

let isRight = true;
for (const [addresses, from] of [
  [1, '198.51.100.7'],
  [300, undefined],
] as const)
  for (const [door, guess] of Object.entries(doors)) {
    const counts = new Map<number, number>();
    let next = 0;
    const begun = performance.now();
    const worker = async () => {
      while (next < guesses) {
        const i = (next += 1);
        const [path, body] = guess(i);
        const { status } = await send(path, body, from ?? `10.0.${(i % addresses) >> 8}.${(i % addresses) & 255}`);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    const owner = people[addresses % owners] as (typeof people)[number];
    const entering = (async () => {
      const { status, headers } = await send(
        '/api/login',
        { email: owner.user.email, password: owner.password },
        from ?? '10.0.0.1',
        owner.cookieHeader,
      );
      for (const cookie of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        owner.cookies.set(name, value);
      }
      return status;
    })();
    await Promise.all([entering, ...Array.from({ length: parallel }, worker)]);
    const succeeded = [...counts].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0);
    const taken = [...counts].filter(([status]) => status !== 429).reduce((sum, [, count]) => sum + count, 0);
    const ownerStatus = await entering;
    if (succeeded > 0 || ownerStatus !== 200) isRight = false;
    console.log(
      `${door}, ${addresses} address(es): ${guesses} sent in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${taken} looked at, ${succeeded} right; owner meanwhile ${ownerStatus}`,
    );
  }

isPolling = false;
await polling;
let entered = 0;
for (const person of people) {
  const body = { email: person.user.email, password: person.password };
  if ((await send('/api/login', body, '10.0.0.1', person.cookieHeader)).status === 200) entered += 1;
}
polls.sort((a, b) => a - b);
const p99 = polls[Math.floor(polls.length * 0.99)] ?? 0;
if (entered < owners || p99 >= 500) isRight = false;
console.log(
  `${entered} of ${owners} owners entered from a known device; a screen's polls p99 ${p99.toFixed(0)} ms of ${polls.length}`,
);
for (const work of endings) await work();
process.exit(isRight ? 0 : 1);
