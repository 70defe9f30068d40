import { ListVideo } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormButtons } from '../../../../ui/form/FormButtons.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { nameOrCount } from '../../../../ui/text/format.ts';
import { useIsMounted } from '../../../../ui/hooks/use-is-mounted.ts';
import { doAll } from '../../../../state/form/do-all.ts';
import { unassign } from '../../../../components/playlists/assignments.ts';
import { PlaylistCheckbox } from './PlaylistCheckbox.tsx';
import { toggle } from '../list/selection.ts';
import { useCurrentVideos } from '../use-current-videos.ts';
import { Stack } from '../../../../ui/layout/primitives.tsx';

interface RemoveFromPlaylistDialogProps {
  videos: readonly Video[];
  onClose: () => void;
}

/** Shows the form 'Remover da Playlist', which removes contents from playlists (contract/README 2.4). */
export function RemoveFromPlaylistDialog({ videos: initialVideos, onClose }: RemoveFromPlaylistDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const current = useCurrentVideos(initialVideos);
  /** Items to display. Frozen while requests run, because each response changes one item. */
  const shown = useRef(current);
  const isOpen = useIsMounted();
  const [remove, removing] = useAction('Erro ao remover', async () => {
    const playlistsText = nameOrCount(targets, 'playlists');
    await doAll(targets.flatMap(({ id }) => inPlaylist(id).map((video) => () => unassign(video.id, id))));
    const contentsText = nameOrCount(videos, 'conteúdos');
    toast({ title: 'Vídeo removido', description: `${contentsText} de ${playlistsText}` });
    if (isOpen()) onClose();
  });
  if (!removing) shown.current = current;
  const videos = shown.current;
  const playlists = [
    ...new Map(videos.flatMap((video) => video.assignments).map(({ playlist }) => [playlist.id, playlist])).values(),
  ].sort((left, right) => left.id - right.id);
  /** Chosen playlists that still contain one of the items. */
  const targets = playlists.filter(({ id }) => chosen.has(id));
  const inPlaylist = (id: number) =>
    videos.filter((video) => video.assignments.some(({ playlist }) => playlist.id === id));

  return (
    <Dialog
      open
      title="Remover da Playlist"
      description={nameOrCount(videos, 'conteúdos selecionados')}
      onClose={onClose}
      onSubmit={() => targets.length > 0 && void remove()}
      footer={
        <FormButtons
          action={`Remover (${targets.length})`}
          tone="danger"
          disabled={targets.length === 0}
          pending={removing}
          onCancel={onClose}
        />
      }
    >
      {playlists.length === 0 ? (
        <EmptyState icon={<ListVideo />} title="Em nenhuma playlist" />
      ) : (
        <Stack as="fieldset" fluid>
          {playlists.map((playlist) => (
            <PlaylistCheckbox
              key={playlist.id}
              playlist={playlist}
              hint={videos.length > 1 ? `${inPlaylist(playlist.id).length} de ${videos.length}` : undefined}
              checked={chosen.has(playlist.id)}
              onChange={() => setChosen(toggle(chosen, playlist.id))}
            />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}
