/** The page as it is before axe: what it finds wrong, one line each. */
import assert from 'node:assert/strict';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { settle } from './browser.ts';

/** WCAG 2.2, A and AA. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that another theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** Sound that plays by itself is judged by its length; style sheets only by rules that are experiments, and reading them takes half the time. */
const preload = { assets: ['media' as const] };

interface Violation {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** `rules`: those of the standards, or also what axe calls best practice. */
export async function faultsOf(page: Page, rules: 'standards' | 'all' = 'standards'): Promise<string[]> {
  await settle(page);
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload }).setLegacyMode();
  if (rules === 'standards') builder.withTags(standards);
  return linesOf((await builder.analyze()).violations);
}

/**
 * In the light theme, then in the dark one, and back to light. `dark`: only the colours are looked at there, which is all
 * that is new, or everything again.
 */
export async function faultsInBothThemes(page: Page, dark: 'colours' | 'everything' = 'colours'): Promise<string[]> {
  await turn(page, 'light');
  const faults = await faultsOf(page);
  await turn(page, 'dark');
  const inDark = dark === 'colours' ? await colourFaultsOf(page) : await faultsOf(page);
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
  await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, colorScheme);
}

/** axe is in the page already. */
async function colourFaultsOf(page: Page): Promise<string[]> {
  await settle(page);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const options = { resultTypes: ['violations'], preload: false, runOnly: { type: 'rule', values: rules } };
    return (await axe.run(options)).violations;
  }, colourRules);
  return linesOf(violations);
}

function linesOf(violations: readonly Violation[]): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${String(target)}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
    ),
  );
}
