/** Tests calls, urgent notices and turned screens on old TV boxes' and today's engine (web/player/README 1.1, 1.11 to 1.14). */
import assert from 'node:assert/strict';
import { assertNear, colourAt } from '../../../src/testing/media.ts';
import { chromiumPath } from '../../testing/chromium.ts';
import type { Rotation, ScreenSettings } from '../../../src/contract/display.ts';
import { callPatient, createCallRoom, receiptsOf } from '../testing/calls.ts';
import {
  type CdpTv,
  engineVersions,
  hasH264,
  installEngines,
  openCdpTv,
  openOldTv,
  playOnOldTv,
} from '../testing/engines.ts';
import { addRule } from '../testing/programme.ts';
import { eventually, isNear, type Server, startServer, test } from '../testing/tv.ts';
import {
  endUrgent,
  hiddenNotice,
  visibleNotice,
  longText,
  type Measured,
  measure,
  sendUrgent,
} from '../testing/urgent.ts';

const red = [200, 30, 30];

interface NamedTv {
  tv: CdpTv;
  name: string;
  playerId: number;
  /** True if it plays a film, for which the oldest builds have no decoder. */
  hasFilm: boolean;
}

/** Runs in the page: records the cards in the order of their appearance. */
const recordCards = `
  window.cards = [];
  document.addEventListener('DOMContentLoaded', function () {
    new MutationObserver(function () {
      var label = document.querySelector('.call.is-visible .call-label');
      var text = label ? label.textContent : '';
      if (text !== cards[cards.length - 1] && (text || cards.length)) cards.push(text);
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  });`;

