/** Tests the effect of the programme on a screen: with the server, and without it (contract/README 16). */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { activeAt } from '../../../../src/contract/programme/programme.ts';
import { callPatient, createCallRoom, playForCalls } from '../../testing/calls.ts';
import { installEngines, openOldTv, playOnOldTv } from '../../testing/engines.ts';
import { assertNeverDark, recordItems, recordLag } from '../../testing/recording.ts';
import {
  addRule,
  between,
  dayMs,
  everyDay,
  minuteAhead,
  minuteMs,
  untilFilesStored,
  weekdayOf,
} from '../../testing/programme.ts';
import {
  withClock,
  delay,
  eventually,
  installClock,
  newProfile,
  openPlaying,
  openTv,
  smallViewport,
  startServer,
  test,
  type Tv,
} from '../../testing/tv.ts';
import { hiddenNotice, sendUrgent } from '../../testing/urgent.ts';

test('a rule changes the picture at once, deleting it or its playlist restores the assigned playlist, and a dark rule is black', async (t) => {
  const server = await startServer(t);
  const { tv, playerId } = await openPlaying(t, server, [await server.image('verde', '#14b450')], smallViewport);

  await tv.untilColour([20, 180, 80]);

  const red = await server.playlist([await server.image('vermelho', '#c81e1e')]);
  const { id } = await addRule(server, playerId, { plays: red });
  await tv.untilColour([200, 30, 30]);
  await server.owner.call('PATCH /api/schedules/:id', { params: { id }, body: { plays: 'dark' } });
  await tv.until('body[data-state="dark"]');
  await tv.untilColour([0, 0, 0]);
  const { channels } = await sharp(await tv.page.screenshot()).stats();
  assert.ok(
    channels.slice(0, 3).every(({ max }) => max === 0),
    'the whole screen is black, with no clock and no ticker',
  );

  await server.owner.call('DELETE /api/schedules/:id', { params: { id } });
  await tv.untilPlaying();
  await tv.untilColour([20, 180, 80]);

  await addRule(server, playerId, { plays: red });
  await tv.untilColour([200, 30, 30]);
  await server.owner.call('DELETE /api/playlists/:id', { params: { id: red } });
  await tv.untilColour([20, 180, 80]);
});

test('without its server a screen switches at both ends of a rule within a second, without a dark frame', async (t) => {
  const server = await startServer(t);
  const assignedItem = await server.image('vermelho', '#c81e1e', 3_600);
  const ruleItem = await server.image('verde', '#14b450', 3_600);
  const beginMs = minuteAhead(20);
  const endMs = beginMs + 30 * minuteMs;
  const { tv, playerId } = await openPlaying(t, server, [assignedItem], { ...smallViewport, prepare: installClock });
  await addRule(server, playerId, { plays: await server.playlist([ruleItem]), ...between(beginMs, endMs) });
  await untilFilesStored(tv, 2);
  await server.stop();

  await tv.untilNoFade();
  const { ids, times } = await recordItems(tv);
  const startMs = await tv.page.evaluate(() => Date.now() - performance.now());
  for (const boundaryMs of [beginMs, endMs]) {
    const now = await tv.page.evaluate(() => Date.now());
    await tv.page.clock.fastForward(boundaryMs - now - 14_000);
    const frames = await assertNeverDark(tv, () => delay(17_000));
    assert.ok(frames > 0);
  }
  assert.deepEqual(await ids(), [ruleItem, assignedItem]);
  const lateMs = (await times()).map((at, index) => startMs + at - [beginMs, endMs][index]!);
  t.diagnostic(`${lateMs.map(Math.round).join(' ms and ')} ms after the minute`);
  // On a busy machine responses are slow, so the screen knows the time less precisely, and may switch slightly early.
  for (const ms of lateMs) assert.ok(Math.abs(ms) < 1_000, `${ms} ms`);
});

