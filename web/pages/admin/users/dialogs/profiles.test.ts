import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsOf, profileFields, profileNameIfBadgeMisleads, profileOf, roleLabel } from './profiles.ts';

const { common, gestor, administrator } = profileFields;

test('profileOf recognizes the role and type of each profile', () => {
  assert.equal(profileOf(common), 'common');
  assert.equal(profileOf(gestor), 'gestor');
  assert.equal(profileOf(administrator), 'administrator');
});

test('the badge shows Admin for role admin (gestores too), Gestor for other accounts that are pending or of type gestor, else Usuário', () => {
  assert.equal(roleLabel({ ...administrator, status: 'approved' }), 'Admin');
  assert.equal(roleLabel({ ...gestor, status: 'approved' }), 'Admin');
  assert.equal(roleLabel({ ...common, status: 'pending' }), 'Gestor');
  assert.equal(roleLabel({ role: 'user', userType: 'gestor', status: 'approved' }), 'Gestor');
  assert.equal(roleLabel({ ...common, status: 'approved' }), 'Usuário');
  assert.equal(roleLabel({ ...common, status: 'blocked' }), 'Usuário');
});

test('the name of the profile is shown beside the badge only if the badge suggests a different profile', () => {
  assert.equal(profileNameIfBadgeMisleads({ ...administrator, status: 'approved' }), undefined);
  assert.equal(profileNameIfBadgeMisleads({ ...common, status: 'blocked' }), undefined);
  assert.equal(profileNameIfBadgeMisleads({ ...gestor, status: 'approved' }), 'Gestor');
  assert.equal(profileNameIfBadgeMisleads({ ...common, status: 'pending' }), 'Comum');
});

/** Returns the names of the actions that the page offers. */
const allowedActions = (...people: Parameters<typeof permissionsOf>) =>
  Object.entries(permissionsOf(...people)).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));

test('an administrator may do everything except block, delete, demote or reset the password of their own account', () => {
  const actor = { id: 1, ...administrator };
  const everything = ['canManage', 'canRemove', 'canResetPassword', 'canChangeProfile'];
  assert.deepEqual(allowedActions(actor, { id: 2, ...administrator }), everything);
  assert.deepEqual(allowedActions(actor, actor), ['canManage']);
});

test('a gestor changes no profiles and manages common users only', () => {
  const actor = { id: 1, ...gestor };
  assert.deepEqual(allowedActions(actor, { id: 2, ...common }), ['canManage', 'canRemove', 'canResetPassword']);
  for (const target of [{ id: 2, ...administrator }, { id: 2, ...gestor }, actor])
    assert.deepEqual(allowedActions(actor, target), []);
});
