import type { Client } from './client.ts';

/** The first administrator of every server under test. */
export const testAdmin = { email: 'admin@antessala.local', password: 'senha-de-teste' };

/** Returns the id of the account with this e-mail. `manager`: a signed-in manager. Throws when there is none. */
export async function accountIdOf(manager: Client, email: string): Promise<number> {
  const found = await manager.call('GET /api/admin/users', { query: { search: email } });
  const account = found.find((each) => each.email === email);
  if (!account) throw new Error(`No account has the e-mail ${email}.`);
  return account.id;
}
