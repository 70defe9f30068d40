import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from '../passwords/passwords.ts';
import { createShellAdmin } from '../../../cli/shell-admin.ts';
import { CommandError } from '../../../platform/process/failures.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { type Client, refusal } from '../../../testing/client.ts';
import { startMailServer } from '../../../testing/servers/mail-server.ts';
import { until } from '../../../testing/until.ts';
import { block, listedAccount, requireSecondFactor, resetPassword } from '../testing/manage.ts';
import { recordLog } from '../testing/recorded-log.ts';
import { assertRefusal } from '../testing/assert-refusal.ts';
import { codeOf, stepAt } from './totp.ts';

const stepMs = 30_000;

/** Enables the second factor. Returns its secret, a function for the current code, and the recovery codes. */
async function enable(app: TestApp, person: Client & { password: string }) {
  const { secret, uri } = await person.call('POST /api/user/second-factor/key');
  assert.match(uri, new RegExp(`^otpauth://totp/Antessala.*secret=${secret}`));
  const currentCode = () => codeOf(secret, stepAt(app.clock.now()));
  const { recoveryCodes } = await person.call('POST /api/user/second-factor', {
    body: { currentPassword: person.password, code: currentCode() },
  });
  app.clock.advance(stepMs);
  return { secret, currentCode, recoveryCodes };
}

/** Signs in with the password only. */
async function firstStep(app: TestApp, email: string, password: string) {
  const browser = app.guest();
  const { body, status } = await refusal(browser.call('POST /api/login', { body: { email, password } }));
  return { browser, code: body.code, status };
}

const stateOf = (person: Client) => person.call('GET /api/user/second-factor');
const secondStep = (browser: Client, code: string) => browser.call('POST /api/login/second-factor', { body: { code } });
const disable = (person: Client, currentPassword: string, code: string) =>
  person.call('POST /api/user/second-factor/disable', { body: { currentPassword, code } });
const removeFrom = (manager: Client, id: number) =>
  manager.call('DELETE /api/admin/users/:id/second-factor', { params: { id } });

const actionsOf = async (app: TestApp) =>
  (await app.admin.call('GET /api/admin/audit', { query: {} })).entries.map(({ action }) => action);

test('a sign-in requires a code after the password, and each code is accepted once', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { currentCode } = await enable(app, clinic);
  const { since, ...state } = await stateOf(clinic);
  assert.ok(since);
  assert.deepEqual(state, { isOn: true, recoveryCodesLeft: 10, isRequired: false });
  const { email } = clinic.user;
  const wrongPassword = await firstStep(app, email, 'errada');
  assert.equal(wrongPassword.code, 'unauthenticated', 'a wrong password does not reveal that there is a second factor');

  const { browser, code, status } = await firstStep(app, email, clinic.password);
  assert.deepEqual([status, code], [401, 'second_factor_required']);
  assert.equal(await browser.status('GET /api/user'), 401, 'the sign-in ticket grants no access');
  const usedCode = currentCode();
  await assertRefusal(secondStep(browser, '000000'), 403, { fields: ['code'] });
  assert.equal((await secondStep(browser, ` ${usedCode.slice(0, 3)} ${usedCode.slice(3)} `)).id, clinic.user.id);
  assert.equal((await browser.call('GET /api/user')).id, clinic.user.id);
  await assertRefusal(secondStep(browser, currentCode()), 401, {}, 'the sign-in ticket is used up');

  const thief = await firstStep(app, email, clinic.password);
  await assertRefusal(secondStep(thief.browser, usedCode), 403, {}, 'a code that the owner has already used');
  app.clock.advance(stepMs);
  await secondStep(thief.browser, currentCode());
  app.clock.advance(60_000);
  const actions = await actionsOf(app);
  assert.deepEqual(actions.filter((action) => !action.endsWith('refused')).slice(0, 3), [
    'session.started',
    'session.started',
    'account.second_factor_on',
  ]);
  assert.equal(
    actions.filter((action) => action === 'session.code_refused').length,
    1,
    'one audit entry counts both wrong codes',
  );
});

