import { CalendarX, ListOrdered, MonitorPlay, Pencil, Shuffle, Trash2, Tv } from 'lucide-react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { ListedPlaylist } from '../../../../src/contract/playlists.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { formatDuration, plural } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Thumbnail } from '../contents/list/Thumbnail.tsx';
import { emptyText } from '../../../components/screens/plays-now.ts';
import { playlistColour } from '../../../components/playlists/colour.ts';
import styles from './PlaylistCard.module.css';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

interface PlaylistCardProps {
  playlist: ListedPlaylist;
  screens: readonly MyPlayer[];
  mayChange: boolean;
  onEdit: () => void;
  onPreview: () => void;
  onDelete: () => void;
}

export function PlaylistCard({ playlist, screens, mayChange, onEdit, onPreview, onDelete }: PlaylistCardProps) {
  const [emptyFrom] = screens.flatMap((screen) => screen.emptyFrom ?? []).sort();
  return (
    <Text
      as="li"
      canShrink
      surface
      className={styles.card}
      style={{ '--colour': playlistColour(playlist.id) } as React.CSSProperties}
    >
      <button
        type="button"
        className={styles.pictures}
        aria-label={`${mayChange ? 'Editar' : 'Prévia de'} ${playlist.name}`}
        tabIndex={-1}
        onClick={mayChange ? onEdit : onPreview}
      >
        {playlist.itemCount === 0 ? (
          <span className={styles.blank}>Nenhum conteúdo</span>
        ) : (
          playlist.covers.map((video) => <Thumbnail key={video.id} video={video} />)
        )}
      </button>
      <Stack gap={1} className={styles.words}>
        <Text as="h3" ellipsis className={styles.name} title={playlist.name}>
          {playlist.name}
        </Text>
        <Text as="p" muted size="sm" tabular>
          {plural(playlist.itemCount, 'conteúdo', 'conteúdos')}
          {playlist.durationS > 0 && ` · ${formatDuration(playlist.durationS)}`}
        </Text>
        <Row as="p" gap={2} wrap marginTop={1}>
          <Badge icon={playlist.isRandom ? <Shuffle /> : <ListOrdered />}>
            {playlist.isRandom ? 'Aleatório' : 'Sequencial'}
          </Badge>
          {screens.length > 0 && (
            <span title={screens.map(({ name }) => name).join(', ')}>
              <Badge tone="success" icon={<MonitorPlay />}>
                {plural(screens.length, 'tela', 'telas')}
              </Badge>
            </span>
          )}
          {emptyFrom !== undefined && (
            <Badge tone="warning" icon={<CalendarX />}>
              {emptyText(emptyFrom, Date.now())}
            </Badge>
          )}
        </Row>
      </Stack>
      <Row gap={2} align="center" className={styles.actions}>
        {mayChange && (
          <Button icon={<Pencil />} onClick={onEdit} aria-label={`Editar ${playlist.name}`}>
            Editar
          </Button>
        )}
        <IconButton label={`Prévia de ${playlist.name}`} icon={<Tv />} onClick={onPreview} />
        {mayChange && (
          <IconButton label={`Excluir ${playlist.name}`} icon={<Trash2 />} tone="danger" onClick={onDelete} />
        )}
      </Row>
    </Text>
  );
}
