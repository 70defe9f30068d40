import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsOf, profileFields, profileNote, profileOf, roleLabel } from './profiles.ts';

const { common, gestor, administrator } = profileFields;

test('each pair of role and type is a profile', () => {
  assert.equal(profileOf(common), 'common');
  assert.equal(profileOf(gestor), 'gestor');
  assert.equal(profileOf(administrator), 'administrator');
});

test('the badge says Admin for role admin, Gestor for pending or gestor, Usuário otherwise', () => {
  assert.equal(roleLabel({ ...administrator, status: 'approved' }), 'Admin');
  assert.equal(roleLabel({ ...gestor, status: 'approved' }), 'Admin');
  assert.equal(roleLabel({ ...common, status: 'pending' }), 'Gestor');
  assert.equal(roleLabel({ role: 'user', userType: 'gestor', status: 'approved' }), 'Gestor');
  assert.equal(roleLabel({ ...common, status: 'approved' }), 'Usuário');
  assert.equal(roleLabel({ ...common, status: 'blocked' }), 'Usuário');
});

test('the profile is named beside the badge only where the badge does not say it', () => {
  assert.equal(profileNote({ ...administrator, status: 'approved' }), undefined);
  assert.equal(profileNote({ ...common, status: 'blocked' }), undefined);
  assert.equal(profileNote({ ...gestor, status: 'approved' }), 'Gestor');
  assert.equal(profileNote({ ...common, status: 'pending' }), 'Comum');
});

/** Names what the page offers. */
const allowed = (...people: Parameters<typeof permissionsOf>) =>
  Object.entries(permissionsOf(...people)).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));

test('an administrator may do everything but block, delete or demote himself, or reset the own password', () => {
  const actor = { id: 1, ...administrator };
  const everything = ['canManage', 'canRemove', 'canResetPassword', 'canChangeProfile'];
  assert.deepEqual(allowed(actor, { id: 2, ...administrator }), everything);
  assert.deepEqual(allowed(actor, actor), ['canManage']);
});

test('a gestor changes no profile and manages common users only', () => {
  const actor = { id: 1, ...gestor };
  assert.deepEqual(allowed(actor, { id: 2, ...common }), ['canManage', 'canRemove', 'canResetPassword']);
  for (const target of [{ id: 2, ...administrator }, { id: 2, ...gestor }, actor])
    assert.deepEqual(allowed(actor, target), []);
});
