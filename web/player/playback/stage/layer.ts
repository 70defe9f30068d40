/** One of the two layers of the stage, and functions that wait for its media. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { element } from '../../device/dom.ts';
import type { Source, SourcePart } from '../../media/sources.ts';
import { createBorder } from './border.ts';
import { createFrame } from './frame.ts';

export interface Layer {
  node: HTMLElement;
  video: HTMLVideoElement;
  /** The turn in this layer; 0: the layer is free. */
  turnId: number;
  item: PlayItem | null;
  /** True for an item that was reported as ready without being opened, because the device's only decoder is in use. */
  isPostponed: boolean;
  isReady: boolean;
  /** True if the item's bytes are on the device: a failure to open it is then not the network's fault. */
  isStored(): boolean;
  /** Returns the milliseconds since the engine received the source; 0 before that. */
  openedForMs(): number;
  /** Assigns the layer to a turn and its item. */
  claim(turnId: number, item: PlayItem): void;
  /** Sets the item, or applies its changed settings. */
  setItem(item: PlayItem): void;
  setSource(source: Source): void;
  loadPicture(): Promise<void>;
  loadAmbient(): Promise<void>;
  /** Draws the border around a video from the frame that the video shows now. */
  drawBorder(): void;
  /** Draws the video's frame on the canvas; leaves the canvas unchanged when the video has no frame. */
  drawOn(canvas: HTMLCanvasElement): void;
  /** Releases decoder, memory and connection. */
  free(): void;
}

export function createLayer(): Layer {
  // Decode with the frame that shows the image: a busy engine otherwise draws the layer's black background first.
  const ambient = element('img', { class: 'ambient', attributes: { alt: '', decoding: 'sync' } });
  const picture = element('img', { class: 'picture', attributes: { alt: '', decoding: 'sync' } });
  const video = element('video', { class: 'picture', attributes: { playsinline: '', preload: 'auto' } });
  const border = createBorder();
  const { node, setLine } = createFrame('layer', ambient, border.node, picture, video);
  let source: Source | null = null;
  let openedAt = 0;

  const release = () => {
    source?.release();
    source = null;
  };

  async function loadPart(image: HTMLImageElement, url: string, part: SourcePart): Promise<void> {
    const loadedSource = source;
    try {
      await loadImage(image, url);
    } finally {
      loadedSource?.releaseConnection(part);
    }
  }

  const layer: Layer = {
    node,
    video,
    turnId: 0,
    item: null,
    isPostponed: false,
    isReady: false,
    isStored: () => source?.isStored ?? false,
    openedForMs: () => (source ? performance.now() - openedAt : 0),
    claim(turnId, item) {
      layer.turnId = turnId;
      layer.setItem(item);
      picture.hidden = item.mediaType !== 'image';
      video.hidden = item.mediaType !== 'video';
    },
    setItem(item) {
      layer.item = item;
      node.classList.toggle('is-cover', item.fit === 'cover');
      setLine(item.identification);
    },
    setSource(next) {
      release();
      source = next;
      openedAt = performance.now();
      if (layer.item?.mediaType === 'video') {
        video.src = next.url;
      }
    },
    async loadPicture() {
      if (!source) return;
      await loadPart(picture, source.url, 'main');
      if (layer.item) border.draw(picture, picture.naturalWidth, picture.naturalHeight);
    },
    async loadAmbient() {
      ambient.hidden = !source?.ambientUrl;
      // The ambient picture is decoration: without it the item is still shown.
      if (source?.ambientUrl) await loadPart(ambient, source.ambientUrl, 'ambient').catch(() => undefined);
    },
    drawBorder: () => border.draw(video, video.videoWidth, video.videoHeight),
    drawOn(canvas) {
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      canvas.width = video.videoWidth;
      canvas.height = video.videoHeight;
      canvas.getContext('2d')?.drawImage(video, 0, 0);
    },
    free() {
      layer.turnId = 0;
      layer.item = null;
      layer.isPostponed = false;
      layer.isReady = false;
      node.classList.remove('is-preparing', 'is-visible', 'is-fade-done', 'is-leaving');
      if (video.hasAttribute('src')) {
        video.pause();
        video.removeAttribute('src');
        video.load();
      }
      picture.removeAttribute('src');
      ambient.removeAttribute('src');
      border.clear();
      release();
    },
  };
  return layer;
}

export const isVideo = (layer: Layer | null): boolean => layer?.item?.mediaType === 'video';

/** Describes a video's error. */
export const videoFault = ({ error }: HTMLMediaElement): string => `vídeo: erro ${error?.code ?? 'de abertura'}`;

/** Resolves when the image is decoded, so that showing it takes no additional frame. */
function loadImage(image: HTMLImageElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('imagem ilegível'));
    image.onerror = fail;
    image.onload = () => {
      if (!image.decode) resolve();
      else image.decode().then(resolve, fail);
    };
    image.src = url;
  });
}

/** Resolves when the video, or music, can play; after 2 s (contract/README 10.4) its first frame is enough. */
export function untilPlayable(video: HTMLMediaElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (run: () => void) => {
      clearTimeout(timer);
      video.removeEventListener('canplay', onCanPlay);
      video.removeEventListener('loadeddata', onData);
      video.removeEventListener('error', onError);
      run();
    };
    let needsCanPlay = true;
    const onCanPlay = () => finish(resolve);
    const onData = () => !needsCanPlay && finish(resolve);
    const onError = () => finish(() => reject(new Error(videoFault(video))));
    const timer = setTimeout(() => {
      needsCanPlay = false;
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) finish(resolve);
    }, limits.canPlayTimeoutMs);
    video.addEventListener('canplay', onCanPlay);
    video.addEventListener('loadeddata', onData);
    video.addEventListener('error', onError);
  });
}

/** Time without a reported frame after which the element's own time alone is trusted. */
const maxUnreportedMs = 1_000;

/**
 * Resolves when the playing video has presented its first frame. If the engine does not report frames, the video's time
 * is used, which may start a moment before the first frame on a busy box.
 */
export function untilFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const from = video.currentTime;
    const reported = video as { requestVideoFrameCallback?: (run: () => void) => number };
    let movingSince = 0;
    const finish = () => {
      clearInterval(poll);
      resolve();
    };
    const poll = setInterval(() => {
      const isMoving = video.currentTime > from && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      if (isMoving && movingSince === 0) movingSince = performance.now();
      const isTrusted =
        isMoving && (!reported.requestVideoFrameCallback || performance.now() - movingSince >= maxUnreportedMs);
      if (isTrusted || !video.hasAttribute('src')) finish();
    }, 30);
    reported.requestVideoFrameCallback?.(finish);
  });
}

/** Calls `run` after the next frame of the page, or after `maxMs` if no frame is drawn (a hidden page). */
export function afterPaint(run: () => void, maxMs = 250): void {
  let isDone = false;
  const runOnce = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(() => requestAnimationFrame(runOnce));
  setTimeout(runOnce, maxMs);
}

/** Maximum wait for each of two frames while a visible page draws none. */
const maxPaintMs = 500;

/** Resolves when the page's changes have been drawn, after twice `maxMs` at most. */
export function untilDrawn(maxMs = maxPaintMs): Promise<void> {
  const waitMs = document.hidden ? 0 : maxMs;
  return new Promise((resolve) => {
    afterPaint(() => afterPaint(resolve, waitMs), waitMs);
  });
}
