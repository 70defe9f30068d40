/** One of the two layers of the stage, and the waits for its media. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { element } from '../../device/dom.ts';
import type { Source, SourcePart } from '../../media/sources.ts';
import { createBorder } from './border.ts';

export interface Layer {
  node: HTMLElement;
  video: HTMLVideoElement;
  /** The turn it belongs to; 0: free. */
  ticket: number;
  item: PlayItem | null;
  /** Said to be ready without being opened: the device has one decoder, and it is in use. */
  isPostponed: boolean;
  isReady: boolean;
  /** Its bytes are on the device: what does not open then is not the network's fault. */
  isStored(): boolean;
  /** Milliseconds since its bytes were given to the engine; 0 before that. */
  openedForMs(): number;
  claim(ticket: number, item: PlayItem): void;
  setSource(source: Source): void;
  loadPicture(): Promise<void>;
  loadAmbient(): Promise<void>;
  /** Beside a video that makes room: of the picture it shows now. */
  drawBorder(): void;
  /** Nothing where its video has no picture now. */
  drawOn(canvas: HTMLCanvasElement): void;
  /** Gives back decoder, memory and connection. */
  free(): void;
}

export function createLayer(): Layer {
  // Decoded with the frame that shows them: a busy engine otherwise draws the layer's black first.
  const ambient = element('img', { class: 'ambient', attributes: { alt: '', decoding: 'sync' } });
  const picture = element('img', { class: 'picture', attributes: { alt: '', decoding: 'sync' } });
  const video = element('video', { class: 'picture', attributes: { playsinline: '', preload: 'auto' } });
  const border = createBorder();
  const node = element('div', { class: 'layer' }, ambient, border.node, picture, video);
  let source: Source | null = null;
  let openedAt = 0;

  const release = () => {
    source?.release();
    source = null;
  };

  async function loadPart(image: HTMLImageElement, url: string, part: SourcePart): Promise<void> {
    const from = source;
    try {
      await loadImage(image, url);
    } finally {
      from?.hasLoaded(part);
    }
  }

  const layer: Layer = {
    node,
    video,
    ticket: 0,
    item: null,
    isPostponed: false,
    isReady: false,
    isStored: () => source?.isStored ?? false,
    openedForMs: () => (source ? performance.now() - openedAt : 0),
    claim(ticket, item) {
      layer.ticket = ticket;
      layer.item = item;
      picture.hidden = item.mediaType !== 'image';
      video.hidden = item.mediaType !== 'video';
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
      // The border is decoration: the item is shown without it rather than not at all.
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
      layer.ticket = 0;
      layer.item = null;
      layer.isPostponed = false;
      layer.isReady = false;
      node.classList.remove('is-coming', 'is-visible', 'is-whole', 'is-leaving');
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
export const videoFault = ({ error }: HTMLVideoElement): string => `vídeo: erro ${error?.code ?? 'de abertura'}`;

/** Resolves when the image is decoded, so that showing it costs no further frame. */
function loadImage(image: HTMLImageElement, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(new Error('imagem ilegível'));
    image.onerror = broken;
    image.onload = () => {
      if (!image.decode) resolve();
      else image.decode().then(resolve, broken);
    };
    image.src = url;
  });
}

/** Resolves when the video can play; after 2 s (contract/README 10.4) its first picture is enough. */
export function untilPlayable(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (run: () => void) => {
      clearTimeout(timer);
      video.removeEventListener('canplay', onCanPlay);
      video.removeEventListener('loadeddata', onData);
      video.removeEventListener('error', onError);
      run();
    };
    let isPatient = true;
    const onCanPlay = () => finish(resolve);
    const onData = () => !isPatient && finish(resolve);
    const onError = () => finish(() => reject(new Error(videoFault(video))));
    const timer = setTimeout(() => {
      isPatient = false;
      if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) finish(resolve);
    }, limits.canPlayTimeoutMs);
    video.addEventListener('canplay', onCanPlay);
    video.addEventListener('loadeddata', onData);
    video.addEventListener('error', onError);
  });
}

/** Time without a reported frame after which the element's clock alone is trusted. */
const longestUntoldFrameMs = 1_000;

/**
 * Resolves when the playing video has given its first picture to the screen. Where the engine does not tell of frames, the
 * video's clock does: that may run a moment before the first picture of a busy box.
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
      const isBelieved =
        isMoving && (!reported.requestVideoFrameCallback || performance.now() - movingSince >= longestUntoldFrameMs);
      if (isBelieved || !video.hasAttribute('src')) finish();
    }, 30);
    reported.requestVideoFrameCallback?.(finish);
  });
}

/** After the next frame of the page, also where no frames are drawn (a hidden page): then after `longestMs`. */
export function afterPaint(run: () => void, longestMs = 250): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    run();
  };
  requestAnimationFrame(() => requestAnimationFrame(once));
  setTimeout(once, longestMs);
}

/** A page that is seen and yet draws no frame is waited for this long, twice. */
const longestPaintMs = 500;

/** Resolves when what the page shows has reached the screen; where no frame is drawn, after twice `longestMs` at most. */
export function untilDrawn(longestMs = longestPaintMs): Promise<void> {
  const waitMs = document.hidden ? 0 : longestMs;
  return new Promise((resolve) => {
    afterPaint(() => afterPaint(resolve, waitMs), waitMs);
  });
}
