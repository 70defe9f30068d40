import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../../../../src/contract/limits.ts';
import { pdfLimits } from './pdf-limits.ts';
import { loadedId, type WorkerRequest, type WorkerResponse } from './messages.ts';
import { pageFile } from './page-files.ts';
import { selectionAfterKey, chooseAll, chosenPages, extendTo, nothingChosen, togglePage } from './page-selection.ts';
import { PdfError, PdfReader, type PdfWorker } from './pdf-reader.ts';

const keyEvent = (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey', boolean>> = {}) => ({
  ...{ key, shiftKey: false, ctrlKey: false, metaKey: false },
  ...modifiers,
});

test('a click chooses a page or removes it; with Shift it chooses all pages from the last clicked page to this one', () => {
  const fourth = togglePage(nothingChosen, 4);
  assert.deepEqual(chosenPages(extendTo(fourth, 2)), [2, 3, 4]);
  assert.deepEqual(chosenPages(extendTo(extendTo(fourth, 2), 6)), [2, 3, 4, 5, 6]);
  assert.deepEqual(chosenPages(togglePage(fourth, 4)), []);
});

test('arrows stay inside the document, space chooses, Ctrl+A chooses all, and other keys do nothing', () => {
  const grid = { count: 10, columns: 4 };
  assert.equal(selectionAfterKey(nothingChosen, keyEvent('ArrowLeft'), grid)?.active, 1);
  assert.equal(selectionAfterKey(nothingChosen, keyEvent('ArrowDown'), grid)?.active, 5);
  assert.equal(selectionAfterKey({ ...nothingChosen, active: 8 }, keyEvent('ArrowDown'), grid)?.active, 10);
  assert.equal(selectionAfterKey({ ...nothingChosen, active: 8 }, keyEvent('Home'), grid)?.active, 1);
  const extended = selectionAfterKey(nothingChosen, keyEvent('ArrowDown', { shiftKey: true }), grid) ?? nothingChosen;
  assert.deepEqual(chosenPages(extended), [1, 2, 3, 4, 5]);
  assert.deepEqual(chosenPages(selectionAfterKey(nothingChosen, keyEvent(' '), grid) ?? nothingChosen), [1]);
  assert.equal(selectionAfterKey(nothingChosen, keyEvent('a', { ctrlKey: true }), grid)?.pages.size, 10);
  assert.equal(chooseAll(nothingChosen, 3).pages.size, 3);
  assert.equal(selectionAfterKey(nothingChosen, keyEvent('a'), grid), undefined);
  assert.equal(selectionAfterKey(nothingChosen, keyEvent('Tab'), grid), undefined);
});

test('the file of a page is named after document and page number; a long name is cut, the number is kept', () => {
  const image = new Blob(['x'], { type: 'image/png' });
  assert.equal(pageFile({ name: 'Preparo.v2.pdf', lastModified: 7 }, 3, image).name, 'Preparo.v2 – página 3.png');
  const { name, type } = pageFile({ name: `${'a'.repeat(200)}.pdf`, lastModified: 7 }, 120, image);
  assert.equal(name, `${'a'.repeat(limits.contentNameLength - 13)} – página 120.png`);
  assert.equal(type, 'image/png');
});

/** Simulates workers. `respond` returns the response to a request, or undefined if the worker hangs. */
function fakeWorkers(t: TestContext, respond: (request: WorkerRequest) => object | undefined) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const log: string[] = [];
  const workers: PdfWorker[] = [];
  const createWorker = (): PdfWorker => {
    const worker: PdfWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => {
        log.push('terminated');
        worker.onmessage = worker.onerror = null;
      },
      postMessage: (request: WorkerRequest) => {
        log.push(request.kind === 'open' ? 'open' : `${request.purpose} ${request.page}`);
        const response = respond(request);
        if (response)
          queueMicrotask(() =>
            worker.onmessage?.call(
              worker as Worker,
              {
                data: { id: request.id, ...response } as WorkerResponse,
              } as MessageEvent,
            ),
          );
      },
    };
    workers.push(worker);
    return worker;
  };
  return { log, workers, createWorker, passTimeLimit: () => t.mock.timers.tick(pdfLimits.responseMs) };
}

const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof PdfError ? error.problem : error),
  );
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const picture = { image: new Blob(['x']) };

test('when a page hangs, its worker is replaced, the other pages are drawn, and the page is tried again until its time limit', async (t) => {
  const { log, createWorker, passTimeLimit } = fakeWorkers(t, (request) =>
    request.kind === 'open' ? { pageCount: 3 } : request.page === 2 ? undefined : picture,
  );
  const reader = new PdfReader(new Blob(), createWorker);
  assert.equal(await reader.open(), 3);
  const problem = problemOf(reader.render(2, 'thumbnail'));
  const next = reader.render(3, 'thumbnail');
  await settle();
  t.mock.timers.tick(pdfLimits.lateThumbnailMs);
  assert.equal(await next, picture.image);
  await settle();
  assert.deepEqual(log, ['open', 'thumbnail 2', 'terminated', 'open', 'thumbnail 3', 'thumbnail 2']);
  t.mock.timers.tick(0);
  assert.equal(await reader.render(1, 'thumbnail'), picture.image, 'a later page is drawn before the slow page');
  await settle();
  passTimeLimit();
  assert.equal(await problem, 'readerFailed');
  assert.equal(log.filter((entry) => entry === 'thumbnail 2').length, 3);
  reader.close();
  assert.equal(log.at(-1), 'terminated');
});

