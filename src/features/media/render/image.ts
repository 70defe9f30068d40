/** Renders pictures with sharp. Runs in the worker process, the only one that loads sharp. */
import sharp, { type Sharp } from 'sharp';
import { joinPath, readPart } from '../../../platform/storage/files.ts';
import { machine } from '../../../platform/process/processes.ts';
import { MediaFailure } from '../processing/failures.ts';
import type { DraftFile } from '../processing/jobs.ts';
import { largestPicture } from './rules.ts';
import { sniff, sniffLength } from '../upload/sniff.ts';

const maxPixels = 100_000_000;
const thumbnail = { width: 320, height: 960 } as const;
const ambient = { longSide: 480, shortSide: 270, blur: 24 } as const;

sharp.cache(false);
sharp.concurrency(machine.workThreads);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) });

/** Opens a picture, or the first frame of an animation: screens show images as stills. */
export function openPicture(path: string): Sharp {
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true }).autoOrient();
}

/** Renders an upright sRGB JPEG within `largestPicture`, never enlarged, its thumbnail, and its ambient picture if wanted. */
export async function renderImage(
  source: string,
  directory: string,
  wantsAmbient: boolean,
): Promise<{ files: DraftFile[]; width: number; height: number }> {
  const main = joinPath(directory, 'main.jpg');
  const size = await explainErrors(source, async () => {
    const { autoOrient: shown, hasAlpha } = await openPicture(source).metadata();
    const background = hasAlpha ? await backgroundFor(source) : undefined;
    const picture = background ? openPicture(source).flatten({ background }) : openPicture(source);
    return (
      picture
        .resize({ ...largestPicture(shown.width, shown.height), fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        // Every decoder reads baseline JPEG, and red text stays sharp with full colour resolution.
        .jpeg({ quality: 88, chromaSubsampling: '4:4:4', progressive: false })
        .toFile(main)
    );
  });
  const files: DraftFile[] = [jpeg('main', main), await renderThumbnail(main, directory)];
  if (wantsAmbient) files.push(await renderAmbient(main, directory));
  return { files, width: size.width, height: size.height };
}

/** Renders a video's poster, thumbnail and (`wantsAmbient`) blurred copy from a frame that ffmpeg extracted. */
export async function renderStills(frame: string, directory: string, wantsAmbient: boolean): Promise<DraftFile[]> {
  const poster = joinPath(directory, 'poster.jpg');
  await openPicture(frame).jpeg({ quality: 82 }).toFile(poster);
  const files = [jpeg('poster', poster), await renderThumbnail(poster, directory)];
  if (wantsAmbient) files.push(await renderAmbient(poster, directory));
  return files;
}

async function renderThumbnail(source: string, directory: string): Promise<DraftFile> {
  const path = joinPath(directory, 'thumbnail.jpg');
  await openPicture(source)
    .resize({ ...thumbnail, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 76 })
    .toFile(path);
  return jpeg('thumbnail', path);
}

/** Renders a small, blurred copy in 16:9 or 9:16, so that a weak device only has to stretch it. */
export async function renderAmbient(source: string, directory: string): Promise<DraftFile> {
  const path = joinPath(directory, 'ambient.jpg');
  const { longSide, shortSide, blur } = ambient;
  const { autoOrient: shown } = await openPicture(source).metadata();
  const [width, height] = shown.height > shown.width ? [shortSide, longSide] : [longSide, shortSide];
  await openPicture(source).resize({ width, height, fit: 'cover' }).blur(blur).jpeg({ quality: 70 }).toFile(path);
  return jpeg('ambient', path);
}

/** Returns the colour that replaces transparency: white behind dark drawings, black behind light ones. */
async function backgroundFor(source: string): Promise<string> {
  const { data } = await openPicture(source)
    .resize({ width: 64, height: 64, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let weight = 0;
  let light = 0;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    weight += alpha;
    light += alpha * (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0));
  }
  return weight > 0 && light / weight > 170 ? '#000000' : '#ffffff';
}

function jpeg(kind: DraftFile['kind'], path: string): DraftFile {
  return { kind, path, extension: 'jpg', contentType: 'image/jpeg' };
}

/** Runs `work`, and throws its errors as MediaFailure. `source`: the picture that it reads. */
export async function explainErrors<T>(source: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (/no space left/i.test(detail)) throw new MediaFailure('disk_full', detail);
    if (/pixel limit|dimension limit/i.test(detail)) throw new MediaFailure('image_too_large', detail);
    const format = sniff(await readPart(source, 0, sniffLength))?.format;
    throw new MediaFailure(format === 'heic' ? 'heic_unsupported' : 'corrupt_image', detail);
  }
}
