import { useState } from 'react';
import type { Playlist } from '../../../../src/contract/playlists.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { useMounted } from '../../../ui/use-mounted.ts';
import dialogs from '../contents/Dialogs.module.css';
import { ModeSwitch } from './ModeSwitch.tsx';

/** Name and mode of a new playlist. */
export function NewPlaylistDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (playlist: Playlist) => void }) {
  const [name, setName] = useState('');
  const [isRandom, setRandom] = useState(true);
  const [wasSent, setSent] = useState(false);
  const isBlank = name.trim() === '';
  const isOpen = useMounted();
  const [create, creating] = useAction('Erro ao criar playlist', async () => {
    const playlist = await mutate('POST /api/playlists', { body: { name: name.trim(), isRandom } }, { invalidates: ['GET /api/playlists', 'GET /api/user/me'] });
    toast({ title: 'Playlist criada', description: playlist.name });
    // Closed meanwhile: the editor would open over what the person does now.
    if (isOpen()) onCreated(playlist);
  });

  return (
    <Dialog
      open
      size="sm"
      title="Nova playlist"
      onClose={onClose}
      onSubmit={() => {
        setSent(true);
        if (!isBlank) void create();
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={creating}>
            Criar playlist
          </Button>
        </>
      }
    >
      <div className={dialogs.fields}>
        <Input
          label="Nome"
          required
          autoFocus
          value={name}
          onChange={setName}
          maxLength={limits.playlistNameLength}
          placeholder="Ex.: Recepção"
          error={wasSent && isBlank ? 'Dê um nome à playlist.' : undefined}
        />
        <ModeSwitch isRandom={isRandom} onChange={setRandom} />
      </div>
    </Dialog>
  );
}
