/** A screen that nobody has touched: the browser lets it play, but not sound. */
import type { Tv } from './tv.ts';

/**
 * Opens /play and resolves once the browser has refused the first sound; `window.refusals` has its words. Needs
 * `mustAskForSound`. Nothing is asked of the page until then: to the browser an automation's question is a person's click.
 */
export async function playRefused(tv: Tv): Promise<void> {
  await tv.page.addInitScript(notePlays);
  for (const isLast of [false, true]) {
    const refused = tv.page
      .waitForEvent('console', { predicate: (message) => message.text() === 'NotAllowedError', timeout: 45_000 })
      .catch((error: Error) => error);
    await tv.page.goto('/play', { waitUntil: 'commit' });
    const outcome = await refused;
    if (!(outcome instanceof Error)) return;
    const seen = await tv.page.evaluate(
      () =>
        `${location.pathname} ${JSON.stringify(document.body.dataset)} ${(document.body.textContent ?? '').slice(0, 200)}`,
    );
    console.log(`No sound was refused within 45 s: ${seen}`);
    if (isLast) throw outcome;
  }
}

/** Runs in the page: notes the browser's refusals to play. */
function notePlays(): void {
  const refusals: string[] = [];
  Object.assign(window, { refusals });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    const played = play.call(this);
    played.catch((error: Error) => {
      refusals.push(error.name);
      console.log(error.name);
    });
    return played;
  };
}
