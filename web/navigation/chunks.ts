/** Parts of the studio that are loaded when first shown. A chunk that did not come is asked for again, not remembered as failed. */
import { type ComponentType, createElement, lazy } from 'react';

const failed = new Set<() => void>();
/** Set once anything that was loaded ahead of time has failed. */
let hasFailedAhead = Promise.resolve(false);

/** A part; `preload` begins to fetch what it is made of, where that comes later. */
export type Part<Props extends object = object> = ComponentType<Props> & { preload?: () => void };

/** `part(() => import('./pages/Radio.tsx'), 'Radio')`: its own chunk. */
export function part<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Part<Props> {
  const attempt = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        const loaded = (await load())[name];
        forgetNewStart();
        return { default: loaded };
      } catch (error) {
        // Not at once: React draws the rejected one again to see its error, and would wait for ever.
        failed.add(renew);
        if (await hasFailedAhead) await startAnew();
        throw error;
      }
    });
  const renew = () => {
    current = attempt();
  };
  let current = attempt();
  const Loaded = (props: Props) => createElement(current as unknown as ComponentType<object>, props);
  // Whoever shows the part is notified of a failure, and asks again.
  const preload = () => {
    const failure = load().then(
      () => false,
      () => true,
    );
    hasFailedAhead = Promise.all([hasFailedAhead, failure]).then((all) => all.includes(true));
  };
  return Object.assign(Loaded, { preload });
}

/** Lets the parts that failed be fetched anew when they are next shown. */
export function renewFailedParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

const startedAnewKey = 'antessala-started-anew';
const responseMs = 5_000;

/**
 * Reloads the document, once and only where nothing would be lost: most browsers remember a module that failed to load, for
 * all parts that share it, until then.
 */
async function startAnew(): Promise<void> {
  try {
    if (sessionStorage.getItem(startedAnewKey) !== null) return;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), responseMs);
    const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: stop.signal });
    if (!ok || wouldLose()) return;
    sessionStorage.setItem(startedAnewKey, '');
  } catch {
    return;
  }
  location.reload();
  // Nothing is drawn any more.
  await new Promise(() => {});
}

/** Whoever has something to lose (a draft, an upload) objects to the end of the page: so ask them. */
function wouldLose(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

function forgetNewStart(): void {
  try {
    sessionStorage.removeItem(startedAnewKey);
  } catch {
    // Then it was never noted.
  }
}
