/** Computes the contrast of a text with its background (WCAG 2). Colours are written '#RRGGBB'. Pure. */

/** Minimum contrast ratio at which a text is readable from a distance (WCAG 2 AA). */
export const readableRatio = 4.5;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio from 1 (equal colours) to 21 (black on white), or undefined if a colour is incomplete. */
export function contrastRatio(text: string, background: string): number | undefined {
  const [low = 0, high = 0] = [luminance(text), luminance(background)].sort((left, right) => left - right);
  const ratio = (high + 0.05) / (low + 0.05);
  return Number.isNaN(ratio) || text.length !== 7 || background.length !== 7 ? undefined : ratio;
}

/** Returns white if it is readable on the background, otherwise black. */
export const readableTextColour = (background: string) =>
  (contrastRatio(background, '#FFFFFF') ?? 0) >= readableRatio ? '#FFFFFF' : '#000000';
