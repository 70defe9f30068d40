/** Selects pages as file managers select files: click, Shift, arrows, space, Ctrl+A. Pure functions. */

export interface PageSelection {
  /** Chosen pages, counted from 1. */
  pages: ReadonlySet<number>;
  /** The page that has the keyboard's focus. */
  active: number;
  /** The page at which a range begins. */
  anchor: number;
}

export const nothingChosen: PageSelection = { pages: new Set(), active: 1, anchor: 1 };

/** Chooses the page, or removes it from the chosen ones. */
export function togglePage({ pages }: PageSelection, page: number): PageSelection {
  const changed = new Set(pages);
  if (!changed.delete(page)) changed.add(page);
  return { pages: changed, active: page, anchor: page };
}

/** Adds all pages between the anchor and the page. */
export function extendTo({ pages, anchor }: PageSelection, page: number): PageSelection {
  const [first, last] = [Math.min(anchor, page), Math.max(anchor, page)];
  const range = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { pages: new Set([...pages, ...range]), active: page, anchor };
}

export const chooseAll = (selection: PageSelection, count: number): PageSelection => ({
  ...selection,
  pages: new Set(Array.from({ length: count }, (_, index) => index + 1)),
});

interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Returns the selection after a key, or undefined for a key without a meaning. `columns`: pages in one row of the grid. */
export function selectionAfterKey(
  selection: PageSelection,
  { key, shiftKey, ctrlKey, metaKey }: KeyPress,
  { count, columns }: { count: number; columns: number },
): PageSelection | undefined {
  if (key === ' ') return shiftKey ? extendTo(selection, selection.active) : togglePage(selection, selection.active);
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) return chooseAll(selection, count);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: 1 - selection.active,
    End: count - selection.active,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const target = Math.min(count, Math.max(1, selection.active + step));
  return shiftKey ? extendTo(selection, target) : { ...selection, active: target, anchor: target };
}

/** Returns the chosen pages in the order of the document. */
export const chosenPages = ({ pages }: PageSelection): number[] => [...pages].sort((left, right) => left - right);
