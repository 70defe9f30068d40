/** Converts the filters of 'Gerenciar Telas' to a query, and describes the screens (contract/README 2.7 and 9.5). Pure. */
import { hasProblemForManagers } from '../../../../src/contract/changes/views.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import type { ScreenFilter } from '../../../navigation/screen-filter.ts';
import { lastSeenText } from '../../../components/screens/screen-view.ts';

export interface Filters {
  search: string;
  filter: ScreenFilter;
}

export const noFilters: Filters = { search: '', filter: 'all' };

/** Converts the filters to the query of the list. */
export const screensQuery = ({ search, filter }: Filters) => ({ search, state: filter === 'all' ? undefined : filter });

export interface ScreenNote {
  text: string;
  tone: 'muted' | 'warning';
}

/** Returns the text beside the screen's status: a warning if the screen has a problem. `nowMs`: Date.now(). */
export function noteOf(
  screen: Pick<AdminPlayer, 'status' | 'isOnline' | 'shouldPlay' | 'state' | 'isPaired' | 'lastPing' | 'playsNow'>,
  nowMs: number,
): ScreenNote {
  const { status, isOnline, isPaired, lastPing, state } = screen;
  if (!isPaired) return { text: 'Aguardando ativação: digite o código na TV', tone: 'muted' };
  if (status === 'blocked') return { text: 'A TV não exibe nada enquanto a tela estiver bloqueada', tone: 'muted' };
  const isProblem = hasProblemForManagers(screen);
  if (!isOnline) {
    const text = lastSeenText({ lastPing }, nowMs);
    return isProblem ? { text: `Deveria estar exibindo. ${text}`, tone: 'warning' } : { text, tone: 'muted' };
  }
  if (isProblem) return { text: state?.lastError ?? 'Sem som: aperte uma tecla no controle da TV', tone: 'warning' };
  if (status === 'paused') return { text: 'A TV mostra “Tela pausada”', tone: 'muted' };
  const { playlist, isDark, next } = screen.playsNow;
  if (isDark) return { text: 'Tela escura, pela programação', tone: 'muted' };
  if (!playlist && next) return { text: 'Nada neste horário: só a programação', tone: 'muted' };
  if (!playlist) return { text: 'Conectada, à espera de uma playlist', tone: 'muted' };
  if (state?.videoName) return { text: `Exibindo: ${state.videoName}`, tone: 'muted' };
  return { text: 'Conectada', tone: 'muted' };
}

/** Returns all content of a card as one text. A card with the same text is not rendered again. */
export function cardContent(screen: AdminPlayer, nowMs: number): string {
  const { id, name, screenId, activationCode, status, isPaired, isOnline, assignedPlaylist, state, owner } = screen;
  const shown = { id, name, screenId, activationCode, status, isPaired, isOnline, assignedPlaylist, owner };
  return JSON.stringify([shown, state?.thumbnailUrl, noteOf(screen, nowMs)]);
}
