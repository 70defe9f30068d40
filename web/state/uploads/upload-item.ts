/** Data of the upload queue: files, their phases and progress, and the quota (contract/README 3.3). */
import type { StatedPurpose } from '../../../src/contract/media.ts';
import { graphemeCount } from '../../../src/contract/text/graphemes.ts';
import type { Poster } from '../../../src/contract/posters.ts';
import { limits } from '../../../src/contract/limits.ts';
import { bytesPerMb } from '../../../src/contract/text/units.ts';
import { formatMb } from '../../ui/text/format.ts';
import type { ChosenFile, FileKind } from './chosen-file.ts';
import { formatTimeLeft } from './chosen-file.ts';

export type UploadPhase =
  /** Chosen; name and options can still be changed. */
  | { status: 'draft' }
  | { status: 'queued' }
  /** The server reserves the upload and checks the quota. */
  | { status: 'preparing' }
  /** `sentBytes` are on the server. */
  | { status: 'sending'; sentBytes: number; bytesPerSecond: number | undefined }
  /** The connection is lost; another attempt starts after `retryInMs`. The server has at least `sentBytes`. */
  | { status: 'waiting'; sentBytes: number; retryInMs: number }
  /** The server has all bytes, and creates the item. */
  | { status: 'confirming' }
  /** The item exists. `insertion`: state of its insertion into the playlist; `wasShown`: its TV has shown it. */
  | { status: 'done'; videoId: number; insertion?: Insertion; wasShown?: boolean }
  /** `isFinal`: another attempt with the same file would fail too. */
  | { status: 'failed'; reason: string; isFinal?: boolean };

/** State of the insertion into a playlist. `isFinal`: another attempt with the same playlist would fail too. */
export type Insertion =
  | { status: 'running' }
  | { status: 'inserted' }
  | { status: 'failed'; reason: string; isFinal: boolean };

/** Destination of a file after its registration. */
export interface Destination {
  playlist: { id: number; name: string };
  /** The TV that shows the playlist, if the user chose a TV. */
  screen?: { id: number; name: string };
}

export interface UploadOptions {
  name: string;
  /** Images only, seconds. */
  displayDuration: number;
  useAmbientBackground: boolean;
  purpose: StatedPurpose;
}

/** The item whose file is replaced. */
export interface ReplacedItem {
  id: number;
  name: string;
  isPlatform: boolean;
}

export interface UploadItem<F extends ChosenFile = ChosenFile> extends UploadOptions {
  id: number;
  file: F;
  kind: FileKind;
  /** Reason for which the server would refuse the file. */
  refusal: string | undefined;
  /** Category of a platform item; undefined: the item is the user's own. Set when the file is sent. */
  categoryId: number | undefined;
  /** Fields of the poster, if the file was drawn as one. */
  poster?: Poster | undefined;
  /** Last day on which a new item is shown. */
  validUntil?: string | undefined;
  /** The item whose file is replaced; omitted: a new item is created. */
  replaces?: ReplacedItem;
  /** Set when the file is sent; undefined: the item is not added to a playlist. */
  destination?: Destination | undefined;
  phase: UploadPhase;
}

const [preparedMark, sendingMark, sentMark, doneMark] = limits.uploadProgressSteps;

/** Returns the progress in percent: 10 at the start, 25 to 75 with the sent bytes, 100 when the item exists (contract/README 3.3). */
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

/** Returns the text below the progress bar of an upload. Contains sent bytes only after some are sent. */
export function progressText({ phase, file }: Pick<UploadItem, 'phase' | 'file'>): string {
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
/** True while an existing item is added to its playlist. */
export const isBeingInserted = ({ phase }: Pick<UploadItem, 'phase'>) =>
  phase.status === 'done' && phase.insertion?.status === 'running';
/** True for an upload that closing the window would interrupt. */
export const isUnfinished = (item: Pick<UploadItem, 'phase'>) => isActive(item) || item.phase.status === 'queued';

/** Inactive phases by urgency. Active phases are not in the list: their index -1 sorts them first. */
const inactiveByUrgency: readonly UploadPhase['status'][] = ['failed', 'queued', 'done', 'draft'];

/** Returns the uploads sorted by urgency: active, failed, queued, done, drafts. */
export function sortByUrgency<Item extends Pick<UploadItem, 'phase'>>(items: readonly Item[]): Item[] {
  return [...items].sort(
    (left, right) => inactiveByUrgency.indexOf(left.phase.status) - inactiveByUrgency.indexOf(right.phase.status),
  );
}

/** Returns the upload to start now, if any. Files are sent one after the other, so that each arrives as early as possible. */
export function nextOf<Item extends Pick<UploadItem, 'phase'>>(items: readonly Item[]): Item | undefined {
  return items.some(isActive) ? undefined : items.find(({ phase }) => phase.status === 'queued');
}

/** Returns the errors of drafts with a missing or too long name, by id of the upload. */
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

export type QuotaUsage = Record<'storageUsed' | 'storageLimit' | 'videoCount' | 'maxVideos', number>;

/** MB and items that the uploads in the queue will add, and by how much the quota would then be exceeded. */
export type QuotaForecast = Record<'pendingMb' | 'pendingCount' | 'excessMb' | 'excessCount', number>;

/** True if the quota of storage or of items is used up. */
export const isFull = ({ storageUsed, storageLimit, videoCount, maxVideos }: QuotaUsage) =>
  storageUsed >= storageLimit || videoCount >= maxVideos;

/** Returns the forecast. Platform items do not count. `countsDrafts`: false when the drafts will become platform items. */
export function quotaForecast(
  items: readonly UploadItem[],
  usage: QuotaUsage,
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
    excessMb: Math.max(0, usage.storageUsed + pendingMb - usage.storageLimit),
    excessCount: Math.max(0, usage.videoCount + pendingCount - usage.maxVideos),
  };
}

/** Returns the drafts that fit into the remaining quota, in their order. A draft that is too large is skipped. */
export function fittingDrafts<Item extends UploadItem>(items: readonly Item[], usage: QuotaUsage): Item[] {
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
const maxRetryMs = 15_000;

/** Returns the delay before the next attempt in milliseconds: 1, 2, 4, 8, then every 15 s. `failures` counts from 1. */
export function retryDelay(failures: number): number {
  return Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1));
}
