import { invalidate } from '../../../../state/resources/resource.ts';

const minIntervalMs = 60_000;
let reloadedAtMs = Number.NEGATIVE_INFINITY;

/** Reloads the lists at most once a minute, to get new signed URLs after a file failed to load. */
export function reloadSignedUrls(): void {
  if (performance.now() - reloadedAtMs < minIntervalMs) return;
  reloadedAtMs = performance.now();
  invalidate(
    'GET /api/videos',
    'GET /api/platform-videos',
    'GET /api/playlists',
    'GET /api/playlists/:id/assignments',
    'GET /api/my-players',
  );
}
