/**
 * Changes that owners, administrators and devices make to a screen: the change, and its messages, in one transaction.
 */
import type { Author } from '../../contract/endpoint.ts';
import { AppError, refusedPlayer } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { AssignPlaylistInput } from '../../contract/players.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { ActionName, Details } from '../audit/actions.ts';
import type { Audit } from '../audit/audit.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import type { Proof } from './credential-store.ts';
import { createScreenNotifier } from './notify.ts';
import { nextNames } from './rules.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenServiceDeps {
  players: PlayerStore;
  heartbeats: Pick<Heartbeats, 'forget'>;
  /** Closes the sockets that the screen's device opened. */
  endPlayerSockets(playerId: number): void;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export type ScreenService = ReturnType<typeof createScreenService>;

export function createScreenService(deps: ScreenServiceDeps) {
  const { players, endPlayerSockets, audit, publish, database } = deps;
  const notify = createScreenNotifier(publish);

  const releaseDevice = createReleaseDevice(deps);
  const devices = createDevicePart(deps);

  /** The device is released, and its code opens nothing any more. */
  function leave(screen: Screen, how: 'unpair' | 'swapOut', by: Author): void {
    database.tx(() => {
      players[how](screen.id);
      audit.record(by, how === 'unpair' ? 'screen.disconnected' : 'screen.swapped', targetOf(screen));
      notify.status(screen);
      releaseDevice(screen);
    });
  }

  return {
    /** Numbered where no name is given. Throws not_found, conflict (account not approved) or quota_exceeded. */
    create(userId: number, quantity: number, by: Author, name?: string): Screen[] {
      return database.tx(() => {
        const { isApproved, maxPlayers, names } = players.allowanceOrThrow(userId);
        if (!isApproved) throw new AppError('conflict', 'Só usuários aprovados podem ter telas.');
        if (maxPlayers !== null && names.length + quantity > maxPlayers) {
          throw new AppError(
            'quota_exceeded',
            `Este usuário pode ter no máximo ${maxPlayers} tela(s) e já tem ${names.length}.`,
          );
        }
        const created = nextNames(names, quantity, name).map((it) => players.findOrThrow(players.insert(userId, it)));
        for (const screen of created) audit.record(by, 'screen.created', targetOf(screen));
        notify.created(created);
        return created;
      });
    },

    /** Throws `not_found` unless the playlist belongs to the screen's owner, `conflict` for what is only for a stopped screen. */
    assign(screen: Screen, { playlistId, onlyIfStopped }: AssignPlaylistInput, by: Author): void {
      database.tx(() => {
        if (onlyIfStopped && players.findOrThrow(screen.id).assignedPlaylist)
          throw new AppError('conflict', 'Outra playlist já foi enviada para esta tela.');
        players.assign(screen.id, playlistId);
        const assigned = players.findOrThrow(screen.id);
        if (assigned.assignedPlaylist?.id !== screen.assignedPlaylist?.id)
          audit.record(by, 'screen.playlist_sent', targetOf(screen), { other: assigned.assignedPlaylist?.name });
        notify.assigned(assigned);
      });
    },

    unassign(screen: Screen, by: Author): void {
      database.tx(() => {
        if (!players.unassign(screen.id)) return;
        audit.record(by, 'screen.playlist_removed', targetOf(screen));
        notify.unassigned(screen);
      });
    },

    /** Unpairs the device; a new code is made. */
    disconnect: (screen: Screen, by: Author): void => leave(screen, 'unpair', by),
    /** Gives the screen to another device and informs the present one. */
    swapOut: (screen: Screen, by: Author): void => leave(screen, 'swapOut', by),

    /** Unpairs, stops and makes the screen new. */
    reset(screen: Screen, by: Author): void {
      database.tx(() => {
        players.reset(screen.id);
        audit.record(by, 'screen.reset', targetOf(screen));
        if (screen.assignedPlaylist) notify.unassigned(screen);
        notify.status(screen);
        releaseDevice(screen);
      });
    },

    update(screen: Screen, patch: { name?: string; status?: 'active' | 'paused' | 'blocked' }, by: Author): void {
      database.tx(() => {
        if (patch.name !== undefined) players.rename(screen.id, patch.name);
        if (patch.status !== undefined) players.setStatus(screen.id, patch.status);
        for (const [action, details] of updateActions(screen, patch))
          audit.record(by, action, { ...targetOf(screen), name: patch.name ?? screen.name }, details);
        notify.status(screen);
        // Its token is refused from now on, and what was opened with it ends.
        if (patch.status === 'blocked') database.afterCommit(() => endPlayerSockets(screen.id));
      });
    },

    remove(screen: Screen, by: Author): void {
      database.tx(() => {
        audit.record(by, 'screen.deleted', targetOf(screen));
        players.remove(screen.id);
        notify.status(screen);
        notify.removed();
        releaseDevice(screen);
      });
    },

    ...devices,
  };
}

