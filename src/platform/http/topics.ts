import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import type { Topic } from '../../contract/events.ts';

/** Who is at the other end, as far as it has been proven. */
export interface SocketIdentity {
  user?: UserActor;
  player?: PlayerActor;
}

/** What an identity hears without asking (contract/events.ts `Topic`). */
export function topicsOf({ user, player }: SocketIdentity): Topic[] {
  return [
    ...(user ? ([`user:${user.userId}`, 'studios'] as const) : []),
    ...(user?.role === 'admin' ? (['managers'] as const) : []),
    ...(player ? ([`player:${player.playerId}`, `screens:${player.userId}`, 'screens'] as const) : []),
  ];
}
