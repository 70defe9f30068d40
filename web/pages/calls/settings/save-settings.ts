import type { CallSettings } from '../../../../src/contract/calls.ts';
import { change, mutate } from '../../../state/resource.ts';
import { useAction } from '../../../state/use-action.ts';

type Changes = Partial<Omit<CallSettings, 'canSpeak'>>;

/** Saves one choice at once: shown before the answer, taken back when it is refused. */
export function useSaveSettings(): [
  save: (changes: Changes & { confirmed?: boolean }) => Promise<boolean>,
  saving: boolean,
] {
  return useAction('Erro ao salvar o ajuste', async ({ confirmed, ...changes }: Changes & { confirmed?: boolean }) => {
    await mutate(
      'PUT /api/call-settings',
      { body: { ...changes, ...(confirmed && { confirmed }) } },
      {
        optimistic: [change('GET /api/call-settings', (settings) => ({ ...settings, ...changes }))],
        invalidates: ['GET /api/call-settings'],
      },
    );
  });
}
