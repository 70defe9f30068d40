/** Tests reading ordinary and hostile archives, and folders. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openForReading } from '../../../../platform/storage/files.ts';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import { tarFile, zipFrom, zipOf, type ZipFile } from '../testing/archives.ts';
import { ArchiveError } from './archive.ts';
import { openFolder } from './folder.ts';
import { openSource, readFrom } from './source.ts';
import { gunzip } from './tar.ts';

function save(t: TestContext, bytes: Buffer): string {
  const path = join(temporaryFolder(t), 'archive');
  writeFileSync(path, bytes);
  return path;
}
async function readText(bytes: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
/** Returns the texts of an archive's files, or their problems, by path. */
async function contents(t: TestContext, bytes: Buffer): Promise<Record<string, string>> {
  const archive = save(t, bytes);
  const source = await openSource({ archive });
  await source.close();
  const texts: [string, string][] = [];
  for (const entry of source.entries)
    texts.push([entry.path, entry.problem ?? (await readText(readFrom({ archive }, entry)))]);
  return Object.fromEntries(texts);
}
const refuses = (t: TestContext, bytes: Buffer, sentence: RegExp) =>
  assert.rejects(contents(t, bytes), (error) => error instanceof ArchiveError && sentence.test(error.message));
const file = (name: ZipFile['name'], rest: Partial<ZipFile> = {}): ZipFile => ({
  name,
  bytes: Buffer.from('oi'),
  ...rest,
});

test('ZIPs are read with stored and deflated files, ZIP64 fields, names in UTF-8 and CP850, and bytes before the archive', async (t) => {
  const files = [file('praça/a.txt'), file('b.txt', { isStored: true }), file('pasta/', { bytes: Buffer.alloc(0) })];
  const expected = { 'praça/a.txt': 'oi', 'b.txt': 'oi' };
  assert.deepEqual(await contents(t, zipOf(files)), expected);
  assert.deepEqual(await contents(t, zipOf(files, { zip64: true })), expected);
  const windows = Buffer.from([0x52, 0x65, 0x63, 0x65, 0x70, 0x87, 0xc6, 0x6f, 0x5c, 0x31]);
  assert.deepEqual(await contents(t, zipOf([file(windows), file(Buffer.from('São.txt'))])), {
    'Recepção/1': 'oi',
    'São.txt': 'oi',
  });
  const shifted = Buffer.concat([Buffer.from('PK\x03\x04 self-extracting'), zipOf(files)]);
  assert.deepEqual(await contents(t, shifted), expected);
});

test('tars are read with long names in the formats of GNU and pax, and links are listed with a problem', async (t) => {
  const long = `${'pasta/'.repeat(30)}a.txt`;
  assert.deepEqual(await contents(t, tarFile({ './a.txt': Buffer.from('oi'), [long]: Buffer.from('longe') })), {
    'a.txt': 'oi',
    [long]: 'longe',
  });
  const pax = tarFile({ pax: Buffer.from('21 path=praça/b.txt\n') }, 'x').subarray(0, 1_024);
  assert.deepEqual(await contents(t, Buffer.concat([pax, tarFile({ 'b.txt': Buffer.from('oi') })])), {
    'praça/b.txt': 'oi',
  });
  assert.match((await contents(t, tarFile({ link: Buffer.alloc(0) }, '2')))['link'] ?? '', /atalho/);
});

