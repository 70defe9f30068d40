/** The radio's settings, and the addresses of the stations that they name. */
import { limits } from '../../../../src/contract/limits.ts';
import type { Answers, RadioWish } from '../requests/responses.ts';
import { type Poll, startPoll } from '../poll/poll.ts';
import type { FeedContext } from './line.ts';

export interface RadioFeed extends Poll {
  /** A station may have another address. */
  forgetStations(): void;
  /** Plays by what was kept. */
  restore(settings: Answers['radio'], stations: Answers['stations']): void;
}

export function startRadioFeed({ session, kept, line }: FeedContext, onRadio: (wish: RadioWish) => void): RadioFeed {
  let settings: Answers['radio'] | undefined;
  let stations: Answers['stations'] = [];

  function play(): void {
    const station = settings?.isEnabled ? stations.find((one) => one.id === settings?.selectedRadioId) : undefined;
    if (!line.isClosed()) onRadio({ streamUrl: station?.streamUrl ?? null, volume: settings?.volume ?? 0 });
  }

  const poll = startPoll(limits.radioSettingsPollMs, async () => {
    const told = await line.ask(() => session.call('GET /api/player/radio-settings'));
    const isUnknown = told.selectedRadioId !== null && !stations.some((station) => station.id === told.selectedRadioId);
    if (isUnknown) {
      stations = await line.ask(() => session.call('GET /api/player/radio-stations'));
      void kept.save('stations', stations);
    }
    if (JSON.stringify(told) !== JSON.stringify(settings)) void kept.save('radio', told);
    settings = told;
    play();
  });

  return {
    ...poll,
    forgetStations() {
      stations = [];
    },
    restore(keptSettings, keptStations) {
      settings = keptSettings;
      stations = keptStations;
      play();
    },
  };
}
