/**
 * Caches server data by the name of its call: loads it once, and again when a mutation or a socket message invalidates it.
 * Components use `useResource`; event handlers use `invalidate` and `mutate`:
 *
 *     await mutate('DELETE /api/playlists/:id', { params: { id } }, {
 *       optimistic: [change('GET /api/playlists', (all) => all.filter((each) => each.id !== id))],
 *     });
 */
import { type Signal, signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import {
  changedByCall,
  type ChangingCall,
  patchOfReply,
  type Resource as ResourceKey,
} from '../../../src/contract/changes/changes.ts';
import {
  accountCursor,
  contentCursor,
  platformContentCursor,
  screenCursor,
} from '../../../src/contract/changes/views.ts';
import { limits } from '../../../src/contract/limits.ts';
import { applyPatch, type Patch, type DataRequest } from '../../../src/contract/changes/patches.ts';
import {
  type CallArguments,
  CallError,
  type CallInput,
  call,
  forgetShown,
  type Reply,
  urlOf,
} from '../../api/client.ts';
import { createCoalescer } from './coalesce.ts';
import { connection } from './connection.ts';
import { dropWaitingRequests, sendInOrder } from './request-queue.ts';

export type { Resource as ResourceKey } from '../../../src/contract/changes/changes.ts';

type Update = (data: unknown) => unknown;

/** Lists that are read in pages. Each function returns the query's `after` for the page that begins after the given row. */
const cursors = {
  'GET /api/videos': contentCursor,
  'GET /api/platform-videos': platformContentCursor,
  'GET /api/my-players': screenCursor,
  'GET /api/admin/players': screenCursor,
  'GET /api/admin/users': accountCursor,
};
export type PagedKey = keyof typeof cursors;
export type RowOf<Key extends PagedKey> = Reply<Key>[number];
type ListRow = RowOf<PagedKey>;
const pageRows = limits.listPage.rows;

/** State of a list that is read in pages. */
interface Pages {
  /** Number of rows to read, unless a watcher needs the whole list. */
  wantedRows: number;
  /** Number of watchers that need the whole list. */
  wholeWatchers: number;
  /** Last row that was read; undefined before the first page, and once all rows are read. */
  lastRow: ListRow | undefined;
}

interface Entry {
  readonly name: string;
  readonly key: ResourceKey;
  readonly input: DataRequest;
  /** Requests the data, with the fields of `query` in addition to those of `input`. */
  readonly load: (query?: object) => Promise<unknown>;
  readonly pages: Pages | undefined;
  readonly state: Signal<EntryState>;
  /** The server's data as far as known, without the optimistic updates. */
  base: unknown;
  hasBase: boolean;
  /** Updates of mutations in progress. */
  optimisticUpdates: Update[];
  /** Incremented when the response to a request in progress would be too old to show. */
  generation: number;
  watchers: number;
  isStale: boolean;
  loading: Promise<void> | undefined;
  /** Patches that arrived while the data was being read: the response may lack them. */
  arrivedPatches: Patch[];
}

interface EntryState {
  data: unknown;
  error: CallError | undefined;
  isLoading: boolean;
}

/** State of a resource in one render of a component. */
export interface Resource<T> {
  /** undefined until the first response; unchanged while reloading and after a failed reload. */
  data: T | undefined;
  error: CallError | undefined;
  /** A request is in progress; with data present it is a reload. */
  loading: boolean;
  /** Loads again; resolves when the response or an error has arrived. */
  refetch: () => Promise<void>;
  /** Loads again; throws the CallError when that fails. */
  refresh: () => Promise<void>;
}

const entries = new Map<string, Entry>();

function entryOf<Key extends ResourceKey>(key: Key, input: CallInput<Key> | undefined): Entry {
  const name = urlOf(key, input);
  let entry = entries.get(name);
  if (!entry) {
    entry = {
      name,
      key,
      input: (input ?? {}) as DataRequest,
      load: (query) =>
        call(
          key,
          ...([query ? { ...input, query: { ...input?.query, ...query } } : input] as unknown as CallArguments<Key>),
        ),
      pages: key in cursors ? { wantedRows: pageRows, wholeWatchers: 0, lastRow: undefined } : undefined,
      state: signal<EntryState>({ data: undefined, error: undefined, isLoading: true }),
      base: undefined,
      hasBase: false,
      optimisticUpdates: [],
      generation: 0,
      watchers: 0,
      isStale: true,
      loading: undefined,
      arrivedPatches: [],
    };
    entries.set(name, entry);
  }
  return entry;
}

function updateState(entry: Entry, changes: Partial<EntryState>): void {
  const data = entry.hasBase ? entry.optimisticUpdates.reduce((value, update) => update(value), entry.base) : undefined;
  entry.state.value = { ...entry.state.peek(), ...changes, data };
}

function load(entry: Entry): Promise<void> {
  entry.loading ??= run(entry).finally(() => {
    entry.loading = undefined;
    const shouldContinue = wantsMoreRows(entry) && !entry.state.peek().error;
    if ((entry.isStale || shouldContinue) && entry.watchers > 0) void load(entry);
  });
  return entry.loading;
}

/** Waits until no request of the entry is in progress. */
async function whenLoaded(entry: Entry): Promise<void> {
  while (entry.loading) await entry.loading;
}

/** True if more rows of a list are wanted than were read, and the list has more. */
function wantsMoreRows({ base, pages }: Entry): boolean {
  return pages?.lastRow !== undefined && (pages.wholeWatchers > 0 || (base as ListRow[]).length < pages.wantedRows);
}

async function run(entry: Entry): Promise<void> {
  const continuesList = !entry.isStale && wantsMoreRows(entry);
  entry.isStale = false;
  entry.arrivedPatches = [];
  const { generation } = entry;
  const isCurrent = () => generation === entry.generation;
  updateState(entry, { isLoading: true });
  try {
    if (entry.pages) await readPages(entry, entry.pages, continuesList, isCurrent);
    else {
      const response = await entry.load();
      if (isCurrent()) setBase(entry, response);
    }
    if (isCurrent()) updateState(entry, { error: undefined, isLoading: false });
  } catch (error) {
    if (isCurrent()) updateState(entry, { error: error as CallError, isLoading: false });
  }
  if (!isCurrent()) entry.isStale = true;
}

function setBase(entry: Entry, response: unknown): void {
  entry.base = response;
  entry.hasBase = true;
  if (!entry.arrivedPatches.every((patch) => merge(entry, patch))) entry.isStale = true;
}

/** Reads the wanted number of rows. Shows each page at once; in a reload the old rows stay until all wanted rows are read. */
async function readPages(entry: Entry, pages: Pages, continuesList: boolean, isCurrent: () => boolean): Promise<void> {
  const cursor = cursors[entry.key as PagedKey] as (row: ListRow, query: object) => string;
  const isReload = entry.hasBase && !continuesList;
  let rows: ListRow[] = [];
  let last = continuesList ? pages.lastRow : undefined;
  for (let isDone = false; !isDone;) {
    const after = last && cursor(last, entry.input.query ?? {});
    const page = (await entry.load({ limit: pageRows, after })) as ListRow[];
    if (!isCurrent()) return;
    const previousRows = isReload ? rows : ((entry.base ?? []) as ListRow[]);
    const ids = new Set(page.map(({ id }) => id));
    rows = [...previousRows.filter(({ id }) => !ids.has(id)), ...page];
    last = page.length < pageRows ? undefined : page.at(-1);
    isDone = !last || (pages.wholeWatchers === 0 && rows.length >= pages.wantedRows);
    if (isReload && !isDone) continue;
    pages.lastRow = last;
    setBase(entry, rows);
    if (!isDone) updateState(entry, {});
  }
}

/** Marks an entry as stale. The reload of a list in use reads as many rows as were read, or to the end if all were read. */
function markStale(entry: Entry): void {
  const { base, hasBase, pages } = entry;
  entry.isStale = true;
  if (!pages || !hasBase || entry.watchers === 0) return;
  pages.wantedRows = Math.max(pages.wantedRows, (base as ListRow[]).length + (pages.lastRow ? 0 : 1));
}

/** Marks an entry as stale, discards the response in progress, and loads the entry again if it is in use. */
function expire(entry: Entry): void {
  markStale(entry);
  entry.generation += 1;
  if (entry.watchers > 0) void load(entry);
}

/** Keeps a resource loaded and up to date without a component, until the returned function is called. */
export function watchResource<Key extends ResourceKey>(key: Key, input?: CallInput<Key>): () => void {
  return watch(entryOf(key, input), true);
}

function watch(entry: Entry, isWhole: boolean, refetchMs?: number): () => void {
  const { pages } = entry;
  // The last watcher of a search deletes its entry, but a component that was rendered with the entry may watch it a moment later.
  if (!entries.has(entry.name)) entries.set(entry.name, entry);
  entry.watchers += 1;
  if (pages && isWhole) pages.wholeWatchers += 1;
  if (entry.isStale || entry.state.peek().error || wantsMoreRows(entry)) void load(entry);
  const stopPolling = refetchMs === undefined ? undefined : poll(entry, refetchMs);
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    stopPolling?.();
    entry.watchers -= 1;
    if (pages && isWhole) pages.wholeWatchers -= 1;
    if (pages && entry.watchers === 0) pages.wantedRows = pageRows;
    // Each searched text has entries of its own, for rows and count: delete them after use.
    const isSearch = Boolean(pages ? entry.input.query : entry.input.query?.search);
    if (entry.watchers === 0 && isSearch && entries.get(entry.name) === entry) entries.delete(entry.name);
    // The next component shows the resource as loading, not the previous error.
    if (entry.watchers === 0 && !entry.hasBase && entry.state.peek().error) {
      entry.isStale = true;
      updateState(entry, { error: undefined, isLoading: true });
    }
  };
}

