/** Opens a PDF in a worker, and ends the worker when it does not respond, so that a hostile page does not block the others. */
import { pdfLimits } from './pdf-limits.ts';
import { loadedId, type PagePurpose, type PdfProblem, type WorkerRequest, type WorkerResponse } from './messages.ts';

/** Tells why a document or a page has no picture. */
export class PdfError extends Error {
  constructor(readonly problem: PdfProblem) {
    super(problem);
  }
}

export type PdfWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface Task {
  request: DistributiveOmit<WorkerRequest, 'id'>;
  /** Opening the file counts as content, because nothing can be drawn before. */
  purpose: PagePurpose;
  signal: AbortSignal | undefined;
  resolve: (response: WorkerResponse) => void;
  reject: (error: PdfError) => void;
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Reads one PDF. Requests run one after the other; images of contents come before thumbnails. */
export class PdfReader {
  #worker: PdfWorker | undefined;
  #tasks: Task[] = [];
  #running: Task | undefined;
  #lastId = 0;
  /** Numbers of failures since the last picture. Counted separately, so that failed thumbnails do not block chosen pages. */
  #failures: Record<PagePurpose, number> = { thumbnail: 0, content: 0 };
  /** Pages with which the worker has hung or crashed: they are not tried again. */
  readonly #failedPages = new Set<number>();
  /** Pages whose thumbnails took too long while others waited: they are drawn last. */
  readonly #slowPages = new Set<number>();
  /** True when the running thumbnail has exceeded its time. */
  #isLate = false;
  #isClosed = false;
  #isPaused = false;
  /** True after the first message of the current worker: its program was loaded. */
  #hasLoaded = false;
  /** Rejects the running request. */
  #abandon = (): void => undefined;

  constructor(
    private readonly file: Blob,
    private readonly createWorker: () => PdfWorker,
  ) {}

  /** Returns the number of pages. @throws {PdfError} */
  async open(): Promise<number> {
    const response = await this.#enqueue({ kind: 'open', file: this.file }, 'content');
    return 'pageCount' in response ? response.pageCount : 0;
  }

  /** Returns the picture of a page, which counts from 1. An aborted request that has not begun is dropped. @throws {PdfError} */
  async render(page: number, purpose: PagePurpose, signal?: AbortSignal): Promise<Blob> {
    const response = await this.#enqueue({ kind: 'render', page, purpose }, purpose, signal);
    if (!('image' in response)) throw new PdfError('pageFailed');
    return response.image;
  }

  /** Draws no thumbnails until the returned function is called, so that chosen pages do not wait. Stops a running thumbnail. */
  pauseThumbnails(): () => void {
    this.#isPaused = true;
    if (this.#running?.purpose === 'thumbnail') this.#requeue(this.#running);
    return () => {
      this.#isPaused = false;
      void this.#runNext();
    };
  }

  /** Ends the worker, which frees its memory, and rejects all pending requests. */
  close(): void {
    this.#isClosed = true;
    this.#endWorker();
    this.#abandon();
    for (const { reject } of this.#tasks.splice(0)) reject(new PdfError('pageFailed'));
  }

  /** Ends a running task, and queues it again behind the others. */
  #requeue(task: Task): void {
    if (!task.signal?.aborted) this.#tasks.push(task);
    this.#endWorker();
    this.#abandon();
  }

  /** Queues the running thumbnail again if it has exceeded its time and another task waits. */
  #postponeLateThumbnail(): void {
    const task = this.#running;
    if (!task || !this.#isLate || !this.#tasks.some((other) => !this.#isSlow(other))) return;
    this.#slowPages.add(pageOf(task));
    this.#requeue(task);
  }

  #isSlow(task: Task): boolean {
    return task.purpose === 'thumbnail' && this.#slowPages.has(pageOf(task));
  }

  #enqueue(request: Task['request'], purpose: PagePurpose, signal?: AbortSignal): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new PdfError('pageFailed'));
      const task: Task = { request, purpose, signal, resolve, reject };
      signal?.addEventListener('abort', () => {
        this.#tasks = this.#tasks.filter((each) => each !== task);
        reject(new PdfError('pageFailed'));
      });
      this.#tasks.push(task);
      this.#postponeLateThumbnail();
      void this.#runNext();
    });
  }

  async #runNext(): Promise<void> {
    if (this.#running) return;
    const isContent = ({ purpose }: Task) => purpose === 'content';
    const nextThumbnail = () => this.#tasks.find((each) => !this.#isSlow(each)) ?? this.#tasks[0];
    const task = this.#tasks.find(isContent) ?? (this.#isPaused ? undefined : nextThumbnail());
    if (!task) return;
    this.#tasks = this.#tasks.filter((each) => each !== task);
    this.#running = task;
    const { request, purpose } = task;
    const page = pageOf(task);
    let lateTimer: ReturnType<typeof setTimeout> | undefined;
    const isGivenUp = this.#failures[purpose] >= pdfLimits.maxFailures || this.#failedPages.has(page);
    try {
      if (isGivenUp) throw new PdfError('readerFailed');
      // If the previous worker was ended, a new worker has to open the file first.
      if (!this.#worker && request.kind === 'render') await this.#send({ kind: 'open', file: this.file });
      if (purpose === 'thumbnail')
        lateTimer = setTimeout(
          () => {
            this.#isLate = true;
            this.#postponeLateThumbnail();
          },
          this.#isSlow(task) ? 0 : pdfLimits.lateThumbnailMs,
        );
      task.resolve(await this.#send(request));
      if (request.kind === 'render') this.#failures = { thumbnail: 0, content: 0 };
    } catch (error) {
      const { problem } = error instanceof PdfError ? error : new PdfError('readerNotLoaded');
      if (problem === 'readerFailed' && !isGivenUp) {
        // Do not count the failure of a page that was scrolled past: visible pages must still be drawn.
        if (!task.signal?.aborted) this.#failures[purpose] += 1;
        this.#failedPages.add(page);
      }
      // A thumbnail that was queued again is still pending.
      if (!this.#tasks.includes(task)) task.reject(new PdfError(problem));
    } finally {
      clearTimeout(lateTimer);
      this.#isLate = false;
      this.#running = undefined;
      void this.#runNext();
    }
  }

  #send(request: Task['request']): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.createWorker());
      this.#lastId += 1;
      const id = this.#lastId;
      const fail = (problem: PdfProblem) => {
        clearTimeout(timer);
        this.#endWorker();
        reject(new PdfError(problem));
      };
      const startTimer = () =>
        setTimeout(() => fail(this.#hasLoaded ? 'readerFailed' : 'readerNotLoaded'), pdfLimits.responseMs);
      let timer = startTimer();
      // The browser has ended the worker, or could not load its program: after an upgrade the server lacks the old program.
      worker.onerror = () => fail(this.#hasLoaded ? 'readerFailed' : 'studioOutdated');
      worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
        this.#hasLoaded = true;
        if (data.id !== id && data.id !== loadedId) return;
        clearTimeout(timer);
        // The response time is counted from when the program was loaded.
        if (data.id === loadedId) timer = startTimer();
        else if ('problem' in data) reject(new PdfError(data.problem));
        else resolve(data);
      };
      this.#abandon = () => {
        clearTimeout(timer);
        reject(new PdfError('pageFailed'));
      };
      worker.postMessage({ ...request, id });
    });
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#hasLoaded = false;
  }
}

/** Returns the page of a task, or 0 for opening the file. */
const pageOf = ({ request }: Task): number => (request.kind === 'render' ? request.page : 0);
