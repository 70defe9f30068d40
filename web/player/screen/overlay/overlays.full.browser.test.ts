/** Tests that the elements over the picture take next to no time of the page's main thread (web/player/README 1.9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTv, skip, startServer } from '../../testing/tv.ts';
import { watchMainThread } from '../../testing/trace.ts';

const seconds = 8;

test(
  'ticker, clock and a notice run for seconds without a layout, and without a look at styles for each frame',
  { skip },
  async (t) => {
    const server = await startServer(t);
    const playlistId = await server.playlist([await server.image('verde', '#148250', 60)]);
    const { playerId, activationCode } = await server.screen();
    const tv = await openTv(t, server);
    await tv.pair(activationCode);
    await server.send(playerId, playlistId);
    await tv.until('body[data-state=playing]');
    const { id } = await server.owner.call('POST /api/breaking-news', {
      body: { title: 'Vacina', message: 'Hoje das 9h às 17h' },
    });
    const playlistIds = [playlistId];
    await server.owner.call('POST /api/breaking-news/:id/playlists', { params: { id }, body: { playlistIds } });
    const colours = { backgroundColor: '#1133aa', textColor: '#ffff00' };
    await server.app.admin.call('POST /api/admin/notices', {
      body: { title: 'Obras', message: 'Elevador parado', noticeType: 'global', ...colours },
    });
    await tv.until('.ticker:not([hidden])');
    await tv.until('.notice.is-visible');
    await tv.page.waitForFunction(() => document.getAnimations().every((each) => !(each instanceof CSSTransition)));
    const place = () =>
      tv.page.evaluate(() => document.querySelector('.ticker-message')?.getBoundingClientRect().left ?? 0);
    const before = await place();
    const { styles, layouts } = await watchMainThread(tv.page, seconds * 1000);
    assert.notEqual(await place(), before, 'the ticker runs');
    // The clock's minute may fall into it. Each frame of a slow machine would be ten a second.
    assert.ok(layouts <= 3, `${layouts} layouts`);
    assert.ok(styles <= 5 * seconds, `${styles} looks at styles`);
  },
);
