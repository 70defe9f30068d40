/**
 * Server data by the name of its call: loaded once, and again when it is invalidated (by a mutation or a socket message).
 * Components use `useResource`; event handlers use `invalidate` and `mutate`:
 *
 *     await mutate('DELETE /api/playlists/:id', { params: { id } }, {
 *       optimistic: [change('GET /api/playlists', (all) => all.filter((each) => each.id !== id))],
 *       invalidates: ['GET /api/playlists', 'GET /api/playlists/:id/assignments'],
 *     });
 */
import { type Signal, signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import type { ApiKey } from '../../../src/contract/api/index.ts';
import { type CallArguments, type CallError, type CallInput, call, type Reply, urlOf } from '../../api/client.ts';

/** `'GET /api/playlists'`: to `invalidate`, every entry of that call, whatever its parameters. */
export type ResourceKey = Extract<ApiKey, `GET ${string}`>;

type Patch = (data: unknown) => unknown;

interface Entry {
  readonly key: ResourceKey;
  readonly load: () => Promise<unknown>;
  readonly state: Signal<EntryState>;
  /** The server's last answer, without the patches of mutations still on their way. */
  base: unknown;
  hasBase: boolean;
  patches: Patch[];
  /** Raised when a response on its way has become too old to show. */
  generation: number;
  watchers: number;
  isStale: boolean;
  loading: Promise<void> | undefined;
}

interface EntryState {
  data: unknown;
  error: CallError | undefined;
  isLoading: boolean;
}

/** A named read as a component sees it in one render. */
export interface Resource<T> {
  /** undefined until the first response; kept while reloading and after a failed reload. */
  data: T | undefined;
  error: CallError | undefined;
  /** A request is on its way. With data present it is a reload. */
  loading: boolean;
  /** Loads again; resolves when the answer (or error) is in. */
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
      key,
      load: () => call(key, ...([input] as unknown as CallArguments<Key>)),
      state: signal<EntryState>({ data: undefined, error: undefined, isLoading: true }),
      base: undefined,
      hasBase: false,
      patches: [],
      generation: 0,
      watchers: 0,
      isStale: true,
      loading: undefined,
    };
    entries.set(name, entry);
  }
  return entry;
}

function show(entry: Entry, changes: Partial<EntryState>): void {
  const data = entry.hasBase ? entry.patches.reduce((value, patch) => patch(value), entry.base) : undefined;
  entry.state.value = { ...entry.state.peek(), ...changes, data };
}

function load(entry: Entry): Promise<void> {
  entry.loading ??= run(entry).finally(() => {
    entry.loading = undefined;
    if (entry.isStale && entry.watchers > 0) void load(entry);
  });
  return entry.loading;
}

async function run(entry: Entry): Promise<void> {
  entry.isStale = false;
  const { generation } = entry;
  const isCurrent = () => generation === entry.generation;
  show(entry, { isLoading: true });
  try {
    const response = await entry.load();
    if (isCurrent()) {
      entry.base = response;
      entry.hasBase = true;
      show(entry, { error: undefined, isLoading: false });
    }
  } catch (error) {
    if (isCurrent()) show(entry, { error: error as CallError, isLoading: false });
  }
  if (!isCurrent()) entry.isStale = true;
}

function expire(entry: Entry): void {
  entry.isStale = true;
  entry.generation += 1;
  if (entry.watchers > 0) void load(entry);
}

/** Keeps a read loaded and up to date without a component, until the result is called. */
export function watchResource<Key extends ResourceKey>(key: Key, input?: CallInput<Key>): () => void {
  return watch(entryOf(key, input));
}

function watch(entry: Entry): () => void {
  entry.watchers += 1;
  if (entry.isStale || entry.state.peek().error) void load(entry);
  let isWatching = true;
  return () => {
    if (isWatching) entry.watchers -= 1;
    isWatching = false;
    // Whoever comes next sees it being loaded, not what failed then.
    if (entry.watchers === 0 && !entry.hasBase && entry.state.peek().error) {
      entry.isStale = true;
      show(entry, { error: undefined, isLoading: true });
    }
  };
}

export interface ResourceOptions {
  /** false: nothing is loaded (an id not chosen yet, a feature not granted). Default true. */
  enabled?: boolean;
  /** Also reload this often while the page is visible, ms. */
  refetchMs?: number;
}

