/** Reads the administrator's e-mail and password and the access code from the environment, or from first-run.txt. */
import { readFile } from 'node:fs/promises';
import { dataFolder } from '../src/platform/storage/data-folder.ts';

export interface Secrets {
  email: string;
  password: string;
  accessCode: string;
}

export async function readSecrets(): Promise<Secrets> {
  const file = dataFolder(process.env.DATA_DIR ?? 'data').firstRun;
  const text = await readFile(file, 'utf8').catch(() => '');
  const valueOf = (name: string) => new RegExp(`^ *${name} +([^\\s(]\\S*)`, 'm').exec(text)?.[1] ?? '';
  const secrets = {
    email: process.env.ADMIN_EMAIL ?? valueOf('Administrator e-mail'),
    password: process.env.ADMIN_PASSWORD ?? valueOf('Administrator password'),
    accessCode: process.env.ACCESS_CODE ?? valueOf('Access code'),
  };
  if (!secrets.email || !secrets.password || !secrets.accessCode) {
    throw new Error(`ADMIN_EMAIL, ADMIN_PASSWORD and ACCESS_CODE are needed (or ${file}).`);
  }
  return secrets;
}