test('after `maxFailures` pages have made the worker hang, no more thumbnails are drawn', async (t) => {
  const { log, createWorker, passTimeLimit } = fakeWorkers(t, (request) =>
    request.kind === 'open' ? { pageCount: 9 } : undefined,
  );
  const reader = new PdfReader(new Blob(), createWorker);
  await reader.open();
  for (let page = 1; page <= pdfLimits.maxFailures + 1; page += 1) {
    const problem = problemOf(reader.render(page, 'thumbnail'));
    await settle();
    passTimeLimit();
    assert.equal(await problem, 'readerFailed');
  }
  assert.equal(log.filter((entry) => entry === 'terminated').length, pdfLimits.maxFailures);
});

test('a page that has reached its time limit fails at once when it is requested again; if it was scrolled past, other thumbnails are still drawn', async (t) => {
  const { log, createWorker, passTimeLimit } = fakeWorkers(t, (request) => {
    if (request.kind === 'open') return { pageCount: 9 };
    return request.page < 5 ? undefined : picture;
  });
  const reader = new PdfReader(new Blob(), createWorker);
  await reader.open();
  const scrollPastHangingPage = async (page: number) => {
    const scrolledPast = new AbortController();
    const problem = problemOf(reader.render(page, 'thumbnail', scrolledPast.signal));
    await settle();
    scrolledPast.abort();
    passTimeLimit();
    await problem;
    await settle();
  };
  for (const page of [1, 2, 3]) await scrollPastHangingPage(page);
  for (const page of [1, 2, 3]) assert.equal(await problemOf(reader.render(page, 'content')), 'readerFailed');
  assert.equal(await reader.render(8, 'thumbnail'), picture.image);
  assert.equal(log.filter((entry) => / [123]$/.test(entry)).length, 3);
});

test('chosen pages are drawn even after too many thumbnails have failed, and thumbnails are drawn again afterwards', async (t) => {
  const { createWorker, passTimeLimit } = fakeWorkers(t, (request) => {
    if (request.kind === 'open') return { pageCount: 9 };
    return request.page < 4 ? undefined : picture;
  });
  const reader = new PdfReader(new Blob(), createWorker);
  await reader.open();
  for (const page of [1, 2, 3]) {
    const problem = problemOf(reader.render(page, 'thumbnail'));
    await settle();
    passTimeLimit();
    await problem;
  }
  await settle();
  assert.equal(await problemOf(reader.render(4, 'thumbnail')), 'readerFailed');
  assert.equal(await reader.render(4, 'content'), picture.image);
  assert.equal(await reader.render(5, 'thumbnail'), picture.image);
});

test('a running thumbnail is stopped when chosen pages are drawn, and is drawn after them', async (t) => {
  let isSlow = true;
  const { log, createWorker } = fakeWorkers(t, (request) => {
    if (request.kind === 'open') return { pageCount: 9 };
    return isSlow && request.page === 1 ? undefined : picture;
  });
  const reader = new PdfReader(new Blob(), createWorker);
  await reader.open();
  const thumbnail = reader.render(1, 'thumbnail');
  await settle();
  isSlow = false;
  const resume = reader.pauseThumbnails();
  for (const page of [3, 4]) await reader.render(page, 'content');
  resume();
  assert.equal(await thumbnail, picture.image);
  assert.deepEqual(log.slice(1), ['thumbnail 1', 'terminated', 'open', 'content 3', 'content 4', 'thumbnail 1']);
});

test('a slow download of the worker is not reported as a slow file; a worker that cannot be loaded means that the studio is outdated', async (t) => {
  const { workers, createWorker, passTimeLimit } = fakeWorkers(t, () => undefined);
  const open = () => problemOf(new PdfReader(new Blob(), createWorker).open());
  const notLoaded = open();
  passTimeLimit();
  assert.equal(await notLoaded, 'readerNotLoaded');
  const notFound = open();
  workers[1]?.onerror?.call(workers[1] as Worker, {} as ErrorEvent);
  assert.equal(await notFound, 'studioOutdated');
  const hanging = open();
  t.mock.timers.tick(pdfLimits.responseMs - 1);
  workers[2]?.onmessage?.call(workers[2] as Worker, { data: { id: loadedId } } as MessageEvent);
  t.mock.timers.tick(pdfLimits.responseMs - 1);
  passTimeLimit();
  assert.equal(await hanging, 'readerFailed');
});

test('pages to send are drawn before thumbnails, and a page that was scrolled past is not drawn', async (t) => {
  const { log, createWorker } = fakeWorkers(t, (request) => (request.kind === 'open' ? { pageCount: 9 } : picture));
  const reader = new PdfReader(new Blob(), createWorker);
  const scrolledPast = new AbortController();
  await Promise.all([
    reader.open(),
    reader.render(1, 'thumbnail'),
    problemOf(reader.render(2, 'thumbnail', scrolledPast.signal)),
    reader.render(3, 'content'),
    Promise.resolve().then(() => scrolledPast.abort()),
  ]);
  assert.deepEqual(log, ['open', 'content 3', 'thumbnail 1']);
});

test('a closed reader rejects waiting requests, and a problem of the worker is reported', async (t) => {
  const { createWorker } = fakeWorkers(t, (request) =>
    request.kind === 'open' ? { problem: 'hasPassword' } : undefined,
  );
  const reader = new PdfReader(new Blob(), createWorker);
  assert.equal(await problemOf(reader.open()), 'hasPassword');
  const waiting = problemOf(reader.open());
  reader.close();
  assert.equal(await waiting, 'pageFailed');
  assert.equal(await problemOf(reader.render(1, 'content')), 'pageFailed');
});
