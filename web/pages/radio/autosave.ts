/** Saves settings while a user changes them: sends one request at a time, and only the last values. */

interface AutosaveOptions<T extends object> {
  send: (changes: Partial<T>) => Promise<unknown>;
  /** Called with the values that are not saved yet, or an empty object if all are saved. */
  onChange: (unsaved: Partial<T>) => void;
  /** Called when a request failed. Its values are discarded, unless they changed meanwhile. */
  onError: (error: unknown) => void;
}

interface Autosave<T extends object> {
  /** Passes the changes to `onChange` immediately; sends them after `delayMs` without another change. */
  update(changes: Partial<T>, delayMs?: number): void;
  /** Sends unsaved changes now, for example when the user leaves the page. */
  flush(): void;
}

export function createAutosave<T extends object>({ send, onChange, onError }: AutosaveOptions<T>): Autosave<T> {
  let unsaved: Partial<T> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const isEmpty = () => Object.keys(unsaved).length === 0;

  function setUnsaved(next: Partial<T>): void {
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
    // Keep only the values that were changed again during the request.
    setUnsaved(
      Object.fromEntries(
        Object.entries(unsaved).filter(([name, value]) => sent[name as keyof T] !== value),
      ) as Partial<T>,
    );
    if (timer === undefined) void flush();
  }

  return {
    update(changes, delayMs = 0) {
      setUnsaved({ ...unsaved, ...changes });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), delayMs);
    },
    flush: () => void flush(),
  };
}
