import { ListVideo } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { ButtonLink } from '../../../../ui/action/Button.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormButtons } from '../../../../ui/form/FormButtons.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { nameOrCount, plural } from '../../../../ui/text/format.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { useIsMounted } from '../../../../ui/hooks/use-is-mounted.ts';
import { doAll } from '../../../../state/form/do-all.ts';
import { tabHref } from '../../../../navigation/manage-tabs.ts';
import { assign } from '../../../../components/playlists/assignments.ts';
import { PlaylistCheckbox } from './PlaylistCheckbox.tsx';
import { toggle } from '../list/selection.ts';
import { useCurrentVideos } from '../use-current-videos.ts';
import { Stack } from '../../../../ui/layout/primitives.tsx';

/** Shows the form 'Adicionar à Playlist', which adds contents to playlists (contract/README 2.4). */
export function AddToPlaylistDialog({
  videos: initialVideos,
  onClose,
}: {
  videos: readonly Video[];
  onClose: () => void;
}) {
  const playlists = useResource('GET /api/playlists');
  const current = useCurrentVideos(initialVideos);
  /** Items to display. Frozen while requests run, because each response changes one item. */
  const shown = useRef(current);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const isOpen = useIsMounted();
  const isIn = (video: Video, playlistId: number) =>
    video.assignments.some(({ playlist }) => playlist.id === playlistId);

  /** Chosen playlists that still exist. */
  const targets = playlists.data?.filter(({ id }) => chosen.has(id)) ?? [];

  const [add, adding] = useAction('Erro ao adicionar', async () => {
    // Leave out items that are already in the playlist, because adding them again would change their frequency.
    // The calls go item by item and not playlist by playlist, because calls for the same playlist wait for each other, while
    // calls for different playlists run at the same time.
    await doAll(
      videos.flatMap((video) =>
        targets.filter(({ id }) => !isIn(video, id)).map((playlist) => () => assign(video, playlist)),
      ),
    );
    const contentsText = nameOrCount(videos, 'conteúdos');
    const playlistsText = nameOrCount(targets, 'playlists');
    toast({ title: 'Vídeo adicionado', description: `${contentsText} em ${playlistsText}` });
    if (isOpen()) onClose();
  });
  if (!adding) shown.current = current;
  const videos = shown.current;

  return (
    <Dialog
      open
      title="Adicionar à Playlist"
      description={nameOrCount(videos, 'conteúdos selecionados')}
      onClose={onClose}
      onSubmit={() => targets.length > 0 && void add()}
      footer={
        <FormButtons
          action={`Adicionar (${targets.length})`}
          disabled={targets.length === 0}
          pending={adding}
          onCancel={onClose}
        />
      }
    >
      <Loaded
        resource={playlists}
        skeleton={<Skeleton height="6rem" />}
        empty={
          <EmptyState
            icon={<ListVideo />}
            title="Você ainda não tem playlists"
            text="Crie uma playlist e volte para adicionar os conteúdos."
            action={<ButtonLink href={tabHref('playlists')}>Ir para Playlists</ButtonLink>}
          />
        }
      >
        {(all) => (
          <Stack as="fieldset" fluid>
            {all.map((playlist) => {
              const presentCount = videos.filter((video) => isIn(video, playlist.id)).length;
              const containsAll = presentCount === videos.length;
              return (
                <PlaylistCheckbox
                  key={playlist.id}
                  playlist={playlist}
                  hint={
                    containsAll
                      ? 'Já está nesta playlist'
                      : presentCount > 0
                        ? `${presentCount} de ${videos.length} já estão nesta playlist`
                        : plural(playlist.itemCount, 'conteúdo', 'conteúdos')
                  }
                  checked={containsAll || chosen.has(playlist.id)}
                  disabled={containsAll}
                  onChange={() => setChosen(toggle(chosen, playlist.id))}
                />
              );
            })}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
