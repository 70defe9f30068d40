import { useEffect } from 'react';
import type { RadioSettings, StudioRadioStation } from '../../../src/contract/radio.ts';
import { mutate } from '../../state/resources/resource.ts';

/** Nobody listens to the chosen station, so nobody knows whether it is on the air: the server listens for a moment. */
export function useStationCheck(
  settings: RadioSettings | undefined,
  stations: readonly StudioRadioStation[] | undefined,
): void {
  const chosen = settings?.isEnabled ? stations?.find(({ id }) => id === settings.selectedRadioId) : undefined;
  const id = chosen?.signal.state === 'unknown' ? chosen.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    // What it heard is in the list; without an answer nothing is said.
    mutate(
      'POST /api/radio-stations/:id/check',
      { params: { id } },
      { invalidates: ['GET /api/radio-stations'] },
    ).catch(() => undefined);
  }, [id]);
}
