/**
 * The picture. Two layers, each with an image, a video and a blurred background; while one is on the screen the other
 * one is prepared. The old picture stays until the new one has painted, and is freed after a short crossfade.
 */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { element } from '../../device/dom.ts';
import { createVolume } from '../../device/fade.ts';
import type { Sound } from '../../device/sound.ts';
import type { Source } from '../../media/sources.ts';
import { createCrossfade } from './crossfade.ts';
import { afterPaint, createLayer, isVideo, type Layer, untilDrawn, untilFrame, videoFault } from './layer.ts';
import { createOpening, type Opening } from './opening.ts';
import { isSounding, sampleOf } from './sample.ts';
import { createStill, type Still } from './still.ts';

export interface StageOptions {
  sound: Sound;
  open(item: PlayItem): Promise<Source>;
  onReady(ticket: number): void;
  onShown(ticket: number): void;
  onEnded(ticket: number): void;
  onFailed(ticket: number, item: PlayItem, reason: string): void;
}

export type Stage = ReturnType<typeof createStage>;

export function createStage({ sound, open, onReady, onShown, onEnded, onFailed }: StageOptions) {
  const layers: [Layer, Layer] = [createLayer(), createLayer()];
  const still = createStill();
  const node = element('div', { class: 'stage', testId: 'stage' }, layers[0].node, layers[1].node, still.node);
  let front: Layer | null = null;
  /** The ticket last asked to be shown, painted or not. */
  let showing = 0;
  /** Asked for while its layer is still fading out. */
  let waiting: { ticket: number; item: PlayItem } | null = null;

  /** Returns the hidden layer, or the one that holds the prepared item when nothing is visible. */
  const back = (): Layer => {
    const isFirst = front ? front === layers[1] : layers[1].ticket === 0;
    return isFirst ? layers[0] : layers[1];
  };
  const opening = createOpening({ open, front: () => front, back, onReady, onFailed: fail });
  const crossfade = createCrossfade(() => {
    still.hide();
    const requested = waiting;
    waiting = null;
    if (requested) prepare(requested.ticket, requested.item);
  });

  for (const layer of layers) {
    layer.video.addEventListener('ended', () => {
      if (layer !== front) return;
      opening.suspectDecoder();
      onEnded(layer.ticket);
    });
    layer.node.addEventListener('transitionend', () => layer === front && crossfade.cover());
    layer.video.addEventListener('error', () => {
      if (layer === front && layer.item && layer.video.error) fail(layer, videoFault(layer.video));
    });
  }

  function fail(layer: Layer, reason: string): void {
    if (layer.item) onFailed(layer.ticket, layer.item, reason);
  }

  function prepare(ticket: number, item: PlayItem): void {
    if (crossfade.isUnderWay()) waiting = { ticket, item };
    else opening.begin(back(), ticket, item);
  }

  async function show(ticket: number): Promise<void> {
    const layer = back();
    if (layer.ticket !== ticket || !layer.item) return;
    showing = ticket;
    try {
      if (layer.isPostponed)
        await opening.loadPostponed(layer, ticket, layer.item, () => replaceByStill(front, () => front, still));
      if (layer.ticket !== ticket) return;
      if (isVideo(layer)) {
        await playUnseen(layer, sound);
        if (layer.ticket === ticket) layer.drawBorder();
      }
    } catch (error) {
      if (layer.ticket === ticket) fail(layer, (error as Error).message);
      return;
    }
    if (layer.ticket === ticket) reveal(layer);
  }

  function reveal(layer: Layer): void {
    const old = front;
    front = layer;
    still.lower();
    layer.node.classList.remove('is-coming');
    layer.node.classList.add('is-visible');
    // The page may have been hidden for a moment.
    goOn(layer, sound);
    const { ticket } = layer;
    afterPaint(() => {
      if (layer.ticket !== ticket) return;
      onShown(ticket);
      // So short that its end came before its first picture was seen.
      if (layer.video.ended) onEnded(ticket);
    });
    if (old) crossfade.begin(old, layer);
  }

  return {
    node,
    prepare,
    show: (ticket: number) => void show(ticket),
    discard(ticket: number): void {
      if (waiting?.ticket === ticket) waiting = null;
      if (back().ticket === ticket) back().free();
    },
    clear(): void {
      crossfade.finish();
      still.hide();
      const hidden = back();
      if (hidden.ticket === showing) hidden.free();
      front?.free();
      front = null;
    },
    /** Opens the current video again at its position. */
    retry(): void {
      const [layer, requested] = [front, showing];
      if (layer && isVideo(layer))
        void reopen(layer, () => layer === front && showing === requested, opening, still, sound);
    },
    /** The page is seen again: some engines leave a video as they paused it. */
    resume(): void {
      if (front) goOn(front, sound);
    },
    sample: () => sampleOf(front),
    /** Anything but the empty stage is seen. */
    hasPicture: () => front !== null,
    /** True if a video plays with sound. */
    isSounding: () => isSounding(front),
    ...createDucking(layers),
  };
}

/** Some engines leave a video as they paused it while the page was hidden. */
function goOn(layer: Layer, sound: Sound): void {
  const { video } = layer;
  if (isVideo(layer) && video.paused && !video.ended) sound.play(video).catch(() => undefined);
}

/** Resolves when the video runs and is drawn where nobody sees it yet. Rejects with a reason in words. */
async function playUnseen({ node, video }: Layer, sound: Sound): Promise<void> {
  node.classList.add('is-coming');
  await Promise.all([sound.play(video), untilFrame(video)]);
  await untilDrawn();
  // Its error is reported only once it is on the screen.
  if (video.error) throw new Error(videoFault(video));
}

/** One decoder only: a still of the running video holds the picture while the next video opens. */
async function replaceByStill(running: Layer | null, front: () => Layer | null, still: Still): Promise<void> {
  if (!running || !isVideo(running)) return;
  const { ticket } = running;
  const held = still.hold(running);
  running.video.pause();
  await held;
  if (running !== front() || running.ticket !== ticket) return;
  running.free();
  still.lower();
}

/**
 * Opens the video on the screen again at its position, under a still of itself. The watchdog checks whether that
 * helped. `isWanted`: nothing else was requested meanwhile.
 */
async function reopen(
  layer: Layer,
  isWanted: () => boolean,
  opening: Opening,
  still: Still,
  sound: Sound,
): Promise<void> {
  const { ticket, item, video } = layer;
  if (!item) return;
  await still.hold(layer);
  try {
    if (isWanted() && !video.ended) {
      const position = video.currentTime;
      await opening.load(layer, ticket, item);
      if (!isWanted()) return;
      video.currentTime = position;
      await sound.play(video);
    }
  } catch {
    // Skipped then, if it goes on standing. It may also go on by itself: its file or its link was not there for a moment.
  }
  if (!video.ended) await untilFrame(video);
  await untilDrawn();
  // Else the still stays until a successor is seen.
  if (isWanted() && !video.error) still.hide();
}

/** Share of the volume that is left while a call is spoken. */
const loweredGain = 0.1;

function createDucking(layers: readonly Layer[]) {
  let isLowered = false;
  let isSilent = false;
  const volumes = layers.map(({ video }) => createVolume(video, () => (isSilent ? 0 : isLowered ? loweredGain : 1)));
  const follow = () => {
    for (const volume of volumes) volume.fade();
  };
  return {
    /** Lowers the videos while a call is said. */
    lower(value: boolean): void {
      isLowered = value;
      follow();
    },
    /** Silences them while an urgent notice is shown. */
    mute(value: boolean): void {
      isSilent = value;
      follow();
    },
  };
}
