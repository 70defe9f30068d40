import { useSignals } from '@preact/signals-react/runtime';
import type { Video } from '../../../../src/contract/media.ts';
import { loadedRows } from '../../../state/resources/resource.ts';

/** Returns these items as they now are in the loaded lists. An item in no list, such as a deleted one, is returned unchanged. */
export function useCurrentVideos(videos: readonly Video[]): readonly Video[] {
  useSignals();
  const ownVideos = loadedRows('GET /api/videos');
  const platformVideos = loadedRows('GET /api/platform-videos');
  return videos.map((video) => (video.userId === null ? platformVideos : ownVideos).get(video.id) ?? video);
}
