/** The page as it is before axe: what it finds wrong, one line each. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { untilAnimationsEnd } from './browser.ts';

/** Put into a page once: the package's own builder sends twice as much, twice for each look. */
const packages = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
let source: string | undefined;

/** WCAG 2.2, A and AA. */
const standards = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
/** All that another theme can change. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** Sound that plays by itself is judged by its length; style sheets only by rules that are experiments, and reading them takes half the time. */
const preload = { assets: ['media'] };

interface Violation {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

type Axe = { run(context: Node, options: object): Promise<{ violations: Violation[] }> };

/** The whole page, or its topmost dialog or menu alone: what lies below one can't be used meanwhile. */
type Scope = 'page' | 'layer';

/** `rules`: those of the standards, or also what axe calls best practice. */
export async function faultsOf(
  page: Page,
  rules: 'standards' | 'all' = 'standards',
  scope: Scope = 'page',
): Promise<string[]> {
  return look(page, { preload, ...(rules === 'standards' ? { runOnly: standards } : {}) }, scope);
}

/** Looks in the light theme, then in the dark one, where only `colours` may be new, and turns back to light. */
export async function faultsInBothThemes(
  page: Page,
  dark: 'colours' | 'everything' = 'colours',
  scope: Scope = 'page',
): Promise<string[]> {
  await turn(page, 'light');
  const faults = await faultsOf(page, 'standards', scope);
  await turn(page, 'dark');
  const inDark =
    dark === 'colours'
      ? await look(page, { preload: false, runOnly: colours }, scope)
      : await faultsOf(page, 'standards', scope);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...inDark.map((fault) => `dark: ${fault}`)];
}

export async function assertAccessible(
  page: Page,
  what: string,
  rules: 'standards' | 'all' = 'standards',
): Promise<void> {
  assert.deepEqual(await faultsOf(page, rules), [], what);
}

async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages for print and documents have one look.
  await page.waitForFunction((theme) => (document.documentElement.dataset['theme'] ?? theme) === theme, colorScheme);
}

async function look(page: Page, options: object, scope: Scope): Promise<string[]> {
  await untilAnimationsEnd(page);
  await Promise.all(page.frames().map(makeReady));
  const violations = await page.evaluate(
    async ({ options, scope }) => {
      const layers = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]');
      const layer = scope === 'layer' ? layers[layers.length - 1] : undefined;
      return (await (window as unknown as { axe: Axe }).axe.run(layer ?? document, options)).violations;
    },
    { options: { resultTypes: ['violations'], ...options }, scope },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${String(target)}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
    ),
  );
}

async function makeReady(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate((source ??= readFileSync(packages.resolve('axe-core/axe.min.js'), 'utf8')));
}
