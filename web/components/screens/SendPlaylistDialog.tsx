import { Send } from 'lucide-react';
import { useState } from 'react';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { Loaded } from '../shell/Loaded.tsx';
import { useResource } from '../../state/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { nameOrCount } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMounted } from '../../ui/use-mounted.ts';
import { doAll } from '../../state/do-all.ts';
import { sendPlaylist } from './change-screens.ts';
import { isRuled, playsName, turnInWords } from './plays-now.ts';
import { PlaylistChoice } from './PlaylistChoice.tsx';
import styles from './SendPlaylistDialog.module.css';

/** Sends one playlist to one screen or to several. `screens`: those that may be chosen; `initialIds`: chosen at first. */
export function SendPlaylistDialog({
  screens,
  initialIds,
  onClose,
}: {
  screens: readonly MyPlayer[];
  initialIds: readonly number[];
  onClose: () => void;
}) {
  const playlists = useResource('GET /api/playlists');
  const only = initialIds.length === 1 ? screens.find(({ id }) => id === initialIds[0]) : undefined;
  const [playlistId, setPlaylist] = useState(only?.assignedPlaylist?.id);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(initialIds));
  const playlist = playlists.data?.find(({ id }) => id === playlistId);
  const targets = screens.filter(({ id }) => chosen.has(id));

  const isOpen = useMounted();
  const [send, sending] = useAction('Erro ao enviar playlist', async () => {
    if (!playlist) return;
    await doAll(
      targets.map(
        ({ id }) =>
          () =>
            sendPlaylist(id, playlist),
      ),
    );
    toast({
      title: '✓ Playlist enviada',
      description: `${playlist.name} em ${nameOrCount(targets, 'telas')}`,
    });
    if (isOpen()) onClose();
  });

  return (
    <Dialog
      open
      title={only ? 'Enviar playlist' : 'Enviar para várias telas'}
      description={only?.name}
      onClose={onClose}
      onSubmit={() => playlist && targets.length > 0 && void send()}
      footer={
        <FormButtons
          action={only ? 'Enviar' : `Enviar (${targets.length})`}
          icon={<Send />}
          disabled={!playlist || targets.length === 0}
          pending={sending}
          onCancel={onClose}
        />
      }
    >
      <Loaded resource={playlists} skeleton={<Skeleton height="6rem" />}>
        {(own) => (
          <div className={styles.sections}>
            <PlaylistChoice playlists={own} value={playlistId} onChange={setPlaylist} />
            {only && isRuled(only.playsNow) && (
              <Callout tone="info" compact>
                {`Agora vale a programação: ${turnInWords(only.playsNow, Date.now()).replace('Programação: ', '')}. A playlist enviada toca nos outros horários.`}
              </Callout>
            )}
            {!only && (
              <fieldset>
                <legend className={styles.legend}>Telas</legend>
                <Checkbox
                  label={<strong>Todas as telas</strong>}
                  checked={targets.length === screens.length}
                  onChange={(all) => setChosen(new Set(all ? screens.map(({ id }) => id) : []))}
                />
                {screens.map((screen) => (
                  <Checkbox
                    key={screen.id}
                    label={screen.name}
                    hint={`${screen.isOnline ? 'Online' : 'Offline'}${screen.assignedPlaylist || isRuled(screen.playsNow) ? ` · ${playsName(screen.playsNow) ?? ''}` : ''}`}
                    checked={chosen.has(screen.id)}
                    onChange={(isChosen) =>
                      setChosen(
                        new Set(isChosen ? [...chosen, screen.id] : [...chosen].filter((id) => id !== screen.id)),
                      )
                    }
                  />
                ))}
              </fieldset>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