export interface ResourceOptions {
  /** false: nothing is loaded (no id chosen yet, or the feature is not granted). Default true. */
  enabled?: boolean;
  /** Interval of reloads while the page is visible, in milliseconds. */
  refetchMs?: number;
}

/** Loads a resource at first use, and re-renders with it: `useResource('GET /api/playlists/:id', { params: { id } })`. */
export function useResource<Key extends ResourceKey>(
  key: Key,
  ...[input, options = {}]: [...CallArguments<Key>, options?: ResourceOptions]
): Resource<Reply<Key>> {
  return useEntry<Reply<Key>>(entryOf(key, input as CallInput<Key> | undefined), options as ResourceOptions, true);
}

function useEntry<Data>(
  entry: Entry,
  { enabled = true, refetchMs }: ResourceOptions,
  isWhole: boolean,
): Resource<Data> {
  useSignals();
  useEffect(() => (enabled ? watch(entry, isWhole, refetchMs) : undefined), [entry, enabled, isWhole, refetchMs]);
  const { data, error, isLoading } = entry.state.value;
  return {
    // A part of a list must not be taken for the whole list.
    data: isWhole && entry.pages?.lastRow ? undefined : (data as Data | undefined),
    error,
    loading: enabled && isLoading,
    refetch: () => refetch(entry),
    refresh: () => refresh(entry),
  };
}

