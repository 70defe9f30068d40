/** Feed of the radio's settings, and of the addresses of their stations. */
import { limits } from '../../../../src/contract/limits.ts';
import type { Responses, RadioSource } from '../requests/responses.ts';
import { startPoll } from '../poll/poll.ts';
import type { FeedContext } from './request-queue.ts';

export type RadioFeed = ReturnType<typeof startRadioFeed>;

export function startRadioFeed(
  { session, cachedResponses, requests }: FeedContext,
  onRadio: (wanted: RadioSource) => void,
) {
  let settings: Responses['radio'] | undefined;
  let stations: Responses['stations'] = [];

  function play(): void {
    const station = settings?.isEnabled ? stations.find((one) => one.id === settings?.selectedRadioId) : undefined;
    if (!requests.isClosed()) onRadio({ streamUrl: station?.streamUrl ?? null, volume: settings?.volume ?? 0 });
  }

  const poll = startPoll(limits.radioSettingsPollMs, async () => {
    const delivered = await requests.send(() => session.call('GET /api/player/radio-settings'));
    const isUnknown =
      delivered.selectedRadioId !== null && !stations.some((station) => station.id === delivered.selectedRadioId);
    if (isUnknown) {
      stations = await requests.send(() => session.call('GET /api/player/radio-stations'));
      void cachedResponses.save('stations', stations);
    }
    if (JSON.stringify(delivered) !== JSON.stringify(settings)) void cachedResponses.save('radio', delivered);
    settings = delivered;
    play();
  });

  return {
    ...poll,
    /** Requests the stations again, because an address may have changed. */
    forgetStations(): void {
      stations = [];
    },
    /** Plays by the stored settings. */
    restore(storedSettings: Responses['radio'], storedStations: Responses['stations']): void {
      settings = storedSettings;
      stations = storedStations;
      play();
    },
  };
}
