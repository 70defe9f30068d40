/** /preview?playlist=ID: a playlist as the TV shows it, muted, in a frame of the studio (web/player/README 3.5). */
import { listen } from '../device/dom.ts';
import type { Sound } from '../device/sound.ts';
import type { MountPage } from './page.ts';
import { playWithUserSession } from './user-session-play.ts';

/** Commands from the studio around the preview. */
export type PreviewCommand = 'previous' | 'next';

const mutedSound: Sound = {
  play(media) {
    media.muted = true;
    return media.play();
  },
  isBlocked: () => false,
  onUnlock: () => undefined,
  stop: () => undefined,
};

export const mountPreview: MountPage = (root) => {
  const play = playWithUserSession(root, {
    playlistId: Number(new URLSearchParams(location.search).get('playlist')),
    sound: mutedSound,
    onItem: (item) => parent.postMessage({ playing: item.name }, location.origin),
    onPrevious: () => undefined,
    onNoSession: () => false,
  });
  // The studio's own buttons control the preview: its elements are not reachable by Tab or a screen reader.
  root.inert = true;
  const stopListening = listen('message', ({ origin, data }) => {
    if (origin !== location.origin) return;
    if (data === 'previous') play.previous();
    else if (data === 'next') play.next();
  });
  return {
    stop() {
      stopListening();
      play.stop();
    },
  };
};
