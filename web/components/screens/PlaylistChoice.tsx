import { ListVideo } from 'lucide-react';
import { useId } from 'react';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { formatDuration, plural } from '../../ui/text/format.ts';
import { PlaylistDot } from '../playlists/PlaylistDot.tsx';
import { tabHref } from '../../navigation/manage-tabs.ts';
import choices from '../../ui/form/choice/ChoiceList.module.css';
import { classNames } from '../../ui/styles/class-names.ts';
import styles from './PlaylistChoice.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows a field that chooses a playlist, by colour, name and length. Marks empty playlists, which show nothing on a TV. */
export function PlaylistChoice({
  playlists,
  value,
  onChange,
}: {
  playlists: readonly Playlist[];
  value: number | undefined;
  onChange: (playlistId: number) => void;
}) {
  const name = useId();
  if (playlists.length === 0) {
    return (
      <EmptyState
        icon={<ListVideo />}
        title="Você ainda não tem playlists"
        text="Crie uma playlist para enviar à tela."
        action={<ButtonLink href={tabHref('playlists')}>Ir para Playlists</ButtonLink>}
      />
    );
  }
  return (
    <Stack as="fieldset" gap={2}>
      <Text as="legend" size="sm" weight="bold" marginBottom={2}>
        Playlist
      </Text>
      {playlists.map((playlist) => (
        <Row as="label" gap={3} align="center" key={playlist.id} className={classNames(choices.choice, styles.option)}>
          <input type="radio" name={name} checked={playlist.id === value} onChange={() => onChange(playlist.id)} />
          <PlaylistDot playlistId={playlist.id} />
          <Stack as="span" canShrink>
            <Text size="sm" weight="bold" ellipsis>
              {playlist.name}
            </Text>
            <Text muted size="xs" tabular>
              {playlist.itemCount === 0
                ? 'Vazia'
                : `${plural(playlist.itemCount, 'conteúdo', 'conteúdos')} · ${formatDuration(playlist.durationS)}`}{' '}
              · {playlist.isRandom ? 'Aleatório' : 'Sequencial'}
            </Text>
          </Stack>
        </Row>
      ))}
    </Stack>
  );
}