test('the sign-in ticket, given after the password, expires after five minutes or when the password changes', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { currentCode } = await enable(app, clinic);
  const late = await firstStep(app, clinic.user.email, clinic.password);
  app.clock.advance(5 * 60_000);
  await assertRefusal(secondStep(late.browser, currentCode()), 401);

  const early = await firstStep(app, clinic.user.email, clinic.password);
  await resetPassword(app.admin, clinic.user.id, 'outra-senha');
  await assertRefusal(secondStep(early.browser, currentCode()), 401);
  const reset = await firstStep(app, clinic.user.email, 'outra-senha');
  assert.equal(reset.code, 'second_factor_required', 'a password reset does not remove the second factor');
  await block(app.admin, clinic.user.id);
  await assertRefusal(secondStep(reset.browser, currentCode()), 403, { code: 'account_blocked' });
});

test('a recovery code is accepted once, and new codes make the old ones void', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { currentCode, recoveryCodes } = await enable(app, clinic);
  assert.equal(new Set(recoveryCodes).size, 10);
  for (const code of recoveryCodes) assert.match(code, /^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  const stored = JSON.stringify(app.parts.database.prepare('SELECT * FROM recovery_codes').all());
  for (const code of recoveryCodes) assert.equal(stored.includes(code.replace('-', '')), false);

  const [first = '', second = ''] = recoveryCodes;
  const one = await firstStep(app, clinic.user.email, clinic.password);
  await secondStep(one.browser, first.toLowerCase().replace('-', ' '));
  assert.equal((await stateOf(one.browser)).recoveryCodesLeft, 9);
  const two = await firstStep(app, clinic.user.email, clinic.password);
  await assertRefusal(secondStep(two.browser, first), 403);
  const body = { currentPassword: clinic.password, code: currentCode() };
  const renewed = await clinic.call('POST /api/user/second-factor/recovery-codes', { body });
  await assertRefusal(secondStep(two.browser, second), 403);
  await secondStep(two.browser, renewed.recoveryCodes[0] ?? '');
  const { entries } = await clinic.call('GET /api/user/audit', { query: { text: clinic.user.username } });
  assert.ok(
    entries.some(({ sentence }) => sentence.endsWith('entrou com um código de recuperação (restam 9)')),
    'the entry has the number of remaining codes',
  );
});

test('enabling and disabling the second factor requires the password and a code', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { secret } = await clinic.call('POST /api/user/second-factor/key');
  const code = codeOf(secret, stepAt(app.clock.now()));
  const turnOn = (body: { currentPassword: string; code: string }) =>
    clinic.call('POST /api/user/second-factor', { body });
  const correct = { currentPassword: clinic.password, code };
  await assertRefusal(turnOn({ ...correct, currentPassword: 'errada' }), 403, { code: 'forbidden' });
  await assertRefusal(turnOn({ ...correct, code: '000000' }), 403, { fields: ['code'] });
  assert.equal((await stateOf(clinic)).isOn, false);
  await turnOn(correct);
  await assertRefusal(turnOn(correct), 409);

  app.clock.advance(stepMs);
  const next = codeOf(secret, stepAt(app.clock.now()));
  await assertRefusal(disable(clinic, 'errada', next), 403);
  await assertRefusal(disable(clinic, clinic.password, code), 403, {}, 'a used code');
  await disable(clinic, clinic.password, next);
  assert.equal((await app.login(clinic.user.email, clinic.password)).user.id, clinic.user.id);
  await assertRefusal(disable(clinic, clinic.password, next), 409);
});

