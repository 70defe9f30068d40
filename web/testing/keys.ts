/** Operates a page with the keyboard, and asserts that the focus is always visible. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

interface Focus {
  /** Accessible name, as a screen reader reads it. */
  name: string;
  isVisible: boolean;
  /** True if no dialog is open, or the focus is in the topmost one or on the toast. */
  isInside: boolean;
}

/**
 * Waits until the page contains an element with this name, so that `tabTo` does not press Tab 60 times on a page that still
 * loads. A missing element is reported by `tabTo`, with the elements that had the focus.
 */
async function untilPresent(page: Page, wanted: string | RegExp): Promise<void> {
  const pattern = typeof wanted === 'string' ? undefined : wanted;
  const isPresent = ({ text, source, flags }: { text: string; source: string | undefined; flags: string }) =>
    [...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex]')].some((element) => {
      const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
      const name =
        element.getAttribute('aria-label') ??
        (labels.map(({ textContent }) => textContent).join(' ') || element.textContent).trim();
      return source === undefined ? name === text : new RegExp(source, flags).test(name);
    });
  await page
    .waitForFunction(isPresent, { text: String(wanted), source: pattern?.source, flags: pattern?.flags ?? '' })
    .catch(() => undefined);
}

/** Describes the focused element; undefined when only the page itself has the focus. */
export function focusOf(page: Page): Promise<Focus | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name =
      element.getAttribute('aria-label') ??
      (labels.map(({ textContent }) => textContent).join(' ') || element.textContent) ??
      '';
    // The focus ring may be an outline of the control or of its parent, or a text field's shadow.
    const outlines = [element, element.parentElement ?? element].map((box) => getComputedStyle(box));
    const isVisible =
      outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px') ||
      getComputedStyle(element).boxShadow !== 'none';
    // The last dialog is the topmost: a confirmation opens above the dialog that asks for it.
    const dialog = [...document.querySelectorAll('[aria-modal]')].at(-1);
    return {
      name: name.trim(),
      isVisible,
      isInside: !dialog || dialog.contains(element) || element.closest('[data-always-reachable]') !== null,
    };
  });
}

/** Presses Tab until the element with this name has the focus. Asserts that each stop has a name and a visible focus. */
export async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  await untilPresent(page, wanted);
  const stops: string[] = [];
  const matches = (name: string) => (typeof wanted === 'string' ? name === wanted : wanted.test(name));
  while (stops.length < 60) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    stops.push(focus?.name ?? '(end of the page)');
    if (!focus) continue;
    assert.notEqual(focus.name, '', `no name: ${stops.join(' > ')}`);
    assert.equal(focus.isVisible, true, `nothing shows the focus: ${stops.join(' > ')}`);
    assert.equal(focus.isInside, true, `behind the dialog: ${stops.join(' > ')}`);
    if (matches(focus.name)) return;
  }
  assert.fail(`${wanted} was not reached: ${stops.join(' > ')}`);
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export const untilFocusOn = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) =>
      [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].includes(wanted),
    name,
  );
