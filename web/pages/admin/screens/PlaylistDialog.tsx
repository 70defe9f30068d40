import { ListX } from 'lucide-react';
import { useState } from 'react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { formatDuration, plural } from '../../../ui/text/format.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { optimisticChange } from './use-screen-actions.ts';

/** Assigns one of the owner's playlists to a screen. */
export function PlaylistDialog({ screen, onClose }: { screen: AdminPlayer; onClose: () => void }) {
  const params = { id: screen.id };
  const playlists = useResource('GET /api/admin/players/:id/playlists', { params });
  const [chosenId, setChosenId] = useState(screen.assignedPlaylist ? String(screen.assignedPlaylist.id) : undefined);
  const playlist = playlists.data?.find(({ id }) => String(id) === chosenId);

  const [assign, assigning] = useAction(
    'Erro ao atribuir playlist',
    async (assignedPlaylist: { id: number; name: string }) => {
      await mutate(
        'POST /api/admin/players/:id/assign-playlist',
        { params, body: { playlistId: assignedPlaylist.id } },
        optimisticChange(screen.id, { assignedPlaylist }),
      );
      toast({ title: 'Playlist atribuída', description: `${assignedPlaylist.name} em ${screen.name}` });
      onClose();
    },
  );

  function submit(): void {
    if (playlist) void assign({ id: playlist.id, name: playlist.name });
    else
      toast({
        title: 'Selecione uma playlist',
        description: 'Escolha uma playlist para enviar ao TV Box',
        variant: 'destructive',
      });
  }

  return (
    <FormDialog
      title="Enviar playlist"
      description={`${screen.name} · ${screen.owner.username}`}
      action="Enviar para a tela"
      disabled={playlists.data?.length === 0}
      pending={assigning}
      pendingLabel="Enviando..."
      onSubmit={submit}
      onClose={onClose}
    >
      <Loaded
        resource={playlists}
        skeleton={<Skeleton height="8rem" radius="var(--radius)" />}
        empty={
          <EmptyState
            icon={<ListX />}
            title="Este usuário ainda não tem playlists"
            text={`Quando ${screen.owner.username} criar uma playlist, ela aparece aqui.`}
          />
        }
      >
        {(all) => (
          <ChoiceList
            hideLabel
            label="Playlist"
            value={chosenId}
            onChange={setChosenId}
            options={all.map(({ id, name, itemCount, durationS, isRandom }) => ({
              value: String(id),
              label: name,
              hint:
                itemCount === 0
                  ? 'Vazia'
                  : `${plural(itemCount, 'conteúdo', 'conteúdos')} · ${formatDuration(durationS)} · ${isRandom ? 'Aleatório' : 'Sequencial'}`,
            }))}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}