test('each engine shows calls and an urgent notice', async (t) => {
  const engines = await installEngines();
  const server = await startServer(t);
  const roomId = await createCallRoom(server);
  const image = await server.image('vermelho', '#c81e1e', 600);
  const film = await server.video('filme', '#c81e1e', 60);
  const tvs: NamedTv[] = [];
  for (const engine of [...engineVersions, 'today'] as const) {
    const tv = engine === 'today' ? await openCdpTv(t, chromiumPath, []) : await openOldTv(t, engines[engine]);
    await tv.send('Page.addScriptToEvaluateOnNewDocument', { source: recordCards });
    const hasFilm = engine === 'today' || hasH264(engine);
    const playerId = await playOnOldTv(tv, server, [hasFilm ? film : image]);
    const opacity = 'getComputedStyle(document.querySelector(".layer.is-visible")).opacity';
    await eventually(`faded in on Chromium ${engine}`, async () => (await tv.evaluate(opacity)) === '1');
    // A busy processor draws a film's first frame late in a screenshot of Chromium 79.
    await eventually(`drawn on Chromium ${engine}`, async () => isNear(await tv.colour(), red, 20));
    tvs.push({ tv, name: `Chromium ${engine}`, playerId, hasFilm });
  }

  await t.test('five simultaneous calls are shown as five cards in order, above the picture', async () => {
    const labels = ['P041', 'P042', 'N007', '80-003', 'N008'];
    const made = await Promise.all(labels.map((label) => callPatient(server, roomId, label)));
    const order = made.toSorted((a, b) => a.id - b.id).flatMap(({ label }) => [label, '']);
    // Check the colours while a card is shown.
    await Promise.all(
      tvs.map(async ({ tv }) => {
        await tv.until('.call.is-visible');
        assertNear(await tv.colour(), red, 20);
      }),
    );
    for (const { tv, name } of tvs) {
      await eventually(`the last card is hidden on ${name}`, async () => (await tv.evaluate('cards.length')) === 10);
      assert.deepEqual(await tv.evaluate<string[]>('cards'), order, name);
      assert.equal(await tv.evaluate('document.querySelectorAll(".call-strip li").length'), 4);
    }
    for (const { id } of made) assert.equal((await receiptsOf(server, id, 60_000, tvs.length)).length, tvs.length);
  });

  await t.test('a panel shows a call and the previous ones beside the smaller picture', async () => {
    const body = { callLayout: 'panel' as const };
    for (const { playerId: id } of tvs)
      await server.owner.call('PUT /api/my-players/:id/call-layout', { params: { id }, body });
    await Promise.all(tvs.map(({ tv }) => tv.until('body.has-panel')));
    const { id } = await callPatient(server, roomId, 'P043');
    await Promise.all(tvs.map(({ tv }) => tv.until(`.panel-last.is-calling[data-call-id="${id}"]`)));
    for (const { tv, name } of tvs) {
      const boxes = await tv.evaluate<Record<string, number[]>>(`(function () {
        var boxes = {};
        ['.panel-last', '.stage', '.panel-previous', '.plate.is-clock'].forEach(function (selector) {
          var box = document.querySelector(selector).getBoundingClientRect();
          boxes[selector] = [box.left, box.top, box.right, box.bottom].map(Math.round);
        });
        return boxes;
      })()`);
      const { '.panel-last': large, '.stage': picture, '.panel-previous': previous, '.plate.is-clock': time } = boxes;
      assert.deepEqual(large, [0, 0, 747, 720], name);
      assert.deepEqual(picture, [747, 91, 1280, 391], name);
      assert.deepEqual(previous, [747, 391, 1280, 720], name);
      assert.ok((time?.[0] ?? 0) > 747 && (time?.[3] ?? 999) <= 91, `${name}: clock at ${time?.join()}`);
      assert.equal(await tv.evaluate('document.querySelectorAll(".call-panel li").length'), 3, name);
    }
    assert.equal((await receiptsOf(server, id, 60_000, tvs.length)).length, tvs.length);
    await Promise.all(tvs.map(({ tv }) => tv.until('.panel-last:not(.is-calling)')));
    const params = (playerId: number) => ({ params: { id: playerId }, body: { callLayout: null } });
    for (const { playerId } of tvs) await server.owner.call('PUT /api/my-players/:id/call-layout', params(playerId));
    await Promise.all(tvs.map(({ tv }) => tv.until('body:not(.has-panel)')));
  });

  await t.test(
    'an urgent notice of 500 characters covers the screen, is fully visible, is reported, and ends',
    async (t) => {
      const { id } = await sendUrgent(server, longText, { preset: 'power', chime: true });
      const params = { id };
      for (const { tv, name } of tvs) {
        await tv.until(visibleNotice(id));
        const isTextInArea = async () => (await tv.evaluate<Measured>(measure)).isTextInArea;
        await eventually(`the letters have their size on ${name}`, isTextInArea);
        const { px, lines, ...found } = await tv.evaluate<Measured>(measure);
        assert.deepEqual(found, { text: longText, isTextAreaOnScreen: true, isTextInArea: true, covers: true }, name);
        // At least 36 px where a 32-inch screen shows 1280 by 720: 20 mm, readable from 6 m.
        assert.ok(px >= 36 && lines > 5, `${name}: ${px} px, ${lines} lines`);
        t.diagnostic(`${name}: letters of ${px} px in ${lines} lines`);
        const [r = 0, g = 0, b = 0] = await tv.colour();
        assert.ok(Math.abs(r - 200) + Math.abs(g - 30) + Math.abs(b - 30) > 60, `${name}: the picture is covered`);
      }
      await eventually('every screen has reported the notice', async () => {
        const { screens } = await server.owner.call('GET /api/urgent/:id', { params });
        return screens.shown === tvs.length;
      });

      await endUrgent(server, id);
      for (const { tv, name } of tvs) {
        await tv.until(hiddenNotice);
        const isPictureShown = async () => isNear(await tv.colour(), red);
        await eventually(`the picture is back on ${name}`, isPictureShown);
        assert.deepEqual(tv.faults, []);
      }
    },
  );

  await t.test('a turned screen draws everything above its picture, also after a start without the server', () =>
    assertTurns(server, tvs, roomId, [image, film]),
  );

  await t.test('without contents the clinic and a large clock are shown', async () => {
    // Each playlist contains one of the two contents.
    for (const { id } of await server.owner.call('GET /api/playlists'))
      for (const content of [image, film]) await server.remove(id, content).catch(() => undefined);
    for (const { tv, name } of tvs) {
      await tv.until('body[data-state=idle]');
      const isCentred = `(function () {
        var clock = document.querySelector('.clock-time').getBoundingClientRect();
        var clinic = document.querySelector('.overlay-clinic').getBoundingClientRect();
        return clock.height > innerHeight / 10 && clinic.bottom <= clock.top + 1 &&
          Math.abs(clock.left + clock.right - innerWidth) < innerWidth / 10;
      })()`;
      await eventually(`the clock is in the middle on ${name}`, async () => tv.evaluate(isCentred));
      assert.deepEqual(tv.faults, []);
    }
  });
});

/**
 * Waits until the middle of each element's left edge has another colour than the picture: old engines draw a turned picture
 * above everything.
 */
async function untilAbovePicture({ tv, name }: NamedTv, selectors: string[]): Promise<void> {
  for (const selector of selectors)
    await eventually(`${selector} is above the picture on ${name}`, async () => {
      const [left = 0, middle = 0] = await tv.evaluate<number[]>(`(function () {
        var box = document.querySelector('${selector}').getBoundingClientRect();
        return [Math.round(box.left) + 5, Math.round((box.top + box.bottom) / 2)];
      })()`);
      return !isNear(await colourOf(tv, left, middle), red);
    });
}

