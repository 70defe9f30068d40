/** Requests by managers, for tests. */
import type { QuotasInput } from '../../../contract/accounts/accounts.ts';
import type { TestApp } from '../../../testing/app.ts';
import type { Client } from '../../../testing/client.ts';

export const approve = (manager: Client, id: number) =>
  manager.call('POST /api/admin/users/:id/approve', { params: { id } });

export const block = (manager: Client, id: number) =>
  manager.call('POST /api/admin/users/:id/block', { params: { id } });

export const remove = (manager: Client, id: number) => manager.call('DELETE /api/admin/users/:id', { params: { id } });

export const resetPassword = (manager: Client, id: number, newPassword = 'novasenha') =>
  manager.call('POST /api/admin/users/:id/reset-password', { params: { id }, body: { newPassword } });

export const changeQuotas = (manager: Client, id: number, body: QuotasInput) =>
  manager.call('PUT /api/admin/users/:id/quotas', { params: { id }, body });

export const setProfile = (manager: Client, id: number, userType: 'common' | 'gestor' | 'admin') =>
  manager.call('PATCH /api/admin/users/:id/profile', {
    params: { id },
    body: { role: userType === 'common' ? 'user' : 'admin', userType },
  });

export const requireSecondFactor = (manager: Client, id: number, isRequired: boolean) =>
  manager.call('PUT /api/admin/users/:id/second-factor', { params: { id }, body: { isRequired } });

/** Returns the account as the managers' list shows it. */
export const listedAccount = async (app: TestApp, id: number) =>
  (await app.admin.call('GET /api/admin/users-with-counts')).find((account) => account.id === id);
