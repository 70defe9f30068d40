import { requestFullscreen } from '../device/browser.ts';
import { listen } from '../device/dom.ts';
import { isBack } from '../device/keys.ts';

/** Time for which OK is held to open the options. */
const longPressMs = 1_000;

export interface RemoteActions {
  previous(): void;
  openOptions(): void;
  back(): void;
  /** True while the options dialog handles the keys. */
  isBusy(): boolean;
}

/** Handles the remote control on /play (web/player/README 3.3) until all of the returned functions are called. */
export function listenToRemote({ previous, openOptions, back, isBusy }: RemoteActions): (() => void)[] {
  let longPress: ReturnType<typeof setTimeout> | undefined;
  const release = () => clearTimeout(longPress);
  return [
    release,
    listen('keyup', release),
    listen('keydown', (event) => {
      if (event.key === 'Escape' || isBack(event)) {
        event.preventDefault();
        if (!event.repeat) back();
      } else if (isBusy()) return;
      else if (event.key === 'ArrowLeft' || event.key === 'MediaTrackPrevious') previous();
      else if (event.key === 'Enter' && !event.repeat) {
        requestFullscreen();
        longPress = setTimeout(openOptions, longPressMs);
      }
    }),
  ];
}
