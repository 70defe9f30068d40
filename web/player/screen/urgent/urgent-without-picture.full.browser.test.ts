/** Tests calls and urgent notices on a screen without a picture (contract/README 9.2, 15, 18.4, 18.5). */
import assert from 'node:assert/strict';
import { colourAt } from '../../../../src/testing/media.ts';
import { callPatient, createCallRoom, playForCalls } from '../../testing/calls.ts';
import { recordFrames } from '../../testing/recording.ts';
import { addRule, between, minuteAhead, minuteMs, untilFilesStored } from '../../testing/programme.ts';
import {
  delay,
  installClock,
  openPlaying,
  openTv,
  type Server,
  smallViewport,
  startServer,
  test,
  type Tv,
} from '../../testing/tv.ts';
import { endUrgent, hiddenNotice, visibleNotice, measured, sendUrgent } from '../../testing/urgent.ts';

/** Returns for each place of the screen whether the element is on top there. */
const isOnTopAt = (tv: Tv, selector: string, places: readonly (readonly [number, number])[]) =>
  tv.page.evaluate(
    ([selector, places]) =>
      places.map(([x, y]) => document.elementFromPoint(innerWidth * x, innerHeight * y)?.closest(selector) !== null),
    [selector, places] as const,
  );

/** Places, from edge to edge, that a card in the lower third covers. */
const lowerThird = [
  [0.02, 0.97],
  [0.5, 0.9],
  [0.98, 0.97],
] as const;

/** Returns the brightest channel of the mean colour of the lower sixth, and the colour of the upper left corner. */
async function readScreen(tv: Tv) {
  const image = await tv.page.screenshot();
  const lower = await colourAt(image, { left: 0, top: 300, width: 640, height: 60 });
  const corner = await colourAt(image, { left: 4, top: 4, width: 8, height: 8 });
  return { lower: Math.max(...lower), corner };
}

const untilFaded = (tv: Tv) =>
  tv.page.waitForFunction(() => document.getAnimations().every((each) => !(each instanceof CSSTransition)));

/** Checks that a card and then an urgent notice appear. Afterwards the upper left corner may be as bright as `maxBrightness`. */
async function assertBothAreShown(
  server: Server,
  tv: Tv,
  roomId: number,
  state: string,
  maxBrightness: number,
): Promise<void> {
  const { id: callId } = await callPatient(server, roomId, 'P042');
  await tv.until(`.call.is-visible[data-call-id="${callId}"]`);
  await untilFaded(tv);
  assert.deepEqual(await isOnTopAt(tv, '.call', lowerThird), [true, true, true], `${state}: the card is on top`);
  assert.equal(await tv.page.getByTestId('call-label').textContent(), 'P042');
  assert.ok((await readScreen(tv)).lower > 40, `${state}: the card is visible`);
  await tv.until('.call:not(.is-visible)');

  const { id } = await sendUrgent(server, 'Saiam pela porta da frente');
  await tv.until(visibleNotice(id));
  await untilFaded(tv);
  assert.ok((await measured(tv)).covers, `${state}: the notice covers all`);
  // The background colour of a notice with free text.
  const [r = 0, g = 0, b = 0] = (await readScreen(tv)).corner;
  assert.ok(Math.abs(r - 30) + Math.abs(g - 58) + Math.abs(b - 110) < 12, `${state}: ${r}, ${g}, ${b}`);
  assert.equal(await tv.state(), state, 'the state is unchanged');
  await endUrgent(server, id);
  await tv.until(hiddenNotice);
  await untilFaded(tv);
  assert.equal(await tv.state(), state);
  const { corner } = await readScreen(tv);
  assert.ok(Math.max(...corner) <= maxBrightness, `${state}: the corner is ${corner}`);
}

