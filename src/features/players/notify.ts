/**
 * Publishes a change of a screen: its device, its owner's lists, and the lists of managers. Call inside the change's
 * transaction.
 */
import type { Publish } from '../../contract/events.ts';
import type { Screen } from './store.ts';

export function createScreenNotifier(publish: Publish) {
  const notifyManagers = (what: 'players' | 'notices') => publish('managers', { type: 'adminChanged', what });

  return {
    created(screens: readonly Screen[]): void {
      for (const { id: playerId, userId } of screens)
        publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
      notifyManagers('players');
    },

    /** The lists that show the screen, and the device itself. */
    status({ id: playerId, userId }: Screen): void {
      for (const topic of [`user:${userId}`, 'managers', `player:${playerId}`] as const)
        publish(topic, { type: 'playerStatusChanged', playerId });
    },

    assigned({ id: playerId, userId, assignedPlaylist: playlist }: Screen): void {
      if (!playlist) return;
      for (const topic of [`player:${playerId}`, `user:${userId}`] as const)
        publish(topic, { type: 'playlistAssigned', playerId, playlist });
      notifyManagers('players');
    },

    unassigned({ id: playerId, userId }: Screen): void {
      for (const topic of [`player:${playerId}`, `user:${userId}`] as const)
        publish(topic, { type: 'playlistRemoved', playerId });
      notifyManagers('players');
    },

    /** Besides `status`: notices to the screen are gone with it. */
    removed(): void {
      notifyManagers('players');
      notifyManagers('notices');
    },
  };
}
