/** Components whose code is loaded when they are first shown. After a failure they can be loaded again, unlike with React's lazy. */
import { type ComponentType, createElement, lazy } from 'react';

/** For each component whose code failed to load: the function that lets it be loaded again. */
const failedResets = new Set<() => void>();
/** Resolves to true if any preload has failed. */
let hasPreloadFailed = Promise.resolve(false);

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
export type Chunk<Props extends object = object> = ComponentType<Props> & { preload?: () => void };

/** Makes a component with a chunk of its own: `chunk(() => import('./pages/Radio.tsx'), 'Radio')`. */
export function chunk<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Chunk<Props> {
  let failures = 0;
  /** From the second failure on, imports the module under another address: some browsers never request a failed address again. */
  async function importAgain(error: unknown): Promise<Record<Name, ComponentType<Props>>> {
    const url = failedAddress(String(error), location.origin);
    failures += 1;
    if (failures === 1 || url === undefined) throw error;
    return (await import(`${url}?again=${failures}`)) as Record<Name, ComponentType<Props>>;
  }
  const createLazy = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        const loaded = (await load().catch((error: unknown) => importAgain(error)))[name];
        clearRestartMark();
        return { default: loaded };
      } catch (error) {
        // Leave the replacement to `retryFailedChunks`: React renders the component once more before it reports the error, and
        // would load a replacement in an endless loop.
        failedResets.add(reset);
        if (await hasPreloadFailed) await restartOnce();
        throw error;
      }
    });
  const reset = () => {
    current = createLazy();
  };
  let current = createLazy();
  const Component = (props: Props) => createElement(current as unknown as ComponentType<object>, props);
  // A failure is only recorded here: showing the component loads it again and reports the error.
  const preload = () => {
    const failure = load().then(
      () => false,
      () => true,
    );
    hasPreloadFailed = Promise.all([hasPreloadFailed, failure]).then((all) => all.includes(true));
  };
  return Object.assign(Component, { preload });
}

/** Lets components whose code failed to load try again when they are next shown. */
export function retryFailedChunks(): void {
  for (const reset of failedResets) reset();
  failedResets.clear();
}

/** Returns the address of our module whose fetch failed, from the browser's message; undefined for any other error. */
export function failedAddress(message: string, origin: string): string | undefined {
  if (!/dynamically imported module/i.test(message)) return undefined;
  const url = /https?:\/\/\S+\.js/.exec(message)?.[0];
  return url?.startsWith(`${origin}/assets/`) ? url : undefined;
}

const restartedKey = 'antessala-started-anew';
const responseTimeoutMs = 5_000;

/**
 * Reloads the document if the server responds and no draft or upload would be lost, once until a chunk is loaded. Before a reload
 * most browsers treat a module that failed to load as failed for every chunk that imports it.
 */
async function restartOnce(): Promise<void> {
  try {
    if (sessionStorage.getItem(restartedKey) !== null) return;
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), responseTimeoutMs);
    const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: timeout.signal });
    if (!ok || isReloadRefused()) return;
    sessionStorage.setItem(restartedKey, '');
  } catch {
    return;
  }
  location.reload();
  // Render nothing until the page is reloaded.
  await new Promise(() => {});
}

/** True if a beforeunload listener prevents the reload, because a draft or an upload would be lost. */
function isReloadRefused(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

function clearRestartMark(): void {
  try {
    sessionStorage.removeItem(restartedKey);
  } catch {
    // Without storage there is no mark.
  }
}
