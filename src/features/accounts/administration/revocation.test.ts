import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createShellAdmin } from '../../../cli/shell-admin.ts';
import { type Customer, startTestApp, type TestApp } from '../../../testing/app.ts';
import { createPasswords } from '../passwords/passwords.ts';
import { resetPassword } from '../testing/manage.ts';
import { assertRefusal } from '../testing/assert-refusal.ts';

/** Returns a clinic with two API tokens (`programs`), a member and an invited person. */
async function clinicWithAccess(t: TestContext) {
  const app = await startTestApp(t);
  const owner = await app.customer({ username: 'Clinica Sol' });
  const programs = [await app.program(owner, ['messages']), await app.program(owner, ['contents'])];
  const member = await app.member(owner, 'editor');
  const { code } = await owner.call('POST /api/team/members', { body: { email: 'rita@sol.test', role: 'owner' } });
  const invitationStatus = () => app.guest().status('POST /api/invitations/find', { body: { code } });
  assert.equal(await invitationStatus(), 200);
  return { app, owner, programs, member, invitationStatus };
}

const revocationsOf = async (app: TestApp, owner: Customer) =>
  (await app.admin.call('GET /api/admin/audit', { query: { accountId: owner.user.id } })).entries
    .filter(({ action }) => action === 'account.access_revoked')
    .map(({ sentence }) => sentence);

test('a password reset by a manager revokes API tokens and open invitations, and returns their numbers', async (t) => {
  const { app, owner, programs, member, invitationStatus } = await clinicWithAccess(t);
  const other = await app.customer();
  const othersProgram = await app.program(other, ['messages']);
  const reset = () => resetPassword(app.admin, owner.user.id, 'capivara-azul');
  assert.deepEqual((await reset()).revoked, { tokens: 2, invitations: 1 });
  for (const program of programs) assert.equal(await program.status('GET /api/playlists'), 401);
  assert.equal(await invitationStatus(), 404);
  assert.equal(await member.status('GET /api/user'), 401);
  await app.login(member.user.member?.email ?? '', member.password);
  assert.equal(await othersProgram.status('GET /api/playlists'), 200);
  assert.deepEqual(await revocationsOf(app, owner), [
    `${app.admin.user.username} encerrou 2 tokens de API e 1 link de convite da conta Clinica Sol`,
  ]);
  const newSession = await app.login(owner.user.email, 'capivara-azul');
  assert.deepEqual(await newSession.call('GET /api/tokens'), []);
  const invited = (await newSession.call('GET /api/team/members')).find(({ status }) => status === 'invited');
  assert.equal(invited?.invitedUntil, null);
  assert.deepEqual((await reset()).revoked, { tokens: 0, invitations: 0 });
  assert.equal((await revocationsOf(app, owner)).length, 1, 'nothing was revoked, nothing is logged');
});

test('a password set from the shell revokes API tokens and open invitations too', async (t) => {
  const { app, owner, programs, invitationStatus } = await clinicWithAccess(t);
  const passwords = createPasswords({ cost: 4 });
  t.after(() => passwords.close());
  const { revoked } = await createShellAdmin({ ...app.parts, passwords }).setPassword({ email: owner.user.email });
  assert.deepEqual(revoked, { tokens: 2, invitations: 1 });
  assert.equal(await programs[0]?.status('GET /api/playlists'), 401);
  assert.equal(await invitationStatus(), 404);
  assert.deepEqual(await revocationsOf(app, owner), [
    'Linha de comando do servidor encerrou 2 tokens de API e 1 link de convite da conta Clinica Sol',
  ]);
});

test('a password change revokes tokens and invitations only if the owner asks for the revocation; a member may not ask for it', async (t) => {
  const { app, owner, programs, member, invitationStatus } = await clinicWithAccess(t);
  const change = (person: Customer, newPassword: string, endTokens?: boolean) =>
    person.call('PUT /api/user/password', {
      body: { currentPassword: person.password, newPassword, ...(endTokens === undefined ? {} : { endTokens }) },
    });
  await assertRefusal(change(member, 'lontra-verde', true), 403);
  await app.login(member.user.member?.email ?? '', member.password);
  await change(owner, 'lontra-verde');
  assert.equal(await programs[0]?.status('GET /api/playlists'), 200);
  assert.equal(await invitationStatus(), 200);
  owner.password = 'lontra-verde';
  await change(owner, 'tucano-azul', true);
  for (const program of programs) assert.equal(await program.status('GET /api/playlists'), 401);
  assert.equal(await invitationStatus(), 404);
  assert.equal(await owner.status('GET /api/user'), 200);
  assert.deepEqual(await revocationsOf(app, owner), [
    'Clinica Sol encerrou 2 tokens de API e 1 link de convite da conta Clinica Sol',
  ]);
});
