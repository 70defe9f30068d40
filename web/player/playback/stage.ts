/**
 * The picture. Two layers, each with an image, a video and a blurred background; while one is on the screen the other
 * one is prepared. The old picture stays until the new one has painted, and is freed after a short crossfade.
 */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { limits } from '../../../src/contract/limits.ts';
import { createDecoder } from '../device/decoder.ts';
import { element } from '../device/dom.ts';
import { afterPaint, createLayer, type Layer, untilFrame, untilPlayable } from './layer.ts';
import type { Sound } from '../device/sound.ts';
import type { Source } from '../media/sources.ts';
import type { Sample } from './watchdog.ts';

export interface StageOptions {
  sound: Sound;
  open(item: PlayItem): Promise<Source>;
  onReady(ticket: number): void;
  onShown(ticket: number): void;
  onEnded(ticket: number): void;
  onFailed(ticket: number, item: PlayItem, reason: string): void;
}

export interface Stage {
  node: HTMLElement;
  prepare(ticket: number, item: PlayItem): void;
  show(ticket: number): void;
  discard(ticket: number): void;
  clear(): void;
  /** Opens the current video again where it stands. */
  retry(): void;
  /** The page is seen again: some engines leave a video as they paused it. */
  resume(): void;
  sample(): Sample | null;
  /** Anything but the empty stage is seen. */
  hasPicture(): boolean;
  /** A video with sound is heard. */
  isSounding(): boolean;
}

/** A crossfade that has ended without a word (engines that do not tell) is noticed by then. */
const fadeMs = 1_500;
/** A slow or busy box may begin it late: the old picture goes only when the new one covers it, or after so long. */
const longestFadeMs = 4_000;
/** Slow boxes need a second or two to open a video; one that is open for longer and not ready hangs. */
const hangingMs = 3_000;

