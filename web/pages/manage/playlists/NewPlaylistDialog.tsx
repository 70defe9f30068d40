import type { Playlist } from '../../../../src/contract/playlists.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { createPlaylist } from './change-playlists.ts';
import { ModeSwitch } from './editor/ModeSwitch.tsx';

interface NewPlaylistDialogProps {
  onClose: () => void;
  onCreated: (playlist: Playlist) => void;
}

export function NewPlaylistDialog({ onClose, onCreated }: NewPlaylistDialogProps) {
  const { values, set, field, dialog } = useDialogForm(
    { name: '', isRandom: true },
    {
      errorTitle: 'Erro ao criar playlist',
      check: ({ name }) => ({ name: name.trim() === '' ? 'Dê um nome à playlist.' : undefined }),
      async save({ name, isRandom }) {
        const playlist = await createPlaylist({ name: name.trim(), isRandom });
        toast({ title: 'Playlist criada', description: playlist.name });
        onCreated(playlist);
      },
      onClose,
    },
  );

  return (
    <FormDialog {...dialog} size="sm" title="Nova playlist" action="Criar playlist" pendingLabel="Criar playlist">
      <Input
        label="Nome"
        required
        autoFocus
        {...field('name')}
        maxCharacters={limits.playlistNameLength}
        placeholder="Ex.: Recepção"
      />
      <ModeSwitch isRandom={values.isRandom} onChange={(isRandom) => set({ isRandom })} />
    </FormDialog>
  );
}
