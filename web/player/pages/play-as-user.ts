/** /play with `?playlist=ID` or without a pairing: plays a playlist with a studio user's session (web/player/README 3.3). */
import { playerPaths } from '../../navigation/player-paths.ts';
import { requestFullscreen } from '../device/browser.ts';
import { listen } from '../device/dom.ts';
import { createSound } from '../device/sound.ts';
import { keepAwake } from '../device/wake.ts';
import type { MountPage } from './page.ts';
import { playWithUserSession } from './user-session-play.ts';

/** Returns the id in `?playlist=ID`, if any. */
export function playlistIdInAddress(): number | undefined {
  const id = Number(new URLSearchParams(location.search).get('playlist'));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

export const mountPlayAsUser: MountPage = (root, go) => {
  const sound = createSound();
  const play = playWithUserSession(root, {
    playlistId: playlistIdInAddress(),
    sound,
    onItem: () => undefined,
    onPrevious: () => play.previous(),
    onNoSession() {
      go(playerPaths.player);
      return true;
    },
  });
  const stops = [
    keepAwake(),
    sound.stop,
    play.stop,
    listen('keydown', ({ key, repeat }) => {
      if (repeat) return;
      if (key === 'ArrowLeft' || key === 'MediaTrackPrevious') play.previous();
      else if (key === 'Enter') requestFullscreen();
    }),
  ];
  return {
    stop() {
      for (const stop of stops) stop();
    },
  };
};
