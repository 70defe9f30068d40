/** Arranges the texts of a poster, one block under another. Pure functions. */
import type { Palette } from './colours.ts';
import { baselineOf, lineHeights, type Shape, type TextShape } from './shapes.ts';
import type { Block, BlockKind } from './templates.ts';
import { type Measure, type Weight, wrap } from './wrap.ts';

interface BlockContext {
  x: number;
  width: number;
  /** 1 % of the picture's short side times the scale of all texts, in px. */
  unit: number;
  /** Additional scale factor of the title. */
  titleScale: number;
  palette: Palette;
  measure: Measure;
}

interface PlacedShapes {
  shapes: Shape[];
  height: number;
}

type PlaceBlock = (text: string, top: number, context: BlockContext, block: Block) => PlacedShapes;

interface Style {
  size: number;
  weight: Weight;
  lineHeight: number;
  colour: string;
}

const textShape = (top: number, line: string, x: number, style: Style, align?: TextShape['align']): TextShape => ({
  kind: 'text',
  x,
  baseline: baselineOf(top, style.lineHeight, style.size),
  text: line,
  ...{ size: style.size, weight: style.weight, colour: style.colour },
  ...(align && { align }),
});

/** Breaks a text into lines, and places them from `top` downwards. */
function paragraph(
  content: string,
  top: number,
  x: number,
  width: number,
  style: Style,
  measure: Measure,
): PlacedShapes {
  const lines = wrap(content, width, style.size, style.weight, measure);
  const step = style.size * style.lineHeight;
  return {
    shapes: lines.map((line, index) => textShape(top + index * step, line, x, style)),
    height: lines.length * step,
  };
}

/** Places texts in a rounded box as wide as its longest line. */
function textInBox(
  content: string,
  top: number,
  { x, width, measure, palette }: BlockContext,
  style: Style,
  padding: [number, number],
  radius: number,
): PlacedShapes {
  const [padX, padY] = padding;
  const inner = paragraph(content, top + padY, x + padX, width - 2 * padX, style, measure);
  const widths = inner.shapes.map((shape) =>
    shape.kind === 'text' ? (measure(shape.text, style.weight) * style.size) / 100 : 0,
  );
  const box = { x, y: top, width: Math.max(...widths) + 2 * padX, height: inner.height + 2 * padY };
  return { shapes: [{ kind: 'rect', box, radius, colour: palette.accent }, ...inner.shapes], height: box.height };
}

/** Calls `place` for each line of the text and stacks the results, `gap` px apart. */
function stackLines(
  content: string,
  top: number,
  gap: number,
  place: (line: string, top: number, index: number) => PlacedShapes,
): PlacedShapes {
  const shapes: Shape[] = [];
  let height = 0;
  content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .forEach((line, index) => {
      const offset = height === 0 ? 0 : height + gap;
      const placed = place(line.trim(), top + offset, index);
      shapes.push(...placed.shapes);
      height = offset + placed.height;
    });
  return { shapes, height };
}

/** Splits a line at its first ': '. Without one, the second part is empty. */
function splitRow(line: string): [string, string] {
  const colon = line.search(/:\s/);
  return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}

