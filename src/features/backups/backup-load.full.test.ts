import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrationsDir } from '../../platform/process/assets.ts';
import { systemClock as clock } from '../../platform/clock.ts';
import { Database } from '../../platform/storage/database.ts';
import { sha256Hex } from '../../platform/random.ts';
import { dumpOf, markerOf } from '../../testing/database-dump.ts';
import { readManifest } from './backup-format.ts';
import { restoreBackup } from './restore.ts';
import { takeBackup } from './take-backup.ts';

const writer = fileURLToPath(new URL('../../testing/busy-writer.ts', import.meta.url));
const backups = 20;

test('each of 20 backups, made while another process writes, restores one of the states that were written', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'antessala-load-'));
  const dataDir = join(root, 'data');
  const backupDir = join(root, 'backups');
  mkdirSync(dataDir);
  const writing = spawn(process.execPath, ['--import', 'tsx', writer, dataDir], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(writing, 'exit');
  t.after(async () => {
    writing.stdin.end();
    await ended;
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });
  const stateCount = () =>
    existsSync(join(dataDir, 'states.txt')) ? readFileSync(join(dataDir, 'states.txt'), 'utf8').split('\n').length : 0;
  while (stateCount() < 60) await sleep(20);

  const names: string[] = [];
  for (let number = 0; number < backups; number += 1) {
    const before = stateCount();
    const request = { dataDir, backupDir, name: '2026-11-21-030000', version: '0.1.0' };
    const result = await takeBackup({ ...request, createdAt: clock.now() });
    names.push(result.name);
    assert.deepEqual(result.missing, [], result.name);
    while (stateCount() < before + 3) await sleep(5);
  }
  writing.stdin.end();
  await ended;

  const hashes = new Map(
    readFileSync(join(dataDir, 'states.txt'), 'utf8')
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  const markers = new Set<number>();
  let last = 0;
  for (const name of names) {
    const target = join(root, `restored-${name}`);
    const [from, timeZone] = [join(backupDir, name), 'America/Sao_Paulo'];
    const restored = await restoreBackup({ from, dataDir: target, migrationsDir, timeZone, clock });
    const database = new Database(join(target, 'antessala.db'), { isReadOnly: true });
    const marker = markerOf(database);
    assert.equal(sha256Hex(dumpOf(database)), hashes.get(String(marker)), `${name} is state ${marker}`);
    // A busy machine may make two backups between two changes.
    assert.ok(marker >= last, `${name} is no earlier than the previous one`);
    last = marker;
    markers.add(marker);
    const referencedCount = database
      .prepare<[], { count: number }>(
        'SELECT (SELECT COUNT(*) FROM media_files) + (SELECT COUNT(*) FROM videos WHERE original_r2_path IS NOT NULL) AS count',
      )
      .get()?.count;
    assert.deepEqual(
      [restored.missing, restored.fileCount, readManifest(join(backupDir, name))?.files.length],
      [[], referencedCount, referencedCount],
      name,
    );
    database.close();
  }
  assert.ok(markers.size > names.length / 2, `${markers.size} different states`);
  t.diagnostic(`${hashes.size} states written, the backups are states up to ${last}`);
});