export function createStage(options: StageOptions): Stage {
  const layers: [Layer, Layer] = [createLayer(), createLayer()];
  const still = element('canvas', { class: 'still' });
  const node = element('div', { class: 'stage', testId: 'stage' }, layers[0].node, layers[1].node, still);
  let front: Layer | null = null;
  let leaving: { layer: Layer; timer: ReturnType<typeof setTimeout> } | null = null;
  const decoder = createDecoder();
  /** An item that did not open beside the running video: if it opens alone, there is only one decoder. */
  let suspect = 0;

  /** The ticket last asked to be shown, painted or not. */
  let showing = 0;
  /** Asked for while its layer is still fading out. */
  let waiting: { ticket: number; item: PlayItem } | null = null;

  const back = (): Layer => (front === layers[0] ? layers[1] : layers[0]);
  const isVideo = (layer: Layer | null): boolean => layer?.item?.mediaType === 'video';

  for (const layer of layers) {
    layer.video.addEventListener('ended', () => {
      if (layer !== front) return;
      suspectDecoder();
      options.onEnded(layer.ticket);
    });
    layer.node.addEventListener('transitionend', () => layer === front && finishFade());
    layer.video.addEventListener('error', () => {
      if (layer === front && layer.item && layer.video.error) fail(layer, `vídeo: erro ${layer.video.error.code}`);
    });
  }

  function fail(layer: Layer, reason: string): void {
    if (layer.item) options.onFailed(layer.ticket, layer.item, reason);
  }

  /** `endAt`: monotonic time at which the old picture goes, whatever is seen. */
  function endFade(layer: Layer, endAt: number): void {
    if (!leaving) return;
    const isCovered = Number(getComputedStyle(layer.node).opacity) >= 1;
    if (isCovered || performance.now() >= endAt) finishFade();
    else leaving.timer = setTimeout(() => endFade(layer, endAt), 100);
  }

  function finishFade(): void {
    if (!leaving) return;
    clearTimeout(leaving.timer);
    leaving.layer.free();
    leaving = null;
    still.className = 'still';
    if (!waiting) return;
    const { ticket, item } = waiting;
    waiting = null;
    prepare(ticket, item);
  }

  function postpone(layer: Layer, ticket: number, item: PlayItem): void {
    layer.free();
    layer.claim(ticket, item);
    layer.isPostponed = true;
    layer.isReady = true;
    options.onReady(ticket);
  }

  /** The next video is on the device, and yet does not open while an ended one holds a decoder: tried alone. */
  function suspectDecoder(): void {
    const layer = back();
    if (!front || !isVideo(front) || !front.video.ended) return;
    if (!layer.item || layer.isReady || !isVideo(layer) || !layer.isStored() || layer.openedForMs() < hangingMs) return;
    suspect = layer.ticket;
    postpone(layer, layer.ticket, layer.item);
  }

  /** Loads into the layer; resolves when it could be shown. Rejects with a reason in words. */
  async function load(layer: Layer, ticket: number, item: PlayItem): Promise<void> {
    const source = await options.open(item);
    if (layer.ticket !== ticket) return source.release();
    layer.setSource(source);
    // The running video may end before this one can be said to hang.
    if (isVideo(layer)) setTimeout(suspectDecoder, hangingMs + 50);
    await Promise.all([
      layer.loadAmbient(),
      item.mediaType === 'image' ? layer.loadPicture() : untilPlayable(layer.video),
    ]);
    // A codec of which this device has only the sound.
    if (item.mediaType === 'video' && layer.video.videoWidth === 0) throw new Error('vídeo sem imagem');
  }

  function prepare(ticket: number, item: PlayItem): void {
    if (leaving) {
      waiting = { ticket, item };
      return;
    }
    const layer = back();
    layer.free();
    layer.claim(ticket, item);
    if (item.mediaType === 'video' && isVideo(front) && decoder.isSingle()) {
      postpone(layer, ticket, item);
      return;
    }
    attempt(layer, ticket, item, true);
  }

  function attempt(layer: Layer, ticket: number, item: PlayItem, mayRetry: boolean): void {
    load(layer, ticket, item).then(
      () => {
        if (layer.ticket !== ticket) return;
        layer.isReady = true;
        options.onReady(ticket);
      },
      (error: Error) => {
        if (layer.ticket !== ticket) return;
        if (mayRetry) {
          // Meanwhile it may have been put off, and be on the screen already.
          setTimeout(
            () => layer.ticket === ticket && !layer.isReady && attempt(layer, ticket, item, false),
            limits.mediaRetryMs,
          );
        } else if (item.mediaType === 'video' && isVideo(front) && layer.video.error) {
          // One that is streamed may have failed for its link alone.
          if (layer.isStored()) suspect = ticket;
          postpone(layer, ticket, item);
        } else fail(layer, error.message);
      },
    );
  }

  async function show(ticket: number): Promise<void> {
    const layer = back();
    if (layer.ticket !== ticket || !layer.item) return;
    showing = ticket;
    try {
      if (layer.isPostponed) await openAlone(layer, ticket, layer.item);
      if (isVideo(layer)) {
        const played = options.sound.play(layer.video);
        await Promise.all([played, untilFrame(layer.video)]);
      }
    } catch (error) {
      if (layer.ticket === ticket) fail(layer, (error as Error).message);
      return;
    }
    if (layer.ticket === ticket) reveal(layer);
  }

  /** One decoder only: a still of the running video holds the picture while the next video opens. */
  async function openAlone(layer: Layer, ticket: number, item: PlayItem): Promise<void> {
    layer.isPostponed = false;
    if (front && isVideo(front)) {
      front.drawOn(still);
      still.classList.add('is-visible');
      front.free();
    }
    await load(layer, ticket, item);
    if (suspect === ticket) decoder.noteOccasion();
  }

  function reveal(layer: Layer): void {
    const old = front;
    front = layer;
    layer.node.classList.add('is-visible');
    const { ticket } = layer;
    afterPaint(() => {
      if (layer.ticket !== ticket) return;
      options.onShown(ticket);
      // So short that its end came before its first picture was seen.
      if (layer.video.ended) options.onEnded(ticket);
    });
    if (!old) return;
    old.node.classList.add('is-leaving');
    old.node.classList.remove('is-visible');
    leaving = {
      layer: old,
      timer: setTimeout(() => endFade(layer, performance.now() + longestFadeMs - fadeMs), fadeMs),
    };
  }

  return {
    node,
    prepare,
    show: (ticket) => void show(ticket),
    discard(ticket) {
      if (waiting?.ticket === ticket) waiting = null;
      if (back().ticket === ticket) back().free();
    },
    clear() {
      finishFade();
      still.className = 'still';
      const hidden = back();
      if (hidden.ticket === showing) hidden.free();
      front?.free();
      front = null;
    },
    retry() {
      const layer = front;
      if (!layer || !layer.item || !isVideo(layer)) return;
      const { ticket, item } = layer;
      const position = layer.video.currentTime;
      layer.drawOn(still);
      still.classList.add('is-visible', 'is-over');
      load(layer, ticket, item)
        .then(() => {
          if (layer !== front || layer.ticket !== ticket) return undefined;
          layer.video.currentTime = position;
          return options.sound.play(layer.video);
        })
        .catch(() => undefined)
        .then(() => {
          still.className = 'still';
        });
    },
    resume() {
      if (front && isVideo(front) && front.video.paused && !front.video.ended)
        options.sound.play(front.video).catch(() => undefined);
    },
    sample() {
      if (!front?.item) return null;
      const { video, ticket, item } = front;
      return {
        ticket,
        item,
        position: video.currentTime,
        hasEnded: video.ended,
        videoWidth: video.videoWidth,
        frames: decodedFrames(video),
      };
    },
    hasPicture: () => front !== null,
    isSounding() {
      if (!front || !isVideo(front)) return false;
      const { video } = front;
      // Chromium tells how much sound it decoded; a video without a sound track stays at 0.
      const decoded = (video as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 1;
      return !video.muted && !video.paused && !video.ended && decoded > 0;
    },
  };
}

/** Chromium's own counter, which its oldest engines have too; other engines may know it by its later name. */
function decodedFrames(video: HTMLVideoElement): number {
  const { webkitDecodedFrameCount } = video as { webkitDecodedFrameCount?: number };
  return webkitDecodedFrameCount ?? video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
}
