/** Checks a file that is to replace this program: the release's list of hashes and its signature, architecture, version. */
import { createPublicKey, verify } from 'node:crypto';
import { arch, platform } from 'node:process';
import { describeRelease, release, type Release, updateKey } from '../../../platform/process/assets.ts';
import { run } from '../../../platform/process/processes.ts';
import { compareReleases, parseRelease } from '../../../platform/process/update-note.ts';
import {
  fileStats,
  folderAbove,
  joinPath,
  readIfThere,
  readPart,
  sha256OfFile,
} from '../../../platform/storage/files.ts';
import { BackupError } from '../backup-folder.ts';

/** A reason not to install a file: Portuguese for the studio, English for the shell. */
export class UpdateError extends BackupError {}

/** Files beside a release's executable. `hashes`: output of `sha256sum` after a comment with the release. `signature`: its Ed25519 signature in base64. */
export const releaseFiles = { hashes: 'SHA256SUMS', signature: 'SHA256SUMS.sig' } as const;

/** Values of `e_machine` in the ELF header. */
const machines: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
const versionTimeoutMs = 30_000;

/**
 * Checks an executable without running it. Returns its hash and release. `isSigned` is true if the signature was checked with a
 * `key`. Throws UpdateError, also for a release older than `current`.
 */
export async function checkReleaseFile(
  file: string,
  current: Release = release,
  key = updateKey,
): Promise<{ sha256: string; isSigned: boolean; listed: Release }> {
  if (fileStats(file)?.isDirectory !== false)
    throw new UpdateError(`O arquivo ${file} não existe.`, `There is no file ${file}.`);
  const hashes = readIfThere(joinPath(folderAbove(file), releaseFiles.hashes));
  if (hashes === undefined)
    throw new UpdateError(
      `Falta o arquivo ${releaseFiles.hashes} da versão: copie-o para junto do programa.`,
      `${releaseFiles.hashes} of the release is missing: copy it beside ${file}.`,
    );
  if (key !== undefined && !isSigned(hashes, readIfThere(joinPath(folderAbove(file), releaseFiles.signature)), key))
    throw new UpdateError(
      `A assinatura (${releaseFiles.signature}) falta ou não é de quem publica este programa.`,
      `The signature ${releaseFiles.signature} is missing, or not by the publisher of this program.`,
    );
  const sha256 = await sha256OfFile(file);
  if (!hashes.split('\n').some((line) => line.split(/\s/)[0] === sha256))
    throw new UpdateError(
      'O arquivo não confere com a lista da versão: a cópia está incompleta ou alterada. Copie-o de novo.',
      `${file} differs from the hashes in ${releaseFiles.hashes}: the copy is incomplete or changed. Copy it again.`,
    );
  await assertArchitecture(file);
  return { sha256, isSigned: key !== undefined, listed: listedRelease(hashes, current) };
}

function isSigned(text: string, signature: string | undefined, key: string): boolean {
  if (signature === undefined) return false;
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
}

async function assertArchitecture(file: string): Promise<void> {
  if (platform !== 'linux') return;
  const header = await readPart(file, 0, 20);
  const isElf = header.length === 20 && header.readUInt32BE(0) === 0x7f454c46;
  const machine = isElf ? (machines[header.readUInt16LE(18)] ?? 'unknown') : undefined;
  if (machine === arch) return;
  throw new UpdateError(
    machine ? `O programa é para ${machine}, e este computador é ${arch}.` : 'O arquivo não é um programa para Linux.',
    machine ? `The program is for ${machine}, and this machine is ${arch}.` : `${file} is no program for Linux.`,
  );
}

/**
 * Returns the release that a comment in the list states (`sha256sum -c` skips comments). Throws UpdateError if the list states no
 * release, or one older than `current`.
 */
function listedRelease(hashes: string, current: Release): Release {
  const listed = parseRelease(/^# (.*)$/m.exec(hashes)?.[1] ?? '');
  if (!listed)
    throw new UpdateError(
      `${releaseFiles.hashes} não diz qual é a versão: use o arquivo que veio com o programa.`,
      `${releaseFiles.hashes} names no version: use the file that came with the program.`,
    );
  if (compareReleases(listed, current) < 0)
    throw new UpdateError(
      `A versão ${listed.version} do arquivo é mais antiga que a deste servidor (${current.version}).`,
      `Version ${listed.version} of the file is older than this program (${current.version}).`,
    );
  return listed;
}

/** Runs `--version` of a checked copy that nobody else can change. Throws UpdateError if it is not this release. */
export async function assertIsRelease(file: string, expected: Release): Promise<void> {
  const { stdout } = await run(file, ['--version'], { timeoutMs: versionTimeoutMs }).catch(() => ({ stdout: '' }));
  if (stdout.trim() !== `Antessala ${describeRelease(expected)}`)
    throw new UpdateError(
      `O programa não funciona neste computador, ou não é a versão que ${releaseFiles.hashes} diz.`,
      `The program does not run on this machine, or is not the version that ${releaseFiles.hashes} names.`,
    );
}
