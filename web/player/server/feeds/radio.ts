/** The radio's settings, and the addresses of the stations that they name. */
import { limits } from '../../../../src/contract/limits.ts';
import type { Responses, RadioSource } from '../requests/responses.ts';
import { startPoll } from '../poll/poll.ts';
import type { FeedContext } from './request-queue.ts';

export type RadioFeed = ReturnType<typeof startRadioFeed>;

export function startRadioFeed({ session, kept, requests }: FeedContext, onRadio: (wanted: RadioSource) => void) {
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
      void kept.save('stations', stations);
    }
    if (JSON.stringify(delivered) !== JSON.stringify(settings)) void kept.save('radio', delivered);
    settings = delivered;
    play();
  });

  return {
    ...poll,
    /** A station may have another address. */
    forgetStations(): void {
      stations = [];
    },
    /** Plays by what was kept. */
    restore(keptSettings: Responses['radio'], keptStations: Responses['stations']): void {
      settings = keptSettings;
      stations = keptStations;
      play();
    },
  };
}
