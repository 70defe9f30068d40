import { ListPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Assignment, Playlist } from '../../../../../src/contract/playlists.ts';
import { toast, toastError } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useInfiniteScroll } from '../../../../ui/data/use-infinite-scroll.ts';
import { SortableList } from '../../../../ui/data/SortableList.tsx';
import { assign, unassign } from '../../../../components/playlists/assignments.ts';
import { moveInPlaylist } from '../change-playlists.ts';
import { frequencies } from '../../../../components/playlists/frequencies.ts';
import { focusNextLine } from './focus-next-line.ts';
import { HoursDialog } from './HoursDialog.tsx';
import styles from './PlaylistItems.module.css';
import { PlaylistLine } from './PlaylistLine.tsx';
import { Text } from '../../../../ui/layout/primitives.tsx';

interface PlaylistItemsProps {
  playlist: Playlist;
  assignments: readonly Assignment[];
  onShowAvailable: () => void;
}

/** Lists the items of a playlist, and moves, changes and removes them. `onShowAvailable` shows the contents that can be added. */
export function PlaylistItems({ playlist, assignments, onShowAvailable }: PlaylistItemsProps) {
  const area = useRef<HTMLDivElement>(null);
  const { shown, end } = useInfiniteScroll(assignments, 40);
  const [hoursDialogFor, setHoursDialogFor] = useState<Assignment>();

  /** Runs an action on one item, and shows its result as a toast. Actions on several items can run at the same time. */
  async function act(
    errorTitle: string,
    action: () => Promise<unknown>,
    successToast?: Parameters<typeof toast>[0],
  ): Promise<void> {
    try {
      await action();
      if (successToast) toast(successToast);
    } catch (error) {
      toastError(errorTitle, error);
    }
  }

  function setFrequency({ video }: Assignment, frequency: number): void {
    const description = `${video.name}: ${frequencies[frequency - 1]?.label}`;
    void act('Erro ao atualizar', () => assign(video, playlist, frequency), {
      title: 'Playlist atualizada',
      description,
    });
  }

  function remove({ videoId, video }: Assignment): void {
    void act('Erro ao remover vídeo', () => unassign(videoId, playlist.id), {
      title: 'Vídeo removido',
      description: video.name,
    });
    focusNextLine(
      area.current,
      '[data-remove]',
      assignments.findIndex((each) => each.videoId === videoId),
    );
  }

  if (assignments.length === 0) {
    return (
      <div className={styles.area} ref={area} tabIndex={-1}>
        <EmptyState
          icon={<ListPlus />}
          title="Playlist vazia"
          text="Adicione vídeos e imagens da lista de disponíveis."
          action={
            <span className={styles.fill}>
              <Button variant="primary" onClick={onShowAvailable}>
                Ver disponíveis
              </Button>
            </span>
          }
        />
      </div>
    );
  }

  const videoIds = assignments.map(({ videoId }) => videoId);
  return (
    <div className={styles.area} ref={area} tabIndex={-1}>
      {playlist.isRandom && (
        <Text as="p" muted size="xs" marginBottom={2}>
          No modo aleatório a ordem é sorteada a cada ciclo.
        </Text>
      )}
      <SortableList
        label="Conteúdos da playlist, em ordem"
        items={shown}
        total={assignments.length}
        keyOf={({ videoId }) => videoId}
        nameOf={({ video }) => video.name}
        onMove={(from, to) => void act('Erro ao atualizar', () => moveInPlaylist(playlist.id, videoIds, from, to))}
      >
        {(assignment, handle) => (
          <PlaylistLine
            assignment={assignment}
            handle={handle}
            onFrequency={(frequency) => setFrequency(assignment, frequency)}
            onHours={() => setHoursDialogFor(assignment)}
            onRemove={() => remove(assignment)}
          />
        )}
      </SortableList>
      <div ref={end} />
      {hoursDialogFor && <HoursDialog assignment={hoursDialogFor} onClose={() => setHoursDialogFor(undefined)} />}
    </div>
  );
}
