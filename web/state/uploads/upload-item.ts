/** The upload queue as data: what is chosen, what is on its way, how far (contract/README 3.3). */
import { graphemeCount } from '../../../src/contract/text/graphemes.ts';
import { limits } from '../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { formatMb } from '../../ui/text/format.ts';
import type { ChosenFile, FileKind } from './chosen-file.ts';
import { formatTimeLeft } from './chosen-file.ts';

export type Phase =
  /** Chosen; name and options can still be changed. */
  | { status: 'draft' }
  | { status: 'queued' }
  /** Place and quota are being asked for. */
  | { status: 'preparing' }
  /** `sentBytes` are on the server. */
  | { status: 'sending'; sentBytes: number; bytesPerSecond: number | undefined }
  /** The connection is lost; it goes on by itself. Of what was sent only `sentBytes` have surely arrived. */
  | { status: 'waiting'; sentBytes: number; retryInMs: number }
  /** All bytes are there; the item is being made. */
  | { status: 'confirming' }
  /** The item exists and is processed. `placing`: on its way into its destination's playlist; `wasShown`: its TV has shown it. */
  | { status: 'done'; videoId: number; insertion?: Insertion; wasShown?: boolean }
  /** `isFinal`: the same file would be refused again. */
  | { status: 'failed'; reason: string; isFinal?: boolean };

/** `isFinal`: the same playlist would refuse it again. */
export type Insertion =
  | { status: 'running' }
  | { status: 'inserted' }
  | { status: 'failed'; reason: string; isFinal: boolean };

/** Destination of a file after its registration. */
export interface Destination {
  playlist: { id: number; name: string };
  /** The TV that shows the playlist, when the person chose a TV. */
  screen?: { id: number; name: string };
}

export interface UploadOptions {
  name: string;
  /** Images only, seconds. */
  displayDuration: number;
  useAmbientBackground: boolean;
}

/** The item whose bytes a file takes the place of. */
export interface Replaced {
  id: number;
  name: string;
  isPlatform: boolean;
}

export interface UploadItem<F extends ChosenFile = ChosenFile> extends UploadOptions {
  id: number;
  file: F;
  kind: FileKind;
  refusal: string | undefined;
  /** The category of a platform item; undefined: the person's own. Set when it is sent. */
  categoryId: number | undefined;
  /** Left out: it becomes a new item. */
  replaces?: Replaced;
  /** Set when it is sent; undefined: the person's contents alone. */
  destination?: Destination | undefined;
  phase: Phase;
}

const [preparedMark, sendingMark, sentMark, doneMark] = limits.uploadProgressSteps;

/** Contract/README 3.3: 10 when it starts, 25 when the address is there, 75 when the bytes are, 100 when the item is. Between 25 and 75 the bytes themselves. */
export function percentOf({ phase, file }: Pick<UploadItem, 'phase' | 'file'>): number {
  switch (phase.status) {
    case 'draft':
    case 'queued':
    case 'failed':
      return 0;
    case 'preparing':
      return preparedMark;
    case 'sending':
    case 'waiting':
      return sendingMark + (sentMark - sendingMark) * Math.min(1, file.size > 0 ? phase.sentBytes / file.size : 1);
    case 'confirming':
      return sentMark;
    case 'done':
      return doneMark;
  }
}

/** Returns the text below the bar of an upload. Names no bytes before some are sent. */
export function factsOf({ phase, file }: Pick<UploadItem, 'phase' | 'file'>): string {
  const total = formatMb(file.size / bytesPerMb);
  switch (phase.status) {
    case 'preparing':
      return 'Preparando o envio…';
    case 'sending': {
      if (phase.sentBytes >= file.size) return 'Finalizando…';
      if (phase.sentBytes === 0) return total;
      const sent = `${formatMb(phase.sentBytes / bytesPerMb)} de ${total}`;
      if (!phase.bytesPerSecond) return sent;
      return `${sent} · ${formatMb(phase.bytesPerSecond / bytesPerMb)}/s · ${formatTimeLeft((file.size - phase.sentBytes) / phase.bytesPerSecond)}`;
    }
    case 'waiting':
      return 'Conexão perdida. O envio continua sozinho quando ela voltar.';
    case 'confirming':
      return 'Confirmando…';
    case 'done':
      return `Envio concluído · ${total}`;
    default:
      return total;
  }
}

