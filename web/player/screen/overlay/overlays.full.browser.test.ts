/** Tests that the elements above the picture take almost no time of the page's main thread (web/player/README 8). */
import assert from 'node:assert/strict';
import { openPlaying, startServer, test } from '../../testing/tv.ts';
import { watchMainThread } from '../../testing/trace.ts';

const seconds = 8;

test('ticker, clock and a notice cause almost no layouts, and no style recalculation per frame', async (t) => {
  const server = await startServer(t);
  const { tv, playlistId } = await openPlaying(t, server, [await server.image('verde', '#148250', 60)]);
  await server.addTicker(playlistId);
  await server.addNotice();
  await tv.until('.ticker:not([hidden])');
  await tv.until('.notice.is-visible');
  await tv.untilTrue(() => document.getAnimations().every((each) => !(each instanceof CSSTransition)));
  const tickerLeft = () =>
    tv.page.evaluate(() => document.querySelector('.ticker-message')?.getBoundingClientRect().left ?? 0);
  const before = await tickerLeft();
  const { styles, layouts } = await watchMainThread(tv.page, seconds * 1000);
  assert.notEqual(await tickerLeft(), before, 'the ticker runs');
  // The clock's minute may change meanwhile. One recalculation per frame would be ten a second even on a slow machine.
  assert.ok(layouts <= 3, `${layouts} layouts`);
  assert.ok(styles <= 5 * seconds, `${styles} style recalculations`);
});
