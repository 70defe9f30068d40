/** What owners and administrators do to a screen: the change, and who hears of it, in one transaction. */
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenActionsDeps {
  players: PlayerStore;
  heartbeats: Pick<Heartbeats, 'forget'>;
  /** Closes the sockets that the screen's device opened. */
  endPlayerSockets(playerId: number): void;
  publish: Publish;
  database: Database;
}

export type ScreenActions = ReturnType<typeof createScreenActions>;

export function createScreenActions({ players, heartbeats, endPlayerSockets, publish, database }: ScreenActionsDeps) {
  /** The lists that show the screen, and the device itself. */
  function announceStatus({ id: playerId, userId }: Screen): void {
    for (const topic of [`user:${userId}`, 'managers', `player:${playerId}`] as const)
      publish(topic, { type: 'playerStatusChanged', playerId });
  }

  function announceRemoval({ id: playerId, userId }: Screen): void {
    publish(`player:${playerId}`, { type: 'playlistRemoved', playerId });
    publish(`user:${userId}`, { type: 'playlistRemoved', playerId });
    publish('managers', { type: 'adminChanged', what: 'players' });
  }

  /** Sockets end after the last message to them. */
  function letDeviceGo({ id }: Screen): void {
    database.afterCommit(() => {
      heartbeats.forget(id);
      endPlayerSockets(id);
    });
  }

  return {
    announceStatus,

    create(userId: number, quantity: number): Screen[] {
      return database.tx(() => {
        const created = players.create(userId, quantity);
        for (const { id: playerId } of created) publish(`user:${userId}`, { type: 'playerStatusChanged', playerId });
        publish('managers', { type: 'adminChanged', what: 'players' });
        return created;
      });
    },

    /** Throws `not_found` unless the playlist belongs to the screen's owner. */
    assign(screen: Screen, playlistId: number): void {
      database.tx(() => {
        players.assign(screen.id, playlistId);
        const playlist = players.findOrThrow(screen.id).assignedPlaylist;
        if (!playlist) return;
        publish(`player:${screen.id}`, { type: 'playlistAssigned', playerId: screen.id, playlist });
        publish(`user:${screen.userId}`, { type: 'playlistAssigned', playerId: screen.id, playlist });
        publish('managers', { type: 'adminChanged', what: 'players' });
      });
    },

    unassign(screen: Screen): void {
      database.tx(() => {
        if (players.unassign(screen.id)) announceRemoval(screen);
      });
    },

    /** Unpairs the device; a new code is made. */
    disconnect(screen: Screen): void {
      database.tx(() => {
        players.unpair(screen.id);
        announceStatus(screen);
        letDeviceGo(screen);
      });
    },

    /** Unpairs, stops and makes the screen new. */
    reset(screen: Screen): void {
      database.tx(() => {
        players.reset(screen.id);
        if (screen.assignedPlaylist) announceRemoval(screen);
        announceStatus(screen);
        letDeviceGo(screen);
      });
    },

    update(screen: Screen, patch: { name?: string; status?: 'active' | 'paused' | 'blocked' }): void {
      database.tx(() => {
        if (patch.name !== undefined) players.rename(screen.id, patch.name);
        if (patch.status !== undefined) players.setStatus(screen.id, patch.status);
        announceStatus(screen);
        // Its token is refused from now on, and what was opened with it ends.
        if (patch.status === 'blocked') database.afterCommit(() => endPlayerSockets(screen.id));
      });
    },

    remove(screen: Screen): void {
      database.tx(() => {
        players.remove(screen.id);
        announceStatus(screen);
        for (const what of ['players', 'notices'] as const) publish('managers', { type: 'adminChanged', what });
        letDeviceGo(screen);
      });
    },

    /** The device gives the screen back; its code stays, so that any device may take it. */
    release(screen: Screen): void {
      database.tx(() => {
        players.closeDevice(screen.id);
        announceStatus(screen);
        letDeviceGo(screen);
      });
    },
  };
}
