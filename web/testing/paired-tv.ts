/** Opens a TV next to the studio, for tests of changes that it shows. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Customer } from '../../src/testing/app.ts';
import { openTv, type Server, type Tv, type TvOptions } from '../player/testing/tv.ts';
import type { Studio } from './browser.ts';

/** Creates a screen for this person and pairs a TV with it. The TV has no playlist, but shows calls. */
export async function pairedTv(
  t: TestContext,
  { app }: Studio,
  owner: Customer,
  options: TvOptions = {},
): Promise<Tv & { playerId: number }> {
  const [screen] = await app.admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: owner.user.id },
    body: { quantity: 1 },
  });
  assert.ok(screen);
  const tv = await openTv(t, { url: `http://tv.lan:${new URL(app.url).port}` } as Server, {
    viewport: { width: 640, height: 360 },
    ...options,
  });
  await tv.pair(screen.activationCode);
  return { ...tv, playerId: screen.id };
}
