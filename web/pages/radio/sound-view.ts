/** Describes the effect of the radio settings. Pure functions. */
import type { MyPlayer } from '../../../src/contract/players.ts';
import type {
  AccountRadioSettings,
  RadioSettings,
  Soundtrack,
  StudioRadioStation,
} from '../../../src/contract/radio.ts';
import { formatTime } from '../../ui/text/format.ts';

type ListedScreen = Pick<MyPlayer, 'id' | 'name' | 'isOnline' | 'state'>;

/** Maximum number of screens in the list. */
const maxListed = 5;

export interface SoundView {
  text: string;
  tone: 'muted' | 'warning';
  /** Screens that do not play the radio, and why. */
  silent?: { id: number; text: string }[];
}

/** Returns the text below the switch: a warning if the radio is on but silent. `screens` is undefined while loading. */
export function soundOf(
  {
    isEnabled,
    selectedRadioId,
    selectedSoundtrackId,
    volume,
  }: RadioSettings & Partial<Pick<AccountRadioSettings, 'selectedSoundtrackId'>>,
  stations: readonly StudioRadioStation[],
  screens: readonly ListedScreen[] | undefined,
  soundtracks: readonly Soundtrack[] = [],
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
  if (soundtrack && !soundtrack.tracks.some(({ processingStatus }) => processingStatus === 'completed'))
    return { text: `${name} não tem músicas prontas: as telas ficam em silêncio.`, tone: 'warning' };
  if (soundtrack || !station) return playbackText(name, screens);
  const { state, since } = station.signal;
  if (state === 'silent')
    return {
      text: `${station.name} não está transmitindo${since ? ` desde ${formatTime(since)}` : ''}. As telas voltam a tocar sozinhas quando ela voltar, ou escolha outra rádio abaixo.`,
      tone: 'warning',
    };
  return playbackText(station.name, screens);
}

function playbackText(stationName: string, screens: readonly ListedScreen[] | undefined): SoundView {
  if (!screens) return { text: `${stationName} está escolhida.`, tone: 'muted' };
  if (screens.length === 0) return { text: `${stationName} está escolhida. Nenhuma TV ainda.`, tone: 'muted' };
  const others = screens.filter(({ isOnline, state }) => !isOnline || state?.radio !== 'heard');
  if (others.length === 0) return { text: `${stationName} toca em todas as suas telas.`, tone: 'muted' };
  const received = screens.length - others.length;
  const silent = others
    .slice(0, maxListed)
    .map((screen) => ({ id: screen.id, text: `${screen.name}: ${whySilent(screen)}` }));
  if (others.length > maxListed) silent.push({ id: 0, text: `e mais ${others.length - maxListed}` });
  return {
    text:
      received > 0
        ? `${stationName}: tocando em ${received} de ${screens.length} telas.`
        : `${stationName} não toca em nenhuma tela agora.`,
    tone: others.some(({ isOnline, state }) => isOnline && state?.radio === 'silent') ? 'warning' : 'muted',
    silent,
  };
}

function whySilent({ isOnline, state }: ListedScreen): string {
  if (!isOnline) return 'offline';
  if (state?.radio !== 'silent') return 'sem rádio agora';
  if (state.soundBlocked) return 'som bloqueado, aperte uma tecla do controle da TV';
  return state.radioSilentSince ? `em silêncio desde ${formatTime(state.radioSilentSince)}` : 'em silêncio';
}