test('only the key that the server generated for this session or sign-in is enabled, within 30 minutes', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const turnOn = (by: Client, secret: string) => {
    const body = { currentPassword: clinic.password, secret, code: codeOf(secret, stepAt(app.clock.now())) };
    return by.call('POST /api/user/second-factor', { body });
  };
  const chosen = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await assertRefusal(turnOn(clinic, chosen), 409, {}, 'no key was generated');
  const first = await clinic.call('POST /api/user/second-factor/key');
  await assertRefusal(turnOn(clinic, chosen), 403, { fields: ['code'] }, "the browser's key does not count");
  const second = await clinic.call('POST /api/user/second-factor/key');
  await assertRefusal(turnOn(clinic, first.secret), 403, {}, 'a replaced key');
  const other = await app.login(clinic.user.email, clinic.password);
  await assertRefusal(turnOn(other, second.secret), 409, {}, 'the key of another session');
  app.clock.advance(30 * 60_000);
  await assertRefusal(turnOn(clinic, second.secret), 409, {}, 'an old key');

  await requireSecondFactor(app.admin, clinic.user.id, true);
  const { browser } = await firstStep(app, clinic.user.email, clinic.password);
  await browser.call('POST /api/login/second-factor/key');
  const body = { secret: chosen, code: codeOf(chosen, stepAt(app.clock.now())) };
  await assertRefusal(browser.call('POST /api/login/second-factor/setup', { body }), 403, { fields: ['code'] });
});

test('the second factor is not enabled when session or password change while the password is being checked', async (t) => {
  const app = await startTestApp(t);
  const { passwords, people, sessions } = app.parts;
  const { verify } = passwords;
  const attempt = async (meanwhile: (userId: number) => void) => {
    const thief = await app.customer();
    const { secret } = await thief.call('POST /api/user/second-factor/key');
    const code = codeOf(secret, stepAt(app.clock.now()));
    passwords.verify = async (...given) => {
      const isCorrect = await verify(...given);
      meanwhile(thief.user.id);
      return isCorrect;
    };
    const body = { currentPassword: thief.password, code };
    const { status } = await refusal(thief.call('POST /api/user/second-factor', { body }));
    passwords.verify = verify;
    assert.deepEqual(app.parts.database.prepare('SELECT * FROM second_factors').all(), []);
    return status;
  };
  assert.equal(await attempt((userId) => sessions.endAllOf(userId)), 401);
  assert.equal(await attempt((userId) => people.setPassword({ userId, memberId: null }, 'another hash')), 403);
});

test('wrong codes cause waits, but guesses of unknown callers do not make a known device wait', async (t) => {
  const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const clinic = await app.customer();
  const known = await app.login(clinic.user.email, clinic.password);
  const { currentCode } = await enable(app, clinic);
  const thief = await firstStep(app, clinic.user.email, clinic.password);
  for (let i = 0; i < 5; i += 1) await assertRefusal(secondStep(thief.browser, '000000'), 403);
  await refusal(secondStep(thief.browser, '000000'));
  await assertRefusal(secondStep(thief.browser, '000000'), 429);
  await assertRefusal(secondStep(thief.browser, currentCode()), 429, {}, 'the correct code has to wait too');
  const body = { email: clinic.user.email, password: clinic.password };
  await assertRefusal(known.call('POST /api/login', { body }), 401, { code: 'second_factor_required' });
  await secondStep(known, currentCode());
});

