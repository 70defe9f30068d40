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
  onReady(ticket: number): void;
  onFailed(layer: Layer, reason: string): void;
}

export interface Opening {
  /** Opens an item, in two attempts, and reports whether it can be shown or has failed. */
  begin(layer: Layer, ticket: number, item: PlayItem): void;
  /** Loads an item into the layer; resolves when it could be shown. Rejects with a message for people. */
  load(layer: Layer, ticket: number, item: PlayItem): Promise<void>;
  /** Loads a postponed item once `yieldDecoder` has released the decoder. */
  loadPostponed(layer: Layer, ticket: number, item: PlayItem, yieldDecoder: () => Promise<void>): Promise<void>;
  /** Postpones the next video if it is stored and does not open while an ended video holds a decoder. */
  suspectDecoder(): void;
}

/** Slow boxes need one or two seconds to open a video; a longer opening counts as hanging. */
const hangingMs = 3_000;

export function createOpening({ open, front, back, onReady, onFailed }: OpeningOptions): Opening {
  const decoder = createDecoder();
  /** Ticket of an item that did not open beside the running video: if it opens alone, there is only one decoder. */
  let suspectTicket = 0;

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
    suspectTicket = layer.ticket;
    postpone(layer, layer.ticket, layer.item);
  }

  async function load(layer: Layer, ticket: number, item: PlayItem): Promise<void> {
    const source = await open(item);
    if (layer.ticket !== ticket) return source.release();
    layer.setSource(source);
    // The running video may end before this one counts as hanging.
    if (isVideo(layer)) setTimeout(suspectDecoder, hangingMs + 50);
    await Promise.all([
      layer.loadAmbient(),
      item.mediaType === 'image' ? layer.loadPicture() : untilPlayable(layer.video),
    ]);
    // The device can decode only the sound of this file.
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
          // The item may have been postponed meanwhile, and be on the screen already.
          setTimeout(
            () => layer.ticket === ticket && !layer.isReady && attempt(layer, ticket, item, false),
            limits.mediaRetryMs,
          );
        } else if (item.mediaType === 'video' && isVideo(front()) && layer.video.error) {
          // A streamed video may have failed because of its connection alone.
          if (layer.isStored()) suspectTicket = ticket;
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
      if (suspectTicket === ticket) decoder.recordFailure();
    },
    suspectDecoder,
  };
}
