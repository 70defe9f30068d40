import type { CallSettings, NamePolicy } from '../../../../src/contract/calls.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';

type Changes = Partial<Omit<CallSettings, 'canSpeak' | 'namePolicy'>>;

/** Shown before the answer, taken back when it is refused. */
const showing = (changes: Partial<CallSettings>) =>
  ({
    optimistic: [change('GET /api/call-settings', (settings) => ({ ...settings, ...changes }))],
  }) as const;

/** Saves one choice at once. */
export const useSaveSettings = () =>
  useAction('Erro ao salvar o ajuste', (changes: Changes) =>
    mutate('PUT /api/call-settings', { body: changes }, showing(changes)),
  );

/** The same for how much of a name may be seen. */
export const useSavePolicy = () =>
  useAction('Erro ao salvar o ajuste', (namePolicy: NamePolicy) =>
    mutate(
      'PUT /api/call-settings/names',
      { body: { namePolicy, ...(namePolicy === 'full' && { confirmed: true }) } },
      showing({ namePolicy }),
    ),
  );
