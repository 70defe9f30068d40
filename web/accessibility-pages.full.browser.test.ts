/** Checks with axe (WCAG 2.2, A and AA) the main state of every page of the studio. Two other tests check all other states. */
import { test } from 'node:test';
import { assertStatesAccessible } from './testing/axe-states.ts';
import { skip } from './testing/browser.ts';

test("no page's main state fails WCAG 2.2 A or AA", { skip, timeout: 1_500_000 }, (t) =>
  assertStatesAccessible(t, ({ isOnAllSizes }) => isOnAllSizes === true),
);
