import { useSignals } from '@preact/signals-react/runtime';
import { ListVideo, Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { hasCapability } from '../../../state/session.ts';
import { toastError } from '../../../state/toasts.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { ContentsSkeleton } from '../contents/list/ContentsSkeleton.tsx';
import { deletePlaylist } from './change-playlists.ts';
import { NewPlaylistDialog } from './NewPlaylistDialog.tsx';
import { PlaylistCard } from './PlaylistCard.tsx';
import { PlaylistEditor } from './editor/PlaylistEditor.tsx';
import { PlaylistPreviewDialog } from './PlaylistPreviewDialog.tsx';
import { useEditedPlaylist } from './editor/use-edited-playlist.ts';
import { Grid, Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the tab 'Playlists': lists, creates and edits the account's playlists (contract/README 2.4). */
export function PlaylistsTab() {
  useSignals();
  const mayChange = hasCapability('playlists');
  const playlists = useResource('GET /api/playlists');
  const screens = useResource('GET /api/my-players');
  const usage = useResource('GET /api/user/me');
  const [isCreating, setCreating] = useState(false);
  const { edited, edit } = useEditedPlaylist(playlists);
  const [previewedId, setPreviewed] = useState<number>();

  const screensPlaying = (id: number) =>
    (screens.data ?? []).filter(({ assignedPlaylist }) => assignedPlaylist?.id === id);
  const previewed = playlists.data?.find(({ id }) => id === previewedId);
  const maximum = usage.data?.maxPlaylists;
  const isFull = maximum !== undefined && playlists.data !== undefined && playlists.data.length >= maximum;
  const newButton = mayChange && (
    <Button variant="primary" icon={<Plus />} disabled={isFull} onClick={() => setCreating(true)}>
      Nova playlist
    </Button>
  );

  return (
    <>
      <Loaded
        resource={playlists}
        skeleton={<ContentsSkeleton what="playlists" />}
        empty={
          <EmptyState
            icon={<ListVideo />}
            title="Nenhuma playlist ainda"
            text="Uma playlist reúne vídeos e imagens. Depois de criada, ela é enviada para as telas."
            action={newButton}
          />
        }
      >
        {(all) => (
          <>
            <Row gap={3} align="center" wrap between marginBottom={4}>
              <Text as="p" muted size="sm">
                {maximum === undefined
                  ? plural(all.length, 'playlist', 'playlists')
                  : `${all.length} de ${plural(maximum, 'playlist', 'playlists')}`}
                {isFull && ' · limite da sua conta atingido'}
              </Text>
              {newButton}
            </Row>
            <Grid as="ul" min="17rem" gap={4} aria-label="Playlists">
              {all.map((playlist) => (
                <PlaylistCard
                  key={playlist.id}
                  playlist={playlist}
                  screens={screensPlaying(playlist.id)}
                  mayChange={mayChange}
                  onEdit={() => edit(playlist.id)}
                  onPreview={() => setPreviewed(playlist.id)}
                  onDelete={() =>
                    void deletePlaylist(playlist, screensPlaying(playlist.id)).catch((error: unknown) =>
                      toastError('Erro ao excluir', error),
                    )
                  }
                />
              ))}
            </Grid>
          </>
        )}
      </Loaded>
      {isCreating && (
        <NewPlaylistDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false);
            edit(id);
          }}
        />
      )}
      {edited && mayChange && (
        <PlaylistEditor
          key={edited.id}
          playlist={edited}
          onPreview={() => setPreviewed(edited.id)}
          onClose={() => edit(undefined)}
        />
      )}
      {previewed && <PlaylistPreviewDialog playlist={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}
