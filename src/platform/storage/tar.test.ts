import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tarOf } from './tar.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

test('an archive can be read from any position, tar extracts it, and reading a file that has shrunk fails', async (t) => {
  const root = temporaryFolder(t);
  const contents: Record<string, Buffer> = {
    'b/empty': Buffer.alloc(0),
    'b/one': Buffer.from('x'),
    'b/block': Buffer.alloc(512, 'y'),
    [`b/media/ab/${'a'.repeat(64)}.jpeg`]: Buffer.alloc(1_200_000, 'z'),
  };
  const files = Object.entries(contents).map(([path, bytes], index) => {
    const source = join(root, String(index));
    writeFileSync(source, bytes);
    return { path, source, sizeBytes: bytes.length, changedAt: 1_795_176_000_000 };
  });
  const archive = tarOf(files);
  const parts: Uint8Array[] = [];
  for (let position = 0; position < archive.sizeBytes;) {
    const part = (await archive.read(position)).subarray(0, 100_000);
    parts.push(part);
    position += part.length;
  }
  const archiveBytes = Buffer.concat(parts);
  assert.equal(archiveBytes.length, archive.sizeBytes);
  assert.deepEqual(
    await archive.read(700),
    archiveBytes.subarray(700, 700 + (await archive.read(700)).length),
    'any position',
  );

  writeFileSync(join(root, 'all.tar'), archiveBytes);
  mkdirSync(join(root, 'out'));
  execFileSync('tar', ['xf', join(root, 'all.tar'), '-C', join(root, 'out')]);
  for (const [path, bytes] of Object.entries(contents))
    assert.deepEqual(readFileSync(join(root, 'out', path)), bytes, path);

  writeFileSync(join(root, '3'), 'short');
  await assert.rejects(archive.read(archive.sizeBytes - 100_000), /shorter/);
});
