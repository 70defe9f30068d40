/** Reads the visible and audible state of a layer. */
import { isVideo, type Layer } from './layer.ts';
import type { Sample } from './watchdog.ts';

/** For the watchdog; null when nothing is on the layer. */
export function sampleOf(layer: Layer | null): Sample | null {
  if (!layer?.item) return null;
  const { video, ticket, item } = layer;
  return {
    ticket,
    item,
    position: video.currentTime,
    hasEnded: video.ended,
    videoWidth: video.videoWidth,
    frames: decodedFrames(video),
  };
}

/** True if a video plays with sound. */
export function isSounding(layer: Layer | null): boolean {
  if (!layer || !isVideo(layer)) return false;
  const { video } = layer;
  // Chromium tells how much sound it decoded; a video without a sound track stays at 0.
  const decoded = (video as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 1;
  return !video.muted && !video.paused && !video.ended && decoded > 0;
}

/** Chromium's own counter, which its oldest engines have too; other engines may know it by its later name. */
function decodedFrames(video: HTMLVideoElement): number {
  const { webkitDecodedFrameCount } = video as { webkitDecodedFrameCount?: number };
  return webkitDecodedFrameCount ?? video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
}
