/** Stack of open dialogs. Everything in <body> except the top dialog is inert, unless marked `data-always-reachable` (toasts). */
const layers: HTMLElement[] = [];
const allClosedListeners = new Set<() => void>();
const closeListeners = new Map<HTMLElement, Set<() => void>>();

function update(): void {
  const top = layers.at(-1);
  for (const child of document.body.children) {
    if (!(child instanceof HTMLElement) || child.dataset.alwaysReachable !== undefined) continue;
    child.inert = top !== undefined && !child.contains(top);
  }
  // The page behind must not scroll, and must not jump when its scroll bar disappears.
  if (top && document.body.style.overflow !== 'hidden')
    document.body.style.paddingRight = `${window.innerWidth - document.documentElement.clientWidth}px`;
  if (!top) document.body.style.paddingRight = '';
  document.body.style.overflow = top ? 'hidden' : '';
  if (top) return;
  for (const listener of allClosedListeners) listener();
  allClosedListeners.clear();
}

/** Calls `listener` once when no layer is open; at once if no layer is open now. Returns a function that removes it. */
export function onceAllLayersClosed(listener: () => void): () => void {
  if (layers.length === 0) listener();
  else allClosedListeners.add(listener);
  return () => allClosedListeners.delete(listener);
}

/** Makes a child of <body> the top layer. Returns a function that removes the layer. */
export function pushLayer(element: HTMLElement): () => void {
  layers.push(element);
  update();
  return () => {
    layers.splice(layers.indexOf(element), 1);
    update();
    for (const listener of closeListeners.get(element) ?? []) listener();
    closeListeners.delete(element);
  };
}

/** Calls `listener` once when the layer that is now on top is closed; never if no layer is open. Returns a function that removes it. */
export function onceTopLayerClosed(listener: () => void): () => void {
  const top = layers.at(-1);
  if (!top) return () => undefined;
  const listeners = closeListeners.get(top) ?? new Set();
  closeListeners.set(top, listeners.add(listener));
  return () => void listeners.delete(listener);
}

export const topLayer = (): HTMLElement | undefined => layers.at(-1);

/** True for the layer that handles the keyboard. */
export function isTopLayer(element: HTMLElement | null): boolean {
  return element !== null && layers.at(-1) === element;
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Returns the focusable elements of the containers, in Tab order. */
export function focusablesIn(...containers: (Element | null)[]): HTMLElement[] {
  return containers
    .flatMap((container) => [...(container?.querySelectorAll<HTMLElement>(focusable) ?? [])])
    .filter((element) => element.tabIndex >= 0 && element.getClientRects().length > 0);
}
