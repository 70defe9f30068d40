/** Creates the playlists of an import after all its files have been imported. */
import { limits } from '../../../contract/limits.ts';
import { cut } from '../../../contract/text/graphemes.ts';
import { yieldToEventLoop } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import type { PlaylistStore } from '../../playlists/store.ts';
import type { ImportStore, StoredImport, StoredPlaylist } from './store.ts';

export interface PlaylistFillerDeps {
  store: Pick<ImportStore, 'videosOf' | 'playlistsOf' | 'setPlaylists'>;
  playlists: Pick<PlaylistStore, 'allowance' | 'namesOf' | 'insert' | 'assign' | 'invalidate'>;
  audit: Pick<Audit, 'record'>;
  database: Database;
}

/** Number of contents that are put into a playlist in one transaction. */
const itemsPerBatch = 50;

export function createPlaylistFiller({ store, playlists, audit, database }: PlaylistFillerDeps) {
  /** Creates a playlist and stores its id in `all`, in one transaction, so that it is not created twice after a crash. */
  function create(storedImport: StoredImport, all: readonly StoredPlaylist[], playlist: StoredPlaylist): void {
    database.tx(() => {
      const { userId } = storedImport;
      const { max, count } = playlists.allowance(userId);
      if (count >= max)
        playlist.note = `A conta permite no máximo ${max} playlists: os conteúdos vieram, mas fora dela.`;
      else {
        const name = freeName(playlist.name, playlists.namesOf(userId));
        playlist.id = playlists.insert(userId, { name, isRandom: false });
        playlist.name = name;
        const target = { kind: 'playlist', id: playlist.id, name, accountId: userId } as const;
        audit.record(storedImport.author, 'playlist.created', target, { facts: { Importação: storedImport.name } });
        playlists.invalidate([playlist.id]);
      }
      store.setPlaylists(storedImport.id, all);
    });
  }

  /** Creates the import's playlists and adds their contents. If a crash repeats this, no content is added twice. */
  return async function fillPlaylists(storedImport: StoredImport): Promise<void> {
    const videos = store.videosOf(storedImport.id);
    const all = store.playlistsOf(storedImport.id);
    for (const playlist of all) {
      const entries = playlist.files.flatMap((position, index) => {
        const videoId = videos.get(position);
        return videoId === undefined
          ? []
          : [{ videoId, frequency: Math.min(limits.frequency.max, playlist.times[index] ?? 1) }];
      });
      if (playlist.id === null && entries.length > 0) create(storedImport, all, playlist);
      const { id } = playlist;
      if (id === null) continue;
      for (let at = 0; at < entries.length; at += itemsPerBatch) {
        database.tx(() => {
          for (const entry of entries.slice(at, at + itemsPerBatch))
            playlists.assign(storedImport.userId, { ...entry, playlistId: id });
          playlists.invalidate([id]);
        });
        await yieldToEventLoop();
      }
    }
  };
}

/** Returns the wanted name, with a number after it if the name is taken. */
function freeName(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : ` ${n}`;
    const name = cut(wanted, limits.playlistNameLength - suffix.length).trim() + suffix;
    if (!used.has(name.toLowerCase())) return name;
  }
}
