/** An urgent notice on the engines of old TV boxes (web/player/README 1.1, 1.12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../src/testing/until.ts';
import { type BareTv, engineVersions, installEngines, openOldTv, pairOldTv } from '../../testing/engines.ts';
import { middleColour, skip, startServer } from '../../testing/tv.ts';

/** A text of the maximum length. */
const longText =
  'Por falta de energia no prédio, o atendimento fica suspenso até as 15h. Quem tem consulta marcada pode esperar aqui. '
    .repeat(5)
    .slice(0, 499)
    .concat('.');

/** Runs in the page: every line of the text lies inside its room, the room inside the screen, and nothing lies over it. */
const measure = `(function () {
  var room = document.querySelector('.urgent-room').getBoundingClientRect();
  var range = document.createRange();
  range.selectNodeContents(document.querySelector('.urgent-text'));
  var boxes = Array.prototype.slice.call(range.getClientRects());
  var isInside = function (box, left, top, right, bottom) {
    return box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
  };
  var corners = [[0.03, 0.04], [0.97, 0.04], [0.5, 0.5], [0.03, 0.96], [0.97, 0.96]];
  return {
    length: document.querySelector('.urgent-text').textContent.length,
    lines: boxes.length,
    isRoomOnScreen: isInside(room, 0, 0, innerWidth, innerHeight),
    isTextInRoom: boxes.every(function (box) { return isInside(box, room.left, room.top, room.right, room.bottom); }),
    covers: corners.every(function (at) {
      var top = document.elementFromPoint(innerWidth * at[0], innerHeight * at[1]);
      return !!top && !!top.closest('.urgent');
    }),
    px: parseFloat(getComputedStyle(document.querySelector('.urgent-text')).fontSize),
  };
})()`;

test(
  'an urgent notice of 500 characters covers the screen, is read whole, told of and ended, on each engine',
  { skip, timeout: 600_000 },
  async (t) => {
    const engines = await installEngines();
    const server = await startServer(t);
    const playlistId = await server.playlist([await server.image('vermelho', '#c81e1e', 600)]);
    const tvs: BareTv[] = [];
    for (const engine of engineVersions) {
      const tv = await openOldTv(t, engines[engine]);
      const { activationCode, playerId } = await server.screen();
      await pairOldTv(tv, server, activationCode);
      await server.send(playerId, playlistId);
      await tv.until('body[data-state=playing]');
      tvs.push(tv);
    }

    const { id } = await server.owner.call('POST /api/urgent', {
      body: { preset: 'power', text: longText, isForAll: true, chime: true },
    });
    const params = { id };
    for (const [at, tv] of tvs.entries()) {
      const engine = `Chromium ${engineVersions[at]}`;
      await tv.until(`.urgent.is-visible[data-urgent-id="${id}"]`);
      await until(
        `the letters have their size on ${engine}`,
        async () => (await tv.evaluate<{ isTextInRoom: boolean }>(measure)).isTextInRoom,
      );
      const { px, lines, ...found } = await tv.evaluate<{ px: number; lines: number }>(measure);
      assert.deepEqual(found, { length: 500, isRoomOnScreen: true, isTextInRoom: true, covers: true }, engine);
      // At least 36 px where a 32-inch screen shows 1280 by 720: 20 mm, read from 6 m.
      assert.ok(px >= 36 && lines > 5, `${engine}: ${px} px, ${lines} lines`);
      t.diagnostic(`${engine}: letters of ${px} px in ${lines} lines`);
      const [r = 0, g = 0, b = 0] = await middleColour(await tv.screenshot());
      assert.ok(Math.abs(r - 200) + Math.abs(g - 30) + Math.abs(b - 30) > 60, `${engine}: the picture is covered`);
    }
    await until('every screen has told of it', async () => {
      const { screens } = await server.owner.call('GET /api/urgent/:id', { params });
      return screens.shown === engineVersions.length;
    });

    await server.owner.call('POST /api/urgent/:id/end', { params });
    for (const [at, tv] of tvs.entries()) {
      await tv.until('.urgent:not(.is-visible)');
      await until(`the picture is back on Chromium ${engineVersions[at]}`, async () => {
        const [r = 0, g = 255] = await middleColour(await tv.screenshot());
        return r > 150 && g < 80;
      });
      assert.deepEqual(tv.faults, []);
    }
  },
);
