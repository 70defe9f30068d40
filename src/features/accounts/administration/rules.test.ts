import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserActor } from '../../../contract/endpoint.ts';
import { assertMayRestrict, assertMayChange, type Profile, type TargetAccount } from './rules.ts';

const profiles = {
  common: { role: 'user', userType: 'common' },
  gestor: { role: 'admin', userType: 'gestor' },
  administrator: { role: 'admin', userType: 'admin' },
} satisfies Record<string, Profile>;

const actor = (userId: number, profile: Profile) => ({ userId, ...profile }) as UserActor;
const target = (id: number, profile: Profile, status: TargetAccount['status'] = 'approved'): TargetAccount => ({
  id,
  status,
  ...profile,
});

test('a gestor may change common accounts, but neither gestores, himself included, nor administrators', () => {
  assertMayChange(actor(1, profiles.gestor), target(2, profiles.common));
  for (const [id, profile] of [
    [2, profiles.gestor],
    [1, profiles.gestor],
    [2, profiles.administrator],
  ] as const) {
    assert.throws(() => assertMayChange(actor(1, profiles.gestor), target(id, profile)), { code: 'forbidden' });
  }
  for (const profile of Object.values(profiles)) assertMayChange(actor(1, profiles.administrator), target(2, profile));
});

test('managers cannot block, delete or demote their own account', () => {
  for (const kind of ['block', 'delete', 'demote'] as const) {
    assert.throws(
      () => assertMayRestrict(actor(1, profiles.administrator), target(1, profiles.administrator), kind, 5),
      { code: 'conflict' },
    );
    assert.throws(() => assertMayRestrict(actor(1, profiles.gestor), target(1, profiles.gestor), kind, 5), {
      code: 'conflict',
    });
  }
});

test('the last approved administrator cannot be blocked, deleted or demoted; pending and blocked ones can', () => {
  const admin = actor(1, profiles.administrator);
  for (const kind of ['block', 'delete', 'demote'] as const) {
    assert.throws(() => assertMayRestrict(admin, target(2, profiles.administrator), kind, 1), { code: 'conflict' });
    assertMayRestrict(admin, target(2, profiles.administrator), kind, 2);
    assertMayRestrict(admin, target(2, profiles.administrator, 'blocked'), kind, 1);
    assertMayRestrict(admin, target(2, profiles.common), kind, 1);
  }
});
