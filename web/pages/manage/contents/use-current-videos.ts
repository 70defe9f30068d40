import type { Video } from '../../../../src/contract/media.ts';
import { useResource } from '../../../state/resources/resource.ts';

/** Returns the current state of these items. Returns deleted items unchanged. */
export function useCurrentVideos(videos: readonly Video[]): readonly Video[] {
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
