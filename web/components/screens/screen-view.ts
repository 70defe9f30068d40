/** Explains a screen's state to people at the reception (contract/README 9.5). */
import type { MyPlayer } from '../../../src/contract/players.ts';
import { formatAgo } from '../../ui/text/format.ts';

interface ScreenBadge {
  text: 'Bloqueada pelo Admin' | 'Pausada pelo Admin' | 'Online' | 'Offline';
  tone: 'danger' | 'warning' | 'success' | 'neutral';
}

/** Shown instead of an activation code that the server hides from the person's role. */
export const hiddenCodeText = 'Seu papel não vê o código desta tela: peça-o a um proprietário ou editor da clínica.';

/** Returns a screen's badges. A blocked screen has only one: its device is refused, so it is always offline. */
export function badgesOf({ status, isOnline }: Pick<MyPlayer, 'status' | 'isOnline'>): ScreenBadge[] {
  const connectivity: ScreenBadge = isOnline
    ? { text: 'Online', tone: 'success' }
    : { text: 'Offline', tone: 'neutral' };
  if (status === 'blocked') return [{ text: 'Bloqueada pelo Admin', tone: 'danger' }];
  if (status === 'paused') return [{ text: 'Pausada pelo Admin', tone: 'warning' }, connectivity];
  return [connectivity];
}

/** Returns when an offline screen was last seen. `nowMs`: Date.now(). */
export function lastSeenText({ lastPing }: Pick<MyPlayer, 'lastPing'>, nowMs: number): string {
  return lastPing ? `Vista por último ${sinceText(lastPing, nowMs)}` : 'Nunca foi conectada';
}

/** Returns 'Offline há 5 min', or 'Offline' for a screen that was never connected. `nowMs`: Date.now(). */
export const offlineText = ({ lastPing }: Pick<MyPlayer, 'lastPing'>, nowMs: number): string =>
  lastPing ? `Offline ${sinceText(lastPing, nowMs)}` : 'Offline';

/** Returns 'há 5 min'. For less than a minute it does not return 'agora', which contradicts 'Offline' beside it. */
function sinceText(lastPing: string, nowMs: number): string {
  const ago = formatAgo(lastPing, nowMs);
  return ago === 'agora' ? 'há menos de 1\u00a0min' : ago;
}

/** Returns why an online screen shows no item. `nowMs`: Date.now(). */
export function idleText({ playsNow, emptyFrom }: Pick<MyPlayer, 'playsNow' | 'emptyFrom'>, nowMs: number): string {
  if (playsNow.isDark) return 'Tela escura';
  if (emptyFrom !== null && Date.parse(emptyFrom) <= nowMs) return 'Nada para exibir';
  if (playsNow.playlist) return 'Preparando o conteúdo…';
  return playsNow.next ? 'Nada neste horário' : 'Aguardando uma playlist';
}

/** Describes in one line what a screen shows. `nowMs`: Date.now(). */
export function nowText(
  screen: Pick<MyPlayer, 'isOnline' | 'lastPing' | 'playsNow' | 'emptyFrom' | 'state'>,
  nowMs: number,
): string {
  if (!screen.isOnline) return lastSeenText(screen, nowMs);
  return screen.state?.videoId != null
    ? `Exibindo ${screen.state.videoName ?? 'um conteúdo'}`
    : idleText(screen, nowMs);
}

/** Returns the steps to try at the TV, in order; [] for an online or blocked screen. `host`: host and port of this server. */
export function connectSteps(
  { status, isOnline, isPaired, lastPing }: Pick<MyPlayer, 'status' | 'isOnline' | 'isPaired' | 'lastPing'>,
  host: string,
): string[] {
  if (status === 'blocked' || isOnline) return [];
  if (!isPaired) return [`Abra ${host}/player no navegador da TV.`, 'Digite o código desta tela:'];
  if (!lastPing)
    return [`Abra ${host}/play no navegador da TV.`, 'Confira se a TV está na mesma rede que este computador.'];
  return [
    'Veja se a TV e o TV Box estão ligados.',
    'Confira o Wi-Fi ou o cabo de rede da TV.',
    'Desligue o TV Box da tomada por 10 segundos e ligue de novo.',
  ];
}
