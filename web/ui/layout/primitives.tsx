/** The boxes and words that pages are made of: Stack, Row, Grid and Text, whose props become classes instead of style sheets. */
import { type ComponentProps, createElement, type CSSProperties, type JSX } from 'react';
import styles from './primitives.module.css';

/** A step of the spacing scale: 3 is `--s3`. */
type Step = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface TextStyle {
  className?: string;
  style?: CSSProperties;
  gap?: Step;
  /** Distance between lines, where it differs from `gap`. */
  rowGap?: Step;
  /** Margins to what is above and below. */
  above?: Step;
  below?: Step;
  align?: 'center' | 'start' | 'end' | 'baseline';
  justify?: 'center' | 'end';
  /** Pushes the first and the last child to the two ends. */
  between?: boolean;
  wrap?: boolean;
  /** Takes the room that is left in a Row, and may become narrower than its content. */
  grow?: boolean;
  rigid?: boolean;
  /** May become narrower than its content. */
  narrow?: boolean;
  /** A frame with the background and shadow of a card. */
  surface?: boolean;
  divided?: boolean;
  muted?: boolean;
  tone?: 'danger' | 'warning' | 'success';
  size?: 'xs' | 'sm' | 'md' | 'lg';
  weight?: 'medium' | 'bold';
  tabular?: boolean;
  /** One line that ends in "...". */
  ellipsis?: boolean;
  nowrap?: boolean;
  /** Breaks inside a word that is wider than its box. */
  breakable?: boolean;
  /** On lines of its own. */
  block?: boolean;
  /** Leaves no single word on the last line. */
  pretty?: boolean;
  /** For screen readers only. */
  unseen?: boolean;
}

type Tag = keyof JSX.IntrinsicElements;
type Props<Element extends Tag, Own = object> = { as?: Element } & TextStyle &
  Own &
  Omit<ComponentProps<Element>, keyof TextStyle | keyof Own>;

/** Children below each other (a grid of one column). `fluid`: the column may be narrower than its content. */
export function Stack<Element extends Tag = 'div'>({ as, ...props }: Props<Element, { fluid?: boolean }>) {
  return createElement(as ?? 'div', withClasses('stack', props));
}

/** Children beside each other (a flex box). */
export function Row<Element extends Tag = 'div'>({ as, ...props }: Props<Element>) {
  return createElement(as ?? 'div', withClasses('row', props));
}

/** Equal columns of at least `min`, as many as fit. `fit`: few children share the whole width. */
export function Grid<Element extends Tag = 'div'>({
  as,
  min,
  ...props
}: Props<Element, { min: string; fit?: boolean }>) {
  return createElement(as ?? 'div', withClasses('grid', { ...props, style: { '--min': min } }));
}

/** Words with a colour, size or behaviour of the scale. */
export function Text<Element extends Tag = 'span'>({ as, ...props }: Props<Element>) {
  return createElement(as ?? 'span', withClasses('', props));
}

/** Replaces style props by classes, distances by custom properties; `base` is the class of the primitive itself. */
function withClasses(
  base: string,
  { gap, rowGap, above, below, style, ...props }: Record<string, unknown>,
): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  const classes = [styles[base], above !== undefined && styles.above, below !== undefined && styles.below];
  for (const [name, value] of Object.entries(props)) {
    const look = styles[typeof value === 'boolean' ? name : `${name}-${String(value)}`];
    if (name === 'className') classes.push(value as string | undefined);
    else if (look === undefined) rest[name] = value;
    else if (value !== false) classes.push(look);
  }
  const distances = {
    // Set without a gap too, or it would be inherited.
    ...(base !== '' && { '--gap': step(gap), '--row-gap': step(rowGap ?? gap) }),
    ...(above !== undefined && { '--above': step(above) }),
    ...(below !== undefined && { '--below': step(below) }),
  };
  return { ...rest, className: classes.filter(Boolean).join(' '), style: { ...distances, ...(style as object) } };
}

function step(distance: unknown): string {
  return distance ? `var(--s${String(distance)})` : '0px';
}
