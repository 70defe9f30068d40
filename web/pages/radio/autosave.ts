/** Saves settings while a person still changes them: one request at a time, and only the last values are sent. */

export interface AutosaveOptions<T extends object> {
  send: (changes: Partial<T>) => Promise<unknown>;
  /** Called with the values that are not known to be saved; empty when all is. */
  onChange: (unsaved: Partial<T>) => void;
  /** The values of the failed request are given up. */
  onError: (error: unknown) => void;
}

export interface Autosave<T extends object> {
  /** Shows at once; sends after `delayMs` without another touch. */
  touch(changes: Partial<T>, delayMs?: number): void;
  /** Sends now what waits (the page is left). */
  flush(): void;
}

export function createAutosave<T extends object>({ send, onChange, onError }: AutosaveOptions<T>): Autosave<T> {
  let unsaved: Partial<T> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const isEmpty = () => Object.keys(unsaved).length === 0;

  function show(next: Partial<T>): void {
    unsaved = next;
    onChange(next);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isSending || isEmpty()) return;
    isSending = true;
    const sent = unsaved;
    try {
      await send(sent);
    } catch (error) {
      onError(error);
    }
    isSending = false;
    // What was touched again meanwhile is newer than what the server has.
    show(
      Object.fromEntries(
        Object.entries(unsaved).filter(([name, value]) => sent[name as keyof T] !== value),
      ) as Partial<T>,
    );
    if (timer === undefined) void flush();
  }

  return {
    touch(changes, delayMs = 0) {
      show({ ...unsaved, ...changes });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), delayMs);
    },
    flush: () => void flush(),
  };
}