/** Runs in the page before everything else: counts running reads from the disk and decodings. */
function countWork(): void {
  const work = { count: 0 };
  Object.assign(window, { work });
  const end = () => (work.count -= 1);
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...requested) {
    const begun = transaction.apply(this, requested);
    work.count += 1;
    for (const type of ['complete', 'abort']) begun.addEventListener(type, end);
    return begun;
  };
  const { decode } = HTMLImageElement.prototype;
  HTMLImageElement.prototype.decode = function () {
    work.count += 1;
    const decoded = decode.call(this);
    decoded.then(end, end);
    return decoded;
  };
}

/** Advances the page's time while no decoding runs: a picture has 6 s of the page's time, but decodes in real time. */
async function advance(tv: Tv, ms: number): Promise<void> {
  const isIdle = () =>
    (window as unknown as { work: { count: number } }).work.count === 0 &&
    Array.from(document.images).every((image) => !image.hasAttribute('src') || image.complete);
  for (let leftMs = ms; leftMs > 0; leftMs -= 3_000) {
    await tv.page.clock.runFor(Math.min(leftMs, 3_000));
    while (!(await tv.page.evaluate(isIdle))) await delay(10);
  }
}

test('over six midnights without the server the screen shows the programme, at each boundary and between them', async (t) => {
  const server = await startServer(t);
  const [assignedItem, night, weekly] = [
    await server.image('vermelho', '#c81e1e', 3_600),
    await server.image('verde', '#14b450', 3_600),
    await server.image('azul', '#1e3cc8', 3_600),
  ];
  const lists = [await server.playlist([night]), await server.playlist([weekly])] as const;
  const {
    tv,
    playerId,
    playlistId: base,
  } = await openPlaying(t, server, [assignedItem], { ...smallViewport, prepare: withClock(countWork) });
  const hour = 60;
  await addRule(server, playerId, { plays: lists[0], from: 22 * hour, to: 6 * hour });
  await addRule(server, playerId, { plays: lists[1], from: 12 * hour, to: 13 * hour, isExact: true });
  await addRule(server, playerId, { plays: lists[1], days: [1, 4], from: 23 * hour, to: hour, priority: 2 });
  await addRule(server, playerId, { plays: 'dark', days: [2, 6], from: 0, to: 2 * hour, priority: 3 });
  await untilFilesStored(tv, 3);
  const rules = server.app.parts.programme.rulesOf(playerId);
  await server.stop();

  const offsets = { minutes: -180, changes: [] };
  const itemOf = new Map<number | 'dark' | null, string>([
    [base, String(assignedItem)],
    [lists[0], String(night)],
    [lists[1], String(weekly)],
    ['dark', 'dark'],
  ]);
  const now = () => tv.page.evaluate(() => Date.now());
  const shown = () =>
    tv.page.evaluate(() => (document.body.dataset.state === 'dark' ? 'dark' : document.body.dataset.itemId));
  const wrong: string[] = [];
  const check = async (name: string) => {
    const at = await now();
    const expected = itemOf.get(activeAt({ base, rules, offsets }, at).playlistId);
    const seen = await shown();
    if (seen !== expected)
      wrong.push(`${name}, ${new Date(at - 3 * 3_600_000).toISOString()}: ${seen}, not ${expected}`);
  };
  const begin = await now();
  let boundaries = 0;
  for (let at = begin; at < begin + 6 * dayMs; boundaries += 1) {
    const { untilMs } = activeAt({ base, rules, offsets }, at);
    // Skip the hours between boundaries, and advance in small steps around each boundary.
    await tv.page.clock.fastForward(Math.max(0, (at + untilMs) / 2 - (await now())));
    await advance(tv, 70_000);
    await check('between');
    await tv.page.clock.fastForward(Math.max(0, untilMs - 20_000 - (await now())));
    await advance(tv, 12_000);
    await check('before');
    // An item that ends within a minute may play to its end.
    await advance(tv, untilMs - (await now()) + 62_000);
    await check('after');
    at = untilMs;
  }
  assert.deepEqual(wrong, []);
  t.diagnostic(`${boundaries} boundaries`);
  assert.ok(boundaries > 20, `${boundaries} boundaries`);
});

