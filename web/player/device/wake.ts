/** Keeps the screen awake (contract/README 10.4): a wake lock where there is one, and a fake mouse move every 30 s. */
import { limits } from '../../../src/contract/limits.ts';

interface WakeLocks {
  request(type: 'screen'): Promise<{ release(): Promise<void> }>;
}

/** Keeps the device awake until the returned function is called. */
export function keepAwake(): () => void {
  const locks = (navigator as { wakeLock?: WakeLocks }).wakeLock;
  let held: { release(): Promise<void> } | undefined;

  // The lock is only offered on https, and lost whenever the page is hidden.
  const request = () => {
    if (document.hidden) return;
    locks?.request('screen').then(
      (lock) => {
        held = lock;
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
    held?.release().catch(() => undefined);
  };
}
