import { invalidate } from '../../../../state/resources/resource.ts';

const atMostEveryMs = 60_000;
let renewedAtMs = Number.NEGATIVE_INFINITY;

/** Reloads the lists to get new signed addresses, because a file did not load; at most once a minute. */
export function renewAddresses(): void {
  if (performance.now() - renewedAtMs < atMostEveryMs) return;
  renewedAtMs = performance.now();
  invalidate(
    'GET /api/videos',
    'GET /api/platform-videos',
    'GET /api/playlists/:id/assignments',
    'GET /api/my-players',
  );
}