test('an exact rule cuts an item that would end within a minute; otherwise it plays to its end', async (t) => {
  for (const isExact of [true, false]) {
    const server = await startServer(t);
    const turns = [await server.image('vermelho', '#c81e1e', 50), await server.image('azul', '#1e3cc8', 50)];
    const ruleItem = await server.image('verde', '#14b450', 3_600);
    const beginMs = minuteAhead(20);
    const { tv, playerId } = await openPlaying(t, server, turns, { ...smallViewport, prepare: withClock(countWork) });
    await addRule(server, playerId, {
      ...{ plays: await server.playlist([ruleItem]), isExact },
      ...between(beginMs, beginMs + 30 * minuteMs),
    });
    await untilFilesStored(tv, 3);
    // The server's responses would correct the clock.
    await server.stop();
    const { ids, times } = await recordItems(tv);
    const startMs = await tv.page.evaluate(() => Date.now() - performance.now());
    const leftMs = async () => beginMs - (await tv.page.evaluate(() => Date.now()));
    await tv.page.clock.fastForward((await leftMs()) - 120_000);
    await advance(tv, (await leftMs()) - 15_000);
    // The prepared item is opened in real time.
    await delay(17_000);
    for (let tries = 0; tries < 60 && !(await ids()).includes(ruleItem); tries += 1) await advance(tv, 1_000);
    const index = (await ids()).indexOf(ruleItem);
    const changes = await times();
    assert.ok(index > 0, (await ids()).join());
    const lateMs = startMs + (changes[index] ?? 0) - beginMs;
    /** Time after the boundary at which the previous item ends. */
    const endMs = startMs + (changes[index - 1] ?? 0) + 50_000 - beginMs;
    t.diagnostic(
      `${isExact ? 'at the minute' : 'after the item'}: ${lateMs} ms after it, the item's own end ${endMs} ms`,
    );
    if (isExact) assert.ok(Math.abs(lateMs) < 1_500, `${lateMs} ms`);
    else assert.ok(Math.abs(lateMs - endMs) < 3_000, `${lateMs} ms, not ${endMs} ms`);
    await tv.turnOff();
  }
});

test('a screen that starts without its server follows the programme by the device’s clock, unless that clock was set back', async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  const [assignedItem, today, another] = [
    await server.image('vermelho', '#c81e1e'),
    await server.image('verde', '#14b450'),
    await server.image('azul', '#1e3cc8'),
  ];
  const inThreeDays = weekdayOf(Date.now() + 3 * dayMs);
  const otherDays = everyDay.filter((day) => day !== inThreeDays);
  const { playerId, ...first } = await openPlaying(t, server, [assignedItem], { ...smallViewport, profile });
  let { tv } = first;
  await addRule(server, playerId, { plays: await server.playlist([today]), days: otherDays });
  await addRule(server, playerId, { plays: await server.playlist([another]), days: [inThreeDays] });
  await tv.untilItem(today);
  await untilFilesStored(tv, 3);
  await tv.turnOff();
  await server.stop();

  for (const [aheadMs, expected] of [
    [0, today],
    [3 * dayMs, another],
    [-20 * 365 * dayMs, assignedItem],
  ] as const) {
    tv = await openTv(t, server, { ...smallViewport, profile });
    await installClock(tv, { time: Date.now() + aheadMs });
    await tv.restart();
    await tv.until('body[data-item-id]');
    assert.equal(await tv.itemId(), expected, `${aheadMs / dayMs} days ahead`);
    if (expected !== assignedItem) await tv.turnOff();
  }
  await server.start();
  await tv.untilItem(today);
  await eventually(
    'the studio receives the report of the clock',
    async () => (await server.state(playerId))?.clockUnknown,
  );
});

