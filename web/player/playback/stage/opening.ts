/**
 * Opens items in the hidden layer, or again in the layer on the screen. On a device that can decode only one video at a
 * time, the next video is postponed until the running one has released its decoder (web/player/README 1.5 and 5.5).
 */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { createDecoder } from '../../device/decoder.ts';
import type { Source } from '../../media/sources.ts';
import { isVideo, type Layer, untilPlayable } from './layer.ts';

export interface OpeningOptions {
  open(item: PlayItem): Promise<Source>;
  /** Returns the layer on the screen. */
  front(): Layer | null;
  /** Returns the hidden layer. */
  back(): Layer;
  onReady(turnId: number): void;
  onFailed(layer: Layer, reason: string): void;
}

export interface Opening {
  /** Opens an item, in at most two attempts, and reports whether it can be shown or has failed. */
  begin(layer: Layer, turnId: number, item: PlayItem): void;
  /** Loads an item into the layer; resolves when it could be shown. Rejects with a message for people. */
  load(layer: Layer, turnId: number, item: PlayItem): Promise<void>;
  /** Loads a postponed item once `yieldDecoder` has released the decoder. */
  loadPostponed(layer: Layer, turnId: number, item: PlayItem, yieldDecoder: () => Promise<void>): Promise<void>;
  /** Postpones the stored next video if it has been opening for `hangingMs` and the ended one may hold the only decoder. */
  postponeHangingVideo(): void;
}

/** Slow boxes need one or two seconds to open a video; a longer opening counts as hanging. */
const hangingMs = 3_000;

export function createOpening({ open, front, back, onReady, onFailed }: OpeningOptions): Opening {
  const decoder = createDecoder();
  /** Turn of an item that did not open beside the running video: if it opens alone, there is only one decoder. */
  let suspectTurnId = 0;

  function postpone(layer: Layer, turnId: number, item: PlayItem): void {
    layer.free();
    layer.claim(turnId, item);
    layer.isPostponed = true;
    layer.isReady = true;
    onReady(turnId);
  }

  function postponeHangingVideo(): void {
    const layer = back();
    const running = front();
    if (!running || !isVideo(running) || !running.video.ended) return;
    if (!layer.item || layer.isReady || !isVideo(layer) || !layer.isStored() || layer.openedForMs() < hangingMs) return;
    suspectTurnId = layer.turnId;
    postpone(layer, layer.turnId, layer.item);
  }

  async function load(layer: Layer, turnId: number, item: PlayItem): Promise<void> {
    const source = await open(item);
    if (layer.turnId !== turnId) return source.release();
    layer.setSource(source);
    // The stage checks this when the running video ends. The next video may not count as hanging by then: check again.
    if (isVideo(layer)) setTimeout(postponeHangingVideo, hangingMs + 50);
    await Promise.all([
      layer.loadAmbient(),
      item.mediaType === 'image' ? layer.loadPicture() : untilPlayable(layer.video),
    ]);
    // The device can decode only the sound of this file.
    if (item.mediaType === 'video' && layer.video.videoWidth === 0) throw new Error('vídeo sem imagem');
  }

  function attempt(layer: Layer, turnId: number, item: PlayItem, mayRetry: boolean): void {
    load(layer, turnId, item).then(
      () => {
        if (layer.turnId !== turnId) return;
        layer.isReady = true;
        onReady(turnId);
      },
      (error: Error) => {
        if (layer.turnId !== turnId) return;
        if (mayRetry) {
          // The item may have been postponed meanwhile, and be on the screen already.
          setTimeout(
            () => layer.turnId === turnId && !layer.isReady && attempt(layer, turnId, item, false),
            limits.mediaRetryMs,
          );
        } else if (item.mediaType === 'video' && isVideo(front()) && layer.video.error) {
          // A streamed video may have failed because of its connection alone.
          if (layer.isStored()) suspectTurnId = turnId;
          postpone(layer, turnId, item);
        } else onFailed(layer, error.message);
      },
    );
  }

  return {
    begin(layer, turnId, item) {
      layer.free();
      layer.claim(turnId, item);
      if (item.mediaType === 'video' && isVideo(front()) && decoder.isSingle()) postpone(layer, turnId, item);
      else attempt(layer, turnId, item, true);
    },
    load,
    async loadPostponed(layer, turnId, item, yieldDecoder) {
      layer.isPostponed = false;
      await yieldDecoder();
      if (layer.turnId !== turnId) return;
      await load(layer, turnId, item);
      if (suspectTurnId === turnId) decoder.recordFailure();
    },
    postponeHangingVideo,
  };
}
