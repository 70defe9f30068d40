/** Five calls at once on the engines of old TV boxes (web/player/README 1.1, 1.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNear } from '../../../../src/testing/media.ts';
import { until } from '../../../../src/testing/until.ts';
import { callPatient, callRoom, receiptsOf } from '../../testing/calls.ts';
import { type BareTv, engineVersions, installEngines, openOldTv, pairOldTv } from '../../testing/engines.ts';
import { middleColour, skip, startServer } from '../../testing/tv.ts';

/** Runs in the page: which cards came, one after the other. */
const noteCards = `
  window.cards = [];
  document.addEventListener('DOMContentLoaded', function () {
    new MutationObserver(function () {
      var label = document.querySelector('.call.is-visible .call-label');
      var text = label ? label.textContent : '';
      if (text !== cards[cards.length - 1] && (text || cards.length)) cards.push(text);
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  });`;

test(
  'five calls at once are five cards in their order, the picture beneath, on each engine',
  { skip, timeout: 600_000 },
  async (t) => {
    const engines = await installEngines();
    const server = await startServer(t);
    const roomId = await callRoom(server);
    const playlistId = await server.playlist([await server.image('vermelho', '#c81e1e', 600)]);
    const tvs: BareTv[] = [];
    for (const engine of engineVersions) {
      const tv = await openOldTv(t, engines[engine]);
      const { activationCode, playerId } = await server.screen();
      await tv.send('Page.addScriptToEvaluateOnNewDocument', { source: noteCards });
      await pairOldTv(tv, server, activationCode);
      await server.send(playerId, playlistId);
      await tv.until('body[data-state=playing]');
      await until(
        `the picture has faded in on Chromium ${engine}`,
        async () =>
          (await tv.evaluate('getComputedStyle(document.querySelector(".layer.is-visible")).opacity')) === '1',
      );
      tvs.push(tv);
    }
    const labels = ['P041', 'P042', 'N007', '80-003', 'N008'];
    const made = await Promise.all(labels.map((label) => callPatient(server, roomId, label)));
    const order = made.toSorted((a, b) => a.id - b.id);
    // While a card is there.
    await Promise.all(
      tvs.map(async (tv) => {
        await tv.until('.call.is-visible');
        assertNear(await middleColour(await tv.screenshot()), [200, 30, 30], 20);
      }),
    );
    for (const [at, tv] of tvs.entries()) {
      await until(
        `the last card has gone on Chromium ${engineVersions[at]}`,
        async () => (await tv.evaluate('cards.length')) === 10,
      );
      const cards = await tv.evaluate<string[]>('cards');
      assert.deepEqual(
        cards,
        order.flatMap(({ label }) => [label, '']),
        `Chromium ${engineVersions[at]}`,
      );
      assert.equal(await tv.evaluate('document.querySelectorAll(".call-strip li").length'), 4);
      assert.deepEqual(tv.faults, []);
    }
    for (const { id } of made)
      assert.equal((await receiptsOf(server, id, 60_000, engineVersions.length)).length, engineVersions.length);
  },
);
