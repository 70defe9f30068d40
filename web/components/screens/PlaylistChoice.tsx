import { ListVideo } from 'lucide-react';
import { useId } from 'react';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { formatDuration, plural } from '../../ui/text/format.ts';
import { PlaylistDot } from '../playlists/PlaylistDot.tsx';
import { tabHref } from '../../navigation/manage-tabs.ts';
import styles from './PlaylistChoice.module.css';

/** One of the playlists, each with its colour and length. An empty one shows nothing on a TV: it says so. */
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
    <fieldset className={styles.list}>
      <legend className={styles.legend}>Playlist</legend>
      {playlists.map((playlist) => (
        <label key={playlist.id} className={styles.option}>
          <input type="radio" name={name} checked={playlist.id === value} onChange={() => onChange(playlist.id)} />
          <PlaylistDot playlistId={playlist.id} />
          <span className={styles.words}>
            <span className={styles.name}>{playlist.name}</span>
            <span className={styles.facts}>
              {playlist.itemCount === 0
                ? 'Vazia'
                : `${plural(playlist.itemCount, 'conteúdo', 'conteúdos')} · ${formatDuration(playlist.durationS)}`}{' '}
              · {playlist.isRandom ? 'Aleatório' : 'Sequencial'}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
