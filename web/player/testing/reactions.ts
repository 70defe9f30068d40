/** Measures, by the page's clock, the time from the server's message on the socket until the screen shows the change. */
import assert from 'node:assert/strict';
import type { ServerMessage } from '../../../src/contract/events.ts';
import type { Tv } from './tv.ts';

/** Starts the measurement. Must be called before the page is opened. */
export async function recordReactions(tv: Tv) {
  await tv.page.addInitScript(recordMessages);
  return {
    /** Waits until the server has confirmed this screen's subscription. */
    async untilSubscribed() {
      await tv.page.waitForFunction(
        () => (window as unknown as { recorded: Recorded }).recorded.messages.some(({ type }) => type === 'subscribed'),
        undefined,
        { polling: 50 },
      );
    },
    /** From now on a change of this element's text counts as a shown change, like a new item or state. */
    watch: (selector: string) =>
      tv.page.evaluate((wanted) => {
        const { changes } = (window as unknown as { recorded: Recorded }).recorded;
        const element = document.querySelector(wanted);
        if (!element) throw new Error(`There is no ${wanted}.`);
        new MutationObserver(() => changes.push(performance.now())).observe(element, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      }, selector),
    /** Returns the milliseconds from the last message of this type to the first shown change after that message. */
    async to(type: ServerMessage['type']): Promise<number> {
      const { messages, changes } = await tv.page.evaluate(
        () => (window as unknown as { recorded: Recorded }).recorded,
      );
      const sentAt = messages.findLast((message) => message.type === type)?.at;
      assert.ok(sentAt !== undefined, `the server sent no ${type}`);
      // Infinity if a poll delivered the change before the message.
      return (changes.find((at) => at >= sentAt) ?? Infinity) - sentAt;
    },
  };
}

interface Recorded {
  messages: { type: string; at: number }[];
  changes: number[];
}

/** Runs in the page: records messages and changes. */
function recordMessages(): void {
  const recorded: Recorded = { messages: [], changes: [] };
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
