/**
 * Opens items in a layer: in the one that nobody sees yet, or again in the one on the screen. Where a device can decode only one video at a time, the next one is put off
 * until the running one has given its decoder back (web/player/README 1.5 and 5.5).
 */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import { createDecoder } from '../../device/decoder.ts';
import type { Source } from '../../media/sources.ts';
import { isVideo, type Layer, untilPlayable } from './layer.ts';

export interface OpeningOptions {
  open(item: PlayItem): Promise<Source>;
  /** The layer on the screen. */
  front(): Layer | null;
  /** The other one. */
  back(): Layer;
  onReady(ticket: number): void;
  onFailed(layer: Layer, reason: string): void;
}

export interface Opening {
  /** Opens an item, in two attempts, and reports whether it can be shown or has failed. */
  begin(layer: Layer, ticket: number, item: PlayItem): void;
  /** Loads into the layer; resolves when it could be shown. Rejects with a reason in words. */
  load(layer: Layer, ticket: number, item: PlayItem): Promise<void>;
  /** The same for what was put off, when `yieldDecoder` has given the decoder back. */
  loadPostponed(layer: Layer, ticket: number, item: PlayItem, yieldDecoder: () => Promise<void>): Promise<void>;
  /** The next video is on the device, and yet does not open while an ended one holds a decoder: it is tried alone. */
  suspectDecoder(): void;
}

/** Slow boxes need a second or two to open a video; one that is open for longer and not ready hangs. */
const hangingMs = 3_000;

export function createOpening({ open, front, back, onReady, onFailed }: OpeningOptions): Opening {
  const decoder = createDecoder();
  /** An item that did not open beside the running video: if it opens alone, there is only one decoder. */
  let suspect = 0;

  function postpone(layer: Layer, ticket: number, item: PlayItem): void {
    layer.free();
    layer.claim(ticket, item);
    layer.isPostponed = true;
    layer.isReady = true;
    onReady(ticket);
  }

  function suspectDecoder(): void {
    const layer = back();
    const running = front();
    if (!running || !isVideo(running) || !running.video.ended) return;
    if (!layer.item || layer.isReady || !isVideo(layer) || !layer.isStored() || layer.openedForMs() < hangingMs) return;
    suspect = layer.ticket;
    postpone(layer, layer.ticket, layer.item);
  }

  async function load(layer: Layer, ticket: number, item: PlayItem): Promise<void> {
    const source = await open(item);
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

  function attempt(layer: Layer, ticket: number, item: PlayItem, mayRetry: boolean): void {
    load(layer, ticket, item).then(
      () => {
        if (layer.ticket !== ticket) return;
        layer.isReady = true;
        onReady(ticket);
      },
      (error: Error) => {
        if (layer.ticket !== ticket) return;
        if (mayRetry) {
          // Meanwhile it may have been put off, and be on the screen already.
          setTimeout(
            () => layer.ticket === ticket && !layer.isReady && attempt(layer, ticket, item, false),
            limits.mediaRetryMs,
          );
        } else if (item.mediaType === 'video' && isVideo(front()) && layer.video.error) {
          // One that is streamed may have failed for its link alone.
          if (layer.isStored()) suspect = ticket;
          postpone(layer, ticket, item);
        } else onFailed(layer, error.message);
      },
    );
  }

  return {
    begin(layer, ticket, item) {
      layer.free();
      layer.claim(ticket, item);
      if (item.mediaType === 'video' && isVideo(front()) && decoder.isSingle()) postpone(layer, ticket, item);
      else attempt(layer, ticket, item, true);
    },
    load,
    async loadPostponed(layer, ticket, item, yieldDecoder) {
      layer.isPostponed = false;
      await yieldDecoder();
      if (layer.ticket !== ticket) return;
      await load(layer, ticket, item);
      if (suspect === ticket) decoder.noteOccasion();
    },
    suspectDecoder,
  };
}
