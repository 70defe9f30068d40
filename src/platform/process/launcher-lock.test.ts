import assert from 'node:assert/strict';
import { platform } from 'node:process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lockForLauncher } from './launcher-lock.ts';

test('a folder is locked for one launcher, under each of its paths', { skip: platform !== 'linux' }, async (t) => {
  const [folder, other] = [temporaryFolder(t), temporaryFolder(t)];
  symlinkSync(folder, join(other, 'link'));
  assert.equal(await lockForLauncher(folder), true);
  assert.equal(await lockForLauncher(join(other, 'link')), false);
  const created = join(other, 'new');
  assert.equal(await lockForLauncher(created), true);
  assert.equal(await lockForLauncher(created), false);
});