test('a caller with a stolen password can guess fewer than 120 codes a day, and the owner gets a mail', async (t) => {
  const server = await startMailServer(t);
  const env = { SMTP_URL: server.url, TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://tv.clinica.test' };
  const app = await startTestApp(t, { env });
  const clinic = await app.customer();
  const { currentCode } = await enable(app, clinic);
  let checked = 0;
  // A day of guesses, each from a new browser, every five minutes.
  for (let minutes = 0; minutes < 24 * 60; minutes += 5) {
    const thief = await firstStep(app, clinic.user.email, clinic.password);
    const { status } = await refusal(secondStep(thief.browser, '000000'));
    if (status === 403) checked += 1;
    else assert.equal(status, 429);
    app.clock.advance(5 * 60_000);
  }
  assert.ok(checked < 120, `${checked} codes were checked`);
  const alarms = () =>
    server.emails.filter((text) => text.replaceAll(/\s+/g, ' ').includes('errou 5 vezes o código da verificação'));
  await until('the mail', () => alarms().length > 0);
  assert.equal(alarms().length, 1, 'one mail per day');
  assert.ok(alarms()[0]?.includes(clinic.user.email));
  assert.ok(alarms()[0]?.includes('https://tv.clinica.test/account'));
  const body = { email: clinic.user.email, password: clinic.password };
  await assertRefusal(clinic.call('POST /api/login', { body }), 401, { code: 'second_factor_required' });
  await secondStep(clinic, currentCode());
});

test('the code of a phone whose clock is a minute off is refused, and the refusal contains the difference', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { secret } = await clinic.call('POST /api/user/second-factor/key');
  const codeAt = (seconds: number) => codeOf(secret, stepAt(app.clock.now() + seconds * 1000));
  const turnOn = (code: string) =>
    clinic.call('POST /api/user/second-factor', { body: { currentPassword: clinic.password, code } });
  await assertRefusal(turnOn(codeAt(60)), 403, { message: /celular está cerca de 60 s adiantado/ });
  await turnOn(codeAt(0));
  const { browser } = await firstStep(app, clinic.user.email, clinic.password);
  await assertRefusal(secondStep(browser, codeAt(-60)), 403, { message: /cerca de 60 s atrasado/ });
});

test('the log contains account and address of wrong codes, never the code', async (t) => {
  const { log, lines, linesOf } = recordLog();
  const app = await startTestApp(t, { log });
  const clinic = await app.customer();
  await enable(app, clinic);
  const { browser } = await firstStep(app, clinic.user.email, clinic.password);
  for (let i = 0; i < 6; i += 1) await refusal(secondStep(browser, '987654'));
  const expectedFields = { account: clinic.user.email, address: '127.0.0.1' };
  for (const message of ['second step refused', 'second step held back']) {
    const [line] = linesOf(message);
    assert.deepEqual({ account: line?.account, address: line?.address }, expectedFields, message);
  }
  assert.ok(!JSON.stringify(lines).includes('987654'));
});

test('if managers must have a second factor, a manager without one has to set it up at the next sign-in', async (t) => {
  const { log, linesOf } = recordLog();
  const app = await startTestApp(t, { log });
  const gestor = await app.gestor();
  const clinic = await app.customer();
  const required = { body: { requiresSecondFactor: true } };
  await assertRefusal(
    app.admin.call('PATCH /api/admin/settings', required),
    409,
    {},
    'the actor needs a second factor first',
  );
  await enable(app, app.admin);
  assert.equal((await app.admin.call('PATCH /api/admin/settings', required)).requiresSecondFactor, true);
  const [reported] = linesOf('second step required of managers');
  assert.deepEqual([reported?.by, reported?.address], [app.admin.user.username, '127.0.0.1']);
  assert.equal(await gestor.status('GET /api/user'), 401, 'sessions of managers without a second factor end');
  assert.equal(await clinic.status('GET /api/user'), 200, 'common accounts are not affected');

  const { browser, code } = await firstStep(app, gestor.user.email, gestor.password);
  assert.equal(code, 'second_factor_setup');
  assert.equal(await browser.status('GET /api/admin/users'), 401);
  const { secret } = await browser.call('POST /api/login/second-factor/key');
  const setUp = (code: string) => browser.call('POST /api/login/second-factor/setup', { body: { code } });
  await assertRefusal(setUp('000000'), 403);
  const done = await setUp(codeOf(secret, stepAt(app.clock.now())));
  assert.equal(done.user.id, gestor.user.id);
  assert.equal(done.recoveryCodes.length, 10);
  assert.equal((await stateOf(browser)).isRequired, true);
  app.clock.advance(stepMs);
  await assertRefusal(disable(browser, gestor.password, codeOf(secret, stepAt(app.clock.now()))), 409);
});

