import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function coloursOf(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

const light = coloursOf(':root');
const themes = { light, dark: new Map([...light, ...coloursOf(":root[data-theme='dark']")]) };

/** Returns the relative luminance as in WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const value = Number.parseInt(hex.slice(index, index + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['canvas', 'surface', 'sunken', 'raised'];
const tones = ['accent', 'danger', 'warning', 'success', 'info'];
const textPairs: [string, string][] = [
  ...['text', 'muted', ...tones.map((tone) => `${tone}-text`)].flatMap((text) =>
    surfaces.map((surface): [string, string] => [text, surface]),
  ),
  ...tones.map((tone): [string, string] => [`${tone}-text`, `${tone}-soft`]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-night', 'night'],
  ...Array.from({ length: 8 }, (_, index): [string, string] => [`playlist-${index}`, 'surface']),
];
const shapePairs: [string, string][] = ['line-strong', 'ring', ...tones].flatMap((shape) =>
  surfaces.map((surface): [string, string] => [shape, surface]),
);

for (const [name, theme] of Object.entries(themes)) {
  test(`in the ${name} theme texts have AA contrast, and frames of controls at least 3:1`, () => {
    const tooLow = (pairs: [string, string][], minRatio: number) =>
      pairs
        .map(([one, other]) => ({
          pair: `${one} on ${other}`,
          ratio: contrast(theme.get(one) ?? assert.fail(one), theme.get(other) ?? assert.fail(other)),
        }))
        .filter(({ ratio }) => ratio < minRatio)
        .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`);
    assert.deepEqual([...tooLow(textPairs, 4.5), ...tooLow(shapePairs, 3)], []);
  });
}
