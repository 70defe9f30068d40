import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { bytesOf } from '../testing/media.ts';
import { ApiError, startTestApp } from '../testing/app.ts';
import { describeRelease, release } from '../platform/process/assets.ts';
import { runProgram, testCommit } from '../testing/program.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** Runs the restore command that a failed start printed, in another folder and environment. Returns its output. */
async function runPrintedCommand(printed: string): Promise<string> {
  const command = /^Restore the last good backup: (.+)$/m.exec(printed)?.[1] ?? '';
  assert.notEqual(command, '', printed);
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
  });
  return stdout;
}

const cli = (dataDir: string, ...args: string[]) => runProgram('cli', { DATA_DIR: dataDir }, args);

test(
  'the shell makes backups and changes accounts and codes while the server runs; restore and repair are refused until the server is stopped',
  { timeout: 360_000 },
  async (t) => {
    const [backups, dataDir] = [temporaryFolder(t), temporaryFolder(t)];
    const app = await startTestApp(t, { dataDir });
    const clinic = await app.customer();
    await clinic.upload(await bytesOf('logo.png'), { name: 'Fachada' });
    await app.parts.processing.whenIdle();

    const backupRun = await cli(dataDir, 'backup', '--to', backups);
    assert.equal(backupRun.code, 0, backupRun.out);
    assert.match(backupRun.out, /MB, \d+ file\(s\), \d+ of them new/);
    const name = readdirSync(backups).find((entry) => !entry.startsWith('.')) ?? '';
    assert.match((await cli(dataDir, 'backup', '--list', '--to', backups)).out, new RegExp(`^${name} .* everything`));

    assert.match(backupRun.out, /on the same disk as the data/);
    const file = join(backups, name, 'manifest.json');
    const refusals: [string[], RegExp][] = [
      [['backup', '--to', join(backups, 'usb/deep')], /^There is no folder .*usb\. Is the disk connected\?\n$/],
      [['backup', '--to', ''], /^--to needs a path/],
      [['update', ''], /^update needs a path/],
      [['backup', '--to', file], /is a file, not a folder\.\n$/],
      [['restore', '--from', file], /untar it first.*\n$/],
      [['restore', '--from', join(backups, name), '--to', file], /is a file, not a folder.*\n$/],
    ];
    await Promise.all(
      refusals.map(async ([command, pattern]) => assert.match((await cli(dataDir, ...command)).out, pattern)),
    );
    assert.match((await cli(file, 'admin', 'list')).out, /^.*is a file, not a folder\. Set DATA_DIR\.\n$/);
    assert.equal(existsSync(join(backups, 'usb')), false);

    assert.match((await cli(dataDir, 'admin', 'list')).out, new RegExp(`${clinic.user.email} .*approved`));
    const adminRun = await cli(dataDir, 'admin', 'set', '--email', 'ana@clinica.test');
    const [, password = ''] = /Password: (\S+)/.exec(adminRun.out) ?? [];
    const ana = (await app.login('ana@clinica.test', password)).user;
    assert.deepEqual([ana.username, ana.userType], ['ana', 'admin']);
    // A new password from the shell ends all sessions at once.
    await cli(dataDir, 'admin', 'set', '--email', app.admin.user.email, '--password', 'outra-senha');
    await assert.rejects(app.admin.call('GET /api/user'), (error) => error instanceof ApiError && error.status === 401);
    app.admin = await app.login(app.admin.user.email, 'outra-senha');
    // A mistyped e-mail makes nobody an administrator.
    const refused = await cli(dataDir, 'admin', 'set', '--email', clinic.user.email);
    assert.deepEqual([refused.code, refused.out.includes('is no administrator')], [1, true], refused.out);
    await clinic.call('GET /api/user');
    const reset = await cli(dataDir, 'admin', 'password', '--email', clinic.user.email);
    const [, newPassword = ''] = /Password: (\S+)/.exec(reset.out) ?? [];
    assert.equal(await clinic.status('GET /api/user'), 401);
    const customer = await app.login(clinic.user.email, newPassword);
    assert.equal(customer.user.userType, 'common');
    await cli(dataDir, 'admin', 'password', '--email', clinic.user.email, '--password', clinic.password);
    Object.assign(clinic, await app.login(clinic.user.email, clinic.password));
    assert.match(
      (await cli(dataDir, 'admin', 'password', '--email', 'nobody@clinica.test')).out,
      /^There is no account/,
    );
    const twin = await cli(dataDir, 'admin', 'set', '--email', 'b@clinica.test', '--username', 'ana');
    assert.match(twin.out, /^Somebody has the username ana already\./);
    const rotated = await cli(dataDir, 'admin', 'rotate-codes', 'accessCode');
    const codes = (await app.admin.call('GET /api/admin/settings')).codes;
    assert.notEqual(codes.accessCode, app.codes.accessCode);
    assert.deepEqual([rotated.out.includes(codes.accessCode), codes.playerExitCode], [true, app.codes.playerExitCode]);
    assert.equal((await cli(dataDir, 'admin', 'codes')).out, rotated.out);

    assert.deepEqual(await cli(dataDir, 'doctor', '--deep'), { code: 0, out: 'Database and disk agree.\n' });
    for (const command of [
      ['restore', '--from', join(backups, name)],
      ['doctor', '--repair'],
    ]) {
      const refused = await cli(dataDir, ...command);
      assert.deepEqual([refused.code, refused.out.startsWith('Stop the server first')], [1, true], refused.out);
    }

    await clinic.call('POST /api/playlists', { body: { name: 'Depois do backup' } });
    await app.close();
    const restored = await cli(dataDir, 'restore', '--from', join(backups, name));
    assert.equal(restored.code, 0, restored.out);
    assert.match(restored.out, /What was there before is in .*before-restore-[^]*Start the server/);
    const restarted = await startTestApp(t, { dataDir, env: {} });
    const [video] = await (await restarted.login(clinic.user.email, clinic.password)).call('GET /api/videos');
    assert.deepEqual([video?.name, (await restarted.guest().request(video?.mediaUrl ?? '')).status], ['Fachada', 200]);
    assert.deepEqual(
      restarted.parts.database.prepare<[], { count: number }>('SELECT COUNT(*) AS count FROM playlists').get(),
      { count: 0 },
    );
  },
);

