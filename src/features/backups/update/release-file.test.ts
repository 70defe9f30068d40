import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256Hex } from '../../../platform/random.ts';
import { release } from '../../../platform/process/assets.ts';
import { compareReleases } from '../../../platform/process/update-note.ts';
import { runProgram } from '../../../testing/program.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { assertIsRelease, checkReleaseFile, releaseFiles } from './release-file.ts';

/** Returns the ELF header of a program; `machine`: its `e_machine`. */
function headerFor(machine: number): Buffer {
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46);
  header.writeUInt16LE(machine, 18);
  return header;
}

test('a file is accepted only if it is for this architecture, in the list of hashes, and the list is signed with the key that the program knows', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'antessala');
  const listOf = (content: Buffer, comment: string) => `${comment}\n${sha256Hex(content)}  antessala\n`;
  const newer = '# Antessala 99.0.0 (2026-11-27, a1b2c3d)';
  const write = (content: Buffer, comment = newer) => {
    writeFileSync(file, content);
    writeFileSync(join(folder, releaseFiles.hashes), listOf(content, comment));
  };
  const [thisMachine, otherMachine] = process.arch === 'x64' ? [62, 183] : [183, 62];
  await assert.rejects(checkReleaseFile(file), /não existe/);
  write(headerFor(otherMachine));
  await assert.rejects(checkReleaseFile(file), /e este computador é/);
  write(Buffer.from('#!/bin/sh'));
  await assert.rejects(checkReleaseFile(file), /não é um programa/);
  write(headerFor(thisMachine), '# Antessala');
  await assert.rejects(checkReleaseFile(file), /não diz qual é a versão/);
  write(headerFor(thisMachine), '# Antessala 0.0.1 (2026-11-27)');
  await assert.rejects(checkReleaseFile(file), /é mais antiga/);
  write(headerFor(thisMachine));
  const listed = { version: '99.0.0', releaseDate: '2026-11-27', commit: 'a1b2c3d' };
  assert.deepEqual(await checkReleaseFile(file), {
    sha256: sha256Hex(headerFor(thisMachine)),
    isSigned: false,
    listed,
  });

  const program = join(folder, 'program');
  await assert.rejects(assertIsRelease(program, listed), /não funciona neste computador/);
  writeFileSync(program, '#!/bin/sh\necho "Antessala 99.0.0 (2026-11-27, a1b2c3d)"\n', { mode: 0o700 });
  await assertIsRelease(program, listed);
  await assert.rejects(assertIsRelease(program, { ...listed, version: '99.0.1' }), /ou não é a versão/);

  const [{ publicKey, privateKey }, otherKeys] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const check = () => checkReleaseFile(file, release, key);
  await assert.rejects(check(), /assinatura/);
  const hashes = Buffer.from(listOf(headerFor(thisMachine), newer));
  for (const signer of [otherKeys.privateKey, privateKey]) {
    writeFileSync(join(folder, releaseFiles.signature), sign(null, hashes, signer).toString('base64'));
    if (signer === privateKey) assert.equal((await check()).isSigned, true);
    else await assert.rejects(check(), /assinatura/);
  }
  writeFileSync(file, headerFor(thisMachine).subarray(0, 40));
  await assert.rejects(check(), /incompleta ou alterada/);
});

test('releases are ordered by number, then date', () => {
  const of = (version: string, releaseDate = '2026-11-26') => ({ version, releaseDate });
  assert.ok(compareReleases(of('0.10.0'), of('0.9.0')) > 0);
  assert.ok(compareReleases(of('0.2.0', '2026-11-27'), of('0.2.0')) > 0);
  assert.equal(compareReleases(of('0.2.0'), of('0.2.0')), 0);
});

test('a program that runs from source tells how it is updated', async (t) => {
  const { code, out } = await runProgram('cli', { DATA_DIR: temporaryFolder(t) }, ['update', 'antessala']);
  assert.equal(code, 1);
  assert.match(out, /From source:\n.*npm run build/);
});
