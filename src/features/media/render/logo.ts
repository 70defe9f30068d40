/** Renders a clinic's logo, with its transparency, small enough for a corner of the screen. Runs in the worker process. */
import { joinPath } from '../../../platform/storage/files.ts';
import { limits } from '../../../contract/limits.ts';
import type { DraftFile, LogoPlate } from '../processing/jobs.ts';
import { explainErrors, openPicture } from './image.ts';

/** Renders a PNG, which old television browsers show too, never enlarged. Throws MediaFailure. */
export async function renderLogo(
  source: string,
  directory: string,
): Promise<{ files: DraftFile[]; width: number; height: number; plate: LogoPlate }> {
  const path = joinPath(directory, 'logo.png');
  const { width, height } = await explainErrors(source, () =>
    openPicture(source)
      .resize({ ...limits.logo.size, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toFile(path),
  );
  const files: DraftFile[] = [{ kind: 'logo', path, extension: 'png', contentType: 'image/png' }];
  return { files, width, height, plate: await plateFor(path) };
}

/** Luminance of the plates behind logos (web/player/screen/overlay/overlay.css). */
const plates = { light: 0.9, dark: 0.006 };
/** Minimum contrast between a logo and its plate. */
const minContrast = 1.8;

/** Returns the plate on which more of the logo is visible; for an opaque logo, the plate with the more similar luminance. */
async function plateFor(path: string): Promise<LogoPlate> {
  const { data, info } = await openPicture(path)
    .resize({ width: 96, height: 96, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lowContrast = { light: 0, dark: 0 };
  let alphas = 0;
  let light = 0;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255;
    const luminance =
      0.2126 * linear(data[at] ?? 0) + 0.7152 * linear(data[at + 1] ?? 0) + 0.0722 * linear(data[at + 2] ?? 0);
    alphas += alpha;
    light += alpha * luminance;
    if (contrast(luminance, plates.light) < minContrast) lowContrast.light += alpha;
    if (contrast(luminance, plates.dark) < minContrast) lowContrast.dark += alpha;
  }
  const isOpaque = alphas > 0.99 * info.width * info.height;
  if (isOpaque) return light / alphas > 0.25 ? 'light' : 'dark';
  return lowContrast.light <= lowContrast.dark ? 'light' : 'dark';
}

function linear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