async function colourOf(tv: CdpTv, left: number, top: number): Promise<number[]> {
  const { data } = await tv.send('Page.captureScreenshot');
  return colourAt(Buffer.from(data as string, 'base64'), { left, top, width: 4, height: 4 });
}

/** Turns the screens in all four directions, and also checks the label's letters, the volume and the clock of a dark screen. */
async function assertTurns(server: Server, tvs: NamedTv[], roomId: number, contents: number[]): Promise<void> {
  const untilAll = (selector: string) => Promise.all(tvs.map(({ tv }) => tv.until(selector)));
  const untilAllDraw = (...selectors: string[]) =>
    Promise.all(tvs.map((namedTv) => untilAbovePicture(namedTv, selectors)));
  const set = (body: Partial<ScreenSettings>) =>
    Promise.all(
      tvs.map(({ playerId: id }) => server.owner.call('PATCH /api/my-players/:id/settings', { params: { id }, body })),
    );
  const turn = async (rotation: Rotation) => {
    await set({ rotation });
    await untilAll(rotation === 0 ? 'html:not([data-rotation])' : `html[data-rotation="${rotation}"]`);
  };
  for (const id of contents)
    await server.owner.call('PATCH /api/videos/:id', { params: { id }, body: { fit: 'cover' } });
  for (const { id } of await server.owner.call('GET /api/playlists')) await server.addTicker(id);
  await server.owner.call('PUT /api/call-settings', { body: { seconds: 30 } });
  await callPatient(server, roomId, 'P044');
  await untilAll('.call.is-visible');
  for (const rotation of [180, 270, 0, 90] as const) {
    await turn(rotation);
    await untilAllDraw('.call-room', '.ticker', '.plate.is-clock');
    for (const { tv, name } of tvs)
      await eventually(`the picture turned by ${rotation} on ${name}`, async () => isNear(await tv.colour(), red));
  }
  // Check that the characters of 'P044' do not cover each other (device/font.ts). On a screen turned by 90 degrees the box is as
  // high as the label is wide.
  for (const { tv, name } of tvs) {
    const share = await tv.evaluate<number>(`(function () {
      var label = document.querySelector('.call-label');
      var range = document.createRange();
      range.selectNodeContents(label);
      return range.getBoundingClientRect().height / parseFloat(getComputedStyle(label).fontSize);
    })()`);
    assert.ok(share > 2, `${name}: four characters are ${share} times as wide as their font size`);
  }
  const { id } = await sendUrgent(server, 'Saiam pela escada');
  await untilAll('.urgent.is-visible');
  for (const { tv, name } of tvs)
    await eventually(`the notice covers ${name}`, async () => !isNear(await tv.colour(), red));
  await endUrgent(server, id);
  await untilAll(hiddenNotice);

  for (const { playerId } of tvs)
    await server.owner.call('POST /api/my-players/:id/identify', { params: { id: playerId } });
  await untilAll('.identify:not([hidden])');
  await untilAllDraw('.identify');

  await set({ volume: 40, darkBrightness: 30 });
  for (const { tv, name } of tvs.filter(({ hasFilm }) => hasFilm))
    await eventually(`the film is softer on ${name}`, async () => {
      const volume = await tv.evaluate<number>('document.querySelector(".layer.is-visible video").volume');
      return Math.abs(volume - 0.4) < 0.005;
    });

  await server.stop();
  for (const { tv } of tvs) {
    await tv.goto('about:blank');
    await tv.until('body:not([data-page])');
    await tv.goto(`${server.url}/play`);
  }
  await untilAll('html[data-rotation="90"] body[data-state=playing]');
  await untilAllDraw('.ticker', '.plate.is-clock');
  for (const { tv, name } of tvs) {
    // The TV's upper edge is the left edge of the picture.
    await eventually(`the picture fills ${name}`, async () => isNear(await colourOf(tv, 700, 4), red));
  }

  await server.start();
  const rules = await Promise.all(
    tvs.map(({ playerId }) => addRule(server, playerId, { plays: 'dark', isExact: true })),
  );
  await untilAll('body[data-state=dark]');
  for (const { tv, name } of tvs) {
    const opacity = 'Number(getComputedStyle(document.querySelector(".plate.is-clock")).opacity)';
    assert.equal(await tv.evaluate(opacity), 0.3, name);
    await eventually(`${name} is dark`, async () => isNear(await tv.colour(), [0, 0, 0]));
  }
  for (const rule of rules) await server.owner.call('DELETE /api/schedules/:id', { params: { id: rule.id } });
  await turn(0);
  await untilAll('body[data-state=playing]');
}
