import { useEffect, useState } from 'react';
import type { AccountRadioSettings } from '../../../src/contract/radio.ts';
import { limits } from '../../../src/contract/limits.ts';
import { change, mutate, type Resource, useResource } from '../../state/resources/resource.ts';
import { toastError } from '../../state/toasts.ts';
import { createAutosave } from './autosave.ts';

/** Returns the server's settings, which are reloaded every 5 s, merged with the unsaved changes. */
export function useRadioSettings(enabled: boolean): Resource<AccountRadioSettings> & {
  update: (changes: Partial<AccountRadioSettings>, delayMs?: number) => void;
  isSaving: boolean;
} {
  const settings = useResource('GET /api/radio-settings', {}, { enabled, refetchMs: limits.radioSettingsPollMs });
  const [unsaved, setUnsaved] = useState<Partial<AccountRadioSettings>>({});
  const [saver] = useState(() =>
    createAutosave<AccountRadioSettings>({
      send: (body) =>
        mutate(
          'PUT /api/radio-settings',
          { body },
          { optimistic: [change('GET /api/radio-settings', (now) => ({ ...now, ...body }))] },
        ),
      onChange: setUnsaved,
      onError: (error) => toastError('Erro ao salvar o som ambiente', error),
    }),
  );
  useEffect(() => saver.flush, [saver]);

  return {
    ...settings,
    data: settings.data && { ...settings.data, ...unsaved },
    update: saver.update,
    isSaving: Object.keys(unsaved).length > 0,
  };
}
