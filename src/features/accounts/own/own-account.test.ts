import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { cookieNames } from '../../../platform/http/request/cookies.ts';
import { startTestApp, testAdmin, type Customer, type TestApp } from '../../../testing/app.ts';
import { assertRefusal } from '../testing/assert-refusal.ts';

const goodPassword = 'três palavras juntas';
const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const change = (person: Customer, newPassword = goodPassword, currentPassword = person.password) =>
  person.call('PUT /api/user/password', { body: { currentPassword, newPassword } });

/** Signs the person in from another browser. */
const signInElsewhere = (app: TestApp, { user, password }: Customer) => app.login(user.email, password);

/** Returns a client with the current cookies of the person's browser, as somebody who stole them would have. */
function copyOf(app: TestApp, person: Customer) {
  const copy = app.guest();
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  return copy;
}

test('a new password ends every other session and its sockets, and the current session gets a new cookie', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const [other, outsider] = [await signInElsewhere(app, customer), await app.customer()];
  const [socket, ownSocket, outsiderSocket] = [await other.socket(), await customer.socket(), await outsider.socket()];
  const copy = copyOf(app, customer);
  await change(customer);
  await socket.waitFor('sessionEnded');
  await socket.closed;
  // The session's own sockets used the old cookie: they are closed without an event, and the page reconnects with the new one.
  await ownSocket.closed;
  assert.ok(!ownSocket.messages.some(({ type }) => type === 'sessionEnded'), 'no page shows the sign-in');
  await customer.socket();

  assert.equal(await customer.status('GET /api/user'), 200);
  assert.equal(await copy.status('GET /api/user'), 401, 'the old cookie is no longer valid');
  assert.equal(await other.status('GET /api/user'), 401);
  assert.equal(await outsider.status('GET /api/user'), 200);
  outsiderSocket.send({ type: 'ping' });
  await outsiderSocket.waitFor('pong');

  const { email } = customer.user;
  await assertRefusal(app.login(email, customer.password), 401);
  assert.equal((await app.login(email, goodPassword)).user.email, email);
});

test('a wrong current password is refused with a message at its field, and changes nothing', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const other = await signInElsewhere(app, customer);
  await assertRefusal(change(customer, goodPassword, 'errada'), 403, {
    code: 'forbidden',
    message: 'A senha atual está incorreta. Confira e tente de novo.',
    fields: ['currentPassword'],
  });
  for (const person of [customer, other]) assert.equal(await person.status('GET /api/user'), 200);
  assert.equal((await app.login(customer.user.email, customer.password)).user.id, customer.user.id);
});

test('a new password has to follow the rules for passwords', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const fields = ['newPassword'];
  for (const password of ['12345', '123456', 'segredo1', '   ', `a${'b'.repeat(128)}`])
    await assertRefusal(change(customer, password), 400, { fields }, password);
  await assertRefusal(change(app.admin, 'girassol7'), 400, { fields, message: /pelo menos 10 caracteres/ });
  const longest = 'ção'.repeat(50).slice(0, limits.password.max);
  await change(customer, longest);
  assert.equal((await app.login(customer.user.email, longest)).user.id, customer.user.id);
});

test('wrong current passwords and wrong passwords at the sign-in together cause waits, except in a known browser', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  // A stolen session cookie in an unknown browser.
  const thief = copyOf(app, customer) as Customer;
  thief.cookies.delete(cookieNames.knownDevice);
  for (let i = 0; i < 5; i += 1) await assertRefusal(change(thief, goodPassword, `errada${i}`), 403);
  await assertRefusal(change(thief, goodPassword, customer.password), 429, { code: 'too_many_requests' });
  await assertRefusal(app.login(customer.user.email, customer.password), 429, {}, 'the sign-in shares the throttle');
  // The owner in a known browser does not have to wait.
  await change(customer);
  assert.equal(await customer.status('GET /api/user'), 200);
});

