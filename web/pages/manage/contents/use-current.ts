import type { Video } from '../../../../src/contract/media.ts';
import { useResource } from '../../../state/resources/resource.ts';

/** The items as they are now, for a dialog that was opened with them a while ago; those that are gone stay as they were. */
export function useCurrent(videos: readonly Video[]): readonly Video[] {
  const own = useResource('GET /api/videos', {}, { enabled: videos.some(({ userId }) => userId !== null) });
  const platform = useResource(
    'GET /api/platform-videos',
    {},
    { enabled: videos.some(({ userId }) => userId === null) },
  );
  return videos.map(
    (video) => (video.userId === null ? platform : own).data?.find(({ id }) => id === video.id) ?? video,
  );
}
