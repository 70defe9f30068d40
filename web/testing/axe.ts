/** Checks a page with axe; returns the violations, one line each. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { untilAnimationsEnd } from './browser.ts';

/** Resolves the axe-core of @axe-core/playwright. It is injected once per page; that package's AxeBuilder would send it twice for each run. */
const requireFromAxePlaywright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
let axeSource: string | undefined;

/** Rules of WCAG 2.2, levels A and AA. */
const standards = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** Rules whose result depends on the theme. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** What axe loads: media, for the length of sound that plays by itself. Only experimental rules need style sheets, which take as long again. */
const preload = { assets: ['media'] };

interface Violation {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

type Axe = { run(context: Node, options: object): Promise<{ violations: Violation[] }> };

/** The whole page, or only its topmost dialog or menu: the page below cannot be used while one is open. */
type Scope = 'page' | 'layer';

/** Returns the violations. `rules`: those of the standards, or also axe's best practices. */
export async function faultsOf(
  page: Page,
  rules: 'standards' | 'all' = 'standards',
  scope: Scope = 'page',
): Promise<string[]> {
  return runAxe(page, { preload, ...(rules === 'standards' ? { runOnly: standards } : {}) }, scope);
}

/** Checks the light theme, then the dark one (by default only its colours); the page is light again afterwards. */
export async function faultsInBothThemes(
  page: Page,
  darkRules: 'colours' | 'everything' = 'colours',
  scope: Scope = 'page',
): Promise<string[]> {
  await switchTheme(page, 'light');
  const faults = await faultsOf(page, 'standards', scope);
  await switchTheme(page, 'dark');
  const darkFaults =
    darkRules === 'colours'
      ? await runAxe(page, { preload: false, runOnly: colours }, scope)
      : await faultsOf(page, 'standards', scope);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...darkFaults.map((fault) => `dark: ${fault}`)];
}

export async function assertAccessible(
  page: Page,
  context: string,
  rules: 'standards' | 'all' = 'standards',
): Promise<void> {
  assert.deepEqual(await faultsOf(page, rules), [], context);
}

async function switchTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages for print and the API documents have no theme.
  await page.waitForFunction((theme) => (document.documentElement.dataset['theme'] ?? theme) === theme, colorScheme);
}

async function runAxe(page: Page, options: object, scope: Scope): Promise<string[]> {
  await untilAnimationsEnd(page);
  await Promise.all(page.frames().map(injectAxe));
  // Let the bars at the upper and lower edge scroll with the page: axe would report what they cover.
  // Use a constructed style sheet, because the pages' policy refuses inline style elements.
  const sheetHandle = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('header, nav { position: static !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return sheet;
  });
  const violations = await page.evaluate(
    async ({ options, scope }) => {
      const layers = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]');
      const layer = scope === 'layer' ? layers[layers.length - 1] : undefined;
      return (await (window as unknown as { axe: Axe }).axe.run(layer ?? document, options)).violations;
    },
    { options: { resultTypes: ['violations'], ...options }, scope },
  );
  await sheetHandle.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${String(target)}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
    ),
  );
}

async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate((axeSource ??= readFileSync(requireFromAxePlaywright.resolve('axe-core/axe.min.js'), 'utf8')));
}
