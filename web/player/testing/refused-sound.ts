/** Opens the player on a TV whose browser permits playing, but refuses sound. */
import type { Tv } from './tv.ts';

/**
 * Opens /play and resolves once the browser has refused the first sound. `window.refusals` lists the names of the errors. The TV
 * must be opened with `mustAskForSound`. Sends no command before the refusal: the browser treats commands as clicks.
 */
export async function playUntilSoundRefused(tv: Tv): Promise<void> {
  await tv.page.addInitScript(recordPlays);
  for (const isLastAttempt of [false, true]) {
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
    if (isLastAttempt) throw outcome;
  }
}

/** Runs in the page: records the browser's refusals to play. */
function recordPlays(): void {
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
