import type { CallSettings, NamePolicy } from '../../../../src/contract/calls.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';

type Changes = Partial<Omit<CallSettings, 'canSpeak' | 'namePolicy'>>;

/** Returns options for `mutate` that show the changes at once and undo them if the request fails. */
const optimisticOptions = (changes: Partial<CallSettings>) =>
  ({
    optimistic: [change('GET /api/call-settings', (settings) => ({ ...settings, ...changes }))],
  }) as const;

export const useSaveSettings = () =>
  useAction('Erro ao salvar o ajuste', (changes: Changes) =>
    mutate('PUT /api/call-settings', { body: changes }, optimisticOptions(changes)),
  );

export const useSaveNamePolicy = () =>
  useAction('Erro ao salvar o ajuste', (namePolicy: NamePolicy) =>
    mutate(
      'PUT /api/call-settings/names',
      { body: { namePolicy, ...(namePolicy === 'full' && { confirmed: true }) } },
      optimisticOptions({ namePolicy }),
    ),
  );
