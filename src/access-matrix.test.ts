/** Who may call what: every endpoint of the contract by every kind of caller. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ApiKey } from './contract/api.ts';
import { changes } from './testing/tables.ts';
import { apiKeys, type Caller, callers, createWorld, type World } from './testing/world.ts';

/**
 * All ids are the clinic's (`common`), or those of an account of no interest (`/api/admin/users/...`).
 * - pend: the clinic, waiting for approval, with a session from before (no login leads to one: the second wall)
 * - bloc: the clinic, blocked by an administrator; its session ended with that
 * - flag: the clinic without any of the three feature flags
 * - play: the clinic's screen; bply: the same, blocked by an administrator; oply: another customer's screen
 */
const matrix: Record<ApiKey, readonly number[]> = {
  //                                                   nobo pend bloc comm flag othe gest admi play oply bply
};
void matrix; void changes; void apiKeys; void callers; void createWorld; void before; void describe; void assert; 
test('x', async (t) => {
  const world = await createWorld(t);
  for (const key of apiKeys) {
    const row: number[] = [];
    for (const caller of callers) {
      world.become(caller);
      row.push((await world.call(caller, key)).status);
    }
    console.log(`  ${(`'${key}': `).padEnd(56)}[${row.join(', ')}],`);
  }
});
export type { Caller, World };
