import { invalidate } from '../../../../state/resources/resource.ts';

const atMostEveryMs = 60_000;
let renewedAtMs = Number.NEGATIVE_INFINITY;

/** A picture or video did not load: in a studio open for days its signed address has expired. The lists bring new ones; once for many at a time. */
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
