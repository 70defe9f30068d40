/** Arranges a poster: its texts as large as the picture allows, within an area that no TV cuts off. Pure functions. */
import type { Poster, PosterFormat, PosterTextKey } from '../../../../../src/contract/posters.ts';
import { stackBlocks } from './blocks.ts';
import { type Palette, paletteOf } from './colours.ts';
import { icons } from './icons.ts';
import type { Box, Shape } from './shapes.ts';
import { type Template, templateOf, wifiCode } from './templates.ts';
import { cutTexts, type Excess, type Measure } from './wrap.ts';

export const sizes: Readonly<Record<PosterFormat, { width: number; height: number }>> = {
  landscape: { width: 1920, height: 1080 },
  portrait: { width: 1080, height: 1920 },
};

/** A hundredth of the picture's short side, in px. */
const unit = 10.8;
const margin = { x: 8 * unit, y: 7.5 * unit };
/** Distance of texts to the edges of the safe area: letters such as 'j' extend a little to the left of their position. */
const inset = 1 * unit;

/** Returns the safe area, which no TV cuts off. All texts are inside it. */
export function safeArea(format: PosterFormat): Box {
  const { width, height } = sizes[format];
  return { x: margin.x, y: margin.y, width: width - 2 * margin.x, height: height - 2 * margin.y };
}

/** What the layout needs besides the poster's fields. */
export interface PosterExtras {
  measure: Measure;
  /** The clinic's logo; undefined if none is shown. `ground`: brightness of the background on which the logo is legible. */
  logo?: { width: number; height: number; ground: 'light' | 'dark' } | undefined;
}

export interface PosterLayout {
  width: number;
  height: number;
  palette: Palette;
  shapes: Shape[];
  /** Fields whose words do not all fit at the smallest size. */
  excess: Excess<PosterTextKey>[];
}

/** Scales of the texts from large to small; the title shrinks further when that is not enough. */
const scales: readonly { scale: number; titleScale: number }[] = [
  ...[1.3, 1.24, 1.18, 1.12, 1.06, 1, 0.95, 0.9, 0.86, 0.82, 0.78, 0.74, 0.7, 0.66, 0.62].map((scale) => ({
    scale,
    titleScale: 1,
  })),
  ...[0.9, 0.8, 0.7, 0.6, 0.5, 0.44].map((titleScale) => ({ scale: 0.62, titleScale })),
];

interface Frame {
  /** Area of the texts. */
  content: Box;
  shapes: Shape[];
  isBottomAligned: boolean;
  hasScrim: boolean;
}

/** Returns the shapes of photo, QR code or drawing, and the area that they leave for texts. */
function frameOf(template: Template, poster: Poster, area: Box, palette: Palette): Frame {
  const { width, height } = sizes[poster.format];
  const isWide = poster.format === 'landscape';
  const base = { content: area, shapes: [] as Shape[], isBottomAligned: false, hasScrim: false };
  if (poster.photo && template.photo === 'behind') {
    const photo: Shape = { kind: 'photo', box: { x: 0, y: 0, width, height } };
    return { ...base, shapes: [photo], isBottomAligned: true, hasScrim: true };
  }
  if (poster.photo && template.photo === 'beside') {
    const box = isWide
      ? { x: Math.round(width * 0.57), y: 0, width: Math.round(width * 0.43), height }
      : { x: 0, y: 0, width, height: Math.round(height * 0.42) };
    const gap = 6 * unit;
    const content = isWide
      ? { ...area, width: box.x - gap - area.x }
      : { ...area, y: box.height + gap, height: area.y + area.height - box.height - gap };
    return { ...base, content, shapes: [{ kind: 'photo', box }] };
  }
  if (template.hasQr) {
    const side = (isWide ? 58 : 54) * unit;
    const box = isWide
      ? { x: area.x + area.width - side, y: (height - side) / 2, width: side, height: side }
      : { x: (width - side) / 2, y: area.y + area.height - side, width: side, height: side };
    const content = isWide
      ? { ...area, width: area.width - side - 8 * unit }
      : { ...area, height: area.height - side - 6 * unit };
    const pad = 3 * unit;
    const inner = { x: box.x + pad, y: box.y + pad, width: side - 2 * pad, height: side - 2 * pad };
    const card: Shape = { kind: 'rect', box, radius: 4 * unit, colour: '#ffffff' };
    return { ...base, content, shapes: [card, { kind: 'qr', box: inner, text: wifiCode(poster.texts) }] };
  }
  const path = icons[template.id];
  const side = 62 * unit;
  const box = { x: width - side * 0.86, y: height - side * 0.9, width: side, height: side };
  const band: Shape = {
    kind: 'rect',
    box: { x: 0, y: 0, width: 2.2 * unit, height },
    radius: 0,
    colour: palette.accent,
  };
  const drawing: Shape[] = path ? [{ kind: 'icon', path, box, colour: palette.shape }] : [];
  return { ...base, shapes: template.background === 'paper' ? [band, ...drawing] : drawing };
}

