/** Measures on the page's clock the time until the screen shows changes that the server sends over the socket. */
import assert from 'node:assert/strict';
import type { ServerMessage } from '../../../src/contract/events.ts';
import type { Tv } from './tv.ts';

/** Starts the measurement; to be called before the page is opened. */
export async function noteReactions(tv: Tv) {
  await tv.page.addInitScript(recordMessages);
  return {
    /** Waits until the server has this screen's subscription. */
    async untilListening() {
      await tv.page.waitForFunction(
        () => (window as unknown as { recorded: Noted }).recorded.messages.some(({ type }) => type === 'subscribed'),
        undefined,
        { polling: 50 },
      );
    },
    /** Counts changes of this element's text too. */
    watch: (selector: string) =>
      tv.page.evaluate((wanted) => {
        const { changes } = (window as unknown as { recorded: Noted }).recorded;
        const element = document.querySelector(wanted);
        if (!element) throw new Error(`There is no ${wanted}.`);
        new MutationObserver(() => changes.push(performance.now())).observe(element, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }, selector),
    /** Returns the milliseconds from the last message of this type to the first change of item or state after it. */
    async to(type: ServerMessage['type']): Promise<number> {
      const { messages, changes } = await tv.page.evaluate(() => (window as unknown as { recorded: Noted }).recorded);
      const toldAt = messages.findLast((message) => message.type === type)?.at;
      assert.ok(toldAt !== undefined, `the server told nothing of ${type}`);
      // A poll may have been faster.
      return (changes.find((at) => at >= toldAt) ?? Infinity) - toldAt;
    },
  };
}

interface Noted {
  messages: { type: string; at: number }[];
  changes: number[];
}

/** Runs in the page: records messages and changes. */
function recordMessages(): void {
  const recorded: Noted = { messages: [], changes: [] };
  Object.assign(window, { recorded });
  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }) =>
        recorded.messages.push({ type: (JSON.parse(String(data)) as { type: string }).type, at: performance.now() }),
      );
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => recorded.changes.push(performance.now())).observe(document.body, {
      attributes: true,
      attributeFilter: ['data-item-id', 'data-state'],
    });
  });
}
