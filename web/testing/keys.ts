/** A person without a mouse; wherever the focus goes, it is seen. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

interface Focus {
  /** Accessible name, as a screen reader would say it. */
  name: string;
  isSeen: boolean;
  /** In the open dialog, or on the toast; true when no dialog is open. */
  isInside: boolean;
}

/** Returns the focused element; undefined: nothing in particular. */
export function focusOf(page: Page): Promise<Focus | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name =
      element.getAttribute('aria-label') ??
      (labels.map(({ textContent }) => textContent).join(' ') || element.textContent) ??
      '';
    // A control in a card may show the ring on the card, a text field as a shadow.
    const outlines = [element, element.parentElement ?? element].map((box) => getComputedStyle(box));
    const isSeen =
      outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px') ||
      getComputedStyle(element).boxShadow !== 'none';
    // A question lies over the dialog that asks it.
    const dialog = [...document.querySelectorAll('[aria-modal]')].at(-1);
    return {
      name: name.trim(),
      isSeen,
      isInside: !dialog || dialog.contains(element) || element.closest('[data-always-reachable]') !== null,
    };
  });
}

/** Presses Tab until the focus is on what has the name; every stop on the way has a name and is seen. */
export async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  const stops: string[] = [];
  const matches = (name: string) => (typeof wanted === 'string' ? name === wanted : wanted.test(name));
  while (stops.length < 60) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    stops.push(focus?.name ?? '(end of the page)');
    if (!focus) continue;
    assert.notEqual(focus.name, '', `no name: ${stops.join(' > ')}`);
    assert.equal(focus.isSeen, true, `nothing shows the focus: ${stops.join(' > ')}`);
    assert.equal(focus.isInside, true, `behind the dialog: ${stops.join(' > ')}`);
    if (matches(focus.name)) return;
  }
  assert.fail(`${wanted} was not reached: ${stops.join(' > ')}`);
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export const focusIsOn = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) =>
      [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].includes(wanted),
    name,
  );
