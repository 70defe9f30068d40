import { invalidate } from '../../../../state/resources/resource.ts';

const minIntervalMs = 60_000;
let renewedAtMs = Number.NEGATIVE_INFINITY;

/** Reloads the lists after a file failed to load, to get new signed URLs. Does so at most once a minute. */
export function reloadSignedUrls(): void {
  if (performance.now() - renewedAtMs < minIntervalMs) return;
  renewedAtMs = performance.now();
  invalidate(
    'GET /api/videos',
    'GET /api/platform-videos',
    'GET /api/playlists/:id/assignments',
    'GET /api/my-players',
  );
}
