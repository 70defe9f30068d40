/** Pages loaded when first visited. A chunk that could not be fetched is asked for again, not remembered as failed. */
import { type ComponentType, createElement, lazy } from 'react';

const failed = new Set<() => void>();

/** A page; `preload` begins to fetch what it is made of, where that comes later. */
export type Page<Props extends object = object> = ComponentType<Props> & { preload?: () => void };

/** `page(() => import('./pages/Radio.tsx'), 'Radio')`: its own chunk. */
export function page<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Page<Props> {
  const attempt = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: (await load())[name] };
      } catch (error) {
        // Not at once: React draws the rejected one again to see its error, and would wait for ever.
        failed.add(renew);
        throw error;
      }
    });
  const renew = () => {
    current = attempt();
  };
  let current = attempt();
  const Loaded = (props: Props) => createElement(current as unknown as ComponentType<object>, props);
  // Whoever shows the page hears of a failure, and asks again.
  return Object.assign(Loaded, { preload: () => void load().catch(() => {}) });
}

/** Lets the pages that failed be fetched anew when they are next shown. */
export function renewFailedPages(): void {
  for (const renew of failed) renew();
  failed.clear();
}
