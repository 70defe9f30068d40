import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { plural } from '../../../../ui/text/format.ts';

type AccountCounts = Pick<ListedAccountWithCounts, 'actualVideoCount' | 'actualPlaylistCount' | 'actualPlayerCount'>;

/** Lists the data deleted with an account: ': 3 conteúdos e 1 tela, que para de exibir', or '' if the account owns nothing. */
export function deletedDataText({
  actualVideoCount: videos,
  actualPlaylistCount: playlists,
  actualPlayerCount: screens,
}: AccountCounts): string {
  const parts = [
    videos > 0 && plural(videos, 'conteúdo', 'conteúdos'),
    playlists > 0 && plural(playlists, 'playlist', 'playlists'),
    screens > 0 && plural(screens, 'tela, que para de exibir', 'telas, que param de exibir'),
  ].filter((part) => part !== false);
  const last = parts.pop();
  if (last === undefined) return '';
  return `: ${parts.length > 0 ? `${parts.join(', ')} e ${last}` : last}`;
}
