/**
 * Writes the response of a request. uWebSockets.js ends the process after a second `end`, an `end` after the client
 * disconnected, or an exception in a callback. This class prevents all three; only the fast paths use a raw response.
 */
import { STATUS_CODES } from 'node:http';

/** The parts of a uWebSockets.js response that are used. */
export interface RawResponse {
  cork(run: () => void): unknown;
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  write(chunk: Uint8Array): boolean;
  end(body?: string | Uint8Array, closeConnection?: boolean): unknown;
  endWithoutBody(): unknown;
  tryEnd(chunk: string | Uint8Array, total?: number): [isWritten: boolean, isDone: boolean];
  close(): unknown;
  getWriteOffset(): number;
  onWritable(handler: (offset: number) => boolean): unknown;
  onAborted(handler: () => void): unknown;
  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface Head {
  status: number;
  headers: HeaderList;
}

/** `disconnected`: the client disconnected, or its connection was cut, before the response was complete. */
export type Outcome = 'sent' | 'disconnected';

/**
 * Ends a response with `body`. A part that the client does not take at once is copied and sent later; uWebSockets.js cuts a client
 * that sends another request meanwhile, or takes nothing for 11 s. Calls `done` when all is sent. Returns false if bytes remain.
 */
export function endAtPace(raw: RawResponse, body: string | Uint8Array, done: () => void): boolean {
  const [, isDone] = raw.tryEnd(body);
  if (isDone) {
    done();
    return true;
  }
  // Copy the body: the caller may reuse its memory after this turn of the event loop.
  const copy = Buffer.from(body);
  raw.onWritable(() => {
    const [isWritten, isEnded] = raw.tryEnd(copy.subarray(raw.getWriteOffset()), copy.length);
    if (isEnded) done();
    return isWritten;
  });
  return false;
}

export interface CompleteOptions {
  /** For HEAD: sends the length without the bytes. */
  omitBody?: boolean;
  /** Number of bytes that an unconditional GET would get. */
  announcedLength?: number;
  /** True if the connection must be closed after the response. A function is called when the response is written. */
  closeConnection?: boolean | (() => boolean);
}

export interface ResponseCallbacks {
  /** Called once. */
  onEnd(outcome: Outcome): void;
  /** Called with errors that callbacks throw. */
  onError(error: unknown): void;
  /** Called for a complete response; false: its connection is closed after it. */
  mayKeepAlive?(hasBody: boolean, isAuthenticated: boolean): boolean;
}

export class ResponseWriter {
  /** Status of the response; 0 until it begins. */
  status = 0;
  /** True when the request comes from an authenticated screen or person. */
  isAuthenticated = false;
  /** True when the connection must be closed after a complete response. */
  isLast = false;
  /**
   * True when the response must wait for the end of this turn of the event loop. uWebSockets.js cuts a connection whose next request
   * arrives before the response: so a client cannot delay others by many pipelined requests.
   */
  isDeferred = false;
  readonly #raw: RawResponse;
  readonly #callbacks: ResponseCallbacks;
  #state: 'open' | 'sending' | 'ended' = 'open';
  /** Set once the state is `ended`. */
  #outcome: Outcome | undefined;
  #whenEnded: ((outcome: Outcome) => void)[] = [];