test('after a sleep in which the monotonic clock stopped, a dark rule, the strip and an urgent notice end without the server; with the server none of them ends too early', async (t) => {
  const server = await startServer(t);
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server, smallViewport);
  await tv.page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + ((window as { aheadMs?: number }).aheadMs ?? 0);
  });
  const setClockAhead = (aheadMs: number) =>
    tv.page.evaluate((aheadMs) => void Object.assign(window, { aheadMs }), aheadMs);
  /** Resolves once a response has taken effect: the first response may have been requested before the clock was set. */
  const untilApplied = async () => {
    const path = '/api/player/assigned-playlist';
    for (let responses = 0; responses < 2; responses += 1)
      await tv.page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await delay(500);
  };
  const playerId = await playForCalls(server, tv);
  await callPatient(server, roomId, '42');
  await tv.page.locator('.strip-label', { hasText: '42' }).waitFor();
  await sendUrgent(server, 'Saiam com calma', { minutes: 30 });
  await tv.until('.urgent.is-visible');
  const begunAt = Date.now();
  await addRule(server, playerId, { plays: 'dark', ...between(begunAt, begunAt + 60 * minuteMs) });
  await tv.until('body[data-state="dark"]');

  // A person sets the device's clock.
  await setClockAhead(3 * 60 * minuteMs);
  await untilApplied();
  await tv.until('.urgent.is-visible');
  await tv.until('body.has-calls[data-state="dark"]');
  await setClockAhead(0);
  await untilApplied();

  await server.stop();
  await setClockAhead(3 * 60 * minuteMs);
  const wokeAt = performance.now();
  await tv.until(hiddenNotice);
  await tv.until('body:not(.has-calls)');
  await tv.untilPlaying();
  t.diagnostic(`${Math.round(performance.now() - wokeAt)} ms after it woke`);
});

/** Returns the next minute that is at least `minAheadMs` away, and the hours of a rule that begins then. */
function nextMinute(minAheadMs: number) {
  const beginMs = (Math.floor((Date.now() + minAheadMs) / minuteMs) + 1) * minuteMs;
  return { beginMs, hours: between(beginMs, beginMs + 60 * minuteMs) };
}

test('Chromium 64 switches at a boundary without its server', async (t) => {
  const engines = await installEngines();
  const server = await startServer(t);
  const assignedItem = await server.image('vermelho', '#c81e1e', 3_600);
  const ruleItem = await server.image('verde', '#14b450', 3_600);
  const tv = await openOldTv(t, engines[64]);
  const playerId = await playOnOldTv(tv, server, [assignedItem]);
  await tv.until(`body[data-item-id="${assignedItem}"]`);
  // Leave time to download everything.
  const { beginMs, hours } = nextMinute(25_000);
  await addRule(server, playerId, { plays: await server.playlist([ruleItem]), ...hours });
  await delay(20_000);
  await server.stop();
  await tv.evaluate(`(${recordLag})()`);
  await tv.evaluate(`new MutationObserver(function () { window.changedAt = Date.now(); })
    .observe(document.body, { attributes: true, attributeFilter: ['data-item-id'] })`);
  await tv.until(`body[data-item-id="${ruleItem}"]`, 90_000);
  const lateMs = (await tv.evaluate<number>('window.changedAt')) - beginMs;
  const lagMs = await tv.evaluate<number>('window.lagMs');
  t.diagnostic(`${lateMs} ms after the minute, the page up to ${lagMs} ms late for everything`);
  assert.ok(lateMs > -1_000 && lateMs < 1_000 + lagMs, `${lateMs} ms, ${lagMs} ms of them the machine's`);
  assert.deepEqual(tv.faults, []);
});

