import { Checkbox, type CheckboxProps } from '../../../../ui/form/Checkbox.tsx';
import { PlaylistDot } from '../../../../components/playlists/PlaylistDot.tsx';
import styles from './PlaylistCheckbox.module.css';

interface PlaylistCheckboxProps extends Omit<CheckboxProps, 'label'> {
  playlist: { id: number; name: string };
}

/** Shows the checkbox for a playlist, with the playlist's colour and name. */
export function PlaylistCheckbox({ playlist, ...box }: PlaylistCheckboxProps) {
  return (
    <Checkbox
      {...box}
      label={
        <span className={styles.label}>
          <PlaylistDot playlistId={playlist.id} />
          {playlist.name}
        </span>
      }
    />
  );
}
