import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { image, video } from '../../testing/items.ts';
import { createWatchdog, type Sample } from './watchdog.ts';

/** Looks every second; `sample` says what is on the screen at a second. Returns the verdicts that are not fine. */
function watch(item: PlayItem, seconds: number, sample: (second: number) => Partial<Sample>) {
  const watchdog = createWatchdog();
  const verdicts: string[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const verdict = watchdog.check(second * 1000, {
      ticket: 1,
      item,
      position: second,
      hasEnded: false,
      videoWidth: 1920,
      frames: 0,
      ...sample(second),
    });
    if (verdict.type !== 'fine') verdicts.push(`${verdict.type}@${second}`);
    if (verdict.type === 'skip') break;
  }
  return verdicts;
}

test('a running video is left alone', () => {
  assert.deepEqual(
    watch(video(1, { durationS: 600 }), 600, () => ({})),
    [],
  );
});

test('a video frozen for 10 s is tried again, for 20 s it is skipped', () => {
  assert.deepEqual(
    watch(video(1), 60, (second) => ({ position: Math.min(second, 5) })),
    ['retry@15', 'skip@25'],
  );
});

test('a video that moves again after the retry plays on', () => {
  const position = (second: number) => (second < 5 ? second : second < 17 ? 5 : second - 12);
  assert.deepEqual(
    watch(video(1), 40, (second) => ({ position: position(second) })),
    ['retry@15'],
  );
});

test('a video that never starts is skipped too', () => {
  assert.deepEqual(
    watch(video(1), 60, () => ({ position: 0 })),
    ['retry@10', 'skip@20'],
  );
});

test('a video without a picture is skipped after 3 s', () => {
  assert.deepEqual(
    watch(video(1), 60, () => ({ videoWidth: 0 })),
    ['skip@3'],
  );
});

test('the retry’s own reopening is neither progress nor a lost picture', () => {
  const reopened = (second: number) => second >= 10 && second < 12;
  assert.deepEqual(
    watch(video(1), 60, (second) => ({ position: reopened(second) ? 0 : 5, videoWidth: reopened(second) ? 0 : 1920 })),
    ['retry@10', 'skip@20'],
  );
});

test('an ended video that waits for its successor is not frozen', () => {
  assert.deepEqual(
    watch(video(1), 60, (second) => ({ position: Math.min(second, 30), hasEnded: second >= 30 })),
    [],
  );
});

test('a video that never ends is skipped after 22 minutes, or after one and a half of its own length', () => {
  assert.deepEqual(
    watch(video(1, { durationS: 30 }), 1400, () => ({})),
    ['skip@1321'],
  );
  assert.deepEqual(
    watch(video(1, { durationS: 1800 }), 2800, () => ({})),
    ['skip@2701'],
  );
});

test('an image that nobody ended is skipped 45 s after its time', () => {
  assert.deepEqual(
    watch(image(1), 100, () => ({ position: 0 })),
    ['skip@66'],
  );
});

const frozenPictures: [string, (second: number) => number, string[]][] = [
  ['pictures that come all the time', (second) => second * 25, []],
  ['an engine that does not count', () => 0, []],
  [
    'a decoder that stops, and lives again once opened anew',
    (second) => (second <= 15 ? Math.min(second * 25, 125) : (second - 15) * 25),
    ['retry@15'],
  ],
  [
    'a decoder that gives nothing more once opened anew',
    (second) => (second <= 15 ? Math.min(second * 25, 125) : 0),
    ['retry@15', 'skip@25'],
  ],
  ['a slide with a voice: one picture when opened anew', () => 1, ['retry@11']],
  ['one picture every 8 s', (second) => 1 + Math.floor(second / 8), []],
];
for (const [name, frames, verdicts] of frozenPictures) {
  test(`time runs on, and ${name}: ${verdicts.join(', ') || 'left alone'}`, () => {
    assert.deepEqual(
      watch(video(1, { durationS: 60 }), 60, (second) => ({ frames: frames(second) })),
      verdicts,
    );
  });
}

test('a decoder that stops a second time is found a second time', () => {
  const frames = (second: number) =>
    second <= 15 ? Math.min(second, 5) : second <= 50 ? Math.min(second - 15, 25) : second - 50;
  assert.deepEqual(
    watch(video(1, { durationS: 90 }), 90, (second) => ({ frames: frames(second) })),
    ['retry@15', 'retry@50'],
  );
});

test('a video is not blamed for the time in which the page was hidden', () => {
  const watchdog = createWatchdog();
  const sample: Sample = { ticket: 1, item: video(1), position: 3, hasEnded: false, videoWidth: 1920, frames: 75 };
  watchdog.check(0, sample);
  for (let second = 1; second < 3_600; second += 1) assert.equal(watchdog.check(second * 1000, null).type, 'fine');
  assert.equal(watchdog.check(3_600_000, sample).type, 'fine');
  assert.equal(watchdog.check(3_609_000, sample).type, 'fine');
});

test('a device that slept is not blamed for the time it slept', () => {
  const watchdog = createWatchdog();
  const sample: Sample = { ticket: 1, item: video(1), position: 3, hasEnded: false, videoWidth: 1920, frames: 0 };
  watchdog.check(0, sample);
  watchdog.check(1_000, sample);
  assert.equal(watchdog.check(3_600_000, sample).type, 'fine');
  assert.equal(watchdog.check(3_601_000, sample).type, 'fine');
});
