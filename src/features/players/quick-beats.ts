/**
 * Heartbeats on the fast path (platform/http/quick-posts.ts): of a screen whose poll's answer lies ready (ready-polls.ts), which
 * says whose token it is and whether that is still true. Every other one goes the ordinary way, which proves it in the database.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Heartbeats } from './heartbeats.ts';
import { readPlainBeat } from './plain-beats.ts';
import type { ReadyPolls } from './ready-polls.ts';

export interface QuickBeatsDeps {
  readyPolls: Pick<ReadyPolls, 'of'>;
  heartbeats: Pick<Heartbeats, 'beat' | 'mayBeat'>;
  clock: Clock;
}

export const createQuickBeats =
  ({ readyPolls, heartbeats, clock }: QuickBeatsDeps) =>
  (body: Buffer, address: string): string | undefined => {
    const said = readPlainBeat(body);
    const ready = said && readyPolls.of(said.token);
    if (!ready || ready.player.playerId !== said.playerId || !heartbeats.mayBeat(said.playerId)) return undefined;
    heartbeats.beat(ready.player, { token: said.token, address, state: said.state });
    const { status, utcOffsetMinutes, offsetChanges } = ready.reply;
    const serverTime = new Date(clock.now()).toISOString();
    const changes = offsetChanges ? `,"offsetChanges":${JSON.stringify(offsetChanges)}` : '';
    return `{"serverTime":"${serverTime}","status":"${status}","utcOffsetMinutes":${utcOffsetMinutes}${changes}}`;
  };
