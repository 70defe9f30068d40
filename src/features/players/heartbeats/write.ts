/**
 * Heartbeats on the fast path (platform/http/quick-posts.ts): of a screen whose poll's answer lies ready (ready-polls.ts), which
 * says whose token it is and whether that is still true. Every other one goes the ordinary way, which proves it in the database.
 */
import type { Heartbeats } from './heartbeats.ts';
import { readPlainBeat } from './parse.ts';
import type { ReadyPolls } from '../ready-polls.ts';

export interface QuickBeatsDeps {
  readyPolls: Pick<ReadyPolls, 'of' | 'beatReply'>;
  heartbeats: Pick<Heartbeats, 'tryBeat'>;
}

export const createQuickBeats =
  ({ readyPolls, heartbeats }: QuickBeatsDeps) =>
  (body: Buffer, address: string): Uint8Array | undefined => {
    const said = readPlainBeat(body);
    const ready = said && readyPolls.of(said.token);
    if (!ready || ready.player.playerId !== said.playerId) return undefined;
    const { token, state } = said;
    return heartbeats.tryBeat(ready.player, { token, address, state }) ? readyPolls.beatReply(ready) : undefined;
  };
