import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isSingleExecutable, type Pack, packTree, removeOtherRuntimes, unpack } from './runtime.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

function setUp(t: TestContext) {
  const directory = temporaryFolder(t);
  const tree = join(directory, 'tree');
  mkdirSync(join(tree, 'node_modules/native'), { recursive: true });
  writeFileSync(join(tree, 'server.cjs'), 'one');
  writeFileSync(join(tree, 'empty'), '');
  writeFileSync(join(tree, 'node_modules/native/lib.node'), Buffer.from([0, 255, 1]));
  chmodSync(join(tree, 'node_modules/native/lib.node'), 0o755);
  const parent = join(directory, 'data/runtime');
  let unpacked = 0;
  const install = ({ pack, files }: { pack: Pack; files: Buffer }, bootId = 'boot1') => {
    const read = () => {
      unpacked += 1;
      return files;
    };
    return unpack(parent, pack, read, bootId);
  };
  return { tree, parent, pack: () => packTree(tree, (path) => readFileSync(path)), install, unpacked: () => unpacked };
}

test('a version is unpacked once, for this user only, with every byte', (t) => {
  const { parent, pack, install, unpacked } = setUp(t);
  const packed = pack();
  const target = install(packed);
  assert.equal(target, join(parent, packed.pack.hash.slice(0, 16)));
  assert.equal(readFileSync(join(target, 'server.cjs'), 'utf8'), 'one');
  assert.deepEqual([...readFileSync(join(target, 'node_modules/native/lib.node'))], [0, 255, 1]);
  assert.equal(statSync(join(target, 'empty')).size, 0);
  assert.deepEqual(
    [parent, target, join(target, 'server.cjs'), join(target, 'node_modules/native/lib.node')].map(
      (path) => statSync(path).mode & 0o777,
    ),
    [0o700, 0o700, 0o600, 0o700],
  );
  assert.equal(install(packed), target);
  assert.equal(unpacked(), 1);
  assert.deepEqual(readdirSync(parent), [target.split('/').pop()]);
});

test('an incomplete folder is unpacked again', (t) => {
  const { pack, install, unpacked } = setUp(t);
  const packed = pack();
  const target = install(packed);
  truncateSync(join(target, 'server.cjs'), 1);
  assert.equal(install(packed), target);
  assert.equal(readFileSync(join(target, 'server.cjs'), 'utf8'), 'one');
  rmSync(join(target, 'node_modules'), { recursive: true });
  install(packed);
  assert.equal(existsSync(join(target, 'node_modules/native/lib.node')), true);
  assert.equal(unpacked(), 3);
});

test('files changed by a power cut or the disk are detected at the first start after the next boot', (t) => {
  const { pack, install, unpacked } = setUp(t);
  const packed = pack();
  const file = join(install(packed), 'server.cjs');
  writeFileSync(file, 'xxx');
  install(packed);
  assert.equal(readFileSync(file, 'utf8'), 'xxx', 'the contents are not checked again in this boot');
  install(packed, 'boot2');
  assert.equal(readFileSync(file, 'utf8'), 'one');
  install(packed, 'boot3');
  assert.equal(unpacked(), 2, 'a complete folder is not unpacked again');
});

test('changed files are another version, which can delete the previous one', async (t) => {
  const { tree, parent, pack, install } = setUp(t);
  const previousVersion = install(pack());
  writeFileSync(join(tree, 'server.cjs'), 'two');
  const target = install(pack());
  assert.notEqual(target, previousVersion);
  mkdirSync(join(parent, 'draft-1-ABCDEF'));
  mkdirSync(join(parent, 'not-ours'));
  await removeOtherRuntimes(target);
  assert.deepEqual(readdirSync(parent).sort(), [target.split('/').pop(), 'not-ours'].sort());
});

test('a plain Node process is not the single executable', () => assert.equal(isSingleExecutable(), false));
