import type { Video } from '../../../src/contract/media.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { type Frequency, frequencies } from '../../components/playlists/frequencies.ts';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { Select } from '../../ui/form/Select.tsx';

export interface AssignmentFieldsProps {
  videos: readonly Video[] | undefined;
  playlists: readonly Playlist[] | undefined;
  /** The chosen ones. */
  video: Video | undefined;
  playlist: Playlist | undefined;
  frequency: Frequency;
  /** Ids as text, as a select has them. */
  onVideo: (id: string) => void;
  onPlaylist: (id: string) => void;
  onFrequency: (frequency: Frequency) => void;
}

const optionsOf = (all: readonly { id: number; name: string }[] | undefined) =>
  (all ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

/** Chooses a video, a playlist and the frequency. */
export function AssignmentFields({
  videos,
  playlists,
  video,
  playlist,
  frequency,
  onVideo,
  onPlaylist,
  onFrequency,
}: AssignmentFieldsProps) {
  return (
    <>
      <Select
        label="Vídeo"
        placeholder="Selecione um vídeo"
        value={video ? String(video.id) : ''}
        onChange={onVideo}
        options={optionsOf(videos)}
      />
      <Select
        label="Playlist"
        placeholder="Selecione uma playlist"
        value={playlist ? String(playlist.id) : ''}
        onChange={onPlaylist}
        options={optionsOf(playlists)}
      />
      <Segmented showLabel label="Frequência" options={frequencies} value={frequency} onChange={onFrequency} />
    </>
  );
}