test('no frame is dark between videos: at a boundary, when a rule’s playlist changes, and when the rule is deleted', async (t) => {
  const server = await startServer(t);
  const [assignedItem, ruleItem, other] = [
    await server.video('vermelho', '#c81e1e', 30),
    await server.video('verde', '#14b450', 30),
    await server.video('azul', '#1e3cc8', 30),
  ];
  const lists = [await server.playlist([ruleItem]), await server.playlist([other])] as const;
  const { tv, playerId } = await openPlaying(t, server, [assignedItem], smallViewport);
  // The files are downloaded, and the first item of the next playlist is prepared beside the present one.
  const { beginMs, hours } = nextMinute(40_000);
  const { id } = await addRule(server, playerId, { plays: lists[0], ...hours, isExact: true });
  await untilFilesStored(tv, 2);
  await tv.untilNoFade();
  const { ids, times } = await recordItems(tv);
  const startMs = await tv.page.evaluate(() => Date.now() - performance.now());
  await tv.page.evaluate(recordLag);
  let lagMs = 0;
  const frames = await assertNeverDark(tv, async () => {
    await tv.untilItem(ruleItem, beginMs - Date.now() + 60_000);
    lagMs = await tv.page.evaluate(() => (window as unknown as { lagMs: number }).lagMs);
    await delay(6_000);
    await server.owner.call('PATCH /api/schedules/:id', { params: { id }, body: { plays: lists[1] } });
    await tv.untilItem(other);
    await delay(6_000);
    await server.owner.call('DELETE /api/schedules/:id', { params: { id } });
    await tv.untilItem(assignedItem);
    await delay(6_000);
  });
  // A playlist with one item starts it again at its end.
  const shown = (await ids()).filter((item, index, all) => item !== (index === 0 ? assignedItem : all[index - 1]));
  assert.deepEqual(shown, [ruleItem, other, assignedItem]);
  const lateMs = startMs + ((await times())[(await ids()).indexOf(ruleItem)] ?? 0) - beginMs;
  t.diagnostic(
    `${frames} frames; ${Math.round(lateMs)} ms after the minute, the page up to ${Math.round(lagMs)} ms late`,
  );
  // Two samples a second are enough to see each change.
  assert.ok(frames > 30, `${frames} frames`);
  assert.ok(lateMs > -1_000 && lateMs < 1_000 + lagMs, `${lateMs} ms, ${lagMs} ms of them the machine's`);
});

/** Runs in the page: records the colour of the visible video in each frame. Screenshots of Chromium 79 omit videos. */
const recordVideoColours = `(function () {
  var samples = (window.samples = { frames: 0, darkest: 255, last: [] });
  var canvas = document.createElement('canvas');
  canvas.width = canvas.height = 4;
  var pen = canvas.getContext('2d');
  requestAnimationFrame(function sample() {
    pen.fillStyle = '#000';
    pen.fillRect(0, 0, 4, 4);
    ['.layer.is-leaving', '.layer.is-visible'].forEach(function (name) {
      var videos = document.querySelectorAll(name + ' video.picture');
      for (var i = 0; i < videos.length; i += 1)
        if (videos[i].readyState > 1) pen.drawImage(videos[i], 0, 0, 4, 4);
    });
    samples.last = Array.prototype.slice.call(pen.getImageData(1, 1, 1, 1).data, 0, 3);
    samples.frames += 1;
    samples.darkest = Math.min(samples.darkest, Math.max.apply(null, samples.last));
    requestAnimationFrame(sample);
  });
})()`;

test('Chromium 79 switches between videos at a boundary without a dark frame', async (t) => {
  const engines = await installEngines();
  const server = await startServer(t);
  const assignedItem = await server.video('vermelho', '#c81e1e', 30);
  const ruleItem = await server.video('verde', '#14b450', 30);
  const tv = await openOldTv(t, engines[79]);
  const playerId = await playOnOldTv(tv, server, [assignedItem]);
  await tv.until(`body[data-item-id="${assignedItem}"]`);
  const { beginMs, hours } = nextMinute(40_000);
  await addRule(server, playerId, { plays: await server.playlist([ruleItem]), ...hours, isExact: true });
  await delay(Math.max(0, beginMs - Date.now() - 3_000));
  await tv.evaluate(recordVideoColours);
  await delay(Math.max(0, beginMs - Date.now()) + 6_000);
  const { darkest, frames, last } =
    await tv.evaluate<Record<'darkest' | 'frames' | 'last', number[]>>('window.samples');
  t.diagnostic(`${frames} frames, the darkest ${darkest}, the last ${last}`);
  assert.ok(Number(frames) > 20, `${frames} frames`);
  assert.ok(Number(darkest) > 90, `${darkest}`);
  const [r = 0, g = 0] = last;
  assert.ok(g > 120 && r < 90, `${last} at the end`);
  assert.deepEqual(tv.faults, []);
});
