/** Combines the pictures of a state in sheets, light ones at full size and dark ones at half size, and writes an index page. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { extraSizes, type Picture } from './screenshot-recorder.ts';

const gap = 24;
const background = '#8b8f94';
/** Longer pages are cut on the sheet, but not in their own file. */
const maxHeight = 2600;
/** Wider windows are drawn at half size. */
const maxFullSizeWidth = 1500;

interface Cell {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Writes the sheets of one state: one for the usual windows, and one for the small and large ones. */
export async function writeSheets(directory: string, name: string, pictures: readonly Picture[]): Promise<void> {
  const shotPictures = pictures.filter(({ shot }) => shot === name);
  await writeSheet(
    directory,
    name,
    shotPictures.filter((picture) => !hasExtraSize(picture)),
  );
  await writeSheet(directory, name + extraSuffix, shotPictures.filter(hasExtraSize));
}

export async function writeIndex(directory: string, pictures: readonly Picture[]): Promise<void> {
  await writeFile(join(directory, 'index.html'), indexOf([...new Set(pictures.map(({ shot }) => shot))], pictures));
}

/** End of the name of the sheet with small and large windows. */
const extraSuffix = '-tamanhos';
const hasExtraSize = ({ size }: Picture) => extraSizes.some(({ width }) => width === size.width);

async function writeSheet(directory: string, name: string, pictures: readonly Picture[]): Promise<void> {
  if (pictures.length === 0) return;
  const cells = (theme: Picture['theme'], scale: number) =>
    Promise.all(
      pictures
        .filter((picture) => picture.theme === theme)
        .map((picture) =>
          cellOf(join(directory, picture.file), picture.size.width > maxFullSizeWidth ? scale / 2 : scale),
        ),
    );
  const light = await cells('light', 1);
  const dark = await cells('dark', light.length > 0 ? 0.5 : 1);
  // One column for each light picture; a last column for all dark ones.
  const columns = [...light.map((cell) => [cell]), dark].filter((column) => column.length > 0);
  const overlays: OverlayOptions[] = [];
  let left = gap;
  let height = 0;
  for (const column of columns) {
    let top = gap;
    for (const cell of column) {
      overlays.push({ input: cell.bytes, left, top });
      top += cell.height + gap;
    }
    left += Math.max(...column.map(({ width }) => width)) + gap;
    height = Math.max(height, top);
  }
  await sharp({ create: { width: left, height, channels: 3, background } })
    .composite(overlays)
    .png({ compressionLevel: 6 })
    .toFile(join(directory, `sheet-${name}.png`));
}

async function cellOf(file: string, scale: number): Promise<Cell> {
  const { width: fullWidth, height: fullHeight } = await sharp(file).metadata();
  const image = sharp(file).extract({ left: 0, top: 0, width: fullWidth, height: Math.min(fullHeight, maxHeight) });
  const { data: bytes, info } = await (
    scale === 1 ? image : sharp(await image.toBuffer()).resize({ width: Math.round(fullWidth * scale) })
  )
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { bytes, width: info.width, height: info.height };
}

function indexOf(names: readonly string[], pictures: readonly Picture[]): string {
  const sections = names.map((name) => {
    const links = pictures
      .filter(({ shot }) => shot === name)
      .map(({ file, size, theme }) => `<a href="${file}">${size.width}×${size.height} ${theme}</a>`);
    const sheets = pictures.some((picture) => picture.shot === name && hasExtraSize(picture))
      ? [name, name + extraSuffix]
      : [name];
    const images = sheets.map(
      (sheet) => `<a href="sheet-${sheet}.png"><img src="sheet-${sheet}.png" alt="${sheet}" loading="lazy"></a>`,
    );
    return `<section id="${name}"><h2>${name}</h2><p>${links.join(' · ')}</p>${images.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tour</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;background:#e5e7ea}img{max-width:100%}nav{columns:14rem}nav a{display:block}</style>
<h1>Tour of ${names.length} states</h1><nav>${names.map((name) => `<a href="#${name}">${name}</a>`).join('')}</nav>${sections.join('\n')}</html>`;
}
