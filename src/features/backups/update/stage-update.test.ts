import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../platform/clock.ts';
import { copyBeforeUpdate } from '../../../platform/process/update-note.ts';
import { dataFolder } from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { acquireLock } from '../../../platform/storage/folder-lock.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { stageUpdate } from './stage-update.ts';
import { copyBeforeTrial } from './update-steps.ts';

test('the copy from before an update has the last commits, also while another process reads the database', async (t) => {
  const folder = dataFolder(temporaryFolder(t));
  mkdirSync(folder.programs);
  const [server, standby] = [new Database(folder.database), new Database(folder.database)];
  t.after(() => standby.close());
  server.exec('CREATE TABLE calls (id INTEGER PRIMARY KEY) STRICT');
  standby.exec('BEGIN; SELECT count(*) FROM calls');
  server.exec('INSERT INTO calls VALUES (7)');
  server.close();
  await copyBeforeTrial(folder.directory);
  const copy = new Database(join(folder.programs, copyBeforeUpdate));
  t.after(() => copy.close());
  assert.deepEqual(copy.prepare('SELECT id FROM calls').all(), [{ id: 7 }]);
});

test('only one update is prepared at a time', async (t) => {
  const dataDir = temporaryFolder(t);
  const lock = acquireLock(dataFolder(dataDir).updateLock);
  const request = { file: join(dataDir, 'antessala'), dataDir, backupDir: dataDir, backupKeep: 1, timeZone: 'UTC' };
  await assert.rejects(stageUpdate(request, systemClock), /Outra atualização está em andamento/);
  lock.release();
  await assert.rejects(stageUpdate(request, systemClock), /não existe/);
});