  constructor(raw: RawResponse, callbacks: ResponseCallbacks) {
    this.#raw = raw;
    this.#callbacks = callbacks;
    raw.onAborted(() => this.#end('disconnected'));
  }

  /** True while nothing was sent and the client is connected. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Calls `run` when the response is complete or the client has disconnected; at once if the response has ended already. */
  whenEnded(run: (outcome: Outcome) => void): void {
    const outcome = this.#outcome;
    if (outcome) this.guard(() => run(outcome));
    else this.#whenEnded.push(run);
  }

  /** Sends a complete response. Does nothing when one has begun already or the client disconnected. */
  sendComplete(head: Head, body: string | Uint8Array | undefined, options: CompleteOptions = {}): void {
    if (!this.isOpen) return;
    this.#state = 'sending';
    const content = options.omitBody ? undefined : body;
    const length = options.announcedLength ?? (body === undefined ? undefined : Buffer.byteLength(body));
    // The server cannot observe whether a client reads responses without a body, which could pile up without limit.
    const mayKeepAlive = this.#callbacks.mayKeepAlive?.(content !== undefined, this.isAuthenticated) ?? true;
    const closeConnection = this.isLast || !mayKeepAlive || (options.closeConnection ?? false);
    const mustClose = () => (typeof closeConnection === 'function' ? closeConnection() : closeConnection);
    const write = (raw: RawResponse) => {
      this.#writeHead(head);
      if (content !== undefined && !mustClose()) return void endAtPace(raw, content, () => this.#end('sent'));
      if (content === undefined && !mustClose()) {
        // endWithoutBody(length) aborts the process, and end() would add a length to 204 and 304.
        if (length !== undefined && head.status !== 304) raw.writeHeader('content-length', String(length));
        raw.endWithoutBody();
      } else if (content === undefined && length) return this.#endHead(raw, length);
      // `end` adds a length of 0 to 204, which is harmless; endWithoutBody cannot close the connection.
      else raw.end(content, true);
      this.#end('sent');
    };
    // Within the request's own callback uWebSockets.js does not close the connection if more bytes have arrived: it reads
    // them as the next request.
    if (closeConnection) setImmediate(() => this.cork(write));
    else this.inTurn(() => this.cork(write));
  }

  /** Calls `run` at once, or at the end of this turn of the event loop if the response is deferred. */
  inTurn(run: () => void): void {
    if (this.isDeferred) setImmediate(run);
    else run();
  }

  /** Sends only the head with its length, then closes the connection: `end` would send a length of 0. Call inside `cork`. */
  #endHead(raw: RawResponse, length: number): void {
    raw.writeHeader('connection', 'close');
    raw.tryEnd('', length);
    setImmediate(() => this.#cut('sent'));
  }

  /** Writes the head of a response sent in parts; false when one has begun already or the client disconnected. Call inside `cork`. */
  begin(head: Head): boolean {
    if (!this.isOpen) return false;
    this.#state = 'sending';
    this.#writeHead(head);
    return true;
  }

  /** Offers bytes of a response of `total` bytes; false when the client did not take all. Call inside `cork`, after `begin`. */
  tryEnd(chunk: Uint8Array, total: number): boolean {
    const [isWritten, isDone] = this.#raw.tryEnd(chunk, total);
    if (isDone) this.#end('sent');
    return isWritten;
  }

  /** Ends a response of unknown length. Call inside `cork`, after `begin`. */
  endParts(): void {
    this.#raw.end();
    this.#end('sent');
  }

  /** Calls `run` with the raw response and sends all that it writes at once; does nothing after the end. */
  cork(run: (raw: RawResponse) => void): void {
    this.guard(() => {
      if (this.#state === 'ended') return;
      this.#raw.cork(() => this.guard(() => run(this.#raw)));
    });
  }

  /** Cuts the connection. */
  abort(): void {
    this.#cut('disconnected');
  }

  #cut(outcome: Outcome): void {
    this.guard(() => {
      if (this.#state === 'ended') return;
      this.#end(outcome);
      this.#raw.close();
    });
  }

  /** Stops reading the request's body until `resumeBody`. */
  pauseBody(): void {
    this.guard(() => this.#state !== 'ended' && this.#raw.pause());
  }

  resumeBody(): void {
    this.guard(() => this.#state !== 'ended' && this.#raw.resume());
  }

  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): void {
    this.#raw.onData((chunk, isLast) => this.guard(() => handler(chunk, isLast)));
  }

  /** Registers a handler that is called when the client can take more bytes; it returns false when the client did not take all. */
  onWritable(handler: () => boolean): void {
    if (this.#state === 'ended') return;
    this.#raw.onWritable(() => {
      let isWritten = true;
      // uWebSockets.js has corked this callback already.
      this.guard(() => (isWritten = this.#state === 'ended' || handler()));
      return isWritten;
    });
  }

  /** Number of body bytes that the client's connection has taken. */
  get writtenBytes(): number {
    return this.#state === 'ended' ? 0 : this.#raw.getWriteOffset();
  }

  /** Calls `run` and reports an exception to `onError`. */
  guard(run: () => unknown): void {
    try {
      run();
    } catch (error) {
      this.#callbacks.onError(error);
    }
  }

  #writeHead(head: Head): void {
    this.status = head.status;
    this.#raw.writeStatus(`${head.status} ${STATUS_CODES[head.status] ?? ''}`);
    for (const [name, value] of head.headers)
      this.#raw.writeHeader(name, value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ''));
  }

  #end(outcome: Outcome): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#outcome = outcome;
    const handlers = this.#whenEnded;
    this.#whenEnded = [];
    for (const run of handlers) this.guard(() => run(outcome));
    this.guard(() => this.#callbacks.onEnd(outcome));
  }
}
