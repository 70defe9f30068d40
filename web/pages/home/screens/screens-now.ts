/** Describes what a screen shows now, and the action that solves its problem (contract/README 2.3). Pure functions. */
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import {
  nextStartText,
  playsText,
  playsName,
  nextText,
  playsWithEndText,
  ruleEndText,
} from '../../../components/screens/plays-now.ts';
import type { Tone } from '../../../ui/data/Badge.tsx';
import { formatAgo, formatTime } from '../../../ui/text/format.ts';

/** `pair`, `connect`: explain the steps at the TV; `fill`: add items to the empty playlist; `send`: send a playlist. */
export type Mend = 'pair' | 'connect' | 'fill' | 'send';

export interface ScreenNow {
  badge: { text: string; tone: Tone };
  /** The content that the TV shows, or the reason why it shows none. */
  headline: string;
  /** Start time and playlist of the content, or an explanation. */
  detail: string;
  mend: Mend | undefined;
  /** True if the screen has a problem: it is listed first. */
  needsCare: boolean;
}

type Listed = Pick<MyPlayer, 'status' | 'isPaired' | 'isOnline' | 'lastPing' | 'playsNow' | 'state' | 'createdAt'>;

/** Returns the description of a screen. `playlists`: undefined while loading. `nowMs`: Date.now(). */
export function screenNow(
  screen: Listed,
  playlists: readonly Pick<Playlist, 'id' | 'itemCount'>[] | undefined,
  nowMs: number,
): ScreenNow {
  return stoppedByManager(screen) ?? offline(screen, nowMs) ?? playing(screen, playlists, nowMs);
}

function stoppedByManager({ status }: Listed): ScreenNow | undefined {
  const detail = 'Para voltar a exibir, fale com o administrador.';
  const closed = { detail, mend: undefined, needsCare: true };
  if (status === 'blocked')
    return { ...closed, badge: { text: 'Bloqueada pelo Admin', tone: 'danger' }, headline: 'A TV não exibe nada' };
  if (status === 'paused')
    return {
      ...closed,
      badge: { text: 'Pausada pelo Admin', tone: 'warning' },
      headline: 'A TV mostra “Tela pausada”',
    };
  return undefined;
}

function offline({ status, isPaired, isOnline, lastPing, playsNow }: Listed, nowMs: number) {
  if (isOnline) return undefined;
  const detail = playsText(playsNow);
  if (!isPaired) {
    const text = status === 'disconnected' ? 'Desconectado' : 'Offline';
    return { ...screen({ text, tone: 'neutral' }, 'Nenhuma TV conectada', detail, 'pair'), needsCare: false };
  }
  const text = lastPing ? `Offline ${formatAgo(lastPing, nowMs)}` : 'Offline';
  return screen({ text, tone: 'warning' }, 'Sem contato com a TV', detail, 'connect');
}

function playing(
  { playsNow, state }: Listed,
  playlists: readonly Pick<Playlist, 'id' | 'itemCount'>[] = [],
  nowMs: number,
): ScreenNow {
  const { playlist, isDark, next } = playsNow;
  if (isDark) {
    const until = ruleEndText(playsNow, nowMs);
    const detail = `Pela programação${until && `, ${until}`}${nextText(playsNow)}`;
    return { ...screen(online, 'Tela escura', detail, 'send'), needsCare: false };
  }
  if (!playlist && next) {
    const detail = `Nenhuma playlist enviada. ${playsName(next) ?? 'A programação'} entra ${nextStartText(playsNow, nowMs)}.`;
    return { ...screen(online, 'Nada neste horário', detail, 'send'), needsCare: false };
  }
  if (!playlist) {
    return screen({ text: 'Sem playlist', tone: 'warning' }, 'Aguardando uma playlist', 'A TV está online.', 'send');
  }
  const from = playsWithEndText(playsNow, nowMs);
  if (playlists.find(({ id }) => id === playlist.id)?.itemCount === 0)
    return screen({ text: 'Playlist vazia', tone: 'warning' }, 'Nada para exibir', from, 'fill');
  if (!state) return screen(online, 'Preparando o conteúdo…', from);
  const headline = state.videoId === null ? 'Preparando o conteúdo…' : (state.videoName ?? 'Conteúdo');
  const since =
    state.videoId !== null && state.playingSince ? `Exibindo desde ${formatTime(state.playingSince)} · ${from}` : from;
  if (state.lastError) return screen({ text: 'Com problema', tone: 'danger' }, headline, state.lastError, 'send');
  if (state.soundBlocked)
    return screen(
      { text: 'Som bloqueado', tone: 'warning' },
      headline,
      'Para ter som, aperte qualquer tecla do controle remoto da TV.',
    );
  if (state.cachedItems < state.totalItems) {
    const hasPercent = state.downloadPercent != null;
    const text = hasPercent
      ? `Baixando ${state.downloadPercent} %`
      : `Baixando ${state.cachedItems} de ${state.totalItems}`;
    return { ...screen({ text, tone: 'info' }, headline, since, 'send'), needsCare: false };
  }
  return { ...screen(online, headline, since, 'send'), needsCare: false };
}

const online = { text: 'Online', tone: 'success' } as const;

const screen = (badge: ScreenNow['badge'], headline: string, detail: string, mend?: Mend): ScreenNow => ({
  badge,
  headline,
  detail,
  mend,
  needsCare: badge.tone !== 'success',
});

/** Returns the screens with their descriptions: those with problems first, unpaired ones last, else in the given order. */
export function screensByCare<S extends Listed>(
  screens: readonly S[],
  playlists: readonly Pick<Playlist, 'id' | 'itemCount'>[] | undefined,
  nowMs: number,
): { screen: S; now: ScreenNow }[] {
  const all = screens.map((each) => ({ screen: each, now: screenNow(each, playlists, nowMs) }));
  const rank = ({ now }: { now: ScreenNow }) => (now.needsCare ? 0 : now.mend === 'pair' ? 2 : 1);
  return all.sort((left, right) => rank(left) - rank(right));
}

/** Returns the rows in their previous order, new ones last, so that no row moves while somebody is about to press it. */
export function asBefore<Row extends { screen: { id: number } }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const place = ({ screen }: Row) => (ids.includes(screen.id) ? ids.indexOf(screen.id) : ids.length);
  return [...rows].sort((left, right) => place(left) - place(right));
}
