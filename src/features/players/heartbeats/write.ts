/**
 * Records heartbeats on the fast path (platform/http/fast-path/heartbeat-writes.ts): only those of screens with a cached poll
 * response (cached-polls.ts), which identifies a valid token. For others it returns undefined: the request takes the
 * ordinary path, which checks the database.
 */
import type { Heartbeats } from './heartbeats.ts';
import { parseTypicalHeartbeat } from './parse.ts';
import type { CachedPolls } from '../cached-polls.ts';

export interface HeartbeatWriterDeps {
  cachedPolls: Pick<CachedPolls, 'of' | 'heartbeatReplyOf'>;
  heartbeats: Pick<Heartbeats, 'tryRecord'>;
}

export const createHeartbeatWriter =
  ({ cachedPolls, heartbeats }: HeartbeatWriterDeps) =>
  (body: Buffer, address: string): Uint8Array | undefined => {
    const report = parseTypicalHeartbeat(body);
    const cached = report && cachedPolls.of(report.token);
    if (!cached || cached.player.playerId !== report.playerId) return undefined;
    const { token, state } = report;
    return heartbeats.tryRecord(cached.player, { token, address, state })
      ? cachedPolls.heartbeatReplyOf(cached)
      : undefined;
  };
