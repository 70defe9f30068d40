import type { CallSettings, NamePolicy } from '../../../../src/contract/calls.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';

type Changes = Partial<Omit<CallSettings, 'canSpeak' | 'namePolicy'>>;

/** Saves one choice at once: shown before the answer, taken back when it is refused. */
export function useSaveSettings(): [save: (changes: Changes) => Promise<boolean>, saving: boolean] {
  return useAction('Erro ao salvar o ajuste', async (changes: Changes) => {
    await mutate(
      'PUT /api/call-settings',
      { body: changes },
      {
        optimistic: [change('GET /api/call-settings', (settings) => ({ ...settings, ...changes }))],
        invalidates: ['GET /api/call-settings'],
      },
    );
  });
}

/** The same for how much of a name may be seen. */
export function useSavePolicy(): [save: (policy: NamePolicy) => Promise<boolean>, saving: boolean] {
  return useAction('Erro ao salvar o ajuste', async (namePolicy: NamePolicy) => {
    await mutate(
      'PUT /api/call-settings/names',
      { body: { namePolicy, ...(namePolicy === 'full' && { confirmed: true }) } },
      {
        optimistic: [change('GET /api/call-settings', (settings) => ({ ...settings, namePolicy }))],
        invalidates: ['GET /api/call-settings'],
      },
    );
  });
}
