/** Stacks dialogs: all of <body> but the topmost is inert, except elements marked `data-always-reachable` (toasts). */
const layers: HTMLElement[] = [];
const waiting = new Set<() => void>();
/** Callbacks for the end of a layer. */
const farewells = new Map<HTMLElement, Set<() => void>>();

function update(): void {
  const top = layers.at(-1);
  for (const child of document.body.children) {
    if (!(child instanceof HTMLElement) || child.dataset.alwaysReachable !== undefined) continue;
    child.inert = top !== undefined && !child.contains(top);
  }
  // The page behind neither scrolls nor jumps when its scroll bar goes.
  if (top && document.body.style.overflow !== 'hidden')
    document.body.style.paddingRight = `${window.innerWidth - document.documentElement.clientWidth}px`;
  if (!top) document.body.style.paddingRight = '';
  document.body.style.overflow = top ? 'hidden' : '';
  if (top) return;
  for (const call of waiting) call();
  waiting.clear();
}

/** Calls once nothing lies over the page, at once when that is so already; the result takes it back. */
export function onceUncovered(call: () => void): () => void {
  if (layers.length === 0) call();
  else waiting.add(call);
  return () => waiting.delete(call);
}

/** Puts a child of <body> on top; the result takes it away again. */
export function pushLayer(element: HTMLElement): () => void {
  layers.push(element);
  update();
  return () => {
    layers.splice(layers.indexOf(element), 1);
    update();
    for (const call of farewells.get(element) ?? []) call();
    farewells.delete(element);
  };
}

/** Calls once the layer goes that is the topmost now; the result takes it back. Nothing happens when there is none. */
export function onceTopLayerGoes(call: () => void): () => void {
  const top = layers.at(-1);
  if (!top) return () => undefined;
  const calls = farewells.get(top) ?? new Set();
  farewells.set(top, calls.add(call));
  return () => void calls.delete(call);
}

export const topLayer = (): HTMLElement | undefined => layers.at(-1);

/** The keyboard belongs to the topmost layer. */
export function isTopLayer(element: HTMLElement | null): boolean {
  return element !== null && layers.at(-1) === element;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Returns the focusable elements inside, in Tab order. */
export function focusablesIn(...containers: (Element | null)[]): HTMLElement[] {
  return containers
    .flatMap((container) => [...(container?.querySelectorAll<HTMLElement>(focusable) ?? [])])
    .filter((element) => element.tabIndex >= 0 && element.getClientRects().length > 0);
}
