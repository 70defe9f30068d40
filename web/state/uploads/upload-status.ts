/** Status of a sent file: processing, playlist, TV (contract/README 3.3). Pure functions. */
import type { Video } from '../../../src/contract/media.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Tone } from '../../ui/data/Badge.tsx';
import type { Destination, UploadPhase } from './upload-item.ts';

interface UploadStatus {
  text: string;
  tone: Tone;
  /** True while work is in progress that finishes without the user. */
  isInProgress?: boolean;
}

type DonePhase = Extract<UploadPhase, { status: 'done' }>;
export type WatchedScreen = Pick<
  MyPlayer,
  'id' | 'status' | 'isOnline' | 'isPaired' | 'assignedPlaylist' | 'playsNow' | 'state'
>;

/** `readyCount`: number of processed items in the playlist. `screens` and `readyCount` are undefined while they are loading. */
export function uploadStatusOf(
  { phase, destination }: { phase: DonePhase; destination: Destination },
  video: Pick<Video, 'processingStatus' | 'processingProgress'>,
  { screens, readyCount }: { screens: readonly WatchedScreen[] | undefined; readyCount: number | undefined },
): UploadStatus {
  const { playlist, screen: target } = destination;
  if (phase.wasShown && target) return { text: `No ar na ${tvName(target)}`, tone: 'success' };
  if (phase.insertion?.status === 'failed')
    return { text: `Não entrou na playlist “${playlist.name}”. ${phase.insertion.reason}`, tone: 'danger' };
  if (video.processingStatus !== 'completed') {
    const percent = Math.floor(video.processingProgress);
    return { text: percent > 0 ? `Processando ${percent} %` : 'Processando', tone: 'info', isInProgress: true };
  }
  if (phase.insertion?.status !== 'inserted')
    return { text: `Colocando na playlist “${playlist.name}”…`, tone: 'info', isInProgress: true };
  const screen = target && screens?.find(({ id }) => id === target.id);
  if (!target || !screen)
    return { text: `Na playlist “${playlist.name}”`, tone: 'success', isInProgress: target && !screens };
  return screenStatus(screen, tvName(target), playlist, readyCount);
}

function screenStatus(
  { status, isPaired, isOnline, assignedPlaylist, playsNow, state }: WatchedScreen,
  name: string,
  playlist: Destination['playlist'],
  readyCount: number | undefined,
): UploadStatus {
  const inPlaylist = `Na playlist “${playlist.name}”`;
  if (status === 'paused' || status === 'blocked')
    return {
      text: `${inPlaylist}. A ${name} está ${status === 'paused' ? 'pausada' : 'bloqueada'} pelo administrador.`,
      tone: 'warning',
    };
  if (assignedPlaylist?.id !== playlist.id)
    return {
      text: `${inPlaylist}. A ${name} não exibe mais essa playlist: envie-a de novo em Minhas Telas.`,
      tone: 'warning',
    };
  if (!isPaired)
    return { text: `${inPlaylist}. Falta conectar a ${name}: veja como em Minhas Telas.`, tone: 'warning' };
  if (!isOnline) return { text: `A ${name} está offline; aparece assim que voltar.`, tone: 'warning' };
  if (playsNow.scheduleId !== null && playsNow.playlist?.id !== playlist.id)
    return { text: `${inPlaylist}. A ${name} segue a programação agora; aparece depois dela.`, tone: 'info' };
  // The screen's last report may be older than the item: then the report counts fewer items than the playlist has.
  if (!state || readyCount === undefined || state.totalItems < readyCount)
    return { text: `${inPlaylist}; a ${name} já vai buscá-lo.`, tone: 'info', isInProgress: true };
  if (state.cachedItems < state.totalItems) {
    const percent = state.downloadPercent === null ? '' : ` ${state.downloadPercent} %`;
    return { text: `Baixando na ${name}${percent}`, tone: 'info', isInProgress: true };
  }
  return { text: `Salvo na ${name}; aparece na sua vez.`, tone: 'success', isInProgress: true };
}

/** Returns the name of a screen with 'TV' before it ('TV Recepção'), unless the name begins with 'TV'. */
export const tvName = ({ name }: { name: string }) => (/^tv\b/i.test(name) ? name : `TV ${name}`);

/** Returns the text that is shown until the file is in its destination. */
export const destinationText = ({ playlist, screen }: Destination) =>
  screen ? `vai para a ${tvName(screen)}` : `vai para a playlist “${playlist.name}”`;
