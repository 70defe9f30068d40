import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heartbeatInput, type PlayerState, playerState } from '../../../contract/players.ts';
import { seededRandom } from '../../../platform/random.ts';
import { parseTypicalHeartbeat } from './parse.ts';

/** State in a typical heartbeat. */
const typicalState = {
  ...{ videoId: 7, playingSince: '2026-11-22T12:00:00.000Z', cachedItems: 3, totalItems: 10, downloadPercent: 40 },
  ...{ soundBlocked: false, radio: 'heard', radioSilentSince: null, clockUnknown: false, freeStorageMb: 812.5 },
  ...{ lastError: null, version: '1.0.0', engine: 'Chromium 79' },
} satisfies PlayerState;

/** Unusual values for each field; the contract accepts some of them, cleans others and refuses the rest. */
const unusual: readonly unknown[] = [
  ...[
    null,
    undefined,
    true,
    false,
    0,
    1,
    -1,
    100,
    101,
    100_000,
    100_001,
    1.5,
    1e300,
    9_007_199_254_740_992,
    '7',
    [],
    {},
  ],
  ...['', ' ', 'x', ' x', 'x ', 'x y', 'ação', 'a\u0000b', 'a\nb', 'e\u0301', '\ud800', 'off', 'silent', 'HEARD'],
  ...['x'.repeat(40), 'x'.repeat(41), 'x'.repeat(80), 'x'.repeat(81), 'x'.repeat(300), 'x'.repeat(301)],
  ...['2026-02-28T23:59:59.999Z', '2026-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z', '2026-11-22T24:00:00.000Z'],
  ...['2026-11-22T12:00:00Z', '2026-11-22T12:00:00.000+01:00', '2026-11-22', '+002026-11-22T12:00:00.000Z', 'agora'],
];

const text = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Parses a body with the contract's schema; returns undefined if the schema refuses it. */
function contractParse(body: Buffer): object | undefined {
  const parsed = heartbeatInput.safeParse(JSON.parse(body.toString('utf8')));
  if (!parsed.success) return undefined;
  const { token, playerId, state } = parsed.data;
  return { token, playerId, state: state && playerState.parse(state) };
}

test("every heartbeat that the fast parser accepts gives the same result with the contract's parser", () => {
  const random = seededRandom(20261122);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const accepted = new Set<string>();
  for (let round = 0; round < 20_000; round += 1) {
    const state: Record<string, unknown> = { ...typicalState };
    const field = pick(Object.keys(state));
    state[field] = pick(unusual);
    if (random() < 0.1) state.more = pick(unusual);
    const body = text({ token: 'abc', playerId: 5, state });
    const read = parseTypicalHeartbeat(body);
    if (read === undefined) continue;
    accepted.add(field);
    assert.deepEqual({ ...read }, contractParse(body), body.toString());
  }
  assert.deepEqual([...accepted].sort(), Object.keys(typicalState).sort(), 'each field was varied and accepted');
});

test('a typical heartbeat and one without a state are accepted', () => {
  assert.deepEqual(parseTypicalHeartbeat(text({ token: 'abc', playerId: 5, state: typicalState })), {
    token: 'abc',
    playerId: 5,
    state: typicalState,
  });
  assert.deepEqual(parseTypicalHeartbeat(text({ token: 'abc', playerId: 5 })), {
    token: 'abc',
    playerId: 5,
    state: undefined,
  });
});

test('bodies that are not typical heartbeats are left to the ordinary path', () => {
  for (const body of [
    ...[null, 1, 'x', [], {}, { token: 'abc' }, { token: '', playerId: 5 }, { token: 'abc', playerId: '5' }],
    ...[
      { token: 'a b ', playerId: 5 },
      { token: 'x'.repeat(201), playerId: 5 },
      { token: 'abc', playerId: 0 },
    ],
    ...[
      { token: 'abc', playerId: 5, state: null },
      { token: 'abc', playerId: 5, state: [] },
    ],
    { token: 'abc', playerId: 5, state: { videoId: 1 } },
  ])
    assert.equal(parseTypicalHeartbeat(text(body)), undefined, JSON.stringify(body));
  assert.equal(parseTypicalHeartbeat(Buffer.from('{"token":')), undefined);
  assert.equal(parseTypicalHeartbeat(Buffer.from([0x22, 0xff, 0x22])), undefined, 'not UTF-8');
});
