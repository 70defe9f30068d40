import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readUpdateNote, writeUpdateNote } from '../platform/process/update-note.ts';
import { dataFolder } from '../platform/storage/data-folder.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createLauncher } from './launcher.ts';

test('after an executable was installed by hand, its commands change neither the update note nor the program of the running server', (t) => {
  const dataDir = temporaryFolder(t);
  const { programs } = dataFolder(dataDir);
  const program = { file: 'abc', version: '0.0.1', releaseDate: '2026-01-01' };
  const note = { installed: '0.0.0 (2026-01-01)', program };
  mkdirSync(programs);
  writeFileSync(join(programs, program.file), '');
  writeUpdateNote(dataDir, note);
  assert.equal(createLauncher(dataDir, '/usr/local/bin/antessala').commandProgram(), undefined);
  assert.deepEqual(readUpdateNote(dataDir), note);
  assert.deepEqual(readdirSync(programs), [program.file]);
});
