import { Tv } from 'lucide-react';
import { useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import type { Playlist } from '../../../../../src/contract/playlists.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { useResource } from '../../../../state/resources/resource.ts';
import { toast, toastError } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Segmented } from '../../../../ui/form/choice/Segmented.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { playlistHref } from '../../../../navigation/manage-tabs.ts';
import { assign } from '../../../../components/playlists/assignments.ts';
import { AvailableItems } from './AvailableItems.tsx';
import { EditorHead } from './EditorHead.tsx';
import styles from './PlaylistEditor.module.css';
import { PlaylistItems } from './PlaylistItems.tsx';
import { useAvailableContents } from './use-available-contents.ts';
import { Stack } from '../../../../ui/layout/primitives.tsx';

interface PlaylistEditorProps {
  playlist: Playlist;
  onPreview: () => void;
  onClose: () => void;
}

/** Edits a playlist (contract/README 2.4): name, mode, its items in order, and contents to add. */
export function PlaylistEditor({ playlist, onPreview, onClose }: PlaylistEditorProps) {
  const assignments = useResource('GET /api/playlists/:id/assignments', { params: { id: playlist.id } });
  const available = useAvailableContents(playlist.id);
  const { own, platform } = available;
  /** List to show in a narrow window. A wide window shows both. */
  const [side, setSide] = useState<'inside' | 'available'>('inside');

  const insideCount = assignments.data?.length ?? playlist.itemCount;
  const availableLabel = available.count === undefined ? 'Disponíveis' : `Disponíveis (${available.count})`;

  async function add(video: Video): Promise<void> {
    try {
      await assign(video, playlist);
      toast({ title: 'Vídeo atribuído', description: video.name });
    } catch (error) {
      toastError('Erro ao atribuir vídeo', error);
    }
  }

  return (
    <Dialog
      open
      focusSelf
      size="xl"
      title={playlist.name}
      address={playlistHref(playlist.id)}
      onClose={onClose}
      footer={
        <>
          <Button icon={<Tv />} onClick={onPreview}>
            Prévia
          </Button>
          <Button onClick={onClose}>Fechar</Button>
        </>
      }
    >
      <div className={styles.editor}>
        <EditorHead playlist={playlist} assignments={assignments.data} />
        <div className={styles.sides}>
          <Segmented
            label="Mostrar"
            value={side}
            onChange={setSide}
            options={[
              { value: 'inside', label: `Na playlist (${insideCount})` },
              { value: 'available', label: availableLabel },
            ]}
          />
        </div>
        <Stack gap={5} className={styles.columns}>
          <section
            className={classNames(styles.column, side !== 'inside' && styles.other)}
            aria-labelledby="na-playlist"
          >
            <h3 id="na-playlist">Na playlist ({insideCount})</h3>
            <Loaded resource={assignments} skeleton={<Skeleton height="12rem" radius="var(--radius)" />}>
              {(items) => (
                <PlaylistItems playlist={playlist} assignments={items} onShowAvailable={() => setSide('available')} />
              )}
            </Loaded>
          </section>
          <section
            className={classNames(styles.column, side !== 'available' && styles.other)}
            aria-labelledby="disponiveis"
          >
            <h3 id="disponiveis">{availableLabel}</h3>
            {platform.error && !platform.all && (
              <LoadError subject="os conteúdos da plataforma" error={platform.error} onRetry={platform.refetch} />
            )}
            {own.all ? (
              <AvailableItems available={available} hasItems={insideCount > 0} onAdd={add} />
            ) : own.error ? (
              <LoadError error={own.error} onRetry={own.refetch} />
            ) : (
              <Skeleton height="12rem" radius="var(--radius)" />
            )}
          </section>
        </Stack>
      </div>
    </Dialog>
  );
}
