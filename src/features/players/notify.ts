/** Publishes changes of a screen to its device, its owner and managers. Must be called inside the change's transaction. */
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

    /** Tells the screen's device, and the studios that list the screen, that the screen has changed. */
    changed({ id: playerId, userId }: Screen): void {
      for (const topic of [`user:${userId}`, 'managers', `player:${playerId}`] as const)
        publish(topic, { type: 'playerStatusChanged', playerId });
    },

    assigned({ id: playerId, userId, assignedPlaylist: playlist }: Screen): void {
      if (!playlist) return;
      for (const topic of [`player:${playerId}`, `user:${userId}`] as const)
        publish(topic, { type: 'playlistAssigned', playerId, playlist });
    },

    unassigned({ id: playerId, userId }: Screen): void {
      for (const topic of [`player:${playerId}`, `user:${userId}`] as const)
        publish(topic, { type: 'playlistRemoved', playerId });
    },

    /** Tells managers that a screen and its notices were deleted. Call `changed` too, which tells the device and the owner. */
    removed(): void {
      notifyManagers('players');
      notifyManagers('notices');
    },
  };
}