test('archives that are damaged, encrypted, or contain paths that leave the folder are refused with a message for people', async (t) => {
  const whole = zipOf([file('a.txt'), file('b.txt')]);
  await refuses(t, whole.subarray(0, whole.length - 30), /incompleto/);
  await refuses(t, Buffer.from('PK\x03\x04'), /incompleto/);
  await refuses(t, Buffer.from('nothing of the kind'.repeat(50)), /ZIP, \.tar/);
  await refuses(t, zipOf([file('a.txt', { fake: { crc: 1 } })]), /danificado/);
  await refuses(t, zipOf([file('a.txt', { fake: { sizeBytes: 1 } })]), /danificado/);
  await refuses(t, zipOf([file('a.txt', { fake: { sizeBytes: 900 } })]), /danificado/);
  await refuses(t, zipOf([file('a.txt', { fake: { at: 4_000 } })]), /danificado/);
  await refuses(t, zipOf([file('a.txt', { fake: { flags: 0x801 } })]), /senha/);
  for (const name of ['../a.txt', 'a/../../b', '/etc/passwd', 'C:\\a.txt', '..\\a.txt', 'a\0.txt'])
    await refuses(t, zipOf([file(name)]), /sai da pasta/);
  await refuses(t, tarFile({ '../a.txt': Buffer.from('oi') }), /sai da pasta/);
  await refuses(t, tarFile({ 'a.txt': Buffer.alloc(9_000) }).subarray(0, 2_000), /incompleto/);
  await refuses(t, tarFile({ 'a.txt': Buffer.from('oi') }).fill(0x39, 124, 130), /incompleto/);
});

test('an archive with too high a compression ratio, entries that share bytes, or too many files is refused', async (t) => {
  const gigabyte = 1024 ** 3 - 1;
  await refuses(t, zipOf([file('a.txt', { fake: { sizeBytes: gigabyte } })]), /encher o disco/);
  await refuses(t, zipOf([file('a.txt'), file('b.txt', { fake: { at: 0 } })]), /encher o disco/);
  await refuses(t, zipOf(Array.from({ length: 65_001 }, (_, n) => file(`${n}`, { isStored: true }))), /Divida-os/);
  const bomb = await openForReading(save(t, gzipSync(Buffer.alloc(120 * 1024 ** 2))));
  t.after(bomb.close);
  await assert.rejects(readText(gunzip(bomb)), /encher o disco/);
});

test('links and files with unsupported compression are listed with a problem; an archive in an archive is listed as a file', async (t) => {
  const found = await contents(
    t,
    zipOf([file('l', { fake: { mode: 0o120_777 } }), file('x', { fake: { method: 99 } })]),
  );
  assert.match(found['l'] ?? '', /atalho/);
  assert.match(found['x'] ?? '', /modo/);
  assert.deepEqual(Object.keys(await contents(t, zipFrom({ 'dentro.zip': zipFrom({ a: 'oi' }) }))), ['dentro.zip']);
});

test('a folder is read without following links or entering excluded folders; reading a file that changed since it was listed throws', async (t) => {
  const folder = temporaryFolder(t);
  const secret = temporaryFolder(t);
  writeFileSync(join(secret, 'segredo.txt'), 'x');
  for (const name of ['fotos', 'dados']) mkdirSync(join(folder, name));
  for (const name of ['fotos/a.txt', 'dados/b.txt']) writeFileSync(join(folder, name), 'oi');
  symlinkSync(secret, join(folder, 'fora'));
  symlinkSync(join(secret, 'segredo.txt'), join(folder, 'fotos', 'atalho.txt'));
  const source = await openFolder({ folder, excluded: [join(folder, 'dados')] });
  const readable = source.entries.map(({ path, problem }) => [path, problem === undefined]);
  assert.deepEqual(readable.toSorted(), [
    ['fora', false],
    ['fotos/a.txt', true],
    ['fotos/atalho.txt', false],
  ]);
  const entry = { path: 'fotos/a.txt', sizeBytes: 2, locator: null };
  assert.equal(await readText(readFrom({ folder, excluded: [] }, entry)), 'oi');
  await assert.rejects(readText(readFrom({ folder, excluded: [] }, { ...entry, sizeBytes: 3 })), /mudou/);
  await assert.rejects(
    readText(readFrom({ folder, excluded: [] }, { ...entry, path: 'fora/segredo.txt' })),
    /não está mais/,
  );
  await assert.rejects(openFolder({ folder: join(folder, 'nada'), excluded: [] }), /disco está conectado/);
});
