/**
 * Heartbeats on the fast path (platform/http/fast-path/heartbeat-writes.ts): of a screen whose poll's answer lies ready (ready-polls.ts), which
 * says whose token it is and whether that is still true. Every other one goes the ordinary way, which proves it in the database.
 */
import type { Heartbeats } from './heartbeats.ts';
import { parsePlainHeartbeat } from './parse.ts';
import type { ReadyPolls } from '../ready-polls.ts';

export interface HeartbeatWriterDeps {
  readyPolls: Pick<ReadyPolls, 'of' | 'heartbeatReplyOf'>;
  heartbeats: Pick<Heartbeats, 'tryHeartbeat'>;
}

export const createHeartbeatWriter =
  ({ readyPolls, heartbeats }: HeartbeatWriterDeps) =>
  (body: Buffer, address: string): Uint8Array | undefined => {
    const report = parsePlainHeartbeat(body);
    const ready = report && readyPolls.of(report.token);
    if (!ready || ready.player.playerId !== report.playerId) return undefined;
    const { token, state } = report;
    return heartbeats.tryHeartbeat(ready.player, { token, address, state })
      ? readyPolls.heartbeatReplyOf(ready)
      : undefined;
  };
