import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { systemClock } from '../clock.ts';
import { createDatabaseThread } from './database-thread.ts';

test('a reply has isStopped if the thread was closed during the work', async (t) => {
  const thread = createDatabaseThread(join(temporaryFolder(t), 'a.db'), systemClock);
  const reply = thread.run('copy log');
  await thread.close();
  assert.equal((await reply).isStopped, true);
});
