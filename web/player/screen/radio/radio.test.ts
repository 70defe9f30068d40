import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createGain } from '../../device/gain.ts';
import type { Sound } from '../../device/sound.ts';
import type { ProgrammeTime } from '../../server/clock/clock.ts';
import { createConnections } from '../../server/requests/connections.ts';
import type { RadioSource, Track } from '../../server/requests/responses.ts';
import { createRadio } from './radio.ts';

/** Length in seconds of every simulated track. */
const durationS = 30;

/** Simulates an <audio>. Tracks with an id of 90 or more are damaged; stations never end. */
class FakeAudio extends EventTarget {
  dataset: Record<string, string> = {};
  error: object | null = null;
  onerror = () => {};
  [key: string]: unknown;
  address = '';
  volume = 1;
  currentTime = 0;
  duration = NaN;
  paused = true;
  ended = false;
  muted = false;
  get src() {
    return this.address;
  }
  set src(address: string) {
    this.address = address;
    this.load();
    const track = Number(address.replace('blob:', ''));
    setImmediate(() => {
      if (this.address !== address) return;
      if (track >= 90) this.error = {};
      else this.duration = track ? durationS : Infinity;
      this.dispatchEvent(new Event(this.error ? 'error' : 'canplay'));
      if (this.error) this.onerror();
    });
  }
  load() {
    [this.currentTime, this.duration, this.ended, this.error] = [0, NaN, false, null];
  }
  hasAttribute = () => this.address !== '';
  removeAttribute = () => (this.address = '');
  play = () => (this.paused = false);
  pause = () => (this.paused = true);
  pass(ms: number) {
    if (this.paused || this.ended) return;
    this.currentTime = Math.min(this.currentTime + ms / 1_000, this.duration || 0);
    this.ended = this.currentTime >= this.duration;
  }
}

const track = (id: number): Track => ({
  ...{ id, name: '', mediaType: 'audio', sha256: `sha-${id}`, sizeBytes: 1, useAmbientBackground: false },
  ...{ url: '', durationS },
});
const music = (...ids: number[]): RadioSource => ({ ...nothing, tracks: ids.map(track) });
const nothing: RadioSource = { streamUrl: null, tracks: [], quiet: { windows: [], playlistIds: [] }, volume: 50 };
const station = { ...nothing, streamUrl: '/stream' };

/** Implements intervals by mocked timeouts, because Node 20 repeats a mocked interval that was cleared while it ran. */
function mockIntervals(t: TestContext): void {
  const cleared = new WeakSet<object>();
  t.mock.method(globalThis, 'setInterval', (run: () => void, ms: number) => {
    const interval = {};
    const repeat = () => {
      if (!cleared.has(interval)) run();
      if (!cleared.has(interval)) setTimeout(repeat, ms);
    };
    setTimeout(repeat, ms);
    return interval;
  });
  t.mock.method(globalThis, 'clearInterval', (interval?: object) => interval && cleared.add(interval));
}

/** Simulates a screen that plays playlist 7. */
function screen(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  mockIntervals(t);
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const audios: FakeAudio[] = [];
  const createElement = () => audios[audios.push(new FakeAudio()) - 1];
  const sessionStorage = { getItem: () => null, setItem: () => undefined };
  Object.assign(globalThis, { document: { createElement }, sessionStorage });
  FakeAudio.prototype.append = FakeAudio.prototype.setAttribute = () => undefined;
  const gain = createGain();
  let [opened, isRefused, unlock] = [0, false, () => {}];
  const distrusted: number[] = [];
  let time: ProgrammeTime | null = null;
  const sound = {
    async play(audio: HTMLAudioElement) {
      if (isRefused) throw new Error('refused');
      await audio.play();
    },
    isBlocked: () => isRefused,
    onUnlock: (run: () => void) => (unlock = run),
  };
  const radio = createRadio({
    sound: sound as unknown as Sound,
    connections: createConnections(5),
    gain,
    clock: { programmeTime: () => time },
    files: () => ({
      keep: () => undefined,
      isAvailable: () => true,
      async open({ id }) {
        opened += 1;
        return {
          url: `blob:${id}`,
          ambientUrl: null,
          isStored: true,
          releaseConnection() {},
          release: () => (opened -= 1),
        };
      },
      distrust: ({ id }) => void distrusted.push(id),
      trust: () => undefined,
    }),
  });
  t.after(radio.stop);
  radio.follow(7);
  const playing = () => audios.filter(({ paused, ended }) => !paused && !ended);
  return {
    radio,
    gain,
    distrusted,
    playing,
    /** Returns what plays: ids of tracks, or addresses. */
    heard: () => playing().map(({ address }) => address.replace('blob:', '')),
    /** Returns the root of the sum of the squared volumes, which a fade of equal power does not change. */
    volume: () => Math.sqrt(playing().reduce((sum, { volume }) => sum + volume ** 2, 0)),
    opened: () => opened,
    setTime: (utcMs: number) => (time = { utcMs, offsets: { minutes: 0, changes: [] }, isKnown: true }),
    refuse(value: boolean) {
      isRefused = value;
      if (!value) unlock();
    },
    /** Lets the time pass; calls `check` every 100 ms. */
    async pass(seconds: number, check = () => {}) {
      for (let step = 0; step < seconds * 40; step += 1) {
        now += 25;
        for (const audio of audios) audio.pass(25);
        t.mock.timers.tick(25);
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
        if (step % 4 === 3) check();
        if (step % 40 === 39) radio.tick();
      }
    },
  };
}

