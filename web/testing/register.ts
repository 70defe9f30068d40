import type { Studio } from './browser.ts';

/** Registers an account, which then awaits approval. */
export function register(app: Studio['app'], username: string) {
  const { accessCode } = app.codes;
  const email = `${username.toLowerCase()}@clinica.test`;
  return app.guest().call('POST /api/register', { body: { username, email, password: 'segredo1', accessCode } });
}
