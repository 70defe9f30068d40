/** Creates the texts for the receipts of a call. */
import type { Call, QueuedOn } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';

export interface ReceiptLine {
  /** undefined for a neutral text. */
  tone?: 'success' | 'warning' | 'danger';
  about: 'shown' | 'silent' | 'waiting' | 'missing' | 'off';
  text: string;
}

const oneDecimal = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
/** Formats milliseconds as seconds: 430 -> '0,4 s' */
export const secondsText = (ms: number) => `${oneDecimal.format(Math.max(0, ms) / 1000)} s`;

/** Returns the text of a call in the queue of a TV, or undefined if the TV should already have shown the call. */
function queuedText({ position, startsInMs }: QueuedOn, elapsedMs: number): string | undefined {
  const leftMs = (startsInMs ?? Infinity) - elapsedMs;
  if (leftMs < -limits.calls.overdueMs) return undefined;
  return position > 1 || startsInMs === null
    ? `na fila da TV, ${position}ª`
    : `na TV em ${Math.max(1, Math.ceil(leftMs / 1000))} s`;
}

/**
 * Returns the texts below a call. `listedForMs`: time since this page first listed the call; `queuedListAgeMs`: time since this
 * page received the call's `queued` list.
 */
export function receiptLines(
  call: Pick<Call, 'targets' | 'receipts' | 'queued'>,
  listedForMs: number,
  queuedListAgeMs: number,
): ReceiptLine[] {
  const { targets, receipts } = call;
  const lines: ReceiptLine[] = [];
  const audible = receipts.filter(({ hadSound }) => hadSound);
  const [first] = audible;
  if (first && audible.length === 1)
    lines.push({ tone: 'success', about: 'shown', text: `na TV em ${secondsText(first.delayMs)}` });
  if (audible.length > 1) {
    const slowest = Math.max(...audible.map(({ delayMs }) => delayMs));
    lines.push({ tone: 'success', about: 'shown', text: `em ${audible.length} TVs em ${secondsText(slowest)}` });
  }
  for (const { playerName, delayMs, isQuietTime } of receipts.filter(({ hadSound }) => !hadSound))
    lines.push({
      tone: isQuietTime ? undefined : 'warning',
      about: 'silent',
      text: `${playerName}: na TV em ${secondsText(delayMs)}, ${isQuietTime ? 'em silêncio programado' : 'sem som nesta TV'}`,
    });
  const isLate = listedForMs >= limits.calls.notShownAfterMs;
  const waiting = call.queued.flatMap((queuedOn) => queuedText(queuedOn, queuedListAgeMs) ?? []);
  const missing = targets.online - receipts.length - waiting.length;
  if (receipts.length === 0 && waiting[0]) lines.push({ about: 'waiting', text: waiting[0] });
  else if (receipts.length === 0 && targets.online === 0 && targets.offline.length === 0)
    lines.push({ tone: 'warning', about: 'missing', text: 'nenhuma TV mostra este local' });
  else if (receipts.length === 0 && (isLate || targets.online === 0))
    lines.push({ tone: 'danger', about: 'missing', text: 'nenhuma TV mostrou' });
  else if (receipts.length === 0) lines.push({ about: 'waiting', text: 'chamando...' });
  else if (isLate && missing > 0)
    lines.push({
      tone: 'warning',
      about: 'missing',
      text: missing === 1 ? 'uma TV ainda não mostrou' : `${missing} TVs ainda não mostraram`,
    });
  const offlineNames = targets.offline.filter((name) => !receipts.some(({ playerName }) => playerName === name));
  if (offlineNames.length > 0) lines.push({ about: 'off', text: `${offlineNames.join(', ')}: offline` });
  return lines;
}
