/** Opens a PDF in a worker, and ends the worker when it does not respond: a hostile file costs its own pages only. */
import { pdfLimits } from './pdf-limits.ts';
import type { PagePurpose, PdfProblem, WorkerRequest, WorkerResponse } from './messages.ts';

/** A document or page that has no picture. */
export class PdfError extends Error {
  constructor(readonly problem: PdfProblem) {
    super(problem);
  }
}

export type PdfWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface Task {
  request: DistributiveOmit<WorkerRequest, 'id'>;
  isUrgent: boolean;
  resolve: (response: WorkerResponse) => void;
  reject: (error: PdfError) => void;
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Reads one PDF. Requests run one after the other; images of contents come before thumbnails. */
export class PdfReader {
  #worker: PdfWorker | undefined;
  #tasks: Task[] = [];
  #isBusy = false;
  #lastId = 0;
  #failures = 0;
  #isClosed = false;
  /** True after the first response: the worker's program was loaded. */
  #hasResponded = false;
  /** Rejects the running request. */
  #abandon = (): void => undefined;

  constructor(
    private readonly file: Blob,
    private readonly createWorker: () => PdfWorker,
  ) {}

  /** Returns the number of pages. @throws {PdfError} */
  async open(): Promise<number> {
    const response = await this.#enqueue({ kind: 'open', file: this.file }, true);
    return 'pageCount' in response ? response.pageCount : 0;
  }

  /** Returns the picture of a page, which counts from 1. An aborted request that has not begun is dropped. @throws {PdfError} */
  async render(page: number, purpose: PagePurpose, signal?: AbortSignal): Promise<Blob> {
    const response = await this.#enqueue({ kind: 'render', page, purpose }, purpose === 'content', signal);
    if (!('image' in response)) throw new PdfError('pageFailed');
    return response.image;
  }

  /** Ends the worker, which frees its memory. */
  close(): void {
    this.#isClosed = true;
    this.#endWorker();
    this.#abandon();
    for (const { reject } of this.#tasks.splice(0)) reject(new PdfError('pageFailed'));
  }

  #enqueue(request: Task['request'], isUrgent: boolean, signal?: AbortSignal): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new PdfError('pageFailed'));
      const task: Task = { request, isUrgent, resolve, reject };
      signal?.addEventListener('abort', () => {
        this.#tasks = this.#tasks.filter((each) => each !== task);
        reject(new PdfError('pageFailed'));
      });
      this.#tasks.push(task);
      void this.#runNext();
    });
  }

  async #runNext(): Promise<void> {
    if (this.#isBusy) return;
    const task = this.#tasks.find(({ isUrgent }) => isUrgent) ?? this.#tasks[0];
    if (!task) return;
    this.#tasks = this.#tasks.filter((each) => each !== task);
    this.#isBusy = true;
    try {
      if (this.#failures >= pdfLimits.maxFailures) throw new PdfError('isUnresponsive');
      // After the previous worker was ended, a new one has to open the file first.
      if (!this.#worker && task.request.kind === 'render') await this.#ask({ kind: 'open', file: this.file });
      task.resolve(await this.#ask(task.request));
    } catch (error) {
      task.reject(error instanceof PdfError ? error : new PdfError('isUnavailable'));
    } finally {
      this.#isBusy = false;
      void this.#runNext();
    }
  }

  #ask(request: Task['request']): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      const worker = (this.#worker ??= this.createWorker());
      this.#lastId += 1;
      const id = this.#lastId;
      const fail = (problem: PdfProblem) => {
        clearTimeout(timer);
        this.#failures += 1;
        this.#endWorker();
        reject(new PdfError(problem));
      };
      const timer = setTimeout(() => fail('isUnresponsive'), pdfLimits.responseMs);
      // The worker's program could not be loaded, or the browser ended it.
      worker.onerror = () => fail(this.#hasResponded ? 'isUnresponsive' : 'isUnavailable');
      worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
        if (data.id !== id) return;
        clearTimeout(timer);
        this.#hasResponded = true;
        if ('problem' in data) reject(new PdfError(data.problem));
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
  }
}