/** Returns the shapes of the clinic's logo at the bottom of `area`, and its height with the gap above it: 0 without a logo. */
function footerOf(area: Box, palette: Palette, { logo }: PosterExtras, isOnPhoto: boolean) {
  const shapes: Shape[] = [];
  const { x } = area;
  let height = 0;
  const bottom = area.y + area.height;
  if (logo) {
    const needsPlate = isOnPhoto || (logo.ground === 'light') === palette.isDark;
    const pad = needsPlate ? 1.6 * unit : 0;
    const scale = Math.min((30 * unit) / logo.width, (7.5 * unit) / logo.height);
    const [logoWidth, logoHeight] = [logo.width * scale, logo.height * scale];
    height = logoHeight + 2 * pad;
    const plate = { x, y: bottom - height, width: logoWidth + 2 * pad, height };
    const colour = logo.ground === 'light' ? '#ffffff' : palette.isDark ? palette.background : '#10211f';
    if (needsPlate) shapes.push({ kind: 'rect', box: plate, radius: 1.6 * unit, colour });
    shapes.push({ kind: 'logo', box: { x: x + pad, y: plate.y + pad, width: logoWidth, height: logoHeight } });
  }
  return { shapes, height: height === 0 ? 0 : height + 3.5 * unit };
}

/** Widths of the texts as shares of their area: long lines are harder to read, so the narrow width is tried first. */
const widthsOf = ({ width }: Box): number[] => (width > 120 * unit ? [0.68, 1] : [1]);

/** Smallest scale at which the narrow width is used. */
const minNarrowScale = 0.86;

/** Largest scale over a photo, most of which should stay visible. */
const maxPhotoScale = 0.86;

/** Returns the layout with the largest texts that fit. Texts that do not fit at the smallest size are cut. */
export function layoutPoster(poster: Poster, extras: PosterExtras): PosterLayout {
  const template = templateOf(poster.template);
  const ownPalette = paletteOf(poster.colour, template.background);
  const hasScrim = template.photo === 'behind' && poster.photo !== null;
  const palette: Palette = hasScrim
    ? { ...ownPalette, text: '#ffffff', accent: '#ffffff', onAccent: ownPalette.scrim, isDark: true }
    : ownPalette;
  const { x: left, y, ...area } = safeArea(poster.format);
  const safe = {
    x: left + inset,
    y: y + inset,
    width: area.width - 2 * inset,
    height: area.height - 2 * inset,
  };
  const frameWithoutFooter = frameOf(template, poster, safe, palette);
  const { x, width } = template.hasQr && poster.format === 'portrait' ? safe : frameWithoutFooter.content;
  const footer = footerOf({ ...safe, x, width }, palette, extras, hasScrim);
  const frame = frameOf(template, poster, { ...safe, height: safe.height - footer.height }, palette);
  const { content } = frame;
  const place = (texts: Poster['texts'], top: number, share: number, scaling: (typeof scales)[number]) =>
    stackBlocks(template.blocks, texts, top, {
      ...{ x: content.x, width: content.width * share, palette, measure: extras.measure },
      ...{ unit: unit * scaling.scale, titleScale: scaling.titleScale },
    });
  const fits = (texts: Poster['texts'], share: number, scaling: (typeof scales)[number]) =>
    place(texts, 0, share, scaling).height <= content.height;
  const smallestScaling = { scale: 0.62, titleScale: 0.44 };

  const keys = template.blocks.map(({ key }) => key);
  const { texts, excess } = cutTexts(poster.texts, keys, (candidates) => fits(candidates, 1, smallestScaling));
  const firstFitting = widthsOf(content)
    .map((share) => ({
      share,
      scaling: scales.find((each) => (!hasScrim || each.scale <= maxPhotoScale) && fits(texts, share, each)),
    }))
    .find(({ share, scaling }) => scaling && (share === 1 || scaling.scale >= minNarrowScale));
  const chosen = { share: firstFitting?.share ?? 1, scaling: firstFitting?.scaling ?? smallestScaling };
  const { height } = place(texts, 0, chosen.share, chosen.scaling);
  const top = content.y + (frame.isBottomAligned ? content.height - height : (content.height - height) / 2);
  const placed = place(texts, top, chosen.share, chosen.scaling);
  const scrim: Shape[] = hasScrim
    ? [{ kind: 'scrim', top: Math.min(top, safe.y + safe.height) - 4 * unit, colour: palette.scrim }]
    : [];
  return {
    ...sizes[poster.format],
    palette,
    shapes: [...frame.shapes, ...scrim, ...placed.shapes, ...footer.shapes],
    excess,
  };
}