test('if a manager requires a second factor of an account, everybody in it has to set it up at the next sign-in', async (t) => {
  const app = await startTestApp(t);
  const gestor = await app.gestor();
  const clinic = await app.customer();
  const other = await app.customer();
  const member = await app.member(clinic, 'reception');
  const { id } = clinic.user;
  assert.equal((await listedAccount(app, id))?.requiresSecondFactor, false);
  await requireSecondFactor(gestor, id, true);
  await requireSecondFactor(gestor, id, true);
  assert.equal((await listedAccount(app, id))?.requiresSecondFactor, true);
  for (const person of [clinic, member]) assert.equal(await person.status('GET /api/user'), 401);
  assert.equal(await other.status('GET /api/user'), 200);
  assert.equal((await firstStep(app, member.user.member?.email ?? '', member.password)).code, 'second_factor_setup');

  const { browser, code } = await firstStep(app, clinic.user.email, clinic.password);
  assert.equal(code, 'second_factor_setup');
  const { secret } = await browser.call('POST /api/login/second-factor/key');
  const first = codeOf(secret, stepAt(app.clock.now()));
  await browser.call('POST /api/login/second-factor/setup', { body: { code: first } });
  assert.equal((await stateOf(browser)).isRequired, true);
  const required = (await actionsOf(app)).filter((action) => /required|optional/.test(action));
  assert.deepEqual(required, ['account.second_factor_required']);

  await requireSecondFactor(app.admin, id, false);
  assert.equal((await app.login(member.user.member?.email ?? '', member.password)).user.id, id);
  assert.equal((await stateOf(browser)).isRequired, false);
  await assertRefusal(requireSecondFactor(app.admin, app.admin.user.id, true), 409);
  await assertRefusal(requireSecondFactor(gestor, app.admin.user.id, true), 403);
});

test('managers and the shell remove a lost second factor, a gestor only that of common accounts', async (t) => {
  const app = await startTestApp(t);
  const gestor = await app.gestor();
  const clinic = await app.customer();
  await enable(app, clinic);
  assert.equal((await listedAccount(app, clinic.user.id))?.hasSecondFactor, true);
  await removeFrom(gestor, clinic.user.id);
  assert.equal((await listedAccount(app, clinic.user.id))?.hasSecondFactor, false);
  assert.equal((await actionsOf(app))[0], 'account.second_factor_removed');
  await app.login(clinic.user.email, clinic.password);
  await enable(app, app.admin);
  await assertRefusal(
    removeFrom(app.admin, app.admin.user.id),
    409,
    {},
    "removing one's own requires password and code",
  );
  assert.equal((await stateOf(app.admin)).isOn, true);
  await assertRefusal(removeFrom(gestor, (await app.gestor()).user.id), 403);

  await enable(app, clinic);
  const passwords = createPasswords({ cost: 4 });
  t.after(() => passwords.close());
  const shell = createShellAdmin({ ...app.parts, passwords });
  shell.removeSecondFactor({ email: clinic.user.email.toUpperCase() });
  await app.login(clinic.user.email, clinic.password);
  const [entry] = (await app.admin.call('GET /api/admin/audit', { query: { kind: 'account' } })).entries;
  assert.match(entry?.sentence ?? '', /^Linha de comando do servidor desligou/);
  assert.throws(() => shell.removeSecondFactor({ email: clinic.user.email }), CommandError);
});

