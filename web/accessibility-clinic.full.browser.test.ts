/** Checks with axe (WCAG 2.2, A and AA) every dialog and state that a clinic's owner sees, except the main state of each page. */
import { test } from 'node:test';
import { assertStatesAccessible } from './testing/axe-states.ts';
import { skip } from './testing/browser.ts';

test("no dialog or state of a clinic's owner fails WCAG 2.2 A or AA", { skip, timeout: 2_300_000 }, (t) =>
  assertStatesAccessible(t, ({ isOnAllSizes, person }) => isOnAllSizes !== true && person === 'clinic'),
);
