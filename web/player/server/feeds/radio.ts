/** Keeps the radio's settings (with the soundtrack) and the addresses of the stations up to date. */
import { limits } from '../../../../src/contract/limits.ts';
import type { PlayerTrack } from '../../../../src/contract/radio.ts';
import type { Responses, RadioSource, Track } from '../requests/responses.ts';
import { startPoll } from '../poll/poll.ts';
import type { FeedContext } from './server-requests.ts';

export type RadioFeed = ReturnType<typeof startRadioFeed>;

export function startRadioFeed(
  { session, cachedResponses, requests }: FeedContext,
  onRadio: (wanted: RadioSource) => void,
) {
  let settings: Responses['radio'] | undefined;
  let stations: Responses['stations'] = [];

  function reportSource(): void {
    if (settings && !requests.isClosed()) onRadio(sourceOf(settings, stations));
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
    reportSource();
  });

  return {
    ...poll,
    /** Makes the next poll request the stations again, because an address may have changed. */
    forgetStations(): void {
      stations = [];
    },
    /** Uses the stored settings and stations until the server responds. */
    restore(storedSettings: Responses['radio'], storedStations: Responses['stations']): void {
      settings = storedSettings;
      stations = storedStations;
      reportSource();
    },
  };
}

function sourceOf(settings: Responses['radio'], stations: Responses['stations']): RadioSource {
  const { isEnabled, volume, selectedRadioId, soundtrack, quiet } = settings;
  const station = stations.find(({ id }) => isEnabled && id === selectedRadioId);
  return {
    streamUrl: station?.streamUrl ?? null,
    tracks: isEnabled && soundtrack ? soundtrack.tracks.map(trackOf) : [],
    quiet: quiet ?? { windows: [], playlistIds: [] },
    volume,
  };
}

const trackOf = (track: PlayerTrack): Track => ({
  ...track,
  name: `Música ${track.id}`,
  mediaType: 'audio',
  useAmbientBackground: false,
});
