/** Contrast of a text with its background (WCAG 2). Colours as '#RRGGBB'. Pure. */

/** Below this, text is hard to read from a waiting room's chairs. */
export const readableRatio = 4.5;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 (the same) to 21 (black on white); undefined while one of them is no colour yet. */
export function contrastRatio(one: string, other: string): number | undefined {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  const ratio = (high + 0.05) / (low + 0.05);
  return Number.isNaN(ratio) || one.length !== 7 || other.length !== 7 ? undefined : ratio;
}

/** White or black, whichever reads better. */
export const readableOn = (background: string) =>
  (contrastRatio(background, '#FFFFFF') ?? 0) >= readableRatio ? '#FFFFFF' : '#000000';
