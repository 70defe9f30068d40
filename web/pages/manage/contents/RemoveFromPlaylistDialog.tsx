import { ListVideo } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '../../../../src/contract/media.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { plural } from '../../../ui/format.ts';
import { doAll } from '../batch.ts';
import { PlaylistDot } from '../PlaylistDot.tsx';
import { unassign } from './assignments.ts';
import styles from './Dialogs.module.css';
import { toggle } from './selection.ts';

/** 'Remover da Playlist' (document 1, section 2): the playlists that contain the item, or some of the items. */
export function RemoveFromPlaylistDialog({ videos, onClose }: { videos: readonly Video[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const playlists = [...new Map(videos.flatMap((video) => video.assignments).map(({ playlist }) => [playlist.id, playlist])).values()].sort((left, right) => left.id - right.id);
  const inPlaylist = (id: number) => videos.filter((video) => video.assignments.some(({ playlist }) => playlist.id === id));

  const [remove] = useAction('Erro ao remover', async () => {
    onClose();
    await doAll([...chosen].flatMap((playlistId) => inPlaylist(playlistId).map((video) => () => unassign(video.id, playlistId))));
    const what = videos.length === 1 ? videos[0]?.name : plural(videos.length, 'conteúdo', 'conteúdos');
    const where = chosen.size === 1 ? playlists.find(({ id }) => chosen.has(id))?.name : plural(chosen.size, 'playlist', 'playlists');
    toast({ title: 'Vídeo removido', description: `${what} de ${where}` });
  });

  return (
    <Dialog
      open
      title="Remover da Playlist"
      description={videos.length === 1 ? videos[0]?.name : plural(videos.length, 'conteúdo selecionado', 'conteúdos selecionados')}
      onClose={onClose}
      onSubmit={() => chosen.size > 0 && void remove()}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="danger" disabled={chosen.size === 0}>
            Remover ({chosen.size})
          </Button>
        </>
      }
    >
      {playlists.length === 0 ? (
        <EmptyState icon={<ListVideo />} title="Em nenhuma playlist" />
      ) : (
        <fieldset className={styles.list}>
          {playlists.map((playlist) => (
            <Checkbox
              key={playlist.id}
              label={
                <span className={styles.label}>
                  <PlaylistDot playlistId={playlist.id} />
                  {playlist.name}
                </span>
              }
              hint={videos.length > 1 ? `${inPlaylist(playlist.id).length} de ${videos.length}` : undefined}
              checked={chosen.has(playlist.id)}
              onChange={() => setChosen(toggle(chosen, playlist.id))}
            />
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}
