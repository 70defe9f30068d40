/**
 * Stores receipts of urgent notices in batches. A transaction each would wait for the disk each: seconds for 300 of
 * them.
 */
import type { PlayerActor } from '../../contract/endpoint.ts';

export interface Receipt {
  player: PlayerActor;
  id: number;
  hadSound: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

interface Waiting {
  receipt: Receipt;
  done(): void;
  failed(error: unknown): void;
}

/** `write` stores receipts in one transaction: all those of one turn of the event loop. */
export function createReceipts(write: (receipts: readonly Receipt[]) => void) {
  let waiting: Waiting[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    try {
      write(batch.map(({ receipt }) => receipt));
    } catch (error) {
      for (const { failed } of batch) failed(error);
      return;
    }
    for (const { done } of batch) done();
  }

  return {
    /** Resolves when the receipt is stored on disk. */
    add: (receipt: Receipt): Promise<void> =>
      new Promise((done, failed) => {
        if (waiting.length === 0) setImmediate(flush);
        waiting.push({ receipt, done, failed });
      }),
  };
}
