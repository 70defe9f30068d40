/**
 * The stage has two layers, each with an image, a video and a blurred background; while one is on the screen, the next
 * item is prepared in the other. The old picture remains until the new one is painted, and is freed after a short
 * crossfade.
 */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { element } from '../../device/dom.ts';
import { createFade } from '../../device/fade.ts';
import type { Gain } from '../../device/gain.ts';
import type { Sound } from '../../device/sound.ts';
import type { Source } from '../../media/sources.ts';
import { sameItem } from '../timeline/order.ts';
import { createCrossfade } from './crossfade.ts';
import { afterPaint, createLayer, isVideo, type Layer, untilDrawn, untilFrame, videoFault } from './layer.ts';
import { levellingGain, targetOf } from './loudness.ts';
import { createOpening, type Opening } from './opening.ts';
import { isSounding, sampleOf } from './sample.ts';
import { createStill, type Still } from './still.ts';

export interface StageOptions {
  sound: Sound;
  gain: Gain;
  open(item: PlayItem): Promise<Source>;
  onReady(turnId: number): void;
  onShown(turnId: number): void;
  onEnded(turnId: number): void;
  onFailed(turnId: number, item: PlayItem, reason: string): void;
}

export type Stage = ReturnType<typeof createStage>;

export function createStage({ sound, gain, open, onReady, onShown, onEnded, onFailed }: StageOptions) {
  const layers: [Layer, Layer] = [createLayer(), createLayer()];
  const volumes = createVolumes(layers, gain);
  const still = createStill();
  const node = element('div', { class: 'stage', testId: 'stage' }, layers[0].node, layers[1].node, still.node);
  let front: Layer | null = null;
  /** Turn that `show` was last called for; it may not be painted yet. */
  let requestedTurnId = 0;
  /** Item to prepare as soon as the fade has ended. */
  let waitingItem: { turnId: number; item: PlayItem } | null = null;

  /** Returns the hidden layer; if both are hidden, the one that holds the prepared item. */
  const back = (): Layer => layers[(front ? front === layers[1] : layers[1].turnId === 0) ? 0 : 1];
  const opening = createOpening({ open, front: () => front, back, onReady, onFailed: fail });
  const crossfade = createCrossfade(() => {
    still.hide();
    const waiting = waitingItem;
    waitingItem = null;
    if (waiting) prepare(waiting.turnId, waiting.item);
  });

  for (const layer of layers) {
    layer.video.addEventListener('ended', () => {
      if (layer !== front) return;
      opening.postponeHangingVideo();
      onEnded(layer.turnId);
    });
    layer.node.addEventListener('transitionend', () => layer === front && crossfade.cover());
    layer.video.addEventListener('error', () => {
      if (layer === front && layer.item && layer.video.error) fail(layer, videoFault(layer.video));
    });
  }

  function fail(layer: Layer, reason: string): void {
    if (layer.item) onFailed(layer.turnId, layer.item, reason);
  }

  function prepare(turnId: number, item: PlayItem): void {
    if (crossfade.isInProgress()) waitingItem = { turnId, item };
    else opening.begin(back(), turnId, item);
  }

  async function show(turnId: number): Promise<void> {
    const layer = back();
    if (layer.turnId !== turnId || !layer.item) return;
    requestedTurnId = turnId;
    try {
      if (layer.isPostponed)
        await opening.loadPostponed(layer, turnId, layer.item, () => replaceByStill(front, () => front, still));
      if (layer.turnId !== turnId) return;
      if (isVideo(layer)) {
        await playHidden(layer, sound, volumes.apply);
        if (layer.turnId === turnId) layer.drawBorder();
      }
    } catch (error) {
      if (layer.turnId === turnId) fail(layer, (error as Error).message);
      return;
    }
    if (layer.turnId === turnId) reveal(layer);
  }

  function reveal(layer: Layer): void {
    const old = front;
    front = layer;
    still.lower();
    layer.node.classList.remove('is-preparing');
    layer.node.classList.add('is-visible');
    volumes.apply();
    // The video may have been paused while the page was hidden.
    resumeVideo(layer, sound);
    const { turnId } = layer;
    afterPaint(() => {
      if (layer.turnId !== turnId) return;
      onShown(turnId);
      // The video was so short that it ended before its first frame was painted.
      if (layer.video.ended) onEnded(turnId);
    });
    if (old) crossfade.begin(old, layer);
  }

  return {
    node,
    prepare,
    show: (turnId: number) => void show(turnId),
    /** Applies changed settings of a playlist's items to the layers, and levels the loudness of its films. */
    refresh: (items: readonly PlayItem[]) => refreshLayers(layers, items, volumes),
    discard(turnId: number): void {
      if (waitingItem?.turnId === turnId) waitingItem = null;
      if (back().turnId === turnId) back().free();
    },
    clear(): void {
      crossfade.finish();
      still.hide();
      const hidden = back();
      // `show` was called for the hidden item, but has not revealed it yet.
      if (hidden.turnId === requestedTurnId) hidden.free();
      front?.free();
      front = null;
    },
    /** Opens the current video again at its position. */
    retry(): void {
      const [layer, turnId] = [front, requestedTurnId];
      if (layer && isVideo(layer))
        void reopen(layer, () => layer === front && requestedTurnId === turnId, opening, still, sound);
    },
    /** Continues the video when the page becomes visible again: some engines leave it paused. */
    resume(): void {
      if (front) resumeVideo(front, sound);
    },
    sample: () => sampleOf(front),
    /** True unless the stage is empty. */
    hasPicture: () => front !== null,
    /** True if a video plays with sound that can be heard. */
    isSounding: () => isSounding(front),
  };
}

