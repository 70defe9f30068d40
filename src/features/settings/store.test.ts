import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrationsDir } from '../../platform/process/assets.ts';
import { ManualClock } from '../../platform/clock.ts';
import { Database } from '../../platform/storage/database.ts';
import { migrate } from '../../platform/storage/migrate.ts';
import { createAccountStore } from '../accounts/store.ts';
import { type FirstRunValues, firstRun } from './first-run.ts';
import { codeNames, createSettingsStore } from './store.ts';

function setUp() {
  const clock = new ManualClock();
  const database = new Database(':memory:');
  migrate(database, migrationsDir, clock);
  const settings = createSettingsStore(database, clock);
  const accounts = createAccountStore(database, clock);
  const written: string[] = [];
  const start = (values: Partial<FirstRunValues> = {}, write = (text: string): void => void written.push(text)) =>
    firstRun(
      { adminUsername: 'Administrador', codes: {}, ...values },
      {
        accounts,
        settings,
        passwords: { hash: (password) => Promise.resolve(`hash of ${password}`) },
        passwordDefect: () => undefined,
        write,
        read: () => written.at(-1),
        database,
      },
    );
  return { database, settings, accounts, written, start };
}

test('codes are compared without case and surrounding spaces; a code that was never set is never correct', () => {
  const { settings } = setUp();
  assert.equal(settings.isCode('accessCode', ''), false);
  settings.changeCodes({ accessCode: 'Abc123' });
  assert.equal(settings.codes().accessCode, 'ABC123');
  assert.equal(settings.isCode('accessCode', ' abC123 '), true);
  assert.equal(settings.isCode('accessCode', 'ABC124'), false);
  assert.equal(settings.isCode('playerExitCode', 'ABC123'), false);
});

test('no two codes may be equal, and a refused change leaves all codes unchanged', () => {
  const { settings } = setUp();
  settings.changeCodes({ accessCode: 'AAAA', playerExitCode: 'BBBB' });
  assert.throws(
    () => settings.changeCodes({ playerModePassword: 'CCCC', playerExitCode: 'aaaa' }),
    (error: { code: string; fields: object }) => {
      assert.equal(error.code, 'invalid_input');
      assert.deepEqual(Object.keys(error.fields), ['playerExitCode']);
      return true;
    },
  );
  assert.equal(settings.codes().playerExitCode, 'BBBB');
  assert.equal(settings.codes().playerModePassword, '');
  settings.changeCodes({ accessCode: 'BBBB', playerExitCode: 'AAAA' });
  assert.equal(settings.codes().accessCode, 'BBBB', 'one change may exchange two codes');
});

test('a secret is generated once and stored', () => {
  const { settings } = setUp();
  const secret = settings.secret('media');
  assert.match(secret, /^[\w-]{43}$/);
  assert.equal(settings.secret('media'), secret);
  assert.notEqual(settings.secret('other'), secret);
});

test('the first start generates an administrator and five codes, and each start prints them until an administrator signs in', async () => {
  const { settings, accounts, written, start } = setUp();
  const text = await start();
  assert.deepEqual(written, [text]);
  const codes = Object.values(settings.codes());
  assert.equal(new Set(codes).size, 5);
  for (const code of codes) {
    assert.match(code, /^[A-Z2-9]{8}$/);
    assert.ok(text?.includes(code));
  }
  const administrator = accounts.findByEmail('admin@antessala.local');
  assert.equal(administrator?.status, 'approved');
  assert.equal(administrator?.userType, 'admin');
  const password = /^hash of (\w{16})$/.exec(administrator?.password ?? '')?.[1];
  assert.ok(password && text?.includes(password));

  assert.equal(await start(), text, 'nobody has signed in yet');
  settings.stopPrintingFirstSecrets();
  assert.equal(await start(), undefined);
  assert.equal(written.length, 1);
  assert.deepEqual(Object.values(settings.codes()), codes);
});

test('the first start uses given values, and does not write a given password to the file', async () => {
  const { settings, accounts, start } = setUp();
  const text = await start({
    adminEmail: 'Dona@Clinica.test',
    adminPassword: 'a-minha-senha',
    adminUsername: 'Dona',
    codes: { accessCode: 'ACESSO1', playerExitCode: 'SAIR33' },
  });
  assert.equal(accounts.findByEmail('dona@clinica.test')?.username, 'Dona');
  assert.equal(settings.codes().accessCode, 'ACESSO1');
  assert.equal(settings.codes().playerExitCode, 'SAIR33');
  for (const name of codeNames) assert.ok(settings.codes()[name]);
  assert.ok(text && !text.includes('a-minha-senha'));
});

test('a start that cannot write the file creates nothing, and the next start tries again', async () => {
  const { settings, accounts, start } = setUp();
  await assert.rejects(
    start({}, () => {
      throw new Error('disk full');
    }),
    /disk full/,
  );
  assert.equal(accounts.isEmpty(), true);
  assert.equal(settings.codes().accessCode, '');
  assert.ok(await start());
});

test('a missing code is generated at the next start', async () => {
  const { database, settings, start } = setUp();
  await start({ codes: { accessCode: 'ACESSO1' } });
  database.exec("DELETE FROM settings WHERE key = 'code.playerResetCode'");
  assert.equal(await start({ codes: { accessCode: 'OUTRO99' } }), undefined);
  assert.match(settings.codes().playerResetCode, /^[A-Z2-9]{8}$/);
  assert.equal(settings.codes().accessCode, 'ACESSO1', 'the environment is used at the first start only');
});