/** Loads an entry again at an interval, and when the page becomes visible, until the returned function is called. */
function poll(entry: Entry, refetchMs: number): () => void {
  const reload = () => {
    if (document.hidden || entry.loading || isUpdatedByMessages(entry)) return;
    markStale(entry);
    void load(entry);
  };
  const timer = setInterval(reload, refetchMs);
  document.addEventListener('visibilitychange', reload);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', reload);
  };
}

/**
 * True for a long list that was read completely: messages keep it up to date, so it is not read again. A part of a list, or a
 * search, is read again: a message may concern a row that was not read.
 */
const isUpdatedByMessages = ({ base, pages, input }: Entry): boolean =>
  pages !== undefined &&
  pages.lastRow === undefined &&
  !input.query &&
  connection.peek() === 'open' &&
  ((base ?? []) as ListRow[]).length > 2 * limits.listPage.max;

/** A list of which perhaps only the first rows were read. */
export interface List<Row> extends Resource<Row[]>, RowsReader<Row> {
  /** False if the list has, or may have, more rows than `data`; `loadMore` reads them. */
  isComplete: boolean;
}

interface RowsReader<Row> {
  /** Keeps the rows that were read loaded and up to date, until the returned function is called. */
  keepLoaded: (refetchMs?: number) => () => void;
  /** Reads the next rows, also after an error; resolves when the rows or an error have arrived. */
  loadMore: () => Promise<void>;
  /** Reads all rows, and returns them. @throws {CallError} */
  loadAll: () => Promise<Row[]>;
}

