/** Describes what a screen's programme plays now (contract/README 16.7). Pure. */
import type { PlaysNow } from '../../../src/contract/programme/schedules.ts';
import { localMinuteAt } from '../programme/local-time.ts';
import { startText, untilText } from '../programme/until-words.ts';

export const darkName = 'Tela escura';

type Plays = Pick<PlaysNow, 'playlist' | 'isDark'>;

/** A playlist's name or 'Tela escura'; undefined: nothing. */
export const playsName = ({ playlist, isDark }: Plays): string | undefined => (isDark ? darkName : playlist?.name);

/** A rule plays, not what was sent. */
export const isRulePlaying = ({ scheduleId }: PlaysNow): boolean => scheduleId !== null;

/** 'Playlist: Geral', 'Programação: Manhã', 'Sem playlist'. */
export function playsText(now: PlaysNow): string {
  const name = playsName(now);
  if (name !== undefined) return `${isRulePlaying(now) ? 'Programação' : 'Playlist'}: ${name}`;
  return now.next ? 'Programação: nada neste horário' : 'Sem playlist';
}

/** The same, and while a rule plays until when: 'Programação: Manhã · até as 12:00, depois Geral'. `nowMs`: Date.now(). */
export const playsWithEndText = (now: PlaysNow, nowMs: number): string =>
  `${playsText(now)}${isRulePlaying(now) ? turnWords(now, nowMs) : ''}`;

/** Describes what a rule plays: 'Manhã · até as 12:00, depois Geral'. */
export const ruleText = (now: PlaysNow, nowMs: number): string => `${playsName(now) ?? ''}${turnWords(now, nowMs)}`;

function turnWords(now: PlaysNow, nowMs: number): string {
  const until = ruleEndText(now, nowMs);
  return until && ` · ${until}${nextText(now)}`;
}

/** 'até as 12:00'; empty while no end is near. */
export const ruleEndText = ({ until }: PlaysNow, nowMs: number): string =>
  until === null ? '' : untilText(localMinuteAt(Date.parse(until)), localMinuteAt(nowMs));

/** Describes when the next playlist begins: 'às 7:00', 'sáb, 7:00', 'à meia-noite'; empty while nothing does. */
export const nextStartText = ({ until }: PlaysNow, nowMs: number): string =>
  until === null ? '' : startText(localMinuteAt(Date.parse(until)), localMinuteAt(nowMs));

/** ', depois Geral'; empty where the same goes on, or nothing comes. */
export function nextText(now: PlaysNow): string {
  const name = now.next ? playsName(now.next) : undefined;
  return name === undefined || name === playsName(now) ? '' : `, depois ${name}`;
}

/** Returns the state after a playlist was sent: a rule that plays goes on. */
export const afterSending = (now: PlaysNow, playlist: PlaysNow['playlist']): PlaysNow =>
  isRulePlaying(now) ? now : { ...now, playlist };

/** Returns the state of a screen without rules. */
export const withoutRules = (playlist: PlaysNow['playlist']): PlaysNow => ({
  ...{ playlist, isDark: false, scheduleId: null, until: null, next: null },
});
