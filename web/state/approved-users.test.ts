import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvedByEmail } from './approved-users.ts';

test('approvedByEmail returns only approved users, sorted by e-mail', () => {
  const users = [
    { email: 'zeta@a.test', status: 'approved' },
    { email: 'Ana@a.test', status: 'approved' },
    { email: 'beto@a.test', status: 'pending' },
    { email: 'caio@a.test', status: 'blocked' },
  ] as const;
  assert.deepEqual(
    approvedByEmail(users).map(({ email }) => email),
    ['Ana@a.test', 'zeta@a.test'],
  );
});
