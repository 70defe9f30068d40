/**
 * Records heartbeats on the fast path (platform/http/fast-path/heartbeat-writes.ts): only those of screens with a cached poll
 * response (ready-polls.ts), which identifies a valid token. Any other takes the ordinary path, which checks the database.
 */
import type { Heartbeats } from './heartbeats.ts';
import { parseTypicalHeartbeat } from './parse.ts';
import type { ReadyPolls } from '../ready-polls.ts';

export interface HeartbeatWriterDeps {
  readyPolls: Pick<ReadyPolls, 'of' | 'heartbeatReplyOf'>;
  heartbeats: Pick<Heartbeats, 'tryHeartbeat'>;
}

export const createHeartbeatWriter =
  ({ readyPolls, heartbeats }: HeartbeatWriterDeps) =>
  (body: Buffer, address: string): Uint8Array | undefined => {
    const report = parseTypicalHeartbeat(body);
    const ready = report && readyPolls.of(report.token);
    if (!ready || ready.player.playerId !== report.playerId) return undefined;
    const { token, state } = report;
    return heartbeats.tryHeartbeat(ready.player, { token, address, state })
      ? readyPolls.heartbeatReplyOf(ready)
      : undefined;
  };
