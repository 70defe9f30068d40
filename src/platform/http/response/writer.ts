/**
 * The one answer of a request. uWebSockets.js ends the process over a second `end`, an `end` after the client
 * left, or a throw in a callback: everything that touches its response goes through here and cannot do that.
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

export type Outcome = 'answered' | 'left';

/**
 * Ends an answer with `body`, of which no more than the client's side takes is copied; the rest waits, and uWebSockets.js
 * cuts whoever sends another request meanwhile, or takes nothing for 11 s. Calls `done` at the end, perhaps at once; false: not yet.
 */
export function endAtPace(raw: RawResponse, body: string | Uint8Array, done: () => void): boolean {
  const [, isDone] = raw.tryEnd(body);
  if (isDone) {
    done();
    return true;
  }
  // Copied: it may be good for this turn alone.
  const copy = Buffer.from(body);
  raw.onWritable(() => {
    const [isWritten, isOver] = raw.tryEnd(copy.subarray(raw.getWriteOffset()), copy.length);
    if (isOver) done();
    return isWritten;
  });
  return false;
}

export interface WholeOptions {
  /** For HEAD: a length without the bytes. */
  omitBody?: boolean;
  /** Bytes that GET, without a condition, would get. */
  announcedLength?: number;
  /** May be asked when the answer is written, a moment later. */
  closeConnection?: boolean | (() => boolean);
}

export interface ResponseWatch {
  /** Runs once. */
  onEnd(outcome: Outcome): void;
  /** Gets what callbacks throw. */
  onError(error: unknown): void;
  /** Asked of a unknown caller's answer without a body; false: its connection ends with it. */
  mayStay?(): boolean;
}

export class ResponseWriter {
  /** 0 until one begins. */
  status = 0;
  /** Returns a screen or a person that has proven itself. */
  isAuthenticated = false;
  readonly #raw: RawResponse;
  readonly #watch: ResponseWatch;
  #state: 'open' | 'sending' | 'ended' = 'open';
  #whenEnded: ((outcome: Outcome) => void)[] = [];

  constructor(raw: RawResponse, watch: ResponseWatch) {
    this.#raw = raw;
    this.#watch = watch;
    raw.onAborted(() => this.#end('left'));
  }

  /** True while nothing was sent and the client is connected. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get hasEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Runs once the answer is complete or the client has left; at once when that has happened. */
  whenEnded(run: (outcome: Outcome) => void): void {
    if (this.#state === 'ended') this.guard(() => run('left'));
    else this.#whenEnded.push(run);
  }

  /** A whole answer. Does nothing when one has begun already or the client left. */
  whole(head: Head, body: string | Uint8Array | undefined, options: WholeOptions = {}): void {
    if (!this.isOpen) return;
    this.#state = 'sending';
    const content = options.omitBody ? undefined : body;
    const length = options.announcedLength ?? (body === undefined ? undefined : Buffer.byteLength(body));
    // Nothing tells whether a head alone is read: they would heap up at who asks for them without end.
    const isLast = content === undefined && !this.isAuthenticated && this.#watch.mayStay?.() === false;
    const closeConnection = isLast || (options.closeConnection ?? false);
    const mustClose = () => (typeof closeConnection === 'function' ? closeConnection() : closeConnection);
    const write = (raw: RawResponse) => {
      this.#writeHead(head);
      if (content !== undefined && !mustClose()) return void endAtPace(raw, content, () => this.#end('answered'));
      if (content === undefined && !mustClose()) {
        // endWithoutBody(length) aborts the process, and end() would add a length to 204 and 304.
        if (length !== undefined && head.status !== 304) raw.writeHeader('content-length', String(length));
        raw.endWithoutBody();
      } else if (content === undefined && length) return this.#endHead(raw, length);
      // To 204 it adds a length of 0, which says nothing wrong: endWithoutBody cannot close.
      else raw.end(content, true);
      this.#end('answered');
    };
    // Within the request's own callback uWebSockets.js forgets to close when more bytes came along, and takes
    // them for the next request.
    if (closeConnection) setImmediate(() => this.cork(write));
    else this.cork(write);
  }

  /** The length alone goes out, and then the connection ends: `end` would tell a length of 0. Call inside `cork`. */
  #endHead(raw: RawResponse, length: number): void {
    raw.writeHeader('connection', 'close');
    raw.tryEnd('', length);
    setImmediate(() => this.#cut('answered'));
  }

  /** Writes the head of an answer sent in pieces; false when one has begun already or the client left. Call inside `cork`. */
  begin(head: Head): boolean {
    if (!this.isOpen) return false;
    this.#state = 'sending';
    this.#writeHead(head);
    return true;
  }

  /** Offers bytes of an answer of `total` bytes. Call inside `cork`, after `begin`. */
  tryEnd(chunk: Uint8Array, total: number): boolean {
    const [isWritten, isDone] = this.#raw.tryEnd(chunk, total);
    if (isDone) this.#end('answered');
    return isWritten;
  }

  /** Ends an answer of unknown length. Call inside `cork`, after `begin`. */
  endPieces(): void {
    this.#raw.end();
    this.#end('answered');
  }

  /** Runs with the raw response, packed into one write; does nothing after the end. */
  cork(run: (raw: RawResponse) => void): void {
    this.guard(() => {
      if (this.#state === 'ended') return;
      this.#raw.cork(() => this.guard(() => run(this.#raw)));
    });
  }

  /** Cuts the connection. */
  abort(): void {
    this.#cut('left');
  }

  #cut(outcome: Outcome): void {
    this.guard(() => {
      if (this.#state === 'ended') return;
      this.#end(outcome);
      this.#raw.close();
    });
  }

  /** Stops and restarts the reading of the request's body. */
  pauseBody(): void {
    this.guard(() => this.#state !== 'ended' && this.#raw.pause());
  }

  resumeBody(): void {
    this.guard(() => this.#state !== 'ended' && this.#raw.resume());
  }

  onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): void {
    this.#raw.onData((chunk, isLast) => this.guard(() => handler(chunk, isLast)));
  }

  /** Registers a handler for when the client can take more; it returns false while it can't. */
  onWritable(handler: () => boolean): void {
    if (this.#state === 'ended') return;
    this.#raw.onWritable(() => {
      let isWritten = true;
      // uWebSockets.js has corked this callback already.
      this.guard(() => (isWritten = this.#state === 'ended' || handler()));
      return isWritten;
    });
  }

  /** Body bytes the client's side has taken. */
  get writtenBytes(): number {
    return this.#state === 'ended' ? 0 : this.#raw.getWriteOffset();
  }

  /** Nothing thrown gets out. */
  guard(run: () => unknown): void {
    try {
      run();
    } catch (error) {
      this.#watch.onError(error);
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
    const waiting = this.#whenEnded;
    this.#whenEnded = [];
    for (const run of waiting) this.guard(() => run(outcome));
    this.guard(() => this.#watch.onEnd(outcome));
  }
}
