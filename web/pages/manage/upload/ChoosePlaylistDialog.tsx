import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';
import type { Destination } from '../../../state/uploads/upload-item.ts';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { plural } from '../../../ui/text/format.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { createPlaylist } from '../playlists/change-playlists.ts';

const newPlaylistChoice = 'nova';

interface ChoosePlaylistDialogProps {
  count: number;
  onSend: (destination: Destination) => void;
  onClose: () => void;
}

/** Shows the form that chooses or creates a playlist for the files. Each file is added when it is uploaded. */
export function ChoosePlaylistDialog({ count, onSend, onClose }: ChoosePlaylistDialogProps) {
  const playlists = useResource('GET /api/playlists');
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const [showsProblems, setShowsProblems] = useState(false);
  const choice = chosen ?? (playlists.data?.length === 0 ? newPlaylistChoice : undefined);
  const existing = playlists.data?.find(({ id }) => String(id) === choice);
  const [send, sending] = useAction('Erro ao criar playlist', async () => {
    const { id, name } = existing ?? (await createPlaylist({ name: typed.trim() }));
    onClose();
    onSend({ playlist: { id, name } });
  });
  const isNameless = choice === newPlaylistChoice && typed.trim() === '';

  return (
    <FormDialog
      title="Colocar na playlist"
      description={plural(
        count,
        'arquivo entra na playlist assim que for enviado.',
        'arquivos entram na playlist, cada um assim que for enviado.',
      )}
      action="Enviar"
      pending={sending}
      pendingLabel="Preparando..."
      disabled={choice === undefined}
      onSubmit={() => (isNameless ? setShowsProblems(true) : send())}
      onClose={onClose}
    >
      <Loaded resource={playlists} skeleton={<Skeleton height="8rem" />}>
        {(ownPlaylists) => (
          <>
            <ChoiceList
              label="Playlist"
              value={choice}
              onChange={setChosen}
              options={[
                ...ownPlaylists.map((playlist) => ({
                  value: String(playlist.id),
                  label: playlist.name,
                  hint: playlist.itemCount === 0 ? 'Vazia' : plural(playlist.itemCount, 'conteúdo', 'conteúdos'),
                })),
                { value: newPlaylistChoice, label: 'Nova playlist' },
              ]}
            />
            {choice === newPlaylistChoice && (
              <Input
                label="Nome"
                required
                autoFocus
                value={typed}
                onChange={setTyped}
                counterMax={limits.playlistNameLength}
                error={showsProblems && isNameless ? 'Dê um nome à playlist.' : undefined}
              />
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}
