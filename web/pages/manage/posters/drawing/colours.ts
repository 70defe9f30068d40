/** Calculates the colours of posters, and their contrast (WCAG 2.2). Pure functions. */
import type { PosterTemplate } from '../../../../../src/contract/posters.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
const ink: Rgb = [14, 26, 26];

/** Minimum contrast of texts: more than the required 4.5, because JPEG and scaling change pixels a little. */
export const minContrast = 5.2;

export const parseHex = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const toHex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours. `share`: the share of `second` in the result (0 to 1). */
export const mix = (first: Rgb, second: Rgb, share: number): Rgb => [
  first[0] + (second[0] - first[0]) * share,
  first[1] + (second[1] - first[1]) * share,
  first[2] + (second[2] - first[2]) * share,
];

export function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((left, right) => right - left) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns how much of `towards` (0 to 1) must be mixed into `colour` until its contrast to `against` is at least `minimum`. */
function shareForContrast(colour: Rgb, towards: Rgb, against: Rgb, minimum = minContrast): number {
  for (let share = 0; share < 1; share += 0.02) {
    if (contrast(mix(colour, towards, share), against) >= minimum) return share;
  }
  return 1;
}

const darkened = (colour: Rgb, against: Rgb) => mix(colour, black, shareForContrast(colour, black, against));

export interface Palette {
  /** Colours of the background and of shapes on it; `text` is readable on both. */
  background: string;
  shape: string;
  text: string;
  /** Colours of labels and cards, and of the text on them. */
  accent: string;
  onAccent: string;
  /** Colour of the layer that darkens a part of a photo under text. */
  scrim: string;
  isDark: boolean;
}

/** Returns a poster's colours. The background is `hex`, darkened if white text needs it, or for 'paper' a light tint of `hex`. */
export function paletteOf(hex: string, background: 'colour' | 'paper'): Palette {
  const colour = parseHex(hex);
  const scrim = toHex(mix(colour, black, 0.88));
  if (background === 'paper') {
    const paper = mix(colour, white, 0.95);
    const accent = darkened(colour, paper);
    return {
      ...{ background: toHex(paper), shape: toHex(mix(colour, white, 0.87)), text: toHex(ink) },
      ...{ accent: toHex(accent), onAccent: toHex(white), scrim, isDark: false },
    };
  }
  // A bright colour remains unchanged and gets dark text.
  if (luminance(colour) > 0.5) {
    return {
      ...{ background: hex, shape: toHex(mix(colour, white, 0.3)), text: toHex(ink) },
      ...{ accent: toHex(ink), onAccent: toHex(white), scrim, isDark: false },
    };
  }
  const deep = darkened(colour, white);
  return {
    ...{ background: toHex(deep), shape: toHex(mix(deep, black, 0.14)), text: toHex(white) },
    ...{ accent: toHex(white), onAccent: toHex(deep), scrim, isDark: true },
  };
}

/** Colours of new posters by template, for clinics whose logo has no vivid colour. */
export const defaultColours: Readonly<Record<PosterTemplate, string>> = {
  notice: '#0e7490',
  hours: '#0f766e',
  holiday: '#b4432f',
  team: '#1d5fa8',
  exam: '#4f46a5',
  vaccine: '#15803d',
  welcome: '#0b6b6b',
  insurance: '#1e5b8f',
  wifi: '#0f4c81',
  photo: '#17414f',
};

export const colourChoices = [
  ['#0b6b6b', 'Verde-azulado'],
  ['#0e7490', 'Azul-petróleo'],
  ['#1d5fa8', 'Azul'],
  ['#4f46a5', 'Violeta'],
  ['#9d2f6b', 'Magenta'],
  ['#b4432f', 'Terracota'],
  ['#c98a12', 'Mostarda'],
  ['#15803d', 'Verde'],
  ['#334155', 'Grafite'],
] as const;

/** Returns the most frequent vivid colour of pixels (RGBA), or undefined if no pixel is vivid and opaque. */
export function vividColour(pixels: Uint8ClampedArray): string | undefined {
  const sums = new Map<number, [weight: number, red: number, green: number, blue: number]>();
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(offset, offset + 4);
    const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    if (alpha < 128 || max - min < 48) continue;
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    sums.set(key, [sum[0] + 1, sum[1] + red, sum[2] + green, sum[3] + blue]);
  }
  const [best] = [...sums.values()].sort((one, other) => other[0] - one[0]);
  return best && toHex([best[1] / best[0], best[2] / best[0], best[3] / best[0]]);
}
