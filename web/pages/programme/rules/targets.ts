/** Lists the targets of a programme: screens and groups of screens. Pure functions. */
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { expandDates } from '../../../../src/contract/programme/dates.ts';
import { precedenceOf, type ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { dateOfDay } from '../../../components/programme/local-time.ts';
import { plural } from '../../../ui/text/format.ts';

export type TargetRef = Pick<Schedule['targets'][number], 'kind' | 'id'>;

export interface Target extends TargetRef {
  name: string;
  /** The base playlist of the screen, or of all screens of the group. null if there is none or if the screens differ. */
  base: { id: number; name: string } | null;
  /** True for a group whose screens have different base playlists. */
  hasDifferentBases: boolean;
  /** Ids of the groups that contain the screen. */
  groupIds: readonly number[];
  /** Size of a group, such as 'grupo de 3 telas'. */
  hint?: string;
}

type ListedScreen = Pick<MyPlayer, 'id' | 'name' | 'assignedPlaylist'>;

/** Returns the key of a target in selects and addresses, such as 'screen:12'. */
export const keyOf = ({ kind, id }: TargetRef): string => `${kind}:${id}`;

export const refOf = ({ kind, id }: TargetRef): TargetRef => ({ kind, id });

/** Returns all targets: screens, then groups, each sorted by name. */
export function targetsOf(
  screens: readonly ListedScreen[],
  groups: readonly Pick<ScreenGroup, 'id' | 'name' | 'playerIds'>[] = [],
): Target[] {
  const collator = new Intl.Collator('pt-BR', { numeric: true });
  const byName = (a: Target, b: Target) => collator.compare(a.name, b.name);
  const targetOfScreen = ({ id, name, assignedPlaylist: base }: ListedScreen): Target => ({
    ...{ kind: 'screen', id, name, base, hasDifferentBases: false },
    groupIds: groups.filter(({ playerIds }) => playerIds.includes(id)).map((group) => group.id),
  });
  const targetOfGroup = ({ id, name, playerIds }: (typeof groups)[number]): Target => {
    const bases = screens.filter((screen) => playerIds.includes(screen.id)).map((each) => each.assignedPlaylist);
    const isShared = bases.every((base) => base?.id === bases[0]?.id);
    return {
      ...{ kind: 'group', id, name, base: (isShared && bases[0]) || null, hasDifferentBases: !isShared },
      ...{ groupIds: [], hint: `grupo de ${plural(playerIds.length, 'tela', 'telas')}` },
    };
  };
  return [...screens.map(targetOfScreen).sort(byName), ...groups.map(targetOfGroup).sort(byName)];
}

/** Returns a text for the playlist that plays when no rule applies, or undefined if there is none. */
export const baseName = ({ base, hasDifferentBases }: Target): string | undefined =>
  hasDifferentBases ? 'a playlist de cada tela' : base?.name;

export const hasTarget = (targets: readonly TargetRef[], target: TargetRef): boolean =>
  targets.some((each) => keyOf(each) === keyOf(target));

/** Returns the group through which a rule applies to a screen; undefined if the rule names the screen or does not apply to it. */
export const groupOf = (rule: Pick<Schedule, 'targets'>, target: Target): Schedule['targets'][number] | undefined =>
  hasTarget(rule.targets, target)
    ? undefined
    : rule.targets.find(({ kind, id }) => kind === 'group' && target.groupIds.includes(id));

/** Returns the rules that apply to a target: its own rules and the rules of its groups. */
export const rulesFor = (schedules: readonly Schedule[], target: Target): Schedule[] =>
  schedules.filter((rule) => hasTarget(rule.targets, target) || groupOf(rule, target) !== undefined);

/**
 * Converts rules to the format of programme.ts, without paused ones. A rule with dates becomes several, for the years around
 * `day` (days since 1970).
 */
export const programmeRulesOf = (schedules: readonly Schedule[], target: Target, day: number): ProgrammeRule[] =>
  schedules
    .filter(({ isPaused }) => !isPaused)
    .flatMap((rule) => {
      const { id, plays, days, from, to, priority, weeks, firstDate, lastDate } = rule;
      const kind = hasTarget(rule.targets, target) ? target.kind : 'group';
      const undatedRule = { id, plays, days, from, to, priority, weeks, firstDate, lastDate, target: kind };
      const datedRules = expandDates(undatedRule, rule.dates, Number(dateOfDay(day).slice(0, 4)));
      return datedRules.map((each) => ({ ...each, priority: precedenceOf(each) }));
    });

/** Returns the rules whose screens and groups were all deleted. */
export const rulesWithoutTargets = (schedules: readonly Schedule[]): Schedule[] =>
  schedules.filter(({ targets }) => targets.length === 0);
