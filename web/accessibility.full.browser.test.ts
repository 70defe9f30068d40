/** Shows axe (WCAG 2.2, A and AA) every dialog and state of the studio that accessibility.browser.test.ts leaves out. */
import { test } from 'node:test';
import { assertStatesAccessible } from './testing/axe-states.ts';
import { skip } from './testing/browser.ts';

test('no dialog or state of the studio fails WCAG 2.2 A or AA', { skip, timeout: 1_500_000 }, (t) =>
  assertStatesAccessible(t, ({ isMain }) => isMain !== true),
);
