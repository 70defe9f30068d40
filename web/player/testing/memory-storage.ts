/** In-memory subset of IndexedDB for tests that run without a browser. */
import type { TestContext } from 'node:test';

type Key = string | [string, number];
interface Range {
  from: [string, number];
  to: [string, number];
}
interface FakeRequest {
  result?: unknown;
  onsuccess?: () => void;
  onerror?: () => void;
}

/** Lets `count` turns of the event loop pass while timers are mocked, so that pending callbacks run. */
export async function loopTurns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

/** Replaces `indexedDB` until the end of the test. */
export function installMemoryStorage(t: TestContext) {
  const stores = {
    files: new Map<string, unknown>(),
    pieces: new Map<string, unknown>(),
    saved: new Map<string, unknown>(),
  };
  let capacityBytes = Infinity;
  let pending: (() => void)[] | null = null;
  let isRefused = false;
  /** The last transaction: each begins when the previous one is complete. */
  let lastTransaction = Promise.resolve();
  const soon = () => new Promise<void>((resolve) => (pending ? pending.push(resolve) : setImmediate(resolve)));

  function transaction() {
    if (isRefused) throw new DOMException('closed', 'InvalidStateError');
    const requested: (() => void)[] = [];
    const snapshots = (Object.keys(stores) as (keyof typeof stores)[]).map(
      (name) => [name, new Map(stores[name])] as const,
    );
    const opened = { error: null as Error | null, oncomplete: () => {}, onabort: () => {}, objectStore };
    const request = (run: () => unknown): FakeRequest => {
      const response: FakeRequest = {};
      requested.push(() => {
        response.result = run();
        response.onsuccess?.();
      });
      return response;
    };

    function objectStore(name: keyof typeof stores) {
      const store = stores[name];
      const within = ({ from, to }: Range) =>
        [...store.keys()].filter((text) => {
          const [sha256, offset] = JSON.parse(text) as [string, number];
          return sha256 === from[0] && offset >= from[1] && offset <= to[1];
        });
      return {
        get: (key: Key) => request(() => structuredClone(store.get(JSON.stringify(key)))),
        getAll: (range?: Range) =>
          request(() => (range ? within(range).map((text) => store.get(text)) : structuredClone([...store.values()]))),
        put: (value: unknown, key: Key) =>
          request(() => store.set(JSON.stringify(key), value instanceof Blob ? value : structuredClone(value))),
        delete: (key: Key | Range) =>
          request(() =>
            (typeof key === 'string' || Array.isArray(key) ? [JSON.stringify(key)] : within(key)).forEach((text) =>
              store.delete(text),
            ),
          ),
      };
    }

    lastTransaction = lastTransaction.then(async () => {
      await soon();
      for (let run = requested.shift(); run; run = requested.shift()) run();
      const used = [...stores.pieces.values()].reduce<number>((sum, piece) => sum + (piece as Blob).size, 0);
      if (used <= capacityBytes) return opened.oncomplete();
      for (const [name, contents] of snapshots) {
        stores[name].clear();
        contents.forEach((value, key) => stores[name].set(key, value));
      }
      opened.error = new DOMException('full', 'QuotaExceededError');
      opened.onabort();
    });
    return opened;
  }

  const open = () => {
    const opening: FakeRequest = { result: { transaction, close: () => undefined } };
    void soon().then(() => (isRefused ? opening.onerror?.() : opening.onsuccess?.()));
    return opening;
  };
  const globals = {
    indexedDB: { open },
    IDBKeyRange: { bound: (from: Range['from'], to: Range['to']): Range => ({ from, to }) },
  };
  Object.assign(globalThis, globals);
  t.after(() => Object.keys(globals).forEach((name) => Reflect.deleteProperty(globalThis, name)));
  return {
    /** The contents of the stores, with keys as JSON. */
    stores,
    /** Stops responding: no operation completes or opens from now on. */
    hang: () => void (pending ??= []),
    /** Responds to all pending and later operations. */
    respond(): void {
      pending?.forEach((resolve) => resolve());
      pending = null;
    },
    /** Closes the database, as the browser does after a disk error, and refuses to open it until called with false. */
    setRefused: (value: boolean) => void (isRefused = value),
    /** Sets the number of bytes of pieces that fit. */
    setCapacity: (bytes: number) => void (capacityBytes = bytes),
  };
}
