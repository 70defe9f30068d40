/** Defines the shapes that make up a poster's picture. Positions and sizes are in px. */
import type { Weight } from './wrap.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextShape {
  kind: 'text';
  x: number;
  baseline: number;
  text: string;
  size: number;
  weight: Weight;
  colour: string;
  align?: 'left' | 'center' | 'right';
}

export type Shape =
  | TextShape
  | { kind: 'rect'; box: Box; radius: number; colour: string }
  | { kind: 'circle'; x: number; y: number; radius: number; colour: string }
  | { kind: 'icon'; path: string; box: Box; colour: string }
  | { kind: 'qr'; box: Box; text: string }
  | { kind: 'photo'; box: Box }
  /** Darkens the photo from `top` to the bottom of the picture until white text is readable on it. Above `top` it fades out. */
  | { kind: 'scrim'; top: number; colour: string }
  | { kind: 'logo'; box: Box };

/** Line heights of titles and of other texts, as multiples of the font size. */
export const lineHeights = { title: 1.1, text: 1.38 };

/** Returns the baseline of a line whose box begins at `top`: Inter's ascent is 0.97 and its descent 0.24 of the size. */
export const baselineOf = (top: number, lineHeight: number, size: number) => top + (lineHeight / 2 + 0.363) * size;
