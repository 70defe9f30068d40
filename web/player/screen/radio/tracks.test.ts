import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateNumber } from '../../playback/timeline/shuffle.ts';
import { dueStep, chooseTrack, crossfadeMsOf, fadeGain } from './tracks.ts';

const tracks = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));

/** Chooses `count` tracks; `available` returns those that can be played, by the number of choices so far. */
function choose(count: number, available: (at: number) => readonly { id: number }[], seed = 1): (number | undefined)[] {
  const played = new Set<number>();
  const chosen: (number | undefined)[] = [];
  for (let at = 0; at < count; at += 1) {
    const { value, seed: next } = generateNumber(seed);
    seed = next;
    chosen.push(chooseTrack(available(at), played, chosen.at(-1) ?? null, value)?.id);
  }
  return chosen;
}

test('all tracks play before one repeats, and none twice in a row, in another order each round', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const chosen = choose(20, () => tracks(5), seed);
    for (let from = 0; from < 20; from += 5) assert.equal(new Set(chosen.slice(from, from + 5)).size, 5);
    chosen.forEach((id, at) => assert.notEqual(id, chosen[at + 1]));
  }
  const firsts = new Set(Array.from({ length: 200 }, (_, seed) => choose(1, () => tracks(5), seed)[0]));
  assert.equal(firsts.size, 5);
});

test('a track that cannot be played is left out until it can, and then plays within the round', () => {
  const [allTracks, playableTracks] = [tracks(4), tracks(3)];
  assert.deepEqual(new Set(choose(4, (at) => (at < 3 ? playableTracks : allTracks))), new Set([1, 2, 3, 4]));
  assert.equal(choose(4, (at) => (at < 3 ? playableTracks : allTracks)).at(-1), 4);
  assert.deepEqual(
    choose(3, () => tracks(1)),
    [1, 1, 1],
    'a single track repeats',
  );
  assert.deepEqual(
    choose(2, () => []),
    [undefined, undefined],
  );
});

test('the next track is opened 12 s before the end, and fades in during the last 4 s at constant loudness', () => {
  const minute = 60_000;
  assert.deepEqual(
    [minute, 12_001, 12_000, 4_001, 4_000, 0, -5].map((leftMs) => dueStep(leftMs, minute)),
    ['nothing', 'nothing', 'open', 'open', 'change', 'change', 'change'],
  );
  assert.deepEqual(
    [minute, Infinity, 5_000].map(crossfadeMsOf),
    [4_000, 4_000, 2_500],
    'at most half of a short track',
  );
  assert.equal(dueStep(2_600, 5_000), 'open');
  for (const share of [0, 0.25, 0.5, 1]) {
    const power = fadeGain(share) ** 2 + fadeGain(1 - share) ** 2;
    assert.ok(Math.abs(power - 1) < 1e-9, `${power} at ${share}`);
  }
});
