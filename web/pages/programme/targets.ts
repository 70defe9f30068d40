/** What a programme can be for: screens, and whatever else the server comes to know. Pure. */
import type { ProgrammeRule } from '../../../src/contract/programme.ts';
import type { Schedule } from '../../../src/contract/schedules.ts';

/** One of the kinds of target, and its id. */
export type TargetRef = Pick<Schedule['targets'][number], 'kind' | 'id'>;

export interface Target extends TargetRef {
  name: string;
  /** The playlist that was sent; null: none. */
  base: { id: number; name: string } | null;
}

/** 'screen:12', as selects and addresses hold it. */
export const keyOf = ({ kind, id }: TargetRef): string => `${kind}:${id}`;

/** All that may be chosen, by name. */
export function targetsOf(
  screens: readonly { id: number; name: string; assignedPlaylist: { id: number; name: string } | null }[],
): Target[] {
  const names = new Intl.Collator('pt-BR', { numeric: true });
  return screens
    .map(({ id, name, assignedPlaylist }): Target => ({ kind: 'screen', id, name, base: assignedPlaylist }))
    .sort((a, b) => names.compare(a.name, b.name));
}

/** The rules that reach a target. */
export const rulesFor = (schedules: readonly Schedule[], target: TargetRef): Schedule[] =>
  schedules.filter(({ targets }) => targets.some((each) => keyOf(each) === keyOf(target)));

/** As programme.ts decides with them; by their ids, because what is decided depends on it. */
export const asRules = (schedules: readonly Schedule[], target: TargetRef): ProgrammeRule[] =>
  schedules.map(({ id, plays, days, from, to, priority, weeks, firstDate, lastDate }) => ({
    ...{ id, plays, days, from, to, priority, weeks, firstDate, lastDate },
    target: target.kind,
  }));
