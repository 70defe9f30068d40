/** Describes what a screen shows now, and the action that solves its problem (contract/README 2.3). Pure functions. */
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import {
  emptyText,
  nextStartText,
  playsText,
  playsName,
  nextText,
  playsWithEndText,
  ruleEndText,
} from '../../../components/screens/plays-now.ts';
import { offlineText } from '../../../components/screens/screen-view.ts';
import type { Tone } from '../../../ui/data/Badge.tsx';
import { formatTime } from '../../../ui/text/format.ts';

/** `pair` and `connect` explain the steps at the TV, `fill` opens the playlists, `send` opens the dialog 'Enviar playlist'. */
export type Fix = 'pair' | 'connect' | 'fill' | 'send';

export interface ScreenNow {
  badge: { text: string; tone: Tone };
  /** The content that the TV shows, or the reason why it shows none. */
  headline: string;
  /** Start time and playlist of the content, or an explanation. */
  detail: string;
  fix: Fix | undefined;
  /** Screens with a problem are listed first. */
  hasProblem: boolean;
}

type ListedScreen = Pick<
  MyPlayer,
  'status' | 'isPaired' | 'isOnline' | 'lastPing' | 'playsNow' | 'emptyFrom' | 'state' | 'createdAt'
>;

/** Describes a screen. `playlists` is undefined while loading. `nowMs` is Date.now(). */
export function screenNow(
  screen: ListedScreen,
  playlists: readonly Pick<Playlist, 'id' | 'itemCount'>[] | undefined,
  nowMs: number,
): ScreenNow {
  return (
    describeSuspended(screen) ??
    describeOffline(screen, nowMs) ??
    withEmptyWarning(describeOnline(screen, playlists, nowMs), screen, nowMs)
  );
}

/** Adds a warning if the screen has nothing to show, or soon will have nothing, and has no other problem. */
function withEmptyWarning(now: ScreenNow, { emptyFrom }: ListedScreen, nowMs: number): ScreenNow {
  if (emptyFrom === null || now.hasProblem) return now;
  const headline = Date.parse(emptyFrom) <= nowMs ? 'Nada para exibir' : now.headline;
  const badge = { text: emptyText(emptyFrom, nowMs), tone: 'warning' } as const;
  return { ...now, badge, headline, fix: 'fill', hasProblem: true };
}

/** Describes a screen that a manager has blocked or paused. Returns undefined for other screens. */
function describeSuspended({ status }: ListedScreen): ScreenNow | undefined {
  const detail = 'Para voltar a exibir, fale com o administrador.';
  const common = { detail, fix: undefined, hasProblem: true };
  if (status === 'blocked')
    return { ...common, badge: { text: 'Bloqueada pelo Admin', tone: 'danger' }, headline: 'A TV não exibe nada' };
  if (status === 'paused')
    return {
      ...common,
      badge: { text: 'Pausada pelo Admin', tone: 'warning' },
      headline: 'A TV mostra “Tela pausada”',
    };
  return undefined;
}

function describeOffline({ isPaired, isOnline, lastPing, playsNow }: ListedScreen, nowMs: number) {
  if (isOnline) return undefined;
  const detail = playsText(playsNow);
  if (!isPaired) {
    const badge = { text: 'Offline', tone: 'neutral' } as const;
    return { ...toScreenNow(badge, 'Nenhuma TV conectada', detail, 'pair'), hasProblem: false };
  }
  const badge = { text: offlineText({ lastPing }, nowMs), tone: 'warning' } as const;
  return toScreenNow(badge, 'TV desligada ou sem rede', detail, 'connect');
}

function describeOnline(
  { playsNow, state }: ListedScreen,
  playlists: readonly Pick<Playlist, 'id' | 'itemCount'>[] = [],
  nowMs: number,
): ScreenNow {
  const { playlist, isDark, next } = playsNow;
  if (isDark) {
    const until = ruleEndText(playsNow, nowMs);
    const detail = `Pela programação${until && `, ${until}`}${nextText(playsNow)}`;
    return { ...toScreenNow(onlineBadge, 'Tela escura', detail, 'send'), hasProblem: false };
  }
  if (!playlist && next) {
    const detail = `Nenhuma playlist enviada. ${playsName(next) ?? 'A programação'} entra ${nextStartText(playsNow, nowMs)}.`;
    return { ...toScreenNow(onlineBadge, 'Nada neste horário', detail, 'send'), hasProblem: false };
  }
  if (!playlist) {
    return toScreenNow(
      { text: 'Sem playlist', tone: 'warning' },
      'Aguardando uma playlist',
      'A TV está online.',
      'send',
    );
  }
  const source = playsWithEndText(playsNow, nowMs);
  if (playlists.find(({ id }) => id === playlist.id)?.itemCount === 0)
    return toScreenNow({ text: 'Playlist vazia', tone: 'warning' }, 'Nada para exibir', source, 'fill');
  if (!state) return toScreenNow(onlineBadge, 'Preparando o conteúdo…', source);
  const headline = state.videoId === null ? 'Preparando o conteúdo…' : (state.videoName ?? 'Conteúdo');
  const playingDetail =
    state.videoId !== null && state.playingSince
      ? `Exibindo desde ${formatTime(state.playingSince)} · ${source}`
      : source;
  if (state.lastError) return toScreenNow({ text: 'Com problema', tone: 'danger' }, headline, state.lastError, 'send');
  if (state.soundBlocked)
    return toScreenNow(
      { text: 'Som bloqueado', tone: 'warning' },
      headline,
      'Para ter som, aperte qualquer tecla do controle remoto da TV.',
    );
  if (state.cachedItems < state.totalItems) {
    const hasPercent = state.downloadPercent != null;
    const text = hasPercent
      ? `Baixando ${state.downloadPercent} %`
      : `Baixando ${state.cachedItems} de ${state.totalItems}`;
    return { ...toScreenNow({ text, tone: 'info' }, headline, playingDetail, 'send'), hasProblem: false };
  }
  return { ...toScreenNow(onlineBadge, headline, playingDetail, 'send'), hasProblem: false };
}

const onlineBadge = { text: 'Online', tone: 'success' } as const;

const toScreenNow = (badge: ScreenNow['badge'], headline: string, detail: string, fix?: Fix): ScreenNow => ({
  badge,
  headline,
  detail,
  fix,
  hasProblem: badge.tone !== 'success',
});

/** Describes the screens. Puts screens with problems first and unpaired screens last, and otherwise keeps the order. */
export function screensByProblem<S extends ListedScreen>(
  screens: readonly S[],
  playlists: readonly Pick<Playlist, 'id' | 'itemCount'>[] | undefined,
  nowMs: number,
): { screen: S; now: ScreenNow }[] {
  const all = screens.map((each) => ({ screen: each, now: screenNow(each, playlists, nowMs) }));
  const rank = ({ now }: { now: ScreenNow }) => (now.hasProblem ? 0 : now.fix === 'pair' ? 2 : 1);
  return all.sort((left, right) => rank(left) - rank(right));
}

/** Returns the rows in the order of `ids`, with new rows last, so that no row moves before the user clicks it. */
export function inPreviousOrder<Row extends { screen: { id: number } }>(
  rows: readonly Row[],
  ids: readonly number[],
): Row[] {
  const position = ({ screen }: Row) => (ids.includes(screen.id) ? ids.indexOf(screen.id) : ids.length);
  return [...rows].sort((left, right) => position(left) - position(right));
}
