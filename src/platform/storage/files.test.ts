import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freeSpace, isSpaceLow, spaceToKeepFree } from './disk-space.ts';
import { listDirectory, listTree, readPart, safeJoin, sha256OfFile } from './files.ts';
import {
  linkOrCopy,
  makeDirectory,
  moveDurably,
  openForAppend,
  truncateAndRemove,
  writeFileDurably,
} from './writing.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

test('safeJoin never leads out of its directory', () => {
  assert.equal(safeJoin('/data', 'media/ab/x.mp4'), '/data/media/ab/x.mp4');
  for (const path of ['../etc/passwd', 'media/../../x', '/etc/passwd', 'a\0b', '', '.'])
    assert.throws(() => safeJoin('/data', path), path);
});

test('makeDirectory creates missing parents, and throws when a file is in the way', (t) => {
  const path = join(temporaryFolder(t), 'a/b/c');
  makeDirectory(path);
  makeDirectory(path);
  assert.equal(statSync(path).isDirectory(), true);
  writeFileSync(join(path, 'file'), '');
  assert.throws(() => makeDirectory(join(path, 'file')), { code: 'EEXIST' });
  assert.throws(() => makeDirectory(join(path, 'file/d')), { code: 'ENOTDIR' });
});

test('lost+found is left out of listings', (t) => {
  const root = temporaryFolder(t);
  mkdirSync(join(root, 'lost+found'));
  writeFileSync(join(root, 'lost+found/#1'), '');
  writeFileSync(join(root, 'a'), '');
  assert.deepEqual([listDirectory(root), listTree(root)], [['a'], ['a']]);
});

test('writeFileDurably replaces a file as a whole, and sets its mode', (t) => {
  const path = join(temporaryFolder(t), 'first-run.txt');
  writeFileDurably(path, 'antes', 0o600);
  writeFileDurably(path, 'depois', 0o600);
  assert.equal(readFileSync(path, 'utf8'), 'depois');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(join(path, '..')), ['first-run.txt']);
});

test('openForAppend appends to an existing file, or empties it', async (t) => {
  const path = join(temporaryFolder(t), 'part');
  const first = await openForAppend(path, { empty: false });
  await first.append(Buffer.from('abc'));
  await first.sync();
  await first.close();
  const second = await openForAppend(path, { empty: false });
  assert.equal(second.sizeBytes, 3);
  await second.append(Buffer.from('def'));
  await second.close();
  assert.equal(readFileSync(path, 'utf8'), 'abcdef');
  assert.equal((await readPart(path, 4, 100)).toString(), 'ef');
  const third = await openForAppend(path, { empty: true });
  assert.equal(third.sizeBytes, 0);
  await third.close();
});

test('moveDurably creates the target directory and keeps the bytes', async (t) => {
  const root = temporaryFolder(t);
  writeFileSync(join(root, 'a'), 'abc');
  linkOrCopy(join(root, 'a'), join(root, 'b'));
  moveDurably(join(root, 'a'), join(root, 'media/ba/c'));
  assert.equal(
    await sha256OfFile(join(root, 'media/ba/c')),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  assert.equal(readFileSync(join(root, 'b'), 'utf8'), 'abc');
});

test('truncateAndRemove deletes a large file, and leaves the bytes of its hard links', async (t) => {
  const root = temporaryFolder(t);
  const bytes = Buffer.alloc(9 * 1024 ** 2, 'a');
  writeFileSync(join(root, 'linked'), bytes);
  linkOrCopy(join(root, 'linked'), join(root, 'kept'));
  writeFileSync(join(root, 'alone'), bytes);
  for (const name of ['linked', 'alone', 'missing']) await truncateAndRemove(join(root, name));
  assert.deepEqual(readdirSync(root), ['kept']);
  assert.ok(readFileSync(join(root, 'kept')).equals(bytes));
});

test('a tenth of the disk stays free, 2 GB at least', async (t) => {
  const gigabyte = 1024 ** 3;
  const keep = (totalBytes: number) => spaceToKeepFree({ totalBytes: totalBytes * gigabyte, freeBytes: 0 }) / gigabyte;
  assert.deepEqual([keep(8), keep(50), keep(4000)], [2, 5, 400]);
  assert.equal(isSpaceLow({ totalBytes: 50 * gigabyte, freeBytes: 4.9 * gigabyte }), true);
  assert.equal(isSpaceLow({ totalBytes: 50 * gigabyte, freeBytes: 5 * gigabyte }), false);
  const space = await freeSpace(temporaryFolder(t));
  assert.ok(space.freeBytes > 0 && space.freeBytes <= space.totalBytes);
});
