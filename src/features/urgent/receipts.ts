/** Stores receipts of urgent notices in batches: a transaction for each of 300 receipts would take seconds. */
import type { PlayerActor } from '../../contract/endpoint.ts';

export interface Receipt {
  player: PlayerActor;
  id: number;
  hadSound: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

interface PendingReceipt {
  receipt: Receipt;
  done(): void;
  failed(error: unknown): void;
}

/** `write` must store receipts in one transaction; it gets all receipts of one turn of the event loop. */
export function createReceipts(write: (receipts: readonly Receipt[]) => void) {
  let pending: PendingReceipt[] = [];

  function flush(): void {
    const batch = pending;
    pending = [];
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
        if (pending.length === 0) setImmediate(flush);
        pending.push({ receipt, done, failed });
      }),
  };
}
