/** Keeps the screen awake (contract/README 10.4): by a wake lock, and a simulated mouse move every 30 s. */
import { limits } from '../../../src/contract/limits.ts';

interface WakeLocks {
  request(type: 'screen'): Promise<{ release(): Promise<void> }>;
}

/** Keeps the device awake until the returned function is called. */
export function keepAwake(): () => void {
  const locks = (navigator as { wakeLock?: WakeLocks }).wakeLock;
  let wakeLock: { release(): Promise<void> } | undefined;

  // The lock is only available on https, and is released whenever the page is hidden.
  const request = () => {
    if (document.hidden) return;
    locks?.request('screen').then(
      (lock) => {
        wakeLock = lock;
      },
      () => undefined,
    );
  };
  const move = setInterval(
    () => document.dispatchEvent(new MouseEvent('mousemove', { bubbles: true })),
    limits.wakeFallbackMs,
  );
  document.addEventListener('visibilitychange', request);
  request();
  return () => {
    clearInterval(move);
    document.removeEventListener('visibilitychange', request);
    wakeLock?.release().catch(() => undefined);
  };
}