test("the second factors of a member and of the account's owner are independent", async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'reception');
  const email = rita.user.member?.email ?? '';
  const { uri } = await rita.call('POST /api/user/second-factor/key');
  assert.ok(uri.includes(encodeURIComponent(email)), uri);
  const { currentCode, recoveryCodes } = await enable(app, rita);
  assert.deepEqual([(await stateOf(rita)).isOn, (await stateOf(owner)).isOn], [true, false]);
  await app.login(owner.user.email, owner.password);
  const { hasSecondFactor } = (await listedAccount(app, owner.user.id)) ?? {};
  assert.equal(hasSecondFactor, false, "the managers' list shows whether the owner has a second factor, not a member");

  const first = await firstStep(app, email, rita.password);
  assert.equal(first.code, 'second_factor_required');
  const signedIn = await secondStep(first.browser, currentCode());
  assert.deepEqual([signedIn.id, signedIn.member?.email], [owner.user.id, email]);
  const withoutPhone = await firstStep(app, email, rita.password);
  await secondStep(withoutPhone.browser, recoveryCodes[0] ?? '');
  assert.equal((await stateOf(rita)).recoveryCodesLeft, 9);

  // The owner's codes are refused for the member, and the member's for the owner.
  const ownersFactor = await enable(app, owner);
  const ritasSignIn = await firstStep(app, email, rita.password);
  for (const code of [ownersFactor.currentCode(), ownersFactor.recoveryCodes[0] ?? ''])
    await assertRefusal(secondStep(ritasSignIn.browser, code), 403);
  const ownersSignIn = await firstStep(app, owner.user.email, owner.password);
  for (const code of [currentCode(), recoveryCodes[1] ?? ''])
    await assertRefusal(secondStep(ownersSignIn.browser, code), 403);
  await secondStep(ownersSignIn.browser, ownersFactor.currentCode());

  // Managers remove the two second factors separately.
  await removeFrom(app.admin, owner.user.id);
  assert.deepEqual([(await stateOf(owner)).isOn, (await stateOf(rita)).isOn], [false, true]);
  const membersOf = () => app.admin.call('GET /api/admin/users/:id/members', { params: { id: owner.user.id } });
  assert.deepEqual(
    (await membersOf()).map((member) => [member.email, member.hasSecondFactor]),
    [[email, true]],
  );
  const ofRita = { params: { id: rita.user.member?.id ?? 0 } };
  const socket = await owner.socket();
  await (await app.gestor()).call('DELETE /api/admin/members/:id/second-factor', ofRita);
  await socket.waitFor('contentChanged', ({ what }) => what === 'team');
  assert.deepEqual([(await stateOf(rita)).isOn, (await membersOf())[0]?.hasSecondFactor], [false, false]);
  assert.equal((await actionsOf(app))[0], 'account.second_factor_removed');
  const unknown = app.admin.call('DELETE /api/admin/members/:id/second-factor', { params: { id: 999_999 } });
  await assertRefusal(unknown, 404);
  await app.login(email, rita.password);
});

test('a member who accepts a new invitation link of an owner loses the second factor', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const rita = await app.member(owner, 'reception');
  const ana = await app.member(owner, 'editor');
  const email = rita.user.member?.email ?? '';
  await enable(app, rita);
  await enable(app, ana);
  await enable(app, owner);
  const { code } = await owner.call('POST /api/team/members/:id/invitation', {
    params: { id: rita.user.member?.id ?? 0 },
  });
  assert.equal((await firstStep(app, email, rita.password)).code, 'second_factor_required', 'link not yet accepted');
  await app.guest().call('POST /api/invitations/accept', { body: { code, name: 'Rita', password: 'lua azul janela' } });
  const newSession = await app.login(email, 'lua azul janela');
  const states = await Promise.all([newSession, ana, owner].map(stateOf));
  assert.deepEqual(
    states.map(({ isOn }) => isOn),
    [false, true, true],
  );
  const reported = (await owner.call('GET /api/user/audit', { query: { kind: 'member' } })).entries;
  assert.deepEqual(
    reported.slice(0, 3).map(({ sentence }) => sentence),
    [
      'A verificação em duas etapas de Rita (Recepção) foi desligada pelo link recebido',
      'Rita (Recepção) definiu uma nova senha pelo link recebido',
      `${owner.user.username} fez outro link de convite para Pessoa reception`,
    ],
  );
});
