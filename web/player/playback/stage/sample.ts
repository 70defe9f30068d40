/** Reads the visible and audible state of a layer. */
import { isVideo, type Layer } from './layer.ts';
import type { Sample } from './watchdog.ts';

/** Returns the state of the layer for the watchdog; null when the layer is empty. */
export function sampleOf(layer: Layer | null): Sample | null {
  if (!layer?.item) return null;
  const { video, turnId, item } = layer;
  return {
    turnId,
    item,
    position: video.currentTime,
    hasEnded: video.ended,
    videoWidth: video.videoWidth,
    frames: decodedFrames(video),
  };
}

/** True if a video plays with sound that can be heard: quiet hours and an urgent notice set its volume to 0. */
export function isSounding(layer: Layer | null): boolean {
  if (!layer || !isVideo(layer)) return false;
  const { video } = layer;
  // Chromium counts the decoded bytes of sound; the counter of a video without a sound track stays at 0.
  const decoded = (video as { webkitAudioDecodedByteCount?: number }).webkitAudioDecodedByteCount ?? 1;
  return !video.muted && video.volume > 0 && !video.paused && !video.ended && decoded > 0;
}

/** Returns the number of decoded frames. All Chromium versions have the first counter, other engines the second. */
function decodedFrames(video: HTMLVideoElement): number {
  const { webkitDecodedFrameCount } = video as { webkitDecodedFrameCount?: number };
  return webkitDecodedFrameCount ?? video.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
}
