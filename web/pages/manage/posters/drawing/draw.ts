/** Draws a poster on a canvas. */
import type { Poster, PosterPhoto } from '../../../../../src/contract/posters.ts';
import { qrPicture } from '../../../../ui/media/qr.ts';
import { contrast, minContrast, mix, parseHex, type Rgb } from './colours.ts';
import { layoutPoster, type PosterExtras, type PosterLayout } from './layout.ts';
import type { Box, Shape } from './shapes.ts';
import type { Measure, Weight } from './wrap.ts';

const family = "'Inter Variable'";
const fontOf = (size: number, weight: Weight) => `${weight} ${size}px ${family}, sans-serif`;

/** Loads the bundled font. Text drawn before it is loaded would use the system font, whose widths differ. */
export async function loadFont(): Promise<void> {
  await Promise.all(([500, 700, 800] as const).map((weight) => document.fonts.load(fontOf(100, weight), 'Ação')));
}

/** Creates a measuring function that caches widths. Call it after `loadFont`. */
export function createMeasure(): Measure {
  const context = contextOf(document.createElement('canvas'));
  const widths = new Map<string, number>();
  return (text, weight) => {
    const key = `${weight}${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      context.font = fontOf(100, weight);
      width = context.measureText(text).width;
      if (widths.size > 20_000) widths.clear();
      widths.set(key, width);
    }
    return width;
  };
}

export interface PosterPictures {
  photo?: ImageBitmap | undefined;
  logo?: ImageBitmap | undefined;
  /** Set by tests that read the pixels behind the texts. */
  withoutText?: boolean;
}

/** Resizes the canvas, draws the poster on it, and returns the layout. */
export function drawPoster(
  canvas: HTMLCanvasElement,
  poster: Poster,
  extras: PosterExtras,
  pictures: PosterPictures,
): PosterLayout {
  const layout = layoutPoster(pictures.photo ? poster : { ...poster, photo: null }, extras);
  canvas.width = layout.width;
  canvas.height = layout.height;
  const context = contextOf(canvas);
  context.fillStyle = layout.palette.background;
  context.fillRect(0, 0, layout.width, layout.height);
  for (const shape of layout.shapes) drawShape(context, shape, poster.photo, pictures);
  return layout;
}

function drawShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  crop: PosterPhoto | null,
  { photo, logo, withoutText = false }: PosterPictures,
): void {
  switch (shape.kind) {
    case 'text':
      if (withoutText) return;
      context.font = fontOf(shape.size, shape.weight);
      context.textAlign = shape.align ?? 'left';
      context.fillStyle = shape.colour;
      context.fillText(shape.text, shape.x, shape.baseline);
      return;
    case 'rect':
      context.fillStyle = shape.colour;
      roundedPath(context, shape.box, shape.radius);
      context.fill();
      return;
    case 'circle':
      context.fillStyle = shape.colour;
      context.beginPath();
      context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
      context.fill();
      return;
    case 'icon':
      drawIcon(context, shape.path, shape.box, shape.colour);
      return;
    case 'qr':
      drawQr(context, shape.box, shape.text);
      return;
    case 'photo':
      if (photo && crop) drawPhoto(context, photo, shape.box, crop);
      return;
    case 'scrim':
      drawScrim(context, shape.top, parseHex(shape.colour));
      return;
    case 'logo':
      if (logo) context.drawImage(logo, shape.box.x, shape.box.y, shape.box.width, shape.box.height);
  }
}

function roundedPath(context: CanvasRenderingContext2D, { x, y, width, height }: Box, maxRadius: number): void {
  const radius = Math.min(maxRadius, width / 2, height / 2);
  context.beginPath();
  context.moveTo(x + radius, y);
  context.arcTo(x + width, y, x + width, y + height, radius);
  context.arcTo(x + width, y + height, x, y + height, radius);
  context.arcTo(x, y + height, x, y, radius);
  context.arcTo(x, y, x + width, y, radius);
  context.closePath();
}

function drawIcon(context: CanvasRenderingContext2D, path: string, box: Box, colour: string): void {
  context.save();
  context.translate(box.x, box.y);
  context.scale(box.width / 24, box.height / 24);
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D(path));
  context.restore();
}

/** Draws a QR code. Each module is a whole number of pixels wide, so that the edges are sharp. */
function drawQr(context: CanvasRenderingContext2D, box: Box, text: string): void {
  const picture = qrOrNone(text);
  if (!picture) return;
  const module = Math.max(1, Math.floor(box.width / picture.size));
  const offset = (box.width - module * picture.size) / 2;
  context.save();
  context.translate(Math.round(box.x + offset), Math.round(box.y + offset));
  context.scale(module, module);
  context.fillStyle = '#000000';
  // In the path each module is a unit square that begins with 'M<x> <y>'.
  for (const [, x, y] of picture.path.matchAll(/M(\d+) (\d+)/g)) context.fillRect(Number(x), Number(y), 1, 1);
  context.restore();
}

/** Returns the QR code of a text, or undefined if the text is too long. */
function qrOrNone(text: string): ReturnType<typeof qrPicture> | undefined {
  try {
    return qrPicture(text);
  } catch {
    return undefined;
  }
}

/** Returns the part of a photo that `crop` selects and that fills a frame of this size. */
function visiblePart(
  photo: { width: number; height: number },
  frame: { width: number; height: number },
  crop: PosterPhoto,
): Box {
  const scale = Math.max(frame.width / photo.width, frame.height / photo.height) * crop.zoom;
  const [width, height] = [frame.width / scale, frame.height / scale];
  return { x: (photo.width - width) * crop.x, y: (photo.height - height) * crop.y, width, height };
}

function drawPhoto(context: CanvasRenderingContext2D, photo: ImageBitmap, box: Box, crop: PosterPhoto): void {
  const part = visiblePart(photo, box, crop);
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, part.x, part.y, part.width, part.height, box.x, box.y, box.width, box.height);
}

/** Height of the gradient above the scrim, in px. */
const fadePx = 260;

function drawScrim(context: CanvasRenderingContext2D, wantedTop: number, colour: Rgb): void {
  const { width, height } = context.canvas;
  const top = Math.max(0, Math.floor(wantedTop));
  const opacity = scrimOpacity(brightestOf(context.getImageData(0, top, width, height - top).data), colour);
  const rgba = (alpha: number) => `rgba(${colour.map(Math.round).join()},${alpha})`;
  context.fillStyle = rgba(opacity);
  context.fillRect(0, top, width, height - top);
  const fade = context.createLinearGradient(0, top - fadePx, 0, top);
  fade.addColorStop(0, rgba(0));
  fade.addColorStop(1, rgba(opacity));
  context.fillStyle = fade;
  context.fillRect(0, top - fadePx, width, fadePx);
}

/** Returns the highest red, green and blue values of the pixels. */
function brightestOf(pixels: Uint8ClampedArray): Rgb {
  const brightest: [number, number, number] = [0, 0, 0];
  for (let offset = 0; offset < pixels.length; offset += 4) {
    for (const part of [0, 1, 2] as const) {
      const value = pixels[offset + part] ?? 0;
      if (value > brightest[part]) brightest[part] = value;
    }
  }
  return brightest;
}

/** Returns the lowest opacity (0.3 to 1) of a scrim on which white text is readable. `brightest`: colour below the scrim. */
function scrimOpacity(brightest: Rgb, scrim: Rgb): number {
  for (let opacity = 0.3; opacity < 1; opacity += 0.01) {
    if (contrast([255, 255, 255], mix(brightest, scrim, opacity)) >= minContrast) return opacity;
  }
  return 1;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('canvas without 2d context');
  return context;
}