/** Returns the audit entries of a change. */
function updateActions(
  screen: Screen,
  { name, status }: { name?: string; status?: 'active' | 'paused' | 'blocked' },
): [ActionName, Details?][] {
  const actions: [ActionName, Details?][] = [];
  if (name !== undefined && name !== screen.name) actions.push(['screen.renamed', { other: screen.name }]);
  const isBack = screen.status === 'blocked' ? 'screen.unblocked' : 'screen.resumed';
  if (status !== undefined && status !== screen.status)
    actions.push([status === 'blocked' ? 'screen.blocked' : status === 'paused' ? 'screen.paused' : isBack]);
  return actions;
}

function createReleaseDevice({ heartbeats, endPlayerSockets, database }: ScreenServiceDeps) {
  /** Sockets end after the last message to them. */
  return function releaseDevice({ id }: Screen): void {
    database.afterCommit(() => {
      heartbeats.forget(id);
      endPlayerSockets(id);
    });
  };
}

/** Changes that the device itself makes. */
function createDevicePart(deps: ScreenServiceDeps) {
  const { players, audit, publish, database } = deps;
  const notify = createScreenNotifier(publish);
  const releaseDevice = createReleaseDevice(deps);

  /** The device gives the screen back; its code stays, so that any device may take it. */
  function release(screen: Screen, by: Author): void {
    database.tx(() => {
      players.closeDevice(screen.id);
      audit.record(by, 'screen.released', targetOf(screen));
      notify.status(screen);
      releaseDevice(screen);
    });
  }

  return {
    release,

    /**
     * Gives the screen to the device that typed its code. `heldId`: the screen that this device holds already; it is free
     * for another then. Throws forbidden (the screen or its owner is blocked) or conflict (another device holds it).
     */
    pair(
      screen: Screen,
      heldId: number | undefined,
      deviceInfo: string | null,
      by: Author,
    ): { token: string; deviceCookie: string } {
      assertPairable(screen, heldId);
      return database.tx(() => {
        if (heldId !== undefined && heldId !== screen.id) release(players.findOrThrow(heldId), by);
        notify.status(screen);
        if (heldId !== screen.id) audit.record(by, 'screen.paired', targetOf(screen));
        return players.pair(screen.id, screen.userId, deviceInfo);
      });
    },

    /** A new token for the device that proves to hold the screen; undefined when it does not. */
    renew(playerId: number, proof: Proof, deviceInfo: string | null) {
      return database.tx(() => players.renew(playerId, proof, deviceInfo));
    },
  };
}

export const targetOf = ({ id, name, userId }: Screen) => ({ kind: 'screen', id, name, accountId: userId }) as const;

function assertPairable(screen: Screen, heldId: number | undefined): void {
  if (!screen.isOwnerApproved)
    throw new AppError('forbidden', 'A conta desta tela está bloqueada. Fale com o administrador.');
  if (screen.status === 'blocked') throw new AppError('forbidden', refusedPlayer('blocked').message);
  if (screen.isPaired && screen.id !== heldId) {
    throw new AppError(
      'conflict',
      'Esta tela já está conectada a outro dispositivo. Use “Desconectar” ou “Resetar” na lista de telas e digite o novo código.',
    );
  }
}
