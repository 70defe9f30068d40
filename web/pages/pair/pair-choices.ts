/** Lists the screens to which a TV can be paired, with their texts (contract/README 9.9). Pure functions. */
import type { UserWithUsage } from '../../../src/contract/accounts/accounts.ts';
import type { PairingClaim } from '../../../src/contract/pairing.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { playsText } from '../../components/screens/plays-now.ts';

export const newScreen = 'new';

type ListedScreen = Pick<
  MyPlayer,
  'id' | 'name' | 'status' | 'isPaired' | 'isOnline' | 'assignedPlaylist' | 'playsNow' | 'state'
>;

export interface PairChoice {
  value: string;
  label: string;
  hint: string;
  disabled?: boolean;
}

/** Returns the unpaired screens and a new screen as `free`, and the screens that are paired with another device as `taken`. */
export function pairChoices(
  screens: readonly ListedScreen[],
  usage: Pick<UserWithUsage, 'playerCount' | 'maxPlayers'>,
) {
  const choice = (screen: ListedScreen, hint: string): PairChoice => ({
    value: String(screen.id),
    label: screen.name,
    hint: screen.status === 'blocked' ? 'Bloqueada pelo Admin' : hint,
    disabled: screen.status === 'blocked',
  });
  const mayCreate = usage.maxPlayers === null || usage.playerCount < usage.maxPlayers;
  return {
    free: [
      ...screens
        .filter(({ isPaired }) => !isPaired)
        .map((screen) => choice(screen, `Livre. ${playsText(screen.playsNow)}`)),
      {
        value: newScreen,
        label: 'Nova tela',
        hint: mayCreate ? 'Dê um nome a ela abaixo.' : `Sua conta já tem ${usage.maxPlayers} telas, o máximo dela.`,
        disabled: !mayCreate,
      },
    ] satisfies PairChoice[],
    taken: screens
      .filter(({ isPaired }) => isPaired)
      .map((screen) =>
        choice(
          screen,
          `${screen.isOnline ? 'Em outro aparelho, online' : 'Em outro aparelho, offline'}. ${playsText(screen.playsNow)}`,
        ),
      ),
  };
}

/**
 * Returns the initial choice: the screen in the page's address, else the first unpaired screen, else a new screen if
 * `mayCreate`, else undefined. Blocked screens are skipped.
 */
export function firstChoice(
  screens: readonly ListedScreen[],
  wantedId: string | null,
  mayCreate: boolean,
): string | undefined {
  if (screens.some(({ id, status }) => String(id) === wantedId && status !== 'blocked')) return wantedId ?? undefined;
  const free = screens.find(({ isPaired, status }) => !isPaired && status !== 'blocked');
  if (free) return String(free.id);
  return mayCreate ? newScreen : undefined;
}

export const claimBodyOf = (choice: string, name: string, playlistId: string, replace: boolean): PairingClaim => ({
  ...(choice === newScreen ? { name: name.trim() } : { playerId: Number(choice) }),
  ...(playlistId === '' ? {} : { playlistId: Number(playlistId) }),
  replace,
});

export function swapText({ name, assignedPlaylist }: ListedScreen): string {
  const playlist = assignedPlaylist ? `, a playlist “${assignedPlaylist.name}”` : '';
  return `Continuam iguais: o nome “${name}”${playlist}, a programação, os grupos, as mensagens, a rádio e o histórico da tela. O aparelho de agora mostra “Esta tela foi trocada” e apaga os conteúdos guardados; se estiver desligado, quando voltar à rede.`;
}

/** Normalizes a typed or scanned code: 'abc 234' -> 'ABC234'. */
export const normalizeCode = (typed: string): string =>
  typed
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, 6);
