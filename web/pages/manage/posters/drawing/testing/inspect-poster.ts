/** Draws posters in a page of a test, and reads their pixels. */
import type { Poster } from '../../../../../../src/contract/posters.ts';
import { contrast, parseHex, type Rgb } from '../colours.ts';
import { createMeasure, drawPoster, loadFont, type PosterPictures } from '../draw.ts';
import { safeArea, type PosterLayout } from '../layout.ts';
import { emptyTexts } from '../../new-poster.ts';
import { countWords } from '../wrap.ts';

type Photo = 'black' | 'white' | 'noise' | 'scene';

export interface InspectOptions {
  photo?: Photo | undefined;
  /** Brightness of the background on which the logo is legible. */
  logo?: 'light' | 'dark';
}

/** Draws the poster with and without its texts, and compares the two pictures. */
export async function inspectPoster(fields: Partial<Poster>, { photo, logo }: InspectOptions) {
  await loadFont();
  const poster: Poster = {
    ...{ template: 'notice', format: 'landscape', colour: '#0e7490', showsLogo: true },
    ...fields,
    texts: { ...emptyTexts, ...fields.texts },
    photo: photo ? { data: '', x: 0.5, y: 0.5, zoom: 1 } : null,
  };
  const extras = { measure: createMeasure(), logo: logo && { width: 300, height: 90, ground: logo } };
  const pictures: PosterPictures = {
    photo: photo && (await pictureOf(photo)),
    logo: logo && (await logoOf(logo)),
  };
  const canvas = document.createElement('canvas');
  const layout = drawPoster(canvas, poster, extras, pictures);
  const withText = pixelsOf(canvas);
  const textlessCanvas = document.createElement('canvas');
  drawPoster(textlessCanvas, poster, extras, { ...pictures, withoutText: true });
  const withoutText = pixelsOf(textlessCanvas);
  const shownTexts = layout.shapes.flatMap((shape) =>
    shape.kind === 'text' && shape.align !== 'center' ? [shape.text] : [],
  );
  return {
    excess: layout.excess,
    outside: pixelsOutside(withText, withoutText, poster, canvas.width),
    contrast: lowestContrast(layout, withoutText, canvas.width),
    lostWordCount: countLostWords(poster, layout, shownTexts),
    png: canvas.toDataURL('image/png').slice('data:image/png;base64,'.length),
  };
}

const pixelsOf = (canvas: HTMLCanvasElement) =>
  (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height).data;

/** Returns by how many px texts extend beyond the safe area. */
function pixelsOutside(
  withText: Uint8ClampedArray,
  withoutText: Uint8ClampedArray,
  { format }: Poster,
  width: number,
): number {
  const safe = safeArea(format);
  const [first, second] = [withText, withoutText].map((pixels) => new Uint32Array(pixels.buffer)) as [
    Uint32Array,
    Uint32Array,
  ];
  let maxDistance = 0;
  for (let index = 0; index < first.length; index += 1) {
    if (first[index] === second[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    maxDistance = Math.max(maxDistance, safe.x - x, safe.y - y, x - safe.x - safe.width, y - safe.y - safe.height);
  }
  return maxDistance;
}

/** Returns the lowest contrast of a text to a pixel behind it. `withoutText`: the pixels of the poster without its texts. */
function lowestContrast({ shapes }: PosterLayout, withoutText: Uint8ClampedArray, width: number): number {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  let lowest = 21;
  for (const shape of shapes) {
    if (shape.kind !== 'text') continue;
    context.font = `${shape.weight} ${shape.size}px 'Inter Variable'`;
    const textWidth = context.measureText(shape.text).width;
    const left =
      shape.align === 'right' ? shape.x - textWidth : shape.align === 'center' ? shape.x - textWidth / 2 : shape.x;
    const colour = parseHex(shape.colour);
    const seen = new Set<number>();
    for (let y = Math.floor(shape.baseline - 0.73 * shape.size); y <= shape.baseline + 0.2 * shape.size; y += 1) {
      for (let x = Math.floor(left); x < left + textWidth; x += 1) {
        const red = (y * width + x) * 4;
        seen.add(((withoutText[red] ?? 0) << 16) | ((withoutText[red + 1] ?? 0) << 8) | (withoutText[red + 2] ?? 0));
      }
    }
    for (const value of seen)
      lowest = Math.min(lowest, contrast(colour, [value >> 16, (value >> 8) & 255, value & 255] satisfies Rgb));
  }
  return lowest;
}

/** Returns how many words the picture lacks, or -1 if the picture is empty. Joins its lines, because they break long words. */
function countLostWords({ texts }: Poster, layout: PosterLayout, shownTexts: readonly string[]): number {
  const joined = shownTexts.join('').replace(/[\s…:]/g, '');
  let lostWordCount = 0;
  for (const text of Object.values(texts)) {
    const words = text
      .replaceAll(':', '')
      .split(/\s+/)
      .filter((word) => word !== '');
    let shownCount = words.length;
    while (shownCount > 0 && !joined.includes(words.slice(0, shownCount).join('').replaceAll('…', ''))) shownCount -= 1;
    lostWordCount += countWords(text) === 0 ? 0 : words.length - shownCount;
  }
  return layout.shapes.length === 0 ? -1 : lostWordCount;
}

async function pictureOf(kind: Photo): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [960, 720];
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  if (kind === 'noise') {
    const noise = context.createImageData(canvas.width, canvas.height);
    let state = 1;
    for (let index = 0; index < noise.data.length; index += 1) {
      state = (state * 1103515245 + 12345) % 2147483648;
      noise.data[index] = index % 4 === 3 ? 255 : state >> 16;
    }
    context.putImageData(noise, 0, 0);
  } else if (kind === 'scene') {
    const sky = context.createLinearGradient(0, 0, 0, 720);
    sky.addColorStop(0, '#9cc7e8');
    sky.addColorStop(0.6, '#f3e3c8');
    sky.addColorStop(1, '#5f7d5a');
    context.fillStyle = sky;
    context.fillRect(0, 0, 960, 720);
    context.fillStyle = '#e8b48c';
    context.beginPath();
    context.arc(480, 300, 130, 0, 7);
    context.fill();
    context.fillStyle = '#2f5d73';
    context.fillRect(300, 440, 360, 280);
  } else {
    context.fillStyle = kind;
    context.fillRect(0, 0, 960, 720);
  }
  return createImageBitmap(canvas);
}

function logoOf(background: 'light' | 'dark'): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [300, 90];
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = background === 'light' ? '#0b4f6c' : '#ffffff';
  context.font = "800 54px 'Inter Variable'";
  context.fillText('✚ Clínica', 4, 64);
  return createImageBitmap(canvas);
}