function refreshLayers(
  layers: readonly Layer[],
  items: readonly PlayItem[],
  volumes: ReturnType<typeof createVolumes>,
): void {
  for (const layer of layers) {
    const { item } = layer;
    const fresh = item && items.find((each) => sameItem(each, item));
    if (fresh) layer.setItem(fresh);
  }
  volumes.evenOut(items);
}

/** Continues a video that the engine paused while the page was hidden. */
function resumeVideo(layer: Layer, sound: Sound): void {
  const { video } = layer;
  if (isVideo(layer) && video.paused && !video.ended) sound.play(video).catch(() => undefined);
}

/** Resolves when the video plays and is drawn, still invisible and silent. Rejects with a message for people. */
async function playHidden({ node, video }: Layer, sound: Sound, applyVolumes: () => void): Promise<void> {
  node.classList.add('is-preparing');
  applyVolumes();
  await Promise.all([sound.play(video), untilFrame(video)]);
  await untilDrawn();
  // The error is reported here: the error event counts only for the layer on the screen.
  if (video.error) throw new Error(videoFault(video));
}

/** Shows a still of the running video while the next one opens, on a device with only one decoder. */
async function replaceByStill(running: Layer | null, front: () => Layer | null, still: Still): Promise<void> {
  if (!running || !isVideo(running)) return;
  const { turnId } = running;
  const drawn = still.hold(running);
  running.video.pause();
  await drawn;
  if (running !== front() || running.turnId !== turnId) return;
  running.free();
  still.lower();
}

/** Opens the shown video again at its position, under a still. `isWanted`: true if nothing else was requested since. */
async function reopen(
  layer: Layer,
  isWanted: () => boolean,
  opening: Opening,
  still: Still,
  sound: Sound,
): Promise<void> {
  const { turnId, item, video } = layer;
  if (!item) return;
  await still.hold(layer);
  try {
    if (isWanted() && !video.ended) {
      const position = video.currentTime;
      await opening.load(layer, turnId, item);
      if (!isWanted()) return;
      video.currentTime = position;
      await sound.play(video);
    }
  } catch {
    // The watchdog skips the video if it stays frozen. The video may also recover: its file or connection was missing
    // for a moment.
  }
  if (!video.ended) await untilFrame(video);
  await untilDrawn();
  // Otherwise the still remains until the next item is shown.
  if (isWanted() && !video.error) still.hide();
}

function createVolumes(layers: readonly Layer[], gain: Gain) {
  let target = targetOf([]);
  const targetVolume = ({ node, item }: Layer) =>
    node.classList.contains('is-preparing') ? 0 : gain.ofFilms() * levellingGain(item, target);
  const volumes = layers.map((layer) =>
    createFade(
      () => targetVolume(layer),
      (volume) => void (layer.video.volume = volume),
    ),
  );
  const fadeAll = () => volumes.forEach(({ start }) => start());
  gain.onChange(fadeAll);
  return {
    /** Applies the volumes at once, after a layer has become visible or invisible. */
    apply: () => volumes.forEach(({ jump }) => jump()),
    /** Brings all films of a playlist to one loudness. */
    evenOut(items: readonly PlayItem[]): void {
      target = targetOf(items);
      fadeAll();
    },
  };
}
