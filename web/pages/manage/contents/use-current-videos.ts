import type { Video } from '../../../../src/contract/media.ts';
import { useResource } from '../../../state/resources/resource.ts';

/** Returns these items as the server's lists contain them now. An item that the lists lack, such as a deleted one, is returned as given. */
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
