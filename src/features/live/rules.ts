import type { Topic } from '../../contract/events.ts';
import type { SocketIdentity } from '../../platform/http/sockets/connection.ts';

/** Returns the topics that an identity is subscribed to automatically (contract/events.ts `Topic`). */
export function topicsOf({ user, player }: SocketIdentity): Topic[] {
  return [
    ...(user ? ([`user:${user.userId}`, 'studios'] as const) : []),
    ...(user?.role === 'admin' ? (['managers'] as const) : []),
    ...(player ? ([`player:${player.playerId}`, `screens:${player.userId}`, 'screens'] as const) : []),
  ];
}
