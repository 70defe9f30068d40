/**
 * Uploads of small files that are not contents (logos, recorded words): received, rendered and stored one after the
 * other, beside the queue of contents, because a person waits for the response.
 */
import type { BodyStream } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { joinPath, readPart } from '../../../platform/storage/files.ts';
import { openForAppend, removeTree } from '../../../platform/storage/writing.ts';
import { failures } from '../processing/failures.ts';
import type { FileStore } from '../library/file-store.ts';
import type { LogoGround, Rendered, RenderedFile } from '../processing/jobs.ts';
import type { UploadFilesDeps } from './files.ts';
import { isSound, sniff, sniffBytes } from './sniff.ts';
import { createMutex } from '../processing/mutex.ts';
import { createWorkerRuns, type Outcome } from '../processing/worker-runs.ts';

/** Space that must stay free, above all for the database. */
const reserveBytes = 256 * bytesPerMb;

/** A kind of small upload: what is accepted and the error otherwise. */
interface Kind {
  kind: 'logo' | 'recording';
  maxBytes: number;
  accepts(start: Uint8Array): boolean;
  wrongFormat: string;
  tooLarge: string;
  underWay: string;
}

/** Rendered; its bytes are not in their place yet. */
export type RenderedOne = Omit<Rendered, 'files'> & { file: RenderedFile };

/** A logo that is rendered. */
export interface RenderedLogo {
  file: RenderedFile;
  width: number;
  height: number;
  ground: LogoGround;
}

export interface DirectUploadsDeps extends Pick<UploadFilesDeps, 'folder' | 'tools' | 'freeSpace' | 'log'> {
  files: FileStore;
}

/** A picture of 640x320 is far smaller than this, and so are 5 s of sound. */
const room = { bytes: 4 * 1024 ** 2, over: 'disk_full' } as const;

export type Logos = ReturnType<typeof createLogos>;
export type Recordings = ReturnType<typeof createRecordings>;

const pictures = ['jpeg', 'png', 'webp'];

/** Uploads of logos, shown in the corner of an account's screens. */
export function createLogos(deps: DirectUploadsDeps) {
  const { take, stop } = createDirectUploads(deps, {
    kind: 'logo',
    maxBytes: limits.logo.maxMb * bytesPerMb,
    accepts: (start) => pictures.includes(sniff(start)?.format ?? ''),
    wrongFormat: 'Formato não suportado. Envie o logo em PNG, JPEG ou WebP.',
    tooLarge: `O logo pode ter no máximo ${limits.logo.maxMb} MB. Reduza a imagem e tente de novo.`,
    underWay: 'Um logo desta conta ainda está sendo enviado. Aguarde um instante.',
  });
  return {
    /** Throws what the contract promises of the call, and what `record` throws. */
    take: <Saved>(userId: number, body: BodyStream, record: (logo: RenderedLogo) => Saved): Promise<Saved> =>
      take(userId, body, ({ file, width, height, ground }) => {
        if (width === null || height === null || !ground) throw new Error('The worker rendered no logo');
        return record({ file, width, height, ground });
      }),
    stop,
  };
}

/** Words of an account's calls. */
export function createRecordings(deps: DirectUploadsDeps) {
  const { maxMb } = limits.calls.recording;
  return createDirectUploads(deps, {
    kind: 'recording',
    maxBytes: maxMb * bytesPerMb,
    accepts: isSound,
    wrongFormat: 'Formato não suportado. Envie a gravação em MP3, M4A, OGG ou WAV.',
    tooLarge: `A gravação pode ter no máximo ${maxMb} MB e 5 segundos. Grave só a palavra e tente de novo.`,
    underWay: 'Outra gravação desta conta ainda está sendo enviada. Aguarde um instante.',
  });
}

function createDirectUploads({ folder, files, tools, freeSpace, log }: DirectUploadsDeps, about: Kind) {
  const runs = createWorkerRuns({ tools, keepOriginals: false });
  const { kind } = about;
  const tooLarge = () => new AppError('payload_too_large', about.tooLarge);
  /** Accounts of which one is under way: their numbers bound what waits. */
  const underWay = new Set<number>();
  const inTurn = createMutex();
  let isStopped = false;

  async function render(source: string, directory: string): Promise<RenderedOne> {
    const outcome = await inTurn((): Outcome | Promise<Outcome> => {
      if (isStopped) return { type: 'stopped' };
      const ofNoItem = { videoId: 0, userId: null, isReplacement: false, wantsAmbient: false, attempt: 1 };
      return runs.run({ ...ofNoItem, kind, source }, { directory, room }, () => {});
    });
    if (outcome.type === 'stopped') throw new AppError('unavailable');
    if (outcome.type !== 'done') {
      log.info(`${kind} refused`, { code: outcome.code, detail: outcome.detail });
      if (outcome.code === 'disk_full') throw new AppError('disk_full');
      throw new AppError('unreadable_media', failures[outcome.code].message);
    }
    const { files: rendered, ...facts } = outcome.rendered;
    const [file] = rendered;
    if (!file) throw new Error(`The worker rendered no ${kind}`);
    return { ...facts, file };
  }

  function store<Saved>(one: RenderedOne, record: (one: RenderedOne) => Saved): Saved {
    return files.placeAndRecord([one.file], () => {
      files.add(one.file);
      const saved = record(one);
      files.dropUnused();
      return saved;
    });
  }

  return {
    /** Renders and stores the bytes; `record` runs in the transaction. Throws what the contract and `record` throw. */
    async take<Saved>(userId: number, body: BodyStream, record: (one: RenderedOne) => Saved): Promise<Saved> {
      if (body.length === undefined) throw new AppError('length_required');
      if (body.length > about.maxBytes) throw tooLarge();
      if (underWay.has(userId)) throw new AppError('conflict', about.underWay);
      const directory = folder.makeJobDirectory();
      underWay.add(userId);
      try {
        if ((await freeSpace()).freeBytes < reserveBytes) throw new AppError('disk_full');
        const source = joinPath(directory, 'source');
        await receive(body, source, { maxBytes: about.maxBytes, tooLarge });
        if (!about.accepts(await readPart(source, 0, sniffBytes)))
          throw new AppError('unsupported_media_type', about.wrongFormat);
        return store(await render(source, directory), record);
      } catch (error) {
        throw isDiskFull(error) ? new AppError('disk_full', undefined, { cause: error }) : error;
      } finally {
        underWay.delete(userId);
        await removeTree(directory).catch((error: unknown) => log.warn(`${kind} directory not removed`, { error }));
      }
    },

    /** Waits for uploads in progress and ends them. */
    async stop(): Promise<void> {
      isStopped = true;
      runs.cancel(() => true);
      await inTurn(() => {});
    },
  };
}

async function receive(
  body: BodyStream,
  path: string,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => AppError },
): Promise<void> {
  const file = await openForAppend(path, { empty: true });
  try {
    for await (const chunk of body) {
      if (file.sizeBytes + chunk.length > maxBytes) throw tooLarge();
      await file.append(chunk);
    }
  } finally {
    await file.close();
  }
}