const assertNear = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 0.01, `${value}, not ${expected}`);

test('each track fades into the next one within 4 s, at the same loudness, and is reported as heard', async (t) => {
  const tv = screen(t);
  assert.equal(tv.radio.report().radio, 'off');
  tv.radio.set(music(1, 2, 3));
  assert.equal(tv.radio.report().radio, 'silent');
  await tv.pass(5);
  const order = new Set<string>();
  let overlapS = 0;
  await tv.pass(80, () => {
    assertNear(tv.volume(), 0.5);
    tv.heard().forEach((id) => order.add(id));
    if (tv.playing().length === 2) overlapS += 0.1;
  });
  assert.equal(order.size, 3);
  assert.ok(overlapS > 11 && overlapS < 12.5, `3 changes of 4 s, ${overlapS}`);
  assert.equal(tv.radio.report().radio, 'heard');
});

test('films, calls and urgent notices lower two fading tracks like a single one, within 0.3 s', async (t) => {
  const tv = screen(t);
  tv.radio.set(music(1));
  await tv.pass(27.5);
  assert.deepEqual(tv.heard(), ['1', '1'], 'a single track fades into itself');
  for (const [lower, volume] of [
    [tv.gain.lowerForFilm, 0.075],
    [tv.gain.lowerForCall, 0.05],
    [tv.gain.mute, 0],
  ] as const) {
    lower(true);
    await tv.pass(0.15);
    assert.ok(tv.volume() > volume + 0.01);
    await tv.pass(0.2);
    assertNear(tv.volume(), volume);
  }
  tv.gain.mute(false);
  tv.gain.lowerForCall(false);
  tv.gain.lowerForFilm(false);
  await tv.pass(0.4);
  assertNear(tv.volume(), 0.5);
});

test('added tracks and another volume do not interrupt the track that plays; a removed track fades out', async (t) => {
  const tv = screen(t);
  tv.radio.set(music(1));
  await tv.pass(10);
  tv.radio.set({ ...music(1, 2), volume: 80 });
  await tv.pass(1, () => assert.deepEqual(tv.heard(), ['1']));
  assertNear(tv.volume(), 0.8);
  assert.ok((tv.playing()[0]?.currentTime ?? 0) > 10);
  tv.radio.set(music(2));
  await tv.pass(0.5);
  assert.deepEqual(tv.heard().sort(), ['1', '2']);
  await tv.pass(5);
  assert.deepEqual(tv.heard(), ['2']);
});

test('a track that does not open is left out, fetched again and tried later', async (t) => {
  const tv = screen(t);
  tv.radio.set(music(90, 1));
  await tv.pass(5);
  await tv.pass(90, () => assertNear(tv.volume(), 0.5));
  assert.ok(tv.distrusted.length >= 2 && tv.distrusted.length < 30, `${tv.distrusted.length} times`);
  tv.radio.set(music(90));
  await tv.pass(60);
  assert.deepEqual([tv.heard(), tv.radio.report().radio], [[], 'silent']);
});

test('station, soundtrack and silence follow each other without leaving anything playing', async (t) => {
  const tv = screen(t);
  for (const [source, heard] of [
    [station, '/stream'],
    [music(1), '1'],
    [nothing, ''],
    [music(2), '2'],
    [station, '/stream'],
    [nothing, ''],
  ] as const) {
    tv.radio.set(source);
    await tv.pass(12);
    assert.deepEqual([tv.heard().join(), tv.radio.report().radio], [heard, heard ? 'heard' : 'off']);
  }
  assert.equal(tv.opened(), 0, 'every file is released');
});

test('music stops while the screen is silent or shows nothing, and in quiet times', async (t) => {
  const tv = screen(t);
  const morning = { days: [0, 1, 2, 3, 4, 5, 6], from: 480, to: 600 };
  tv.radio.set({ ...music(1, 2), quiet: { windows: [morning], playlistIds: [9] } });
  const assertHeardAfter6S = async (isHeard: boolean) => {
    await tv.pass(6);
    assert.equal(tv.heard().length > 0, isHeard);
    assert.equal(tv.radio.report().radio, isHeard ? 'heard' : 'off');
  };
  await assertHeardAfter6S(true);
  for (const playlist of [null, 9]) {
    tv.radio.follow(playlist);
    await assertHeardAfter6S(false);
    tv.radio.follow(7);
    await assertHeardAfter6S(true);
  }
  tv.setTime(Date.UTC(2026, 10, 27, 9));
  await assertHeardAfter6S(false);
  tv.setTime(Date.UTC(2026, 10, 27, 10));
  await assertHeardAfter6S(true);
  tv.gain.setScreenVolume(0);
  await assertHeardAfter6S(false);
});

test('a track that the browser refuses to play waits for a key or click', async (t) => {
  const tv = screen(t);
  tv.refuse(true);
  tv.radio.set(music(1));
  await tv.pass(20);
  assert.deepEqual([tv.heard(), tv.radio.report()], [[], { radio: 'silent', silentForMs: 20_000 }]);
  tv.refuse(false);
  await tv.pass(6);
  assert.deepEqual([tv.heard(), tv.distrusted], [['1'], []]);
});
