/**
 * A heartbeat as players of ours send it, read without the contract's parser, which costs more than all the rest of it. Only
 * what the contract takes as it stands is taken here, field by field; whatever has to be cleaned, filled in or refused is not,
 * and goes the ordinary way. `parse.test.ts` compares the two.
 */
import { isAscii } from 'node:buffer';
import type { PlayerState } from '../../../contract/players.ts';

export interface PlainHeartbeat {
  token: string;
  playerId: number;
  state: PlayerState | undefined;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isCount = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
/** True for a text that needs no cleaning. */
const isPlainText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && value.trim() === value;
/**
 * True for a time as `toISOString` writes it. The days that every month has are seen at a glance: to write it again
 * takes ten times as long.
 */
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && (usualTime.test(value) || isWrittenAlike(value));
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
function isWrittenAlike(value: string): boolean {
  const at = value.length === 24 ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString() === value;
}

/** Texts in it are printable ASCII: JSON has other characters escaped, but for DEL. */
const isPlain = (body: Buffer): boolean => isAscii(body) && !body.includes(0x5c) && !body.includes(0x7f);

/** Undefined for what is none. */
export function parsePlainHeartbeat(body: Buffer): PlainHeartbeat | undefined {
  if (!isPlain(body)) return undefined;
  try {
    const { token, playerId, state } = JSON.parse(body.toString('latin1')) as Record<string, unknown>;
    if (!isPlainText(token, 200) || token === '' || !isId(playerId)) return undefined;
    if (state === undefined) return { token, playerId, state };
    const read = readState(state as Record<string, unknown>);
    return read && { token, playerId, state: read };
  } catch {
    return undefined;
  }
}

/** Throws TypeError for null. */
function readState(report: Record<string, unknown>): PlayerState | undefined {
  const { videoId, playingSince, cachedItems, totalItems, downloadPercent, soundBlocked, radio } = report;
  const { radioSilentSince, clockUnknown = false, freeStorageMb, lastError, version, engine } = report;
  const isAsItStands =
    (videoId === null || isId(videoId)) &&
    (playingSince === null || isTime(playingSince)) &&
    isCount(cachedItems, 100_000) &&
    isCount(totalItems, 100_000) &&
    (downloadPercent === null || isCount(downloadPercent, 100)) &&
    typeof soundBlocked === 'boolean' &&
    (radio === 'off' || radio === 'heard' || radio === 'silent') &&
    (radioSilentSince === null || isTime(radioSilentSince)) &&
    typeof clockUnknown === 'boolean' &&
    (freeStorageMb === null || typeof freeStorageMb === 'number') &&
    (lastError === null || isPlainText(lastError, 300)) &&
    isPlainText(version, 40) &&
    isPlainText(engine, 80);
  if (!isAsItStands) return undefined;
  // prettier-ignore
  return { videoId, playingSince, cachedItems, totalItems, downloadPercent, soundBlocked, radio, radioSilentSince, clockUnknown, freeStorageMb, lastError, version, engine };
}
