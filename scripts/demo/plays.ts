/** Sends what the demo's screens have shown in a month, as TVs would. */
import { randomUUID } from 'node:crypto';
import { limits } from '../../src/contract/limits.ts';
import type { Video } from '../../src/contract/media.ts';
import type { Play } from '../../src/contract/plays.ts';
import type { Client } from '../../src/testing/client.ts';

const [minuteMs, hourMs, dayMs, days] = [60_000, 3_600_000, 86_400_000, 30];

/** Reports one play for each minute of the clinic's opening hours (São Paulo) in the 30 days until `now`. */
export async function reportMonth(tv: Client, videos: readonly Video[], now: number): Promise<void> {
  const plays: Play[] = [];
  const midnight = Math.floor((now - 3 * hourMs) / dayMs) * dayMs + 3 * hourMs;
  for (let day = midnight - days * dayMs; day <= midnight; day += dayMs) {
    const closesAt = [0, 18, 18, 18, 18, 18, 12][new Date(day).getUTCDay()] ?? 0;
    for (let at = day + 8 * hourMs; at < Math.min(day + closesAt * hourMs, now - minuteMs); at += minuteMs) {
      const video = videos[plays.length % videos.length];
      if (!video) return;
      const playlist = video.assignments[0]?.playlist.id ?? null;
      const isCut = plays.length % 29 === 0;
      plays.push({
        ...{ uuid: randomUUID(), item: video.id, sha256: '0'.repeat(64), playlist, rule: null },
        ...{ startedAt: new Date(at).toISOString(), ms: isCut ? 6_000 : 20_000, end: isCut ? 'cut' : 'complete' },
        hadSound: video.mediaType === 'video',
      });
    }
  }
  for (let from = 0; from < plays.length; from += limits.plays.batch)
    await tv.call('POST /api/player/plays', { body: { plays: plays.slice(from, from + limits.plays.batch) } });
}
