/**
 * Sends the requests that change rules. `changeRuleHours`, `deleteRule` and `shareRules` show a toast, with 'Desfazer' if the
 * change can be undone.
 */
import type { DayWindow } from '../../../../src/contract/programme/programme.ts';
import type { Schedule, ScheduleInput, SchedulePatch } from '../../../../src/contract/programme/schedules.ts';
import { confirm } from '../../../state/confirm.ts';
import { doAll } from '../../../state/form/do-all.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast, toastError } from '../../../state/toasts.ts';
import { plural } from '../../../ui/text/format.ts';
import { bodyOf, formOf } from './rule-form.ts';
import { sentenceOf } from './sentences.ts';
import { keyOf, refOf, type Target } from './targets.ts';

const withPatch = (id: number, patch: Partial<Schedule>) =>
  change('GET /api/schedules', (all) => all.map((rule) => (rule.id === id ? { ...rule, ...patch } : rule)));

/** @throws {CallError} */
export const createRule = (body: ScheduleInput): Promise<Schedule> => mutate('POST /api/schedules', { body });

/** @throws {CallError} */
export const updateRule = (id: number, body: SchedulePatch): Promise<Schedule> =>
  mutate('PATCH /api/schedules/:id', { params: { id }, body });

/** @throws {CallError} */
export const deleteRuleWithoutToast = (id: number) => mutate('DELETE /api/schedules/:id', { params: { id } });

/** Changes a rule's hours optimistically, and offers 'Desfazer'. @throws {CallError} after restoring the old hours */
export async function changeRuleHours(rule: Schedule, { days, from, to }: DayWindow): Promise<void> {
  const body = { days: [...days], from, to };
  await mutate(
    'PATCH /api/schedules/:id',
    { params: { id: rule.id }, body },
    { optimistic: [withPatch(rule.id, body)] },
  );
  toast({
    title: 'Horário mudado',
    description: sentenceOf({ ...rule, ...body }),
    action: undoAction(() => updateRule(rule.id, { days: rule.days, from: rule.from, to: rule.to })),
  });
}

/** Pauses or resumes a rule optimistically. @throws {CallError} after restoring the rule */
export async function togglePause({ id, isPaused: wasPaused }: Schedule): Promise<void> {
  const body = { isPaused: !wasPaused };
  await mutate('PATCH /api/schedules/:id', { params: { id }, body }, { optimistic: [withPatch(id, body)] });
}

/**
 * Deletes a rule and offers 'Desfazer', which creates the rule again. A rule without targets cannot be created: the user confirms
 * its deletion instead. @throws {CallError} after restoring the rule
 */
export async function deleteRule(rule: Schedule): Promise<void> {
  const hasNoTargets = rule.targets.length === 0;
  const question = { title: 'Excluir esta regra?', text: `${sentenceOf(rule)}.`, action: 'Excluir' };
  if (hasNoTargets && !(await confirm(question))) return;
  await mutate(
    'DELETE /api/schedules/:id',
    { params: { id: rule.id } },
    {
      optimistic: [change('GET /api/schedules', (all) => all.filter(({ id }) => id !== rule.id))],
    },
  );
  toast({
    title: 'Regra excluída',
    description: sentenceOf(rule),
    ...(!hasNoTargets && { action: undoAction(() => createRule(bodyOf(formOf(rule))), 'Exclusão desfeita') }),
  });
}

/** Adds targets to the rules. @throws {CallError} if some rules could not be changed; the other rules have the new targets */
export async function shareRules(rules: readonly Schedule[], addedTargets: readonly Target[]): Promise<void> {
  const previousTargets = rules.map(({ id, targets }) => ({ id, targets: targets.map(refOf) }));
  await doAll(
    rules.map(({ id, targets }) => () => {
      const all = new Map([...targets, ...addedTargets].map((each) => [keyOf(each), refOf(each)]));
      return updateRule(id, { targets: [...all.values()] });
    }),
  );
  toast({
    title: 'Programação copiada',
    description: `${plural(rules.length, 'regra vale', 'regras valem')} agora também em ${addedTargets.map(({ name }) => name).join(', ')}.`,
    action: undoAction(() =>
      doAll(
        previousTargets.map(
          ({ id, targets }) =>
            () =>
              updateRule(id, { targets }),
        ),
      ),
    ),
  });
}

const undoAction = (undo: () => Promise<unknown>, title = 'Mudança desfeita') => ({
  label: 'Desfazer',
  onAct: () =>
    void undo().then(
      () => toast({ title }),
      (error: unknown) => toastError('Erro ao desfazer', error),
    ),
});
