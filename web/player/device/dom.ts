/** DOM helpers of the player: its pages are small and rarely change, so they need no framework. */

export interface ElementOptions {
  class?: string;
  text?: string;
  testId?: string;
  attributes?: Record<string, string>;
  onClick?: () => void;
}

/** Returns a new element with its children; text children become text nodes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (options.class) node.className = options.class;
  if (options.text !== undefined) node.textContent = options.text;
  if (options.testId) node.dataset.testid = options.testId;
  const attributes = options.attributes ?? {};
  for (const name of Object.keys(attributes)) node.setAttribute(name, attributes[name] as string);
  if (options.onClick) node.addEventListener('click', options.onClick);
  node.append(...children);
  return node;
}

/** Returns a button for mouse, touch and remote control. */
export function button(text: string, onClick: () => void, options: ElementOptions = {}): HTMLButtonElement {
  return element('button', { text, onClick, ...options, attributes: { type: 'button', ...options.attributes } });
}

/** Returns an icon of 24 by 24 units in the colour of the text. `paths`: the `d` attributes of its strokes. */
export function icon(...paths: string[]): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const d of paths) {
    const path = document.createElementNS(space, 'path');
    path.setAttribute('d', d);
    svg.appendChild(path);
  }
  return svg;
}

/** Replaces all children of an element. */
export function fill(parent: Element, ...children: (Node | string)[]): void {
  parent.textContent = '';
  parent.append(...children);
}

/** Listens to an event of the window until the returned function is called. */
export function listen<Type extends keyof WindowEventMap>(
  type: Type,
  run: (event: WindowEventMap[Type]) => void,
  options?: AddEventListenerOptions,
): () => void {
  window.addEventListener(type, run, options);
  return () => window.removeEventListener(type, run, options);
}
