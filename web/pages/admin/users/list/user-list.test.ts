import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseListQuery, listQuery, type Filters, hasFilters, noFilters, visibleUsers } from './user-list.ts';

type ListableAccount = Parameters<typeof visibleUsers>[0][number];

function account(id: number, username: string, more: Partial<ListableAccount> = {}): ListableAccount {
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@clinica.test`;
  return {
    id,
    username,
    email,
    role: 'user',
    userType: 'common',
    status: 'approved',
    createdAt: `2026-01-0${id}T12:00:00.000Z`,
    ...more,
  };
}

const users = [
  account(4, 'Zélia', { status: 'blocked' }),
  account(3, 'Ana', { status: 'pending' }),
  account(2, 'Clínica São José'),
  account(1, 'Administrador', { role: 'admin', userType: 'admin', email: 'zz@clinica.test' }),
  account(5, 'Bruno', { role: 'admin', userType: 'gestor' }),
  account(6, 'Álvaro', { status: 'pending' }),
];
const ids = (filters: Partial<Filters> = {}, tab: 'pending' | 'accounts' = 'accounts') =>
  visibleUsers(users, tab, { ...noFilters, ...filters }).map(({ id }) => id);

test('by default accounts are sorted by status (approved, pending, blocked), then by id', () => {
  assert.deepEqual(ids(), [1, 2, 5, 3, 6, 4]);
});

test('the chosen order applies within each status', () => {
  assert.deepEqual(ids({ sort: 'date-desc' }), [5, 2, 1, 6, 3, 4]);
  assert.deepEqual(ids({ sort: 'name-asc' }), [1, 5, 2, 6, 3, 4]);
  assert.deepEqual(ids({ sort: 'name-desc' }), [2, 5, 1, 3, 6, 4]);
  assert.deepEqual(ids({ sort: 'email-asc' }), [5, 2, 1, 6, 3, 4]);
  assert.deepEqual(ids({ sort: 'email-desc' }), [1, 2, 5, 3, 6, 4]);
});

test('accounts with equal names are sorted by id in both directions', () => {
  const twins = [account(2, 'Ana'), account(1, 'Ana')];
  for (const sort of ['name-asc', 'name-desc'] as const) {
    const [first] = visibleUsers(twins, 'accounts', { ...noFilters, sort });
    assert.equal(first?.id, 1, sort);
  }
});

test('the search finds accounts that have every word in name or email, ignoring case and accents', () => {
  assert.deepEqual(ids({ search: ' sao JOSE ' }), [2]);
  assert.deepEqual(ids({ search: 'zz@' }), [1]);
  assert.deepEqual(ids({ search: 'josé clínica' }), [2]);
  assert.deepEqual(ids({ search: 'alvaro' }), [6]);
  assert.deepEqual(ids({ search: 'ninguém' }), []);
});

test('the filters for profile and status are combined', () => {
  assert.deepEqual(ids({ profile: 'administrator' }), [1]);
  assert.deepEqual(ids({ profile: 'gestor' }), [5]);
  assert.deepEqual(ids({ profile: 'common', status: 'approved' }), [2]);
  assert.deepEqual(ids({ status: 'blocked' }), [4]);
});

test('the pending tab shows all pending accounts, whatever the status filter is', () => {
  assert.deepEqual(ids({ status: 'approved' }, 'pending'), [3, 6]);
  assert.deepEqual(ids({ sort: 'name-asc' }, 'pending'), [6, 3]);
});

test('sorting does not change the given list', () => {
  const before = [...users];
  ids({ sort: 'name-desc' });
  assert.deepEqual(users, before);
});

test('hasFilters is true when any filter or the order differs from the default', () => {
  assert.equal(hasFilters({ ...noFilters, search: '  ' }), false);
  assert.equal(hasFilters({ ...noFilters, search: 'a' }), true);
  assert.equal(hasFilters({ ...noFilters, sort: 'name-asc' }), true);
});

test('the query string contains tab and order, but not the default order; unknown values in it are ignored', () => {
  assert.deepEqual(parseListQuery('?aba=pendentes&ordem=name-desc'), { tab: 'pending', sort: 'name-desc' });
  assert.deepEqual(parseListQuery('?aba=telas&ordem=size-asc'), {});
  assert.deepEqual(parseListQuery(listQuery('accounts', 'email-asc')), { tab: 'accounts', sort: 'email-asc' });
  assert.equal(listQuery('accounts', 'date-asc'), '?aba=cadastros');
});
