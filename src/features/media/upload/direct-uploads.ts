/**
 * Receives, renders and stores small files that are not contents (logos, recorded words, licences) in one request, without the queue
 * of contents, because a person waits for the response.
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
import type { LogoPlate, RenderResult, RenderedFile } from '../processing/jobs.ts';
import type { UploadFilesDeps } from './files.ts';
import { isSound, sniff, sniffLength, sniffLicence } from './sniff.ts';
import { createMutex } from '../processing/mutex.ts';
import { createWorkerRuns, type Outcome } from '../processing/worker-runs.ts';

/** Disk space that must stay free, mainly for the database. */
const reserveBytes = 256 * bytesPerMb;

/** A kind of direct upload: its limits and error messages. */
interface UploadKind {
  kind: 'logo' | 'recording' | 'licence';
  maxBytes: number;
  accepts(start: Uint8Array): boolean;
  wrongFormat: string;
  tooLarge: string;
  alreadyUploading: string;
}

/** A rendered upload; its file is not in place yet. */
export type RenderedUpload = Omit<RenderResult, 'files'> & { file: RenderedFile };

/** A rendered logo; its file is not in place yet. */
export interface RenderedLogo {
  file: RenderedFile;
  width: number;
  height: number;
  plate: LogoPlate;
}

export interface DirectUploadsDeps extends Pick<UploadFilesDeps, 'folder' | 'tools' | 'freeSpace' | 'log'> {
  files: FileStore;
}

/** Maximum size of a rendered file: that of a licence. A rendered logo (640x320) or recording (5 s) is far smaller. */
const sizeLimit = { bytes: 4 * 1024 ** 2, failure: 'disk_full' } as const;

export type Logos = ReturnType<typeof createLogos>;
export type Recordings = ReturnType<typeof createRecordings>;
export type Licences = ReturnType<typeof createLicences>;

const pictures = ['jpeg', 'png', 'webp'];

/** Stores logos, which appear in the corner of an account's screens. */
export function createLogos(deps: DirectUploadsDeps) {
  const { save, stop } = createDirectUploads(deps, {
    kind: 'logo',
    maxBytes: limits.logo.maxMb * bytesPerMb,
    accepts: (start) => pictures.includes(sniff(start)?.format ?? ''),
    wrongFormat: 'Formato não suportado. Envie o logo em PNG, JPEG ou WebP.',
    tooLarge: `O logo pode ter no máximo ${limits.logo.maxMb} MB. Reduza a imagem e tente de novo.`,
    alreadyUploading: 'Um logo desta conta ainda está sendo enviado. Aguarde um instante.',
  });
  return {
    /** Stores a logo as `save` of createDirectUploads does. */
    save: <Saved>(userId: number, body: BodyStream, record: (logo: RenderedLogo) => Saved): Promise<Saved> =>
      save(userId, body, ({ file, width, height, plate }) => {
        if (width === null || height === null || !plate) throw new Error('The worker rendered no logo');
        return record({ file, width, height, plate });
      }),
    stop,
  };
}

/** Stores recorded words for an account's calls. */
export function createRecordings(deps: DirectUploadsDeps) {
  const { maxMb } = limits.calls.recording;
  return createDirectUploads(deps, {
    kind: 'recording',
    maxBytes: maxMb * bytesPerMb,
    accepts: isSound,
    wrongFormat: 'Formato não suportado. Envie a gravação em MP3, M4A, OGG ou WAV.',
    tooLarge: `A gravação pode ter no máximo ${maxMb} MB e 5 segundos. Grave só a palavra e tente de novo.`,
    alreadyUploading: 'Outra gravação desta conta ainda está sendo enviada. Aguarde um instante.',
  });
}

export function createLicences(deps: DirectUploadsDeps) {
  const { licenceMb } = limits.soundtrack;
  return createDirectUploads(deps, {
    kind: 'licence',
    maxBytes: licenceMb * bytesPerMb,
    accepts: (start) => sniffLicence(start) !== undefined,
    wrongFormat: 'Formato não suportado. Envie a licença em PDF, JPEG, PNG ou WebP.',
    tooLarge: `A licença pode ter no máximo ${licenceMb} MB.`,
    alreadyUploading: 'Outra licença desta conta ainda está sendo enviada. Aguarde um instante.',
  });
}

function createDirectUploads({ folder, files, tools, freeSpace, log }: DirectUploadsDeps, settings: UploadKind) {
  const runs = createWorkerRuns({ tools, keepOriginals: false });
  const { kind } = settings;
  const tooLarge = () => new AppError('payload_too_large', settings.tooLarge);
  /** Accounts with an upload in progress. Each may have only one, so that few uploads wait. */
  const busyAccounts = new Set<number>();
  const runExclusive = createMutex();
  let isStopped = false;

  async function render(source: string, directory: string): Promise<RenderedUpload> {
    const outcome = await runExclusive((): Outcome | Promise<Outcome> => {
      if (isStopped) return { type: 'stopped' };
      const withoutItem = { videoId: 0, userId: null, isReplacement: false, wantsAmbient: false, attempt: 1 };
      return runs.run({ ...withoutItem, kind, source }, { directory, sizeLimit }, () => {});
    });
    if (outcome.type === 'stopped') throw new AppError('unavailable');
    if (outcome.type !== 'done') {
      log.info(`${kind} refused`, { code: outcome.code, detail: outcome.detail });
      if (outcome.code === 'disk_full') throw new AppError('disk_full');
      throw new AppError('unreadable_media', failures[outcome.code].message);
    }
    const { files: rendered, ...properties } = outcome.rendered;
    const [file] = rendered;
    if (!file) throw new Error(`The worker rendered no ${kind}`);
    return { ...properties, file };
  }

  function store<Saved>(upload: RenderedUpload, record: (upload: RenderedUpload) => Saved): Saved {
    return files.placeAndRecord([upload.file], () => {
      files.add(upload.file);
      const saved = record(upload);
      files.dropUnused();
      return saved;
    });
  }

  return {
    /** Renders the body; stores it and calls `record` in one transaction. Throws the contract's errors and those of `record`. */
    async save<Saved>(userId: number, body: BodyStream, record: (upload: RenderedUpload) => Saved): Promise<Saved> {
      if (body.length === undefined) throw new AppError('length_required');
      if (body.length > settings.maxBytes) throw tooLarge();
      if (busyAccounts.has(userId)) throw new AppError('conflict', settings.alreadyUploading);
      const directory = folder.makeJobDirectory();
      busyAccounts.add(userId);
      try {
        if ((await freeSpace()).freeBytes < reserveBytes) throw new AppError('disk_full');
        const source = joinPath(directory, 'source');
        await receive(body, source, { maxBytes: settings.maxBytes, tooLarge });
        if (!settings.accepts(await readPart(source, 0, sniffLength)))
          throw new AppError('unsupported_media_type', settings.wrongFormat);
        return store(await render(source, directory), record);
      } catch (error) {
        throw isDiskFull(error) ? new AppError('disk_full', undefined, { cause: error }) : error;
      } finally {
        busyAccounts.delete(userId);
        await removeTree(directory).catch((error: unknown) => log.warn(`${kind} directory not removed`, { error }));
      }
    },

    /** Ends uploads in progress, and resolves when they have ended. */
    async stop(): Promise<void> {
      isStopped = true;
      runs.cancel(() => true);
      await runExclusive(() => {});
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
