/** Describes what a screen's programme plays now (contract/README 16.7). Pure. */
import type { PlaysNow } from '../../../src/contract/programme/schedules.ts';
import { localMinuteAt } from '../programme/local-time.ts';
import { plural } from '../../ui/text/format.ts';
import { startText, untilText } from '../programme/until-texts.ts';

export const darkName = 'Tela escura';

type PlaylistOrDark = Pick<PlaysNow, 'playlist' | 'isDark'>;

/** Returns the playlist's name or 'Tela escura'; undefined when nothing plays. */
export const playsName = ({ playlist, isDark }: PlaylistOrDark): string | undefined =>
  isDark ? darkName : playlist?.name;

/** Returns true while a rule decides, false while the base playlist plays. */
export const isRulePlaying = ({ scheduleId }: PlaysNow): boolean => scheduleId !== null;

/** Returns 'Playlist: Geral', 'Programação: Manhã', 'Programação: nada neste horário' or 'Sem playlist'. */
export function playsText(now: PlaysNow): string {
  const name = playsName(now);
  if (name !== undefined) return `${isRulePlaying(now) ? 'Programação' : 'Playlist'}: ${name}`;
  return now.next ? 'Programação: nada neste horário' : 'Sem playlist';
}

/** Returns 'Programação: Manhã · até as 12:00, depois Geral'; the same as `playsText` while no rule plays. `nowMs`: Date.now(). */
export const playsWithEndText = (now: PlaysNow, nowMs: number): string =>
  `${playsText(now)}${isRulePlaying(now) ? endSuffix(now, nowMs) : ''}`;

/** Returns the text for a playing rule: 'Manhã · até as 12:00, depois Geral'. */
export const ruleText = (now: PlaysNow, nowMs: number): string => `${playsName(now) ?? ''}${endSuffix(now, nowMs)}`;

function endSuffix(now: PlaysNow, nowMs: number): string {
  const end = ruleEndText(now, nowMs);
  return end && ` · ${end}${nextText(now)}`;
}

/** Returns 'até as 12:00'; '' when no end is known. */
export const ruleEndText = ({ until }: PlaysNow, nowMs: number): string =>
  until === null ? '' : untilText(localMinuteAt(Date.parse(until)), localMinuteAt(nowMs));

/** Returns when the next playlist begins: 'às 7:00', 'sáb, 7:00' or 'à meia-noite'; '' when none is known. */
export const nextStartText = ({ until }: PlaysNow, nowMs: number): string =>
  until === null ? '' : startText(localMinuteAt(Date.parse(until)), localMinuteAt(nowMs));

/** Returns ', depois Geral'; '' when the same playlist continues or nothing follows. */
export function nextText(now: PlaysNow): string {
  const name = now.next ? playsName(now.next) : undefined;
  return name === undefined || name === playsName(now) ? '' : `, depois ${name}`;
}

/** Returns 'Vai ficar sem nada em 2 dias', or 'Sem nada para mostrar' once `emptyFrom` has passed. `nowMs`: Date.now(). */
export function emptyText(emptyFrom: string, nowMs: number): string {
  const hours = (Date.parse(emptyFrom) - nowMs) / 3_600_000;
  if (hours <= 0) return 'Sem nada para mostrar';
  const soon = hours < 1 ? 'menos de 1 hora' : plural(Math.round(hours), 'hora', 'horas');
  return `Vai ficar sem nada em ${hours < 24 ? soon : plural(Math.round(hours / 24), 'dia', 'dias')}`;
}

/** Returns what a screen plays after a playlist was sent to it; a playing rule continues. */
export const playsNowAfterSending = (now: PlaysNow, playlist: PlaysNow['playlist']): PlaysNow =>
  isRulePlaying(now) ? now : { ...now, playlist };

/** Returns what a screen without rules plays after this playlist was sent to it. */
export const playsNowWithoutRules = (playlist: PlaysNow['playlist']): PlaysNow => ({
  ...{ playlist, isDark: false, scheduleId: null, until: null, next: null },
});