test('doctor takes lost files from a backup; a content without one becomes failed', { timeout: 360_000 }, async (t) => {
  const dataDir = temporaryFolder(t);
  const app = await startTestApp(t, { dataDir });
  const clinic = await app.customer();
  for (const file of ['logo.png', 'photo.jpg', 'turned.jpg']) await clinic.upload(await bytesOf(file), { name: file });
  await app.parts.processing.whenIdle();
  await clinic.call('POST /api/upload-url', { body: { fileName: 'sala.png', fileSize: 1_000 } });
  const videos = await clinic.call('GET /api/videos');
  const mainOf = (name: string) => {
    const file = app.parts.media.files.ofKind(videos.find((video) => video.name === name)?.id ?? 0, 'main');
    return app.parts.folder.mediaPath(file?.sha256 ?? '', file?.extension ?? '');
  };
  const [saved, lost, damaged] = [mainOf('logo.png'), mainOf('photo.jpg'), mainOf('turned.jpg')];
  const savedBytes = readFileSync(saved);

  // Two of the three images are away while the backup is made, so it contains only one.
  renameSync(lost, `${lost}.away`);
  renameSync(damaged, `${damaged}.away`);
  assert.equal((await cli(dataDir, 'backup')).code, 0);
  app.parts.database.exec('UPDATE users SET storage_used_bytes = 1; UPDATE uploads SET expires_at = 0');
  await app.close();
  rmSync(saved);
  rmSync(`${lost}.away`);
  const bytes = readFileSync(`${damaged}.away`);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  writeFileSync(damaged, bytes);
  rmSync(`${damaged}.away`);
  writeFileSync(join(dataDir, 'uploads/nobody-knows.part'), 'x');

  const shallow = await cli(dataDir, 'doctor');
  const deep = await cli(dataDir, 'doctor', '--deep');
  assert.deepEqual([shallow.code, deep.code], [1, 1]);
  for (const pattern of [
    /"logo\.png" \(main\)/,
    /"photo\.jpg" \(main\)/,
    /nobody-knows\.part belongs to nothing/,
    /was given up/,
    /storage used by/,
  ])
    assert.match(shallow.out, pattern);
  assert.deepEqual(
    [/other bytes than it should/.test(shallow.out), /other bytes than it should/.test(deep.out)],
    [false, true],
  );

  const repaired = await cli(dataDir, 'doctor', '--deep', '--repair');
  assert.equal(repaired.code, 0, repaired.out);
  assert.match(repaired.out, /logo\.png[^\n]*taken from backup/);
  assert.deepEqual(readFileSync(saved), savedBytes);
  assert.deepEqual([existsSync(join(dataDir, 'set-aside/uploads/nobody-knows.part')), existsSync(lost)], [true, false]);
  assert.deepEqual(await cli(dataDir, 'doctor', '--deep'), { code: 0, out: 'Database and disk agree.\n' });

  const restarted = await startTestApp(t, { dataDir });
  const person = await restarted.login(clinic.user.email, clinic.password);
  const now = await person.call('GET /api/videos');
  assert.deepEqual(now.map(({ name, processingStatus }) => [name, processingStatus]).sort(), [
    ['logo.png', 'completed'],
    ['photo.jpg', 'failed'],
    ['turned.jpg', 'failed'],
  ]);
  assert.match(now.find(({ name }) => name === 'photo.jpg')?.processingError ?? '', /se perdeu no servidor/);
});

test('an unknown command or option exits with 2; a missing folder is not created', { timeout: 240_000 }, async () => {
  const missingFolder = join(tmpdir(), 'antessala-none');
  assert.deepEqual((await cli(missingFolder, 'help')).code, 0);
  assert.deepEqual((await cli(missingFolder, 'dance')).code, 2);
  const out = `Antessala ${describeRelease({ ...release, commit: testCommit })}\n`;
  assert.deepEqual(await cli(missingFolder, '--version'), { code: 0, out });
  const unknown = await cli(missingFolder, 'backup', '--too', 'x');
  assert.deepEqual([unknown.code, /Unknown option '--too'[^]*Usage/.test(unknown.out)], [2, true]);
  for (const command of [['doctor'], ['doctor', '--repair']])
    assert.deepEqual(await cli(missingFolder, ...command), {
      code: 1,
      out: `There is no database in ${missingFolder}.\n`,
    });
  assert.equal(existsSync(missingFolder), false);
});

