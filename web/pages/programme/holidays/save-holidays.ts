import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { doAll } from '../../../state/form/do-all.ts';
import { toast } from '../../../state/toasts.ts';
import { createRule, deleteRuleWithoutToast, updateRule } from '../rules/change-rules.ts';
import { refOf, type Target } from '../rules/targets.ts';
import { everyDay, type Holiday } from './holidays.ts';

/** Choice for a holiday on which the usual programme plays: the holiday has no rule, or its rule is paused. */
export const usual = 'usual' as const;

interface HolidayChange {
  holiday: Pick<Holiday, 'name' | 'date'> & Partial<Holiday>;
  plays: Schedule['plays'] | typeof usual;
}

/** Saves what holidays play; new ones apply to `newHolidayTargets`. @throws {CallError} if some failed; the others are saved */
export async function saveHolidays(
  changes: readonly HolidayChange[],
  newHolidayTargets: readonly Target[],
): Promise<void> {
  await doAll(
    changes.map(
      ({ holiday, plays }) =>
        () =>
          save(holiday, plays, newHolidayTargets),
    ),
  );
  if (changes.length > 0) toast({ title: 'Feriados salvos', description: 'Já estão valendo.' });
}

async function save(
  { name, date, rule, isNational }: HolidayChange['holiday'],
  plays: HolidayChange['plays'],
  newHolidayTargets: readonly Target[],
) {
  if (plays === usual) {
    // If the user added the holiday, pause its rule and do not delete it, so that the holiday need not be typed again.
    if (rule) await (isNational ? deleteRuleWithoutToast(rule.id) : updateRule(rule.id, { isPaused: true }));
  } else if (rule) await updateRule(rule.id, { plays, isPaused: false });
  else
    await createRule({
      ...{ name, plays, dates: [date], days: everyDay, from: 0, to: 0, targets: newHolidayTargets.map(refOf) },
      ...{ weeks: 'every', firstDate: null, lastDate: null, priority: 0, isExact: false, isPaused: false },
    });
}