/** Returns functions that read the rows of a list that match the query. */
export function rowsReader<Key extends PagedKey>(key: Key, query: object | undefined): RowsReader<RowOf<Key>> {
  const input = (query && { query }) as CallInput<Key>;
  return {
    keepLoaded: (refetchMs) => watch(entryOf(key, input), false, refetchMs),
    async loadMore() {
      const entry = entryOf(key, input);
      const pages = entry.pages as Pages;
      if (entry.hasBase && pages.lastRow === undefined) return;
      // A reload in progress is not interrupted: it reads these rows too.
      pages.wantedRows = Math.max(pages.wantedRows, ((entry.base ?? []) as ListRow[]).length + pageRows);
      void load(entry);
      await whenLoaded(entry);
    },
    async loadAll() {
      const entry = entryOf(key, input);
      const release = watch(entry, true);
      try {
        await whenLoaded(entry);
        const { data, error } = entry.state.peek();
        if (error) throw error;
        return (data ?? []) as RowOf<Key>[];
      } finally {
        release();
      }
    },
  };
}

/** Loads the first rows of a list that match the query, and more when they are wanted. */
export function useRows<Key extends PagedKey>(
  key: Key,
  query: object | undefined,
  options: ResourceOptions = {},
): List<RowOf<Key>> {
  const entry = entryOf(key, (query && { query }) as CallInput<Key>);
  const resource = useEntry<RowOf<Key>[]>(entry, options, false);
  return {
    ...resource,
    ...rowsReader(key, query),
    isComplete: resource.data !== undefined && entry.pages?.lastRow === undefined,
  };
}

/** Loads again, also when a request is in progress: its response may be older than this call. */
async function refetch(entry: Entry): Promise<void> {
  if (entry.loading) {
    entry.generation += 1;
    await entry.loading;
  } else markStale(entry);
  await load(entry);
}

async function refresh(entry: Entry): Promise<void> {
  await refetch(entry);
  const { error } = entry.state.peek();
  if (error) throw error;
}

/** Marks resources as stale. Those in use load again at once, the others when they are next used. */
export function invalidate(...keys: readonly ResourceKey[]): void {
  for (const entry of entries.values()) if (keys.includes(entry.key)) expire(entry);
}

/** Minimum interval of reads after messages, in ms: many screens and accounts may report at the same moment. */
const readEveryMs = 500;
const coalescer = createCoalescer((keys) => invalidate(...keys), readEveryMs);

/** Marks resources as stale at once, or together with others when 500 ms have passed since the last time. */
export function invalidateSoon(keys: readonly ResourceKey[]): void {
  coalescer.add(keys);
}

/** Marks all resources as stale, after the connection was lost. */
export function invalidateAll(): void {
  for (const entry of entries.values()) expire(entry);
}

/** Removes all data at sign-out or another sign-in, so that nobody sees the data of another person. */
export function clearResources(): void {
  coalescer.clear();
  dropWaitingRequests();
  for (const entry of entries.values()) {
    entry.generation += 1;
    entry.base = undefined;
    entry.hasBase = false;
    entry.optimisticUpdates = [];
    entry.isStale = true;
    if (entry.pages) entry.pages.lastRow = undefined;
    updateState(entry, { error: undefined, isLoading: true });
  }
  for (const [name, entry] of entries) if (entry.watchers === 0) entries.delete(name);
}

/** An optimistic change of a resource, for `mutate`. */
export interface Change {
  /** Shows the change. The returned function undoes it or makes it part of the data. */
  apply(): (outcome: 'keep' | 'undo') => void;
}

/** Returns an optimistic change of every entry of the call; with `input`, only of the entry with this input. */
export function change<Key extends ResourceKey>(
  key: Key,
  update: (data: NonNullable<Reply<Key>>) => Reply<Key>,
  input?: CallInput<Key>,
): Change {
  return {
    apply() {
      const affected = input ? [entryOf(key, input)] : [...entries.values()].filter((entry) => entry.key === key);
      const finishers = affected.map((entry) => {
        // Unlike `update`, this function is unique to the entry and the call of `apply`.
        const ownUpdate: Update = (data) => (update as Update)(data);
        entry.optimisticUpdates = [...entry.optimisticUpdates, ownUpdate];
        updateState(entry, {});
        return (outcome: 'keep' | 'undo') => {
          if (!entry.optimisticUpdates.includes(ownUpdate)) return;
          entry.optimisticUpdates = entry.optimisticUpdates.filter((each) => each !== ownUpdate);
          if (outcome === 'keep') {
            if (entry.hasBase) entry.base = ownUpdate(entry.base);
            // A response in progress may be older than the mutation.
            entry.generation += 1;
          }
          updateState(entry, {});
        };
      });
      return (outcome) => {
        for (const finish of finishers) finish(outcome);
      };
    },
  };
}

