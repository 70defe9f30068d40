/** Checks every dialog and state of the studio that the two other accessibility tests leave out, with axe (WCAG 2.2, A and AA). */
import { test } from 'node:test';
import { assertStatesAccessible } from './testing/axe-states.ts';
import { skip } from './testing/browser.ts';

test(
  'no dialog or state of guests, other members and administrators fails WCAG 2.2 A or AA',
  { skip, timeout: 2_300_000 },
  (t) => assertStatesAccessible(t, ({ isOnAllSizes, person }) => isOnAllSizes !== true && person !== 'clinic'),
);