test('one of two simultaneous password changes succeeds, and only the session that sent it continues', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const other = await signInElsewhere(app, customer);
  const outcomes = await Promise.allSettled([
    change(customer, 'primeira senha nova'),
    change(other, 'segunda senha nova'),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  for (const [index, person] of [customer, other].entries())
    assert.equal(await person.status('GET /api/user'), outcomes[index]?.status === 'fulfilled' ? 200 : 401);
});

test('the list of sessions shows browser, address, start and last use of each', async (t) => {
  const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const startedAt = app.clock.now();
  const customer = await app.customer();
  app.clock.advance(3_600_000);
  const phone = app.guest();
  const signIn = await phone.request('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': windowsChrome, 'x-forwarded-for': '192.168.7.20' },
    body: JSON.stringify({ email: customer.user.email, password: customer.password }),
  });
  assert.equal(signIn.status, 200);
  const sessions = await customer.call('GET /api/user/sessions');
  assert.equal(sessions.length, 2);
  const [own, other] = [sessions.find(({ isCurrent }) => isCurrent), sessions.find(({ isCurrent }) => !isCurrent)];
  const [first, hourLater] = [startedAt, startedAt + 3_600_000].map((time) => new Date(time).toISOString());
  assert.deepEqual(other, {
    key: other?.key,
    isCurrent: false,
    device: 'Chrome no Windows',
    address: '192.168.7.20',
    createdAt: hourLater,
    lastSeenAt: hourLater,
  });
  assert.deepEqual([own?.device, own?.createdAt], ['Outro programa', first]);
  assert.equal(own?.lastSeenAt, hourLater, 'reading the list counts as use');
  for (const { key } of sessions) {
    assert.match(key, /^[0-9a-f]{16}$/);
    assert.ok(![...customer.cookies.values()].some((value) => value.includes(key)), 'the key is no part of a token');
  }

  // Address and time of the last use are stored at most every ten minutes.
  const move = (address: string) =>
    phone.request('/api/user', { headers: { 'user-agent': windowsChrome, 'x-forwarded-for': address } });
  const addressNow = async () =>
    (await customer.call('GET /api/user/sessions')).find(({ isCurrent }) => !isCurrent)?.address;
  app.clock.advance(10 * 60_000 - 1);
  await move('10.0.0.9');
  assert.equal(await addressNow(), '192.168.7.20');
  app.clock.advance(1);
  await move('10.0.0.9');
  assert.equal(await addressNow(), '10.0.0.9');
});

test('a session from before an upgrade has an unknown browser and address until it is used', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  await signInElsewhere(app, customer);
  app.parts.database.exec('UPDATE sessions SET user_agent = NULL, address = NULL');
  const other = (await customer.call('GET /api/user/sessions')).find(({ isCurrent }) => !isCurrent);
  assert.deepEqual([other?.device, other?.address], [null, null]);
  app.clock.advance(10 * 60_000);
  const own = (await customer.call('GET /api/user/sessions')).find(({ isCurrent }) => isCurrent);
  assert.deepEqual([own?.device, own?.address], ['Outro programa', '127.0.0.1']);
});

test('ending another session closes its sockets at once and notifies the other windows; the current one cannot be ended this way', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const [second, third] = [await signInElsewhere(app, customer), await signInElsewhere(app, customer)];
  const [secondSocket, thirdSocket, ownSocket] = [await second.socket(), await third.socket(), await customer.socket()];
  const keyOf = async (person: Customer) =>
    (await person.call('GET /api/user/sessions')).find(({ isCurrent }) => isCurrent)?.key ?? '';
  const end = (person: Customer, key: string) => person.call('DELETE /api/user/sessions/:key', { params: { key } });

  const key = await keyOf(second);
  await end(customer, key);
  await secondSocket.waitFor('sessionEnded');
  await secondSocket.closed;
  assert.equal(await second.status('GET /api/user'), 401);
  for (const socket of [thirdSocket, ownSocket])
    await socket.waitFor('contentChanged', ({ what }) => what === 'sessions');
  assert.equal(await third.status('GET /api/user'), 200);

  await assertRefusal(end(customer, key), 404, { message: 'Esta sessão já foi encerrada.' });
  await assertRefusal(end(customer, await keyOf(customer)), 409, { code: 'conflict' });
  await assertRefusal(end(await app.customer(), await keyOf(third)), 404);
  assert.equal(await third.status('GET /api/user'), 200, "nobody ends another account's session");
});

test('ending all other sessions leaves the current one and its sockets, and returns the number of ended sessions', async (t) => {
  const app = await startTestApp(t);
  const outsider = await signInElsewhere(app, { ...app.admin, password: testAdmin.password } as Customer);
  const customer = await app.customer();
  const otherSessions = [await signInElsewhere(app, customer), await signInElsewhere(app, customer)];
  const sockets = await Promise.all(otherSessions.map((session) => session.socket()));
  const ownSocket = await customer.socket();
  assert.deepEqual(await customer.call('DELETE /api/user/sessions'), { ended: 2 });
  for (const socket of sockets) {
    await socket.waitFor('sessionEnded');
    await socket.closed;
  }
  for (const session of otherSessions) assert.equal(await session.status('GET /api/user'), 401);
  for (const person of [customer, outsider]) assert.equal(await person.status('GET /api/user'), 200);
  ownSocket.send({ type: 'ping' });
  await ownSocket.waitFor('pong');
  assert.deepEqual(await customer.call('DELETE /api/user/sessions'), { ended: 0 });
  assert.equal((await customer.call('GET /api/user/sessions')).length, 1);
});