test('calls and urgent notices on a screen without a picture', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server, smallViewport);
  const playerId = await playForCalls(server, tv);

  await t.test('a dark screen and a paused screen show calls and urgent notices', async () => {
    const { id: ruleId } = await addRule(server, playerId, { plays: 'dark' });
    await tv.until('body[data-state="dark"]');
    assert.ok((await readScreen(tv)).lower < 2, 'black');
    await assertBothAreShown(server, tv, roomId, 'dark', 2);

    await server.owner.call('DELETE /api/schedules/:id', { params: { id: ruleId } });
    await tv.untilPlaying();
    await server.setStatus(playerId, 'paused');
    await tv.until('body[data-state="paused"]');
    await assertBothAreShown(server, tv, roomId, 'paused', 60);
    await server.setStatus(playerId, 'active');
    await tv.untilPlaying();
  });

  await t.test(
    'a blocked screen shows neither calls nor urgent notices; once unblocked, it shows those that have not ended',
    async () => {
      const { id: callId } = await callPatient(server, roomId, 'P041');
      await tv.until(`.call.is-visible[data-call-id="${callId}"]`);
      await tv.until('.call:not(.is-visible)');
      await tv.until('.call-strip li');
      const { id: first } = await sendUrgent(server, 'Primeiro');
      await tv.until(visibleNotice(first));

      await server.setStatus(playerId, 'blocked');
      await tv.until('body[data-state="waiting"]');
      // The screen hides the notice at once, because the server does not tell a blocked screen when the notice ends.
      await tv.until(hiddenNotice);
      assert.equal(await tv.page.locator('.call-strip li').count(), 0, 'no call remains in the strip');
      const { id: second } = await sendUrgent(server, 'Segundo');
      await callPatient(server, roomId, 'P042');
      // Wait for two polls.
      await delay(6_500);
      assert.equal(await tv.page.locator('.urgent.is-visible, .call.is-visible, .call-strip li').count(), 0);
      assert.deepEqual(await isOnTopAt(tv, '.cards', [[0.5, 0.5]]), [true], 'only the waiting card is shown');
      await endUrgent(server, first);

      await server.setStatus(playerId, 'active');
      await tv.until(visibleNotice(second));
      await endUrgent(server, second);
      await tv.until('.call.is-visible');
      assert.equal(await tv.page.getByTestId('call-label').textContent(), 'P042');
      await tv.untilPlaying();
    },
  );
});

test('when a rule begins during an urgent notice, its playlist is shown after the notice, with no frame of the previous playlist', async (t) => {
  const server = await startServer(t);
  const assignedImage = await server.image('vermelho', '#c81e1e', 3_600);
  const ruleImage = await server.image('verde', '#14b450', 3_600);
  const { tv, playerId } = await openPlaying(t, server, [assignedImage], { ...smallViewport, prepare: installClock });
  const { id, endsAt } = await sendUrgent(server, 'Saiam com calma', { minutes: 10 });
  await tv.until(visibleNotice(id));
  const beginMs = minuteAhead(5);
  const hours = between(beginMs, beginMs + 60 * minuteMs);
  await addRule(server, playerId, { plays: await server.playlist([ruleImage]), ...hours });
  await untilFilesStored(tv, 2);
  // Stop the server, because its responses would set the screen's clock back.
  await server.stop();
  await tv.untilNoFade();

  const now = () => tv.page.evaluate(() => Date.now());
  await tv.page.clock.fastForward(beginMs - (await now()) - 3_000);
  await tv.untilItem(ruleImage);
  assert.equal(await tv.page.locator(visibleNotice(id)).count(), 1, 'the rule begins while the notice is shown');
  await tv.untilNoFade();
  await tv.page.clock.fastForward(Date.parse(endsAt) - (await now()) - 2_000);
  assert.equal(await tv.page.locator(visibleNotice(id)).count(), 1);
  const frames = await recordFrames(tv, async () => {
    await tv.until(hiddenNotice);
    await delay(1_500);
  });
  const colours = await Promise.all(frames.map((frame) => colourAt(frame, { left: 2, top: 2, width: 40, height: 8 })));
  const isGreen = ([r = 0, g = 0]: readonly number[]) => g > 130 && r < 80;
  const isNoticeBackground = ([r = 0, g = 0, b = 0]: readonly number[]) => r < 80 && g < 100 && b > 60;
  const after = colours.findIndex((colour) => !isNoticeBackground(colour));
  assert.ok(after >= 0, 'the notice has disappeared');
  assert.ok(colours.slice(after).every(isGreen), JSON.stringify(colours.slice(after)));
});
