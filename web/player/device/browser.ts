/** Small questions to the browser, each with an answer where the engine has none. */

interface OldFullscreen {
  webkitRequestFullscreen?(): void;
}

/** Asks for the whole screen; browsers allow it only after a key or click, and kiosks have it already. */
export function requestFullscreen(): void {
  const page = document.documentElement;
  if (document.fullscreenElement) return;
  if (page.requestFullscreen) void Promise.resolve(page.requestFullscreen()).catch(() => undefined);
  else (page as OldFullscreen).webkitRequestFullscreen?.();
}

/** 'Chromium 79', for the heartbeat. */
export function engineName(userAgent: string = navigator.userAgent): string {
  const chromium = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent);
  const firefox = /Firefox\/(\d+)/.exec(userAgent);
  if (chromium) return `Chromium ${chromium[1]}`;
  return firefox ? `Firefox ${firefox[1]}` : userAgent.slice(0, 80);
}

/** MB that the browser would still store; null where it does not tell (every page over http). */
export async function freeStorageMb(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.round((quota - usage) / 2 ** 20);
  } catch {
    return null;
  }
}