/** Loads a call at first use, re-renders with it: `useResource('GET /api/playlists/:id', { params: { id } })`. */
export function useResource<Key extends ResourceKey>(
  key: Key,
  ...[input, options = {}]: [...CallArguments<Key>, options?: ResourceOptions]
): Resource<Reply<Key>> {
  useSignals();
  const { enabled = true, refetchMs } = options as ResourceOptions;
  const entry = entryOf(key, input as CallInput<Key> | undefined);
  useEffect(() => (enabled ? watch(entry) : undefined), [entry, enabled]);
  useEffect(() => {
    if (!enabled || !refetchMs) return;
    const poll = () => {
      if (!document.hidden) void load(entry);
    };
    const timer = setInterval(poll, refetchMs);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [entry, enabled, refetchMs]);
  const { data, error, isLoading } = entry.state.value;
  return {
    data: data as Reply<Key> | undefined,
    error,
    loading: enabled && isLoading,
    refetch: () => refetch(entry),
    refresh: () => refresh(entry),
  };
}

/** An answer already on its way may be older than the wish for a new one. */
async function refetch(entry: Entry): Promise<void> {
  if (entry.loading) {
    entry.generation += 1;
    await entry.loading;
  }
  await load(entry);
}

async function refresh(entry: Entry): Promise<void> {
  await refetch(entry);
  const { error } = entry.state.peek();
  if (error) throw error;
}

/** Marks reads as old: those on the screen load again at once, the others when they are next shown. */
export function invalidate(...keys: readonly ResourceKey[]): void {
  for (const entry of entries.values()) if (keys.includes(entry.key)) expire(entry);
}

/** After a lost connection anything may have changed. */
export function invalidateAll(): void {
  for (const entry of entries.values()) expire(entry);
}

/** At logout: nothing of one person is left for the next. */
export function clearResources(): void {
  for (const entry of entries.values()) {
    entry.generation += 1;
    entry.base = undefined;
    entry.hasBase = false;
    entry.patches = [];
    entry.isStale = true;
    show(entry, { error: undefined, isLoading: true });
  }
  for (const [name, entry] of entries) if (entry.watchers === 0) entries.delete(name);
}

/** An optimistic change of one read, as `mutate` takes it. */
export interface Change {
  /** Shows the change; the result takes it back or makes it part of the data. */
  apply(): (outcome: 'keep' | 'undo') => void;
}

/** An optimistic change, for `mutate`: of every loaded entry of the call, or with parameters of that one. */
export function change<Key extends ResourceKey>(
  key: Key,
  update: (data: NonNullable<Reply<Key>>) => Reply<Key>,
  input?: CallInput<Key>,
): Change {
  return {
    apply() {
      const affected = input ? [entryOf(key, input)] : [...entries.values()].filter((entry) => entry.key === key);
      const settlers = affected.map((entry) => {
        const patch: Patch = (data) => (update as Patch)(data);
        entry.patches = [...entry.patches, patch];
        show(entry, {});
        return (outcome: 'keep' | 'undo') => {
          if (!entry.patches.includes(patch)) return;
          entry.patches = entry.patches.filter((each) => each !== patch);
          if (outcome === 'keep') {
            if (entry.hasBase) entry.base = patch(entry.base);
            // What is on its way may have been read before the mutation.
            entry.generation += 1;
          }
          show(entry, {});
        };
      });
      return (outcome) => {
        for (const settle of settlers) settle(outcome);
      };
    },
  };
}

/** Updates loaded data from a server message (progress), without loading it again. */
export function adjust<Key extends ResourceKey>(key: Key, update: (data: NonNullable<Reply<Key>>) => Reply<Key>): void {
  for (const entry of entries.values()) {
    if (entry.key !== key || !entry.hasBase) continue;
    entry.base = (update as Patch)(entry.base);
    show(entry, {});
  }
}

export interface MutateOptions {
  optimistic?: readonly Change[];
  invalidates?: readonly ResourceKey[];
}

/** Calls, then reloads the reads. @throws {CallError} after the optimistic changes were taken back */
export async function mutate<Key extends ApiKey>(
  key: Key,
  input: CallInput<Key>,
  options: MutateOptions = {},
): Promise<Reply<Key>> {
  const settlers = (options.optimistic ?? []).map((each) => each.apply());
  try {
    const reply = await call(key, ...([input] as unknown as CallArguments<Key>));
    for (const settle of settlers) settle('keep');
    invalidate(...(options.invalidates ?? []));
    return reply;
  } catch (error) {
    for (const settle of settlers) settle('undo');
    throw error;
  }
}

/** Reads the data for effects, as a signal, while `watchResource` keeps it. */
export function readResource<Key extends ResourceKey>(key: Key, input?: CallInput<Key>): Reply<Key> | undefined {
  return entryOf(key, input).state.value.data as Reply<Key> | undefined;
}

/** The last known answer, for event handlers and tests; does not load. */
export function peekResource<Key extends ResourceKey>(key: Key, input?: CallInput<Key>): Reply<Key> | undefined {
  return entries.get(urlOf(key, input))?.state.peek().data as Reply<Key> | undefined;
}
