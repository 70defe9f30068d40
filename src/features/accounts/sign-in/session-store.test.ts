import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilitiesOfRole } from '../../../contract/accounts/capabilities.ts';
import { migrationsDir } from '../../../platform/process/assets.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { Database } from '../../../platform/storage/database.ts';
import { migrate } from '../../../platform/storage/migrate.ts';
import { createSettingsStore } from '../../settings/store.ts';
import { createSessionStore } from './session-store.ts';
import { createAccountStore } from '../store.ts';

const dayMs = 86_400_000;

function setUp() {
  const clock = new ManualClock();
  const database = new Database(':memory:');
  migrate(database, migrationsDir, clock);
  const settings = createSettingsStore(database, clock);
  const userId = createAccountStore(database, clock).create({
    username: 'Ana',
    email: 'ana@clinica.test',
    password: 'hash',
    status: 'approved',
  });
  const openStore = (storeClock = clock) => createSessionStore(database, storeClock, settings);
  return { clock, database, userId, person: { userId, memberId: null }, openStore };
}

test('a session is identified only by its whole token', () => {
  const { database, userId, person, openStore } = setUp();
  const sessions = openStore();
  const token = sessions.start(person);
  assert.match(token, /^[\w-]{43}$/);
  const [row] = database.prepare<[], { token_hash: string }>('SELECT token_hash FROM sessions').all();
  assert.match(row?.token_hash ?? '', /^[0-9a-f]{64}$/, 'the database does not contain the token');
  assert.deepEqual(sessions.identify(token), {
    status: 'approved',
    actor: {
      kind: 'user',
      userId,
      username: 'Ana',
      email: 'ana@clinica.test',
      role: 'user',
      userType: 'common',
      features: { breakingNews: true, radio: true, management: true },
      member: undefined,
      token: undefined,
      capabilities: capabilitiesOfRole.owner,
      sessionHash: row?.token_hash,
    },
  });
  assert.equal(sessions.identify(token.slice(0, -1)), undefined);
  assert.equal(sessions.identify(''), undefined);
});

test('a session ends after 30 days without use, and its use is stored at most every ten minutes', async () => {
  const { clock, database, person, openStore } = setUp();
  const sessions = openStore();
  const token = sessions.start(person);
  const lastSeen = () => database.prepare<[], { at: number }>('SELECT last_seen_at AS at FROM sessions').get()?.at;
  const started = lastSeen();
  clock.advance(9 * 60_000);
  sessions.identify(token);
  assert.equal(lastSeen(), started);
  clock.advance(60_000);
  sessions.identify(token);
  assert.equal(lastSeen(), (started ?? 0) + 600_000);

  clock.advance(30 * dayMs);
  assert.ok(sessions.identify(token), 'the session is valid for thirty days');
  clock.advance(30 * dayMs + 1);
  assert.equal(sessions.identify(token), undefined);
  await sessions.endIdle();
  const { n } = database.prepare<[], { n: number }>('SELECT count(*) AS n FROM sessions').get() ?? {};
  assert.equal(n, 0, 'the task deletes the idle session');
});

test('no jump of the clock, forward or back, while the server runs or between two runs, ends a session', () => {
  const { clock, person, openStore } = setUp();
  let sessions = openStore();
  const token = sessions.start(person);
  for (const years of [14, -14, -56, 56]) {
    clock.jump(years * 365 * dayMs);
    assert.ok(sessions.identify(token), `${years} years while running`);
    sessions.close();
    sessions = openStore();
    assert.ok(sessions.identify(token), `${years} years, and a restart`);
    sessions.close();
    clock.jump(-years * 365 * dayMs);
    sessions = openStore();
    assert.ok(sessions.identify(token), `${years} years and back between two runs`);
  }
  clock.advance(31 * dayMs);
  assert.equal(sessions.identify(token), undefined, 'elapsed time still counts');
});

test('the days in which the server runs count as idle days even if every run ends in a crash', () => {
  const { clock: firstClock, database, person, openStore } = setUp();
  let clock = firstClock;
  const token = openStore(clock).start(person);
  for (let run = 0; run < 4; run += 1) {
    clock.advance(8 * dayMs);
    clock = new ManualClock(clock.now());
    assert.equal(openStore(clock).identify(token) !== undefined, run < 3, `after ${8 * (run + 1)} days`);
    // Undo the use that `identify` has stored.
    database.exec('UPDATE sessions SET last_seen_at = created_at');
  }
});

test('one session ends by its token, and all sessions of a user end together', () => {
  const { userId, person, openStore } = setUp();
  const sessions = openStore();
  const [a, b, c] = [sessions.start(person), sessions.start(person), sessions.start(person)];
  sessions.end(a);
  assert.equal(sessions.identify(a), undefined);
  assert.ok(sessions.identify(b));
  sessions.endAllOf(userId);
  assert.equal(sessions.identify(b), undefined);
  assert.equal(sessions.identify(c), undefined);
});
