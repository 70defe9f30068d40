/**
 * Logos as they come: taken into a directory of their own, rendered by the media worker one after the other, and stored
 * like all finished bytes. Beside the queue of contents, because a person waits for the answer.
 */
import type { BodyStream } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { bytesPerMb } from '../../contract/units.ts';
import type { Log } from '../../platform/log.ts';
import type { FreeSpace } from '../../platform/storage/disk-space.ts';
import { isDiskFull } from '../../platform/storage/file-errors.ts';
import { joinPath, readPart } from '../../platform/storage/files.ts';
import { openGrowing, removeTree } from '../../platform/storage/writing.ts';
import { failures } from './failures.ts';
import type { FileStore } from './file-store.ts';
import type { MediaFolder } from './folder.ts';
import type { LogoGround, RenderedFile } from './jobs.ts';
import { sniff, sniffBytes } from './sniff.ts';
import type { Tools } from './tools.ts';
import { createTurns } from './turns.ts';
import { createWorkerRuns, type Outcome } from './worker-runs.ts';

/** What must be free beside the logo, for the database above all. */
const reserveBytes = 256 * bytesPerMb;
const accepted = ['jpeg', 'png', 'webp'];
const maxBytes = limits.logo.maxMb * bytesPerMb;

const wrongFormat = () =>
  new AppError('unsupported_media_type', 'Formato não suportado. Envie o logo em PNG, JPEG ou WebP.');
const tooLarge = () =>
  new AppError(
    'payload_too_large',
    `O logo pode ter no máximo ${limits.logo.maxMb} MB. Reduza a imagem e tente de novo.`,
  );

/** A logo that is rendered; its bytes are not in their place yet. */
export interface RenderedLogo {
  file: RenderedFile;
  width: number;
  height: number;
  ground: LogoGround;
}

export interface LogosDeps {
  folder: MediaFolder;
  files: FileStore;
  tools: Tools;
  freeSpace: () => Promise<FreeSpace>;
  log: Log;
}

/** A picture of 640x320 is far smaller than this. */
const room = { bytes: 4 * 1024 ** 2, over: 'disk_full' } as const;

export type Logos = ReturnType<typeof createLogos>;

export function createLogos({ folder, files, tools, freeSpace, log }: LogosDeps) {
  const runs = createWorkerRuns({ tools, keepOriginals: false });
  /** Accounts whose logo is under way: their numbers bound what waits. */
  const underWay = new Set<number>();
  const inTurn = createTurns();
  let isStopped = false;

  async function render(source: string, directory: string): Promise<RenderedLogo> {
    const outcome = await inTurn((): Outcome | Promise<Outcome> => {
      if (isStopped) return { type: 'stopped' };
      const job = {
        videoId: 0,
        userId: null,
        isReplacement: false,
        kind: 'logo' as const,
        source,
        wantsAmbient: false,
        attempt: 1,
      };
      return runs.run(job, { directory, room }, () => {});
    });
    if (outcome.type === 'stopped') throw new AppError('unavailable');
    if (outcome.type !== 'done') {
      log.info('logo refused', { code: outcome.code, detail: outcome.detail });
      if (outcome.code === 'disk_full') throw new AppError('disk_full');
      throw new AppError('unreadable_media', failures[outcome.code].message);
    }
    const { files: rendered, width, height, ground } = outcome.rendered;
    const [file] = rendered;
    if (!file || width === null || height === null || !ground) throw new Error('The worker rendered no logo');
    return { file, width, height, ground };
  }

  function store<Saved>(logo: RenderedLogo, record: (logo: RenderedLogo) => Saved): Saved {
    return files.placeAndRecord([logo.file], () => {
      files.add(logo.file);
      const saved = record(logo);
      files.dropUnused();
      return saved;
    });
  }

  return {
    /**
     * Takes the bytes, renders and stores them; `record` runs in the transaction, with the file known. Throws what the
     * contract promises of the call, and what `record` throws.
     */
    async take<Saved>(userId: number, body: BodyStream, record: (logo: RenderedLogo) => Saved): Promise<Saved> {
      if (body.length === undefined) throw new AppError('length_required');
      if (body.length > maxBytes) throw tooLarge();
      if (underWay.has(userId))
        throw new AppError('conflict', 'Um logo desta conta ainda está sendo enviado. Aguarde um instante.');
      underWay.add(userId);
      const directory = folder.makeJobDirectory();
      try {
        if ((await freeSpace()).freeBytes < reserveBytes) throw new AppError('disk_full');
        const source = joinPath(directory, 'source');
        await receive(body, source);
        const format = sniff(await readPart(source, 0, sniffBytes))?.format;
        if (!format || !accepted.includes(format)) throw wrongFormat();
        return store(await render(source, directory), record);
      } catch (error) {
        throw isDiskFull(error) ? new AppError('disk_full', undefined, { cause: error }) : error;
      } finally {
        underWay.delete(userId);
        await removeTree(directory).catch((error: unknown) => log.warn('logo directory not removed', { error }));
      }
    },

    /** What is under way ends. */
    async stop(): Promise<void> {
      isStopped = true;
      runs.cancel(() => true);
      await inTurn(() => {});
    },
  };
}

async function receive(body: BodyStream, path: string): Promise<void> {
  const file = await openGrowing(path, { empty: true });
  try {
    for await (const chunk of body) {
      if (file.sizeBytes + chunk.length > maxBytes) throw tooLarge();
      await file.append(chunk);
    }
  } finally {
    await file.close();
  }
}
