/** Wrappers of browser features, each with a fallback for engines that lack it. */

interface OldFullscreen {
  webkitRequestFullscreen?(): void;
}

/** Requests full screen; browsers allow it only after a key press or click, and kiosks have it already. */
export function requestFullscreen(): void {
  const page = document.documentElement;
  if (document.fullscreenElement) return;
  if (page.requestFullscreen) void Promise.resolve(page.requestFullscreen()).catch(() => undefined);
  else (page as OldFullscreen).webkitRequestFullscreen?.();
}

/** Returns the browser engine and its version, such as 'Chromium 79', for the heartbeat. */
export function engineName(userAgent: string = navigator.userAgent): string {
  const chromium = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent);
  const firefox = /Firefox\/(\d+)/.exec(userAgent);
  if (chromium) return `Chromium ${chromium[1]}`;
  return firefox ? `Firefox ${firefox[1]}` : userAgent.slice(0, 80);
}

/** Returns the free storage in MB; null where the browser does not report it (every page over http). */
export async function freeStorageMb(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.round((quota - usage) / 2 ** 20);
  } catch {
    return null;
  }
}
