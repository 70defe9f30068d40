import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256Hex } from '../../../platform/random.ts';
import { compareReleases } from '../../../platform/process/update-note.ts';
import { runProgram } from '../../../testing/program.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { checkReleaseFile, releaseFiles, releaseOfFile } from './release-file.ts';

/** Returns the header of a program for a machine of the ELF standard. */
function headerFor(machine: number): Buffer {
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46);
  header.writeUInt16LE(machine, 18);
  return header;
}

test('a release is accepted for this architecture, in its list of hashes, and with the signature of the key that the program knows', async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'antessala');
  const write = (content: Buffer) => {
    writeFileSync(file, content);
    writeFileSync(join(folder, releaseFiles.hashes), `${sha256Hex(content)}  antessala\n`);
  };
  const [own, other] = process.arch === 'x64' ? [62, 183] : [183, 62];
  await assert.rejects(checkReleaseFile(file), /não existe/);
  write(headerFor(other));
  await assert.rejects(checkReleaseFile(file), /e este computador é/);
  write(Buffer.from('#!/bin/sh'));
  await assert.rejects(checkReleaseFile(file), /não é um programa/);
  write(headerFor(own));
  assert.equal((await checkReleaseFile(file)).isSigned, false);
  await assert.rejects(releaseOfFile(file), /chmod 755/);
  chmodSync(file, 0o755);
  await assert.rejects(releaseOfFile(file), /não funciona neste computador/);

  const [{ publicKey, privateKey }, stranger] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  await assert.rejects(checkReleaseFile(file, key), /assinatura/);
  const hashes = Buffer.from(`${sha256Hex(headerFor(own))}  antessala\n`);
  for (const signer of [stranger.privateKey, privateKey]) {
    writeFileSync(join(folder, releaseFiles.signature), sign(null, hashes, signer).toString('base64'));
    if (signer === privateKey) assert.equal((await checkReleaseFile(file, key)).isSigned, true);
    else await assert.rejects(checkReleaseFile(file, key), /assinatura/);
  }
  writeFileSync(file, headerFor(own).subarray(0, 40));
  await assert.rejects(checkReleaseFile(file, key), /incompleta ou alterada/);
});

test('releases are ordered by number, then date', () => {
  const of = (version: string, releaseDate = '2026-11-26') => ({ version, releaseDate });
  assert.ok(compareReleases(of('0.10.0'), of('0.9.0')) > 0);
  assert.ok(compareReleases(of('0.2.0', '2026-11-27'), of('0.2.0')) > 0);
  assert.equal(compareReleases(of('0.2.0'), of('0.2.0')), 0);
});

test('outside of the single executable `update` says what replaces the program', async (t) => {
  const { code, out } = await runProgram('cli', { DATA_DIR: temporaryFolder(t) }, ['update', 'antessala']);
  assert.equal(code, 1);
  assert.match(out, /docker compose .*up -d --build\n.*\n.*npm run build/);
});