const isActive = ({ phase }: Pick<UploadItem, 'phase'>) =>
  ['preparing', 'sending', 'waiting', 'confirming'].includes(phase.status);
export const isDraft = ({ phase, refusal }: Pick<UploadItem, 'phase' | 'refusal'>) =>
  phase.status === 'draft' && refusal === undefined;
/** It exists, but not yet where it is to be. */
export const isBeingInserted = ({ phase }: Pick<UploadItem, 'phase'>) =>
  phase.status === 'done' && phase.insertion?.status === 'running';
/** Lost by closing the window. */
export const isUnfinished = (item: Pick<UploadItem, 'phase'>) => isActive(item) || item.phase.status === 'queued';

/** Those that are not on their way, by urgency. */
const later: readonly Phase['status'][] = ['failed', 'queued', 'done', 'draft'];

/** Sorts uploads by urgency: on its way, failed, waiting, done. */
export function byUrgency<Item extends Pick<UploadItem, 'phase'>>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => later.indexOf(left.phase.status) - later.indexOf(right.phase.status));
}

/** The one to start now: files go one after the other, so each is there as soon as possible. */
export function nextOf<Item extends Pick<UploadItem, 'phase'>>(items: readonly Item[]): Item | undefined {
  return items.some(isActive) ? undefined : items.find(({ phase }) => phase.status === 'queued');
}

/** Returns the errors that keep drafts from being sent, by id: a missing or too long name. */
export function nameProblems(items: readonly UploadItem[]): Map<number, string> {
  const problems = new Map<number, string>();
  for (const item of items.filter(isDraft)) {
    const length = graphemeCount(item.name.trim());
    if (length === 0) problems.set(item.id, 'Por favor, selecione um arquivo e insira um nome.');
    else if (length > limits.contentNameLength)
      problems.set(item.id, `O nome deve ter no máximo ${limits.contentNameLength} caracteres.`);
  }
  return problems;
}

export type Usage = Record<'storageUsed' | 'storageLimit' | 'videoCount' | 'maxVideos', number>;

/** Use of the quota once everything in the queue is sent, in MB and items; what is missing does not fit. */
export type QuotaForecast = Record<'pendingMb' | 'pendingCount' | 'missingMb' | 'missingCount', number>;

/** Nothing more goes in, whatever it is. */
export const isFull = ({ storageUsed, storageLimit, videoCount, maxVideos }: Usage) =>
  storageUsed >= storageLimit || videoCount >= maxVideos;

/** Platform items count for nobody; `countsDrafts` false: the drafts will be some. */
export function quotaForecast(
  items: readonly UploadItem[],
  usage: Usage,
  { countsDrafts = true }: { countsDrafts?: boolean } = {},
): QuotaForecast {
  const pending = items
    .filter((item) => (isDraft(item) ? countsDrafts : isUnfinished(item) && item.categoryId === undefined))
    .filter(({ replaces }) => !replaces?.isPlatform);
  const pendingCount = pending.filter(({ replaces }) => !replaces).length;
  const pendingMb = pending.reduce((total, { file }) => total + file.size, 0) / bytesPerMb;
  return {
    pendingMb,
    pendingCount,
    missingMb: Math.max(0, usage.storageUsed + pendingMb - usage.storageLimit),
    missingCount: Math.max(0, usage.videoCount + pendingCount - usage.maxVideos),
  };
}

/** Those of the drafts, in their order, that the account still has room for; one that is too large leaves its place to the next. */
export function fittingDrafts<Item extends UploadItem>(items: readonly Item[], usage: Usage): Item[] {
  const { pendingMb, pendingCount } = quotaForecast(items, usage, { countsDrafts: false });
  let freeMb = usage.storageLimit - usage.storageUsed - pendingMb;
  let freeCount = usage.maxVideos - usage.videoCount - pendingCount;
  return items.filter(isDraft).filter(({ file, replaces }) => {
    const sizeMb = file.size / bytesPerMb;
    if (replaces?.isPlatform) return true;
    if ((freeCount <= 0 && !replaces) || sizeMb > freeMb) return false;
    if (!replaces) freeCount -= 1;
    freeMb -= sizeMb;
    return true;
  });
}

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;

/** Returns the delay before the next attempt in milliseconds: 1, 2, 4, 8, then every 15 s. `failures` counts from 1. */
export function retryDelay(failures: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1));
}
