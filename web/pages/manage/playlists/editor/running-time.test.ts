import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playlistColour } from '../../../../components/playlists/colour.ts';
import { cycleSeconds, displaySeconds } from './running-time.ts';

const image = { mediaType: 'image', displayDuration: 40, durationS: null, processingStatus: 'completed' } as const;
const clip = { mediaType: 'video', displayDuration: null, durationS: 12.5, processingStatus: 'completed' } as const;

test('an image is shown for its display time (default 20 s), and a video for its length', () => {
  assert.equal(displaySeconds(image), 40);
  assert.equal(displaySeconds({ ...image, displayDuration: null }), 20);
  assert.equal(displaySeconds(clip), 12.5);
  assert.equal(displaySeconds({ ...clip, durationS: null }), undefined);
});

test('the duration of a cycle counts each item by its frequency, and omits unprocessed items and videos of unknown length', () => {
  const items = [
    { frequency: 2, video: image },
    { frequency: 3, video: clip },
    { frequency: 3, video: { ...clip, processingStatus: 'processing' as const } },
    { frequency: 1, video: { ...clip, durationS: null } },
  ];
  assert.equal(cycleSeconds(items), 80 + 37.5);
  assert.equal(cycleSeconds([]), 0);
});

test('the colours of playlists repeat after eight ids', () => {
  assert.equal(playlistColour(3), playlistColour(11));
  assert.equal(playlistColour(8), 'var(--playlist-0)');
});
