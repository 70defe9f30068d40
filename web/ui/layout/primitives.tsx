/** The boxes and words that pages are made of: Stack, Row, Grid and Text, whose props become classes instead of style sheets. */
import { type ComponentProps, createElement, type CSSProperties, type JSX } from 'react';
import styles from './primitives.module.css';

interface TextStyle {
  className?: string;
  /** Distance between children, as a step of the spacing scale (`--s1` to `--s7`). */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  /** Distance between lines, where it differs from `gap`. */
  rowGap?: 0 | 1 | 2 | 3 | 4 | 5;
  align?: 'center' | 'start' | 'end' | 'baseline';
  justify?: 'center' | 'end';
  /** Pushes the first and the last child to the two ends. */
  between?: boolean;
  wrap?: boolean;
  /** Takes the room that is left in a Row, and may become narrower than its content. */
  grow?: boolean;
  /** Keeps its size in a Row. */
  rigid?: boolean;
  /** May become narrower than its content. */
  narrow?: boolean;
  muted?: boolean;
  tone?: 'danger' | 'warning' | 'success';
  size?: 'xs' | 'sm' | 'md' | 'lg';
  weight?: 'medium' | 'bold';
  /** Digits of equal width. */
  tabular?: boolean;
  /** One line that ends in "...". */
  ellipsis?: boolean;
  nowrap?: boolean;
  /** Breaks inside a word that is wider than its box. */
  breakable?: boolean;
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
  return createElement(as ?? 'div', { ...withClasses('grid', props), style: { '--min': min } as CSSProperties });
}

/** Words with a colour, size or behaviour of the scale. */
export function Text<Element extends Tag = 'span'>({ as, ...props }: Props<Element>) {
  return createElement(as ?? 'span', withClasses('', props));
}

/** Replaces style props by classes; `base` is the class of the primitive itself. */
function withClasses(base: string, props: Record<string, unknown>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  const classes = [styles[base]];
  for (const [name, value] of Object.entries(props)) {
    const look = styles[typeof value === 'boolean' ? name : `${name}-${String(value)}`];
    if (name === 'className') classes.push(value as string | undefined);
    else if (look === undefined) rest[name] = value;
    else if (value !== false) classes.push(look);
  }
  return { ...rest, className: classes.filter(Boolean).join(' ') };
}
