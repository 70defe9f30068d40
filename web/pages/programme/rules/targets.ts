/** Targets of a programme: screens, and groups of them. Pure. */
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { plural } from '../../../ui/text/format.ts';

export type TargetRef = Pick<Schedule['targets'][number], 'kind' | 'id'>;

export interface Target extends TargetRef {
  name: string;
  /** The playlist that was sent; of a group the one that all of its screens were sent. Null: none. */
  base: { id: number; name: string } | null;
  /** True for a group whose screens have different assigned playlists. */
  hasOwnBases: boolean;
  /** Groups that a screen is in. */
  groupIds: readonly number[];
  /** Size of a group: 'grupo de 3 telas'. */
  hint?: string;
}

type Listed = Pick<MyPlayer, 'id' | 'name' | 'assignedPlaylist'>;

/** 'screen:12', as selects and addresses hold it. */
export const keyOf = ({ kind, id }: TargetRef): string => `${kind}:${id}`;

export const refOf = ({ kind, id }: TargetRef): TargetRef => ({ kind, id });

/** All that may be chosen: screens, then groups, each by name. */
export function targetsOf(
  screens: readonly Listed[],
  groups: readonly Pick<ScreenGroup, 'id' | 'name' | 'playerIds'>[] = [],
): Target[] {
  const names = new Intl.Collator('pt-BR', { numeric: true });
  const byName = (a: Target, b: Target) => names.compare(a.name, b.name);
  const asTarget = ({ id, name, assignedPlaylist: base }: Listed): Target => ({
    ...{ kind: 'screen', id, name, base, hasOwnBases: false },
    groupIds: groups.filter(({ playerIds }) => playerIds.includes(id)).map((group) => group.id),
  });
  const asGroup = ({ id, name, playerIds }: (typeof groups)[number]): Target => {
    const bases = screens.filter((screen) => playerIds.includes(screen.id)).map((each) => each.assignedPlaylist);
    const isCommon = bases.every((base) => base?.id === bases[0]?.id);
    return {
      ...{ kind: 'group', id, name, base: (isCommon && bases[0]) || null, hasOwnBases: !isCommon },
      ...{ groupIds: [], hint: `grupo de ${plural(playerIds.length, 'tela', 'telas')}` },
    };
  };
  return [...screens.map(asTarget).sort(byName), ...groups.map(asGroup).sort(byName)];
}

/** Returns the name of the playlist that plays where no rule holds; undefined: nothing. */
export const baseName = ({ base, hasOwnBases }: Target): string | undefined =>
  hasOwnBases ? 'a playlist de cada tela' : base?.name;

export const hasTarget = (targets: readonly TargetRef[], target: TargetRef): boolean =>
  targets.some((each) => keyOf(each) === keyOf(target));

/** The group by which alone a rule reaches a screen; undefined: it is for the target itself. */
export const groupOf = (rule: Pick<Schedule, 'targets'>, target: Target): Schedule['targets'][number] | undefined =>
  hasTarget(rule.targets, target)
    ? undefined
    : rule.targets.find(({ kind, id }) => kind === 'group' && target.groupIds.includes(id));

/** The rules that reach a target: its own, and those of the groups that it is in. */
export const rulesFor = (schedules: readonly Schedule[], target: Target): Schedule[] =>
  schedules.filter((rule) => hasTarget(rule.targets, target) || groupOf(rule, target) !== undefined);

/** Returns the rules as programme.ts takes them; by their ids, because what is decided depends on it. */
export const asRules = (schedules: readonly Schedule[], target: Target): ProgrammeRule[] =>
  schedules.map((rule) => {
    const { id, plays, days, from, to, priority, weeks, firstDate, lastDate } = rule;
    return {
      ...{ id, plays, days, from, to, priority, weeks, firstDate, lastDate },
      target: hasTarget(rule.targets, target) ? target.kind : 'group',
    };
  });

/** Rules for nobody: their screens and groups are gone. */
export const lostRules = (schedules: readonly Schedule[]): Schedule[] =>
  schedules.filter(({ targets }) => targets.length === 0);
