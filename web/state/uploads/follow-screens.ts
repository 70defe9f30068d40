/** Watches, on every page, whether TVs report that they show the files that were sent to them. */
import { effect } from '@preact/signals-react';
import { readResource, watchResource } from '../resources/resource.ts';
import { markShown, type Upload, uploads } from './queue.ts';

const isAwaited = ({ phase, destination }: Upload) =>
  destination?.screen !== undefined &&
  phase.status === 'done' &&
  phase.insertion?.status === 'inserted' &&
  !phase.wasShown;

let isFollowing = false;
let stopWatching: (() => void) | undefined;

/** Starts to watch. Called when the first file for a TV is sent. */
export function followScreens(): void {
  if (isFollowing) return;
  isFollowing = true;
  effect(() => {
    const awaited = uploads.value.filter(isAwaited);
    if (awaited.length === 0) {
      stopWatching?.();
      stopWatching = undefined;
      return;
    }
    stopWatching ??= watchResource('GET /api/my-players');
    const screens = readResource('GET /api/my-players') ?? [];
    const shown = awaited.filter(({ phase, destination }) =>
      screens.some(
        ({ id, isOnline, state }) =>
          id === destination?.screen?.id && isOnline && phase.status === 'done' && state?.videoId === phase.videoId,
      ),
    );
    if (shown.length > 0) markShown(shown.map(({ id }) => id));
  });
}
