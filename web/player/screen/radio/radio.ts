/** Plays background sound: a station or a soundtrack. It never disturbs the picture. */
import { createFade } from '../../device/fade.ts';
import type { Gain } from '../../device/gain.ts';
import type { Sound } from '../../device/sound.ts';
import type { MusicFiles } from '../../media/music-files.ts';
import { isQuietAt } from '../../playback/sound-level.ts';
import type { ScreenClock } from '../../server/clock/clock.ts';
import type { Connections } from '../../server/requests/connections.ts';
import type { RadioSource } from '../../server/requests/responses.ts';
import { createSoundtrack } from './soundtrack.ts';
import { createStation } from './station.ts';

export interface RadioReport {
  /** `off`: neither station nor soundtrack should play. */
  radio: 'off' | 'heard' | 'silent';
  /** Milliseconds of silence while `radio` is 'silent'. */
  silentForMs: number;
}

export interface RadioOptions {
  sound: Sound;
  connections: Connections;
  gain: Gain;
  clock: Pick<ScreenClock, 'programmeTime'>;
  /** Returns the files of music, once the storage has responded. */
  files(): MusicFiles | undefined;
}

const noRadio: RadioSource = { streamUrl: null, tracks: [], quiet: { windows: [], playlistIds: [] }, volume: 0 };
type Kind = 'station' | 'soundtrack' | null;
const kindOf = ({ streamUrl, tracks }: RadioSource): Kind =>
  streamUrl ? 'station' : tracks.length > 0 ? 'soundtrack' : null;

export type Radio = ReturnType<typeof createRadio>;

export function createRadio({ sound, connections, gain, clock, files }: RadioOptions) {
  let settings = noRadio;
  let playlistId: number | null = null;
  /** The settings, or `noRadio` while the radio should not play. */
  let wanted = noRadio;
  /** Start of the silence; undefined while the radio is audible. */
  let silentSince: number | undefined;

  const level = createFade(
    () => (settings.volume / 100) * gain.ofRadio(),
    () => {
      station.applyVolume();
      soundtrack.applyVolume();
    },
  );
  const onAudibility = (kind: Kind) => (isAudible: boolean) => {
    // Ignore the other source, which may be fading out.
    if (kindOf(wanted) === kind) silentSince = isAudible ? undefined : (silentSince ?? performance.now());
  };
  const station = createStation({
    sound,
    connections,
    level: level.level,
    onAudibility: onAudibility('station'),
  });
  const soundtrack = createSoundtrack({
    sound,
    files,
    level: level.level,
    onAudibility: onAudibility('soundtrack'),
  });

  function isOn(): boolean {
    if (playlistId === null || gain.isSilent()) return false;
    return !isQuietAt(settings.quiet, playlistId, clock.programmeTime(performance.now()));
  }

  function apply(): void {
    const previous = wanted;
    wanted = isOn() ? settings : noRadio;
    if (previous.streamUrl !== wanted.streamUrl || kindOf(previous) !== kindOf(wanted)) silentSince = performance.now();
    station.set(wanted.streamUrl);
    soundtrack.set(wanted.streamUrl ? [] : wanted.tracks);
  }

  function changeLevel(): void {
    if (kindOf(wanted)) level.start();
    else level.jump();
    apply();
  }

  gain.onChange(changeLevel);

  return {
    nodes: [station.node, ...soundtrack.nodes],
    set(next: RadioSource): void {
      const hasOtherVolume = next.volume !== settings.volume;
      settings = next;
      files()?.keep(next.tracks);
      // Settings arrive every 5 s: a response without changes must not end a fade.
      if (hasOtherVolume) changeLevel();
      else apply();
    },
    /** Sets the playlist that plays. The radio stops while there is none, and during the playlists that the settings list as quiet. */
    follow(id: number | null): void {
      playlistId = id;
      apply();
    },
    /** Begins and ends quiet times. Call it about every second. */
    tick(): void {
      if (isOn() !== (wanted !== noRadio)) apply();
    },
    /** Returns the present state of the radio. */
    report: () => reportOf(kindOf(wanted), silentSince),
    stop(): void {
      level.stop();
      station.stop();
      soundtrack.stop();
    },
  };
}

function reportOf(kind: Kind, silentSince: number | undefined): RadioReport {
  if (!kind) return { radio: 'off', silentForMs: 0 };
  if (silentSince === undefined) return { radio: 'heard', silentForMs: 0 };
  return { radio: 'silent', silentForMs: performance.now() - silentSince };
}