test(
  'a failed start explains a taken port in one line, and prints the command that restores a damaged database',
  { timeout: 240_000 },
  async (t) => {
    const dataDir = temporaryFolder(t);
    const app = await startTestApp(t, { dataDir });
    const env = { DATA_DIR: dataDir, PORT: new URL(app.url).port, HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
    const other = await runProgram('server', { ...env, DATA_DIR: join(dataDir, 'other') });
    assert.deepEqual(
      [other.code, other.out.trim().split('\n')],
      [
        1,
        [
          `Antessala did not start: cannot listen on 127.0.0.1:${env.PORT}: the port is taken, or this address is not this machine's.`,
        ],
      ],
    );

    await app.parts.tasks.run('backup');
    const [backup] = (await app.admin.call('GET /api/admin/backups')).backups;
    await app.close();
    const bytes = readFileSync(join(dataDir, 'antessala.db'));
    writeFileSync(join(dataDir, 'antessala.db'), bytes.fill(7, 8_192, 40_960));
    const damaged = await runProgram('server', env);
    assert.equal(damaged.code, 1);
    assert.match(damaged.out, /^Antessala did not start: the database is damaged/);
    assert.ok(damaged.out.includes(join(dataDir, 'backups', backup?.name ?? '')), damaged.out);
    const restored = await runPrintedCommand(damaged.out);
    assert.match(restored, /is now as it was at/);
    await (await startTestApp(t, { dataDir })).close();
  },
);

test('a start that finds media but no database is refused, and removes nothing', { timeout: 240_000 }, async (t) => {
  const dataDir = join(temporaryFolder(t), "it's lost");
  const app = await startTestApp(t, { dataDir });
  const clinic = await app.customer();
  await clinic.upload(await bytesOf('logo.png'), { name: 'Fachada' });
  await app.parts.processing.whenIdle();
  await app.parts.tasks.run('backup');
  const [backup] = (await app.admin.call('GET /api/admin/backups')).backups;
  await app.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `antessala.db${suffix}`), { force: true });
  const env = { DATA_DIR: dataDir, PORT: '1', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  let printed = '';
  // The second start finds the empty database that the first one created.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const stopped = await runProgram('server', env);
    assert.equal(stopped.code, 1);
    assert.match(
      stopped.out,
      /^Antessala did not start: the database in .* is missing or empty, but .*media and .*backups are not\.\n/,
    );
    assert.ok(stopped.out.includes(join('backups', backup?.name ?? 'none')), stopped.out);
    printed = stopped.out;
    assert.match(stopped.out, /To start empty on purpose, move .* away first\.\n$/);
  }
  assert.match(await runPrintedCommand(printed), /is now as it was at/);
  const restarted = await startTestApp(t, { dataDir });
  assert.deepEqual(
    (await (await restarted.login(clinic.user.email, clinic.password)).call('GET /api/videos')).map(({ name }) => name),
    ['Fachada'],
  );
});

test(
  'commands that root runs act as the owner of the data, and leave no file that the server cannot use',
  { timeout: 360_000, skip: process.getuid?.() !== 0 },
  async (t) => {
    const root = temporaryFolder(t);
    const dataDir = join(root, 'data');
    mkdirSync(dataDir);
    const app = await startTestApp(t, { dataDir });
    const owner = 65_534;
    await app.close();
    chmodSync(root, 0o755);
    const everything = () =>
      ['', ...readdirSync(dataDir, { recursive: true }).map(String)].map((name) => join(dataDir, name));
    for (const path of everything()) chownSync(path, owner, owner);
    for (const command of [
      ['backup'],
      ['admin', 'codes'],
      ['restore', '--from', join(dataDir, 'backups')],
      ['doctor', '--repair'],
    ]) {
      const run = await cli(dataDir, ...command);
      assert.equal(run.code, 0, run.out);
    }
    assert.deepEqual(
      everything().filter((path) => statSync(path).uid !== owner),
      [],
    );

    chmodSync(root, 0o700);
    const hiddenFolderRun = await cli(dataDir, 'backup');
    assert.deepEqual(
      [
        hiddenFolderRun.code,
        /^.* belongs to user 65534, who cannot reach it from here\. .*systemd-run.*\n$/.test(hiddenFolderRun.out),
      ],
      [1, true],
      hiddenFolderRun.out,
    );
    chmodSync(root, 0o755);
    const unwritable = await cli(dataDir, 'backup', '--to', join(root, 'usb'));
    assert.deepEqual(
      [unwritable.code, /^This user may not take the backup: .*usb.*\n$/.test(unwritable.out)],
      [1, true],
      unwritable.out,
    );
  },
);
