import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { execPath, platform } from 'node:process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lockForLauncher } from './launcher-lock.ts';

test('a folder is locked for one launcher, under each of its paths', { skip: platform !== 'linux' }, async (t) => {
  const [folder, other] = [temporaryFolder(t), temporaryFolder(t)];
  symlinkSync(folder, join(other, 'link'));
  assert.equal(await lockForLauncher(folder), true);
  assert.equal(await lockForLauncher(join(other, 'link')), false);
  // Longer than the path of a socket may be.
  const created = join(other, 'new'.repeat(40));
  assert.equal(await lockForLauncher(created), true);
  assert.equal(await lockForLauncher(created), false);
});

test('one of two launchers gets the lock of a killed launcher', { skip: platform !== 'linux' }, async (t) => {
  const folder = temporaryFolder(t);
  const kill = "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  spawnSync(execPath, ['-e', kill, join(folder, 'launcher.sock')]);
  assert.deepEqual(readdirSync(folder), ['launcher.sock']);
  const locked = await Promise.all([lockForLauncher(folder), lockForLauncher(folder)]);
  assert.deepEqual(locked.sort(), [false, true]);
  assert.deepEqual(readdirSync(folder), ['launcher.sock']);
});
