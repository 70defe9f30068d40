/** Describes which screens play the radio or a soundtrack, and why the other screens are silent. Pure functions. */
import type { MyPlayer } from '../../../src/contract/players.ts';
import type {
  AccountRadioSettings,
  RadioSettings,
  Soundtrack,
  StudioRadioStation,
} from '../../../src/contract/radio.ts';
import { formatTime } from '../../ui/text/format.ts';

type ListedScreen = Pick<MyPlayer, 'id' | 'name' | 'isOnline' | 'state'>;

const maxSilentListed = 5;

interface SoundView {
  text: string;
  tone: 'muted' | 'warning';
  /** Screens that play neither radio nor soundtrack, each with the reason. */
  silent?: { id: number; text: string }[];
}

type Settings = RadioSettings & Partial<Pick<AccountRadioSettings, 'selectedSoundtrackId' | 'screens'>>;

/** Returns the text below the switch: a warning if the radio is on but silent. `screens` is undefined while loading. */
export function soundOf(
  settings: Settings,
  stations: readonly StudioRadioStation[],
  screens: readonly ListedScreen[] | undefined,
  soundtracks: readonly Soundtrack[] = [],
): SoundView {
  const { silent, ...view } = describeAll(settings, stations, screens, soundtracks);
  if (!silent) return view;
  const remainderLine =
    silent.length > maxSilentListed ? [{ id: 0, text: `e mais ${silent.length - maxSilentListed}` }] : [];
  return { ...view, silent: [...silent.slice(0, maxSilentListed), ...remainderLine] };
}

/** Describes all screens together, or for each soundtrack if some screens have one of their own. Lists every silent screen. */
function describeAll(
  settings: Settings,
  stations: readonly StudioRadioStation[],
  screens: readonly ListedScreen[] | undefined,
  soundtracks: readonly Soundtrack[],
): SoundView {
  const soundtrackIds = new Map(settings.screens?.map(({ playerId, soundtrackId }) => [playerId, soundtrackId]));
  const clinicScreens = screens?.filter(({ id }) => !soundtrackIds.has(id));
  if (!settings.isEnabled || clinicScreens?.length === screens?.length)
    return describeClinicSound(settings, stations, screens, soundtracks);
  if (settings.volume === 0) return { text: 'O volume está em zero.', tone: 'warning' };
  const views = soundtracks.flatMap((soundtrack): SoundView[] => {
    const itsScreens = screens?.filter(({ id }) => soundtrackIds.get(id) === soundtrack.id);
    return itsScreens?.length ? [describeSoundtrack(soundtrack, itsScreens, true)] : [];
  });
  const { selectedRadioId, selectedSoundtrackId } = settings;
  if (clinicScreens?.length)
    views.unshift(
      selectedRadioId === null && selectedSoundtrackId == null
        ? { text: 'Só telas com trilha própria tocam.', tone: 'muted' }
        : describeClinicSound(settings, stations, clinicScreens, soundtracks, true),
    );
  const silent = views.flatMap((view) => view.silent ?? []);
  return {
    text: views.map(({ text }) => text).join(' '),
    tone: views.some(({ tone }) => tone === 'warning') ? 'warning' : 'muted',
    ...(silent.length > 0 && { silent }),
  };
}

/** Describes how `screens` play the clinic's choice. `isForSomeScreens`: other screens have soundtracks of their own. */
function describeClinicSound(
  { isEnabled, selectedRadioId, selectedSoundtrackId, volume }: Settings,
  stations: readonly StudioRadioStation[],
  screens: readonly ListedScreen[] | undefined,
  soundtracks: readonly Soundtrack[],
  isForSomeScreens = false,
): SoundView {
  const soundtrack = soundtracks.find(({ id }) => id === selectedSoundtrackId);
  const station = stations.find(({ id }) => id === selectedRadioId);
  const name = soundtrack ? `A trilha ${soundtrack.name}` : station?.name;
  if (!isEnabled)
    return {
      text: name ? `Desligado. ${name} está escolhida.` : 'Desligado. As telas tocam só o som dos vídeos.',
      tone: 'muted',
    };
  if (!name) return { text: 'Escolha uma rádio abaixo para começar a tocar.', tone: 'warning' };
  if (volume === 0) return { text: `${name} está escolhida, mas o volume está em zero.`, tone: 'warning' };
  if (soundtrack) return describeSoundtrack(soundtrack, screens, isForSomeScreens);
  if (!station) return describePlayback(name, screens, isForSomeScreens);
  const { state, since } = station.signal;
  if (state === 'silent')
    return {
      text: `${station.name} não está transmitindo${since ? ` desde ${formatTime(since)}` : ''}. As telas voltam a tocar sozinhas quando ela voltar, ou escolha outra rádio abaixo.`,
      tone: 'warning',
    };
  return describePlayback(station.name, screens, isForSomeScreens);
}

function describeSoundtrack(
  { name, tracks }: Soundtrack,
  screens: readonly ListedScreen[] | undefined,
  isForSomeScreens: boolean,
): SoundView {
  if (tracks.some(({ processingStatus }) => processingStatus === 'completed'))
    return describePlayback(`A trilha ${name}`, screens, isForSomeScreens);
  const silence = isForSomeScreens ? 'as telas dela ficam' : 'as telas ficam';
  return { text: `A trilha ${name} não tem músicas prontas: ${silence} em silêncio.`, tone: 'warning' };
}

function describePlayback(
  sourceName: string,
  screens: readonly ListedScreen[] | undefined,
  isForSomeScreens: boolean,
): SoundView {
  if (!screens) return { text: `${sourceName} está escolhida.`, tone: 'muted' };
  if (screens.length === 0) return { text: `${sourceName} está escolhida. Nenhuma TV ainda.`, tone: 'muted' };
  const silentScreens = screens.filter(({ isOnline, state }) => !isOnline || state?.radio !== 'heard');
  if (silentScreens.length === 0 && !isForSomeScreens)
    return { text: `${sourceName} toca em todas as suas telas.`, tone: 'muted' };
  const playingCount = screens.length - silentScreens.length;
  const silent = silentScreens.map((screen) => ({ id: screen.id, text: `${screen.name}: ${whySilent(screen)}` }));
  return {
    text:
      playingCount > 0 || isForSomeScreens
        ? `${sourceName}: tocando em ${playingCount} de ${screens.length} ${screens.length === 1 ? 'tela' : 'telas'}.`
        : `${sourceName} não toca em nenhuma tela agora.`,
    tone: silentScreens.some(({ isOnline, state }) => isOnline && state?.radio === 'silent') ? 'warning' : 'muted',
    silent,
  };
}

function whySilent({ isOnline, state }: ListedScreen): string {
  if (!isOnline) return 'offline';
  if (state?.radio !== 'silent') return 'sem rádio agora';
  if (state.soundBlocked) return 'som bloqueado, aperte uma tecla do controle da TV';
  return state.radioSilentSince ? `em silêncio desde ${formatTime(state.radioSilentSince)}` : 'em silêncio';
}
