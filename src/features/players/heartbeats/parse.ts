/**
 * Parses our players' heartbeats without the contract's parser, which takes longer than everything else in a heartbeat.
 * Accepts only values that the contract accepts unchanged; a request with any other value takes the ordinary path, where it is
 * cleaned, completed or refused. `parse.test.ts` compares the two parsers.
 */
import { isAscii } from 'node:buffer';
import type { PlayerState } from '../../../contract/players.ts';

export interface TypicalHeartbeat {
  token: string;
  playerId: number;
  state: PlayerState | undefined;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const isCount = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
/** True for a text that the contract's parser would not change. */
const isPlainText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && value.trim() === value;
/**
 * True for a time as `toISOString` writes it. The pattern accepts the days 1 to 28; other days are checked by conversion, which takes
 * ten times as long.
 */
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && (usualTime.test(value) || isIsoTime(value));
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
function isIsoTime(value: string): boolean {
  const at = value.length === 24 ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString() === value;
}

/** True for ASCII without backslash and DEL. Valid JSON writes all other control characters in strings with a backslash. */
const isPrintableAscii = (body: Buffer): boolean => isAscii(body) && !body.includes(0x5c) && !body.includes(0x7f);

/** Parses the body of a typical heartbeat; returns undefined for any other body. */
export function parseTypicalHeartbeat(body: Buffer): TypicalHeartbeat | undefined {
  if (!isPrintableAscii(body)) return undefined;
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

/** Returns the state if the contract accepts it unchanged, otherwise undefined. Throws TypeError for null. */
function readState(report: Record<string, unknown>): PlayerState | undefined {
  const { videoId, playingSince, cachedItems, totalItems, downloadPercent, soundBlocked, radio } = report;
  const { radioSilentSince, clockUnknown = false, freeStorageMb, lastError, version, engine } = report;
  const isAccepted =
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
  if (!isAccepted) return undefined;
  // prettier-ignore
  return { videoId, playingSince, cachedItems, totalItems, downloadPercent, soundBlocked, radio, radioSilentSince, clockUnknown, freeStorageMb, lastError, version, engine };
}