/** Updates loaded data without a request. */
export function updateResource<Key extends ResourceKey>(
  key: Key,
  update: (data: NonNullable<Reply<Key>>) => Reply<Key>,
): void {
  for (const entry of entries.values()) {
    if (entry.key !== key || !entry.hasBase) continue;
    entry.base = (update as Update)(entry.base);
    updateState(entry, {});
  }
}

/** Number of calls of `patchResource` so far. `lastPatched`: this number at the last patch of each resource. */
let patchCount = 0;
const lastPatched = new Map<ResourceKey, number>();

/** Merges changed rows into the data that was read; reads the data again if only the server knows the new state. */
export function patchResource(patch: Patch): void {
  forgetShown(patch.of);
  lastPatched.set(patch.of, ++patchCount);
  for (const entry of entries.values()) {
    if (entry.key !== patch.of) continue;
    if (entry.loading) entry.arrivedPatches.push(patch);
    if (entry.hasBase && merge(entry, patch)) updateState(entry, {});
    else if (!entry.loading) expire(entry);
  }
}

/** Merges a patch. Returns false if only the server knows the new data. */
function merge(entry: Entry, patch: Patch): boolean {
  const patched = applyPatch(entry.base as never, patch, {
    ...entry.input,
    last: entry.pages?.lastRow as DataRequest['last'],
  });
  if (patched !== undefined) entry.base = patched;
  return patched !== undefined;
}

export interface MutateOptions {
  optimistic?: readonly Change[];
  /** Name of a queue, whose requests are sent in the order of the calls (request-queue.ts). */
  queue?: string;
}

/** Makes a call, then merges or reloads what it changed (contract/changes). @throws {CallError}; optimistic changes are undone */
export async function mutate<Key extends ChangingCall>(
  key: Key,
  input: CallInput<Key>,
  options: MutateOptions = {},
): Promise<Reply<Key>> {
  const finishers = (options.optimistic ?? []).map((each) => each.apply());
  let patchCountBefore = patchCount;
  try {
    const send = () => {
      patchCountBefore = patchCount;
      return call(key, ...([input] as unknown as CallArguments<Key>));
    };
    const reply = await (options.queue === undefined ? send() : sendInOrder(options.queue, send));
    for (const finish of finishers) finish('keep');
    const patch = patchOfReply[key]?.(reply as never, input.params as never);
    // Without a connection no messages arrive.
    if (connection.peek() !== 'open') invalidateAll();
    else {
      // If a message has arrived since the request was sent, it contains this change or a newer one.
      if (patch && (lastPatched.get(patch.of) ?? 0) <= patchCountBefore) patchResource(patch);
      invalidate(...changedByCall[key]);
    }
    return reply;
  } catch (error) {
    for (const finish of finishers) finish('undo');
    if (error instanceof CallError && error.isLost) invalidateAll();
    throw error;
  }
}

/** Returns the data, and subscribes the calling effect to it. Does not load: `watchResource` does. */
export function readResource<Key extends ResourceKey>(key: Key, input?: CallInput<Key>): Reply<Key> | undefined {
  return entryOf(key, input).state.value.data as Reply<Key> | undefined;
}

/** Returns the loaded rows of all lists of the call, by id. For components with `useSignals()`. */
export function loadedRows<Key extends PagedKey>(key: Key): Map<number, RowOf<Key>> {
  const lists = [...entries.values()].filter((entry) => entry.key === key);
  const rows = lists.flatMap(({ state }) => (state.value.data ?? []) as RowOf<Key>[]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the last known data, for event handlers and tests; does not load. */
export function peekResource<Key extends ResourceKey>(key: Key, input?: CallInput<Key>): Reply<Key> | undefined {
  return entries.get(urlOf(key, input))?.state.peek().data as Reply<Key> | undefined;
}