const placeByKind: Record<BlockKind, PlaceBlock> = {
  label(content, top, context) {
    const { unit, palette } = context;
    const style: Style = { size: unit * 3.2, weight: 700, lineHeight: 1.25, colour: palette.onAccent };
    return textInBox(content, top, context, style, [unit * 2.4, unit * 1], unit * 3);
  },

  title(content, top, { x, width, unit, titleScale, palette, measure }) {
    const style: Style = {
      size: unit * 10.5 * titleScale,
      weight: 800,
      lineHeight: lineHeights.title,
      colour: palette.text,
    };
    return paragraph(content, top, x, width, style, measure);
  },

  highlight(content, top, context) {
    const { unit, palette } = context;
    const style: Style = { size: unit * 5.6, weight: 700, lineHeight: 1.2, colour: palette.onAccent };
    return textInBox(content, top, context, style, [unit * 3.2, unit * 1.8], unit * 2);
  },

  text(content, top, { x, width, unit, palette, measure }) {
    const style: Style = { size: unit * 4.5, weight: 500, lineHeight: lineHeights.text, colour: palette.text };
    return paragraph(content, top, x, width, style, measure);
  },

  rows(content, top, { x, width, unit, palette, measure }) {
    const size = unit * 4.9;
    const style: Style = { size, weight: 500, lineHeight: 1.3, colour: palette.text };
    const strong: Style = { ...style, weight: 700 };
    return stackLines(content, top, unit * 1.6, (line, lineTop) => {
      const [name, value] = splitRow(line);
      const widthOf = (part: string, weight: Weight) => (measure(part, weight) * size) / 100;
      const isOneLine = widthOf(name, 500) + widthOf(value, 700) + unit * 4 < width;
      const names = paragraph(name, lineTop, x, width, style, measure);
      const values = isOneLine
        ? { shapes: [textShape(lineTop, value, x + width, strong, 'right')], height: 0 }
        : paragraph(value, lineTop + names.height, x, width, strong, measure);
      const height = names.height + (value === '' ? 0 : values.height) + unit * 1.4;
      const underline: Shape = {
        kind: 'rect',
        box: { x, y: lineTop + height, width, height: Math.max(2, unit * 0.22) },
        radius: 0,
        colour: palette.accent,
      };
      return { shapes: [...names.shapes, ...(value === '' ? [] : values.shapes), underline], height };
    });
  },

  steps(content, top, { x, width, unit, palette, measure }) {
    const [radius, indent] = [unit * 2.9, unit * 8];
    const style: Style = { size: unit * 4.6, weight: 500, lineHeight: 1.3, colour: palette.text };
    const digit: Style = { size: unit * 3.2, weight: 800, lineHeight: 1, colour: palette.onAccent };
    return stackLines(content, top, unit * 2.2, (line, lineTop, index) => {
      const placed = paragraph(line, lineTop, x + indent, width - indent, style, measure);
      const middle = lineTop + (style.size * style.lineHeight) / 2;
      const number = textShape(middle - digit.size / 2, String(index + 1), x + radius, digit, 'center');
      const circle: Shape = { kind: 'circle', x: x + radius, y: middle, radius, colour: palette.accent };
      return { shapes: [circle, number, ...placed.shapes], height: Math.max(placed.height, radius * 2) };
    });
  },

  columns(content, top, { x, width, unit, palette, measure }) {
    const entries = content.split('\n').filter((line) => line.trim() !== '');
    const count = Math.min(entries.length > 8 && width > unit * 130 ? 3 : 2, Math.max(1, entries.length));
    const gap = unit * 3;
    const columnWidth = (width - (count - 1) * gap) / count;
    const style: Style = { size: unit * 4.3, weight: 700, lineHeight: 1.25, colour: palette.text };
    const shapes: Shape[] = [];
    let height = 0;
    for (let first = 0; first < entries.length; first += count) {
      const rowTop = top + (height === 0 ? 0 : height + unit * 2);
      const row = entries.slice(first, first + count).map((entry, column) => {
        const columnX = x + column * (columnWidth + gap);
        const placed = paragraph(entry.trim(), rowTop, columnX + unit * 3.6, columnWidth - unit * 3.6, style, measure);
        shapes.push(...placed.shapes, {
          kind: 'circle',
          ...{ x: columnX + unit * 1, y: rowTop + (style.size * style.lineHeight) / 2 },
          ...{ radius: unit * 0.95, colour: palette.accent },
        });
        return placed.height;
      });
      height = rowTop - top + Math.max(...row);
    }
    return { shapes, height };
  },

  labelled(content, top, { x, width, unit, palette, measure }, block) {
    const small: Style = { size: unit * 3.1, weight: 500, lineHeight: 1.3, colour: palette.text };
    const style: Style = { size: unit * 6, weight: 700, lineHeight: 1.2, colour: palette.text };
    const name = paragraph(block.label, top, x, width, small, measure);
    const value = paragraph(content, top + name.height, x, width, style, measure);
    return { shapes: [...name.shapes, ...value.shapes], height: name.height + value.height };
  },
};

/** Places all blocks that have a text, one under another. The result's `height` includes the gaps, in px. */
export function stackBlocks(
  blocks: readonly Block[],
  texts: Readonly<Record<Block['key'], string>>,
  top: number,
  context: BlockContext,
): PlacedShapes {
  const shapes: Shape[] = [];
  let height = 0;
  for (const block of blocks) {
    const content = texts[block.key].trim();
    if (content === '') continue;
    const offset = height === 0 ? 0 : height + context.unit * 3.6;
    const placed = placeByKind[block.kind](content, top + offset, context, block);
    shapes.push(...placed.shapes);
    height = offset + placed.height;
  }
  return { shapes, height };
}
