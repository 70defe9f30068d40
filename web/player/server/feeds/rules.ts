/** Loads the rules of a screen's programme, and decides which parts to request (contract/README 16.5). */
import type { AssignedPlaylistReply } from '../../../../src/contract/players.ts';
import type { PlayItem } from '../../../../src/contract/playlists.ts';
import type { RuledPlaylist, Rules } from '../requests/responses.ts';
import { CallError } from '../requests/network.ts';

export const noRules: Rules = { revision: '', rules: [], playlists: [] };

/** Returns the rules after a poll, the same object if unchanged. `isStale`: whether to request the items of a playlist again in any case. */
export async function rulesAfter(
  rules: Rules,
  delivered: AssignedPlaylistReply['programme'],
  isStale: (playlistId: number) => boolean,
  requestItems: (playlistId: number) => Promise<PlayItem[]>,
): Promise<Rules> {
  // An older server sends no programme: it decides itself what plays.
  if (!delivered) return rules.revision === '' ? rules : noRules;
  const summaries = delivered.playlists ?? rules.playlists;
  if (delivered.revision === rules.revision && !summaries.some(({ id }) => isStale(id))) return rules;
  const playlists: RuledPlaylist[] = [];
  for (const { id, name, isRandom, revision } of summaries) {
    const loaded = rules.playlists.find((candidate) => candidate.id === id && candidate.revision === revision);
    const items = loaded && !isStale(id) ? loaded.items : await requestItems(id).catch(noneIfGone);
    playlists.push({ id, name, isRandom, revision, items });
  }
  return { revision: delivered.revision, rules: delivered.rules ?? rules.rules, playlists };
}

/** Returns no items for a playlist that was deleted meanwhile; the next poll no longer contains it. */
function noneIfGone(error: unknown): PlayItem[] {
  if (error instanceof CallError && error.status === 404 && error.code !== null) return [];
  throw error;
}
