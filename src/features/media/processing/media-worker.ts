/** The worker process: reads uploaded files, one job after the other, without access to database and network. */
import { isDiskFull } from '../../../platform/storage/file-errors.ts';
import { fileSize, joinPath, readPart, sha256OfFile } from '../../../platform/storage/files.ts';
import { linkOrCopy, makeDirectory, syncFile } from '../../../platform/storage/writing.ts';
import { serveWorker } from '../../../platform/process/workers.ts';
import { MediaFailure } from './failures.ts';
import type { CheckRequest, DraftFile, RenderResult, RenderedFile, WorkerMessage, WorkerRequest } from './jobs.ts';
import { readPlayableMp4 } from '../render/mp4.ts';
import { renderAmbient, renderImage } from '../render/image.ts';
import { renderLogo } from '../render/logo.ts';
import { renderRecording } from '../render/recording.ts';
import { renderTrack } from '../render/track.ts';
import { measureVideo, renderVideo } from '../render/video.ts';
import { formats, sniff, sniffLicence, sniffLength } from '../upload/sniff.ts';

serveWorker<WorkerRequest | CheckRequest, WorkerMessage>(async (job, send) => {
  try {
    if (job.kind === 'check') {
      const playable = await readPlayableMp4(job.source, (await fileSize(job.source)) ?? 0);
      return send({ type: 'checked', isPlayable: playable !== undefined });
    }
    makeDirectory(job.directory);
    const { files, ...properties } = await render(job, (percent) => send({ type: 'progress', percent }));
    if (job.keepOriginal) files.push(await keepOriginal(job));
    const rendered = { ...properties, files: await finish(files) };
    const totalBytes = rendered.files.reduce((sum, file) => sum + file.sizeBytes, 0);
    if (totalBytes > job.sizeLimit.bytes) throw new MediaFailure(job.sizeLimit.failure);
    send({ type: 'done', rendered });
  } catch (error) {
    const failure = isDiskFull(error) ? new MediaFailure('disk_full') : error;
    if (!(failure instanceof MediaFailure)) throw failure;
    send({ type: 'failed', code: failure.code, detail: failure.detail });
  }
});

async function render(
  job: WorkerRequest,
  onProgress: (percent: number) => void,
): Promise<Omit<RenderResult, 'files'> & { files: DraftFile[] }> {
  if (job.kind === 'video') return renderVideo(job, onProgress);
  if (job.kind === 'image')
    return { ...(await renderImage(job.source, job.directory, job.wantsAmbient)), durationMs: null };
  if (job.kind === 'track') return { ...(await renderTrack(job)), width: null, height: null };
  if (job.kind === 'licence') return { files: [await copyLicence(job)], width: null, height: null, durationMs: null };
  if (job.kind === 'logo') return { ...(await renderLogo(job.source, job.directory)), durationMs: null };
  if (job.kind === 'recording') return { ...(await renderRecording(job)), width: null, height: null };
  if (job.kind === 'loudness')
    return { files: [], width: null, height: null, durationMs: null, loudness: await measureVideo(job) };
  return { files: [await renderAmbient(job.source, job.directory)], width: null, height: null, durationMs: null };
}

async function keepOriginal(job: WorkerRequest): Promise<DraftFile> {
  const format = sniff(await readPart(job.source, 0, sniffLength))?.format;
  if (!format || format === 'music') throw new Error('The original is no longer what it was');
  const path = joinPath(job.directory, 'original');
  linkOrCopy(job.source, path);
  return { kind: 'original', path, ...formats[format] };
}

/** Copies a licence unchanged, because no screen shows it. */
async function copyLicence({ source, directory }: WorkerRequest): Promise<DraftFile> {
  const type = sniffLicence(await readPart(source, 0, sniffLength));
  if (!type) throw new Error('The licence is no longer what it was');
  const path = joinPath(directory, 'licence');
  linkOrCopy(source, path);
  return { kind: 'licence', path, ...type };
}

/** Hashes the files and makes them durable in parallel: the disk works while the processor does. */
const finish = (drafts: DraftFile[]): Promise<RenderedFile[]> =>
  Promise.all(
    drafts.map(async (draft) => {
      const { path } = draft;
      const [sha256, sizeBytes = 0] = await Promise.all([sha256OfFile(path), fileSize(path), syncFile(path)]);
      return { ...draft, sha256, sizeBytes };
    }),
  );
