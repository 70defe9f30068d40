import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { image, video } from '../../testing/items.ts';
import { createWatchdog, type Sample } from './watchdog.ts';

/** Checks every second; `sample` returns the state at a second. Returns the verdicts that are not fine. */
function watch(item: PlayItem, seconds: number, sample: (second: number) => Partial<Sample>) {
  const watchdog = createWatchdog();
  const verdicts: string[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const verdict = watchdog.check(second * 1000, {
      turnId: 1,
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

/** Simulates a video of a minute whose time runs, with the number of decoded frames at each second. */
const withFrames = (frames: (second: number) => number) => (second: number) => ({ frames: frames(second) });
const minute = video(1, { durationS: 60 });
const isReopened = (second: number) => second >= 10 && second < 12;

const cases: [string, PlayItem, seconds: number, (second: number) => Partial<Sample>, verdicts: string[]][] = [
  ['a running video is not touched', video(1, { durationS: 600 }), 600, () => ({}), []],
  [
    'a frozen video is opened again after 10 s and skipped after 20 s',
    video(1),
    60,
    (second) => ({ position: Math.min(second, 5) }),
    ['retry@15', 'skip@25'],
  ],
  [
    'a video that moves again after the retry plays on',
    video(1),
    40,
    (second) => ({ position: second < 5 ? second : second < 17 ? 5 : second - 12 }),
    ['retry@15'],
  ],
  ['a video that never starts is skipped too', video(1), 60, () => ({ position: 0 }), ['retry@10', 'skip@20']],
  ['a video without a picture is skipped after 3 s', video(1), 60, () => ({ videoWidth: 0 }), ['skip@3']],
  [
    'reopening a video counts neither as progress nor as a missing picture',
    video(1),
    60,
    (second) => (isReopened(second) ? { position: 0, videoWidth: 0 } : { position: 5 }),
    ['retry@10', 'skip@20'],
  ],
  [
    'an ended video that waits for its successor is not frozen',
    video(1),
    60,
    (second) => ({ position: Math.min(second, 30), hasEnded: second >= 30 }),
    [],
  ],
  ['a video that never ends is skipped after 22 minutes', video(1), 1400, () => ({}), ['skip@1321']],
  [
    'a video of 30 minutes that never ends is skipped after 1.5 times its duration',
    video(1, { durationS: 1800 }),
    2800,
    () => ({}),
    ['skip@2701'],
  ],
  [
    'an image that does not end is skipped 45 s after its duration',
    image(1),
    100,
    () => ({ position: 0 }),
    ['skip@66'],
  ],
  ['a video with new frames at every check is fine', minute, 60, withFrames((second) => second * 25), []],
  ['a video is fine on an engine that does not count frames', minute, 60, withFrames(() => 0), []],
  [
    'a video whose decoder stops is opened again and plays on',
    minute,
    60,
    withFrames((second) => (second <= 15 ? Math.min(second * 25, 125) : (second - 15) * 25)),
    ['retry@15'],
  ],
  [
    'a video whose decoder delivers nothing after the retry is skipped',
    minute,
    60,
    withFrames((second) => (second <= 15 ? Math.min(second * 25, 125) : 0)),
    ['retry@15', 'skip@25'],
  ],
  [
    'a video of a single frame (a slide with a voice) is opened again once and plays on',
    minute,
    60,
    withFrames(() => 1),
    ['retry@11'],
  ],
  ['a video with one frame every 8 s is fine', minute, 60, withFrames((second) => 1 + Math.floor(second / 8)), []],
  [
    'a video whose decoder stops twice is opened again twice',
    video(1, { durationS: 90 }),
    90,
    withFrames((second) =>
      second <= 15 ? Math.min(second, 5) : second <= 50 ? Math.min(second - 15, 25) : second - 50,
    ),
    ['retry@15', 'retry@50'],
  ],
];
for (const [name, item, seconds, sample, verdicts] of cases)
  test(name, () => assert.deepEqual(watch(item, seconds, sample), verdicts));

test('time in which the page was hidden does not count against a video', () => {
  const watchdog = createWatchdog();
  const sample: Sample = { turnId: 1, item: video(1), position: 3, hasEnded: false, videoWidth: 1920, frames: 75 };
  watchdog.check(0, sample);
  for (let second = 1; second < 3_600; second += 1) assert.equal(watchdog.check(second * 1000, null).type, 'fine');
  assert.equal(watchdog.check(3_600_000, sample).type, 'fine');
  assert.equal(watchdog.check(3_609_000, sample).type, 'fine');
});

test('time in which the device slept does not count against a video', () => {
  const watchdog = createWatchdog();
  const sample: Sample = { turnId: 1, item: video(1), position: 3, hasEnded: false, videoWidth: 1920, frames: 0 };
  watchdog.check(0, sample);
  watchdog.check(1_000, sample);
  assert.equal(watchdog.check(3_600_000, sample).type, 'fine');
  assert.equal(watchdog.check(3_601_000, sample).type, 'fine');
});
