/** Layout and text components of all pages: Stack, Row, Grid and Text. Their style props become CSS classes. */
import { type ComponentProps, createElement, type CSSProperties, type JSX } from 'react';
import styles from './primitives.module.css';

/** A step of the spacing scale: 3 is `--s3`. */
type Step = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface StyleProps {
  className?: string;
  style?: CSSProperties;
  gap?: Step;
  /** Distance between rows, if it differs from `gap`. */
  rowGap?: Step;
  marginTop?: Step;
  marginBottom?: Step;
  align?: 'center' | 'start' | 'end' | 'baseline';
  justify?: 'center' | 'end';
  /** Pushes the first and the last child to the two ends. */
  between?: boolean;
  wrap?: boolean;
  /** Fills the remaining width of a Row, and may become narrower than its content. */
  grow?: boolean;
  /** Neither grows nor shrinks in a Row. */
  noShrink?: boolean;
  /** May become narrower than its content. */
  canShrink?: boolean;
  /** Has the frame, background and shadow of a card. */
  surface?: boolean;
  /** Draws a line between children. */
  divided?: boolean;
  muted?: boolean;
  tone?: 'danger' | 'warning' | 'success';
  size?: 'xs' | 'sm' | 'md' | 'lg';
  weight?: 'medium' | 'bold';
  /** Uses digits of equal width. */
  tabular?: boolean;
  /** Cuts the text to one line that ends in "...". */
  ellipsis?: boolean;
  nowrap?: boolean;
  /** Breaks inside a word that is wider than its box. */
  breakable?: boolean;
  /** Starts on a new line, like a `div`. */
  block?: boolean;
  /** Leaves no single word on the last line. */
  pretty?: boolean;
  visuallyHidden?: boolean;
}

type Tag = keyof JSX.IntrinsicElements;
type Props<Element extends Tag, Own = object> = { as?: Element } & StyleProps &
  Own &
  Omit<ComponentProps<Element>, keyof StyleProps | keyof Own>;

/** Arranges children below each other (a grid of one column). `fluid`: the column may be narrower than its content. */
export function Stack<Element extends Tag = 'div'>({ as, ...props }: Props<Element, { fluid?: boolean }>) {
  return createElement(as ?? 'div', withClasses('stack', props));
}

/** Arranges children beside each other (a flex box). */
export function Row<Element extends Tag = 'div'>({ as, ...props }: Props<Element>) {
  return createElement(as ?? 'div', withClasses('row', props));
}

/** Arranges children in as many equal columns of at least `min` as fit. `fit`: few children share the whole width. */
export function Grid<Element extends Tag = 'div'>({
  as,
  min,
  ...props
}: Props<Element, { min: string; fit?: boolean }>) {
  return createElement(as ?? 'div', withClasses('grid', { ...props, style: { '--min': min } }));
}

/** Shows text with style props for colour, size and line breaks. */
export function Text<Element extends Tag = 'span'>({ as, ...props }: Props<Element>) {
  return createElement(as ?? 'span', withClasses('', props));
}

/** Replaces style props by classes, and gaps and margins by custom properties. `base`: the component's own class. */
function withClasses(
  base: string,
  { gap, rowGap, marginTop: top, marginBottom: bottom, style, ...props }: Record<string, unknown>,
): Record<string, unknown> {
  const otherProps: Record<string, unknown> = {};
  const classes = [styles[base], top !== undefined && styles.marginTop, bottom !== undefined && styles.marginBottom];
  for (const [name, value] of Object.entries(props)) {
    const styleClass = styles[typeof value === 'boolean' ? name : `${name}-${String(value)}`];
    if (name === 'className') classes.push(value as string | undefined);
    else if (styleClass === undefined) otherProps[name] = value;
    else if (value !== false) classes.push(styleClass);
  }
  const distances = {
    // Custom properties are inherited: set them even without a gap.
    ...(base !== '' && { '--gap': spacing(gap), '--row-gap': spacing(rowGap ?? gap) }),
    ...(top !== undefined && { '--margin-top': spacing(top) }),
    ...(bottom !== undefined && { '--margin-bottom': spacing(bottom) }),
  };
  return { ...otherProps, className: classes.filter(Boolean).join(' '), style: { ...distances, ...(style as object) } };
}

function spacing(step: unknown): string {
  return step ? `var(--s${String(step)})` : '0px';
}
