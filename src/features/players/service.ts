/** Changes screens for owners, administrators and devices. Each change and the events it publishes are one transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { CallLayout, ScreenSettings } from '../../contract/display.ts';
import type { Author } from '../../contract/endpoint.ts';
import { AppError, playerRefusal } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { AssignPlaylistInput } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { ActionName, Details } from '../audit/actions.ts';
import type { Audit } from '../audit/audit.ts';
import { describeDevice } from './device-description.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import type { RenewalCredentials } from './credential-store.ts';
import { createScreenNotifier } from './notify.ts';
import { nextNames } from './rules.ts';
import { pickSettings, settingsPairs } from './settings.ts';
import type { PlayerStore, Screen } from './store.ts';

export interface ScreenServiceDeps {
  players: PlayerStore;
  heartbeats: Pick<Heartbeats, 'setOffline' | 'isOnline'>;
  /** Closes the sockets that the screen's device opened. */
  endPlayerSockets(playerId: number): void;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  publish: Publish;
  database: Database;
  clock: Pick<Clock, 'now'>;
}

export type ScreenService = ReturnType<typeof createScreenService>;

export function createScreenService(deps: ScreenServiceDeps) {
  const { players, endPlayerSockets, audit, publish, database } = deps;
  const notify = createScreenNotifier(publish);

  const endConnection = createEndConnection(deps);
  const devices = createDeviceChanges(deps);

  function unpairOrSwap(screen: Screen, method: 'unpair' | 'swapOut', by: Author | null): void {
    database.tx(() => {
      players[method](screen.id);
      if (by) audit.record(by, method === 'unpair' ? 'screen.disconnected' : 'screen.swapped', targetOf(screen));
      notify.changed(screen);
      endConnection(screen);
    });
  }

  return {
    /**
     * Creates screens, numbered if no name is given. Throws not_found, conflict (account not approved) or quota_exceeded.
     * In all functions `by` null means that the caller writes the audit entry.
     */
    create(userId: number, quantity: number, by: Author | null, name?: string): Screen[] {
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
        if (by) for (const screen of created) audit.record(by, 'screen.created', targetOf(screen));
        notify.created(created);
        return created;
      });
    },

    /** Throws not_found unless the screen's owner has the playlist; with `onlyIfStopped`, conflict if a playlist is assigned. */
    assign(screen: Screen, { playlistId, onlyIfStopped }: AssignPlaylistInput, by: Author | null): void {
      database.tx(() => {
        if (onlyIfStopped && players.findOrThrow(screen.id).assignedPlaylist)
          throw new AppError('conflict', 'Outra playlist já foi enviada para esta tela.');
        players.assign(screen.id, playlistId);
        const assigned = players.findOrThrow(screen.id);
        if (by && assigned.assignedPlaylist?.id !== screen.assignedPlaylist?.id)
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

    /** Unpairs the device and changes the screen's code. */
    disconnect: (screen: Screen, by: Author): void => unpairOrSwap(screen, 'unpair', by),
    /** Frees the screen for another device; the current device is refused as `swapped` (contract/README 9.10). */
    swapOut: (screen: Screen, by: Author | null): void => unpairOrSwap(screen, 'swapOut', by),

    /** Unpairs the screen, removes its playlist, sets its status to `active` and changes its code. */
    reset(screen: Screen, by: Author): void {
      database.tx(() => {
        players.reset(screen.id);
        audit.record(by, 'screen.reset', targetOf(screen));
        if (screen.assignedPlaylist) notify.unassigned(screen);
        notify.changed(screen);
        endConnection(screen);
      });
    },

    update(screen: Screen, patch: { name?: string; status?: 'active' | 'paused' | 'blocked' }, by: Author): void {
      database.tx(() => {
        if (patch.name !== undefined) players.rename(screen.id, patch.name);
        if (patch.status !== undefined) players.setStatus(screen.id, patch.status);
        for (const [action, details] of updateActions(screen, patch))
          audit.record(by, action, { ...targetOf(screen), name: patch.name ?? screen.name }, details);
        notify.changed(screen);
        // A blocked screen's token is refused from now on: close the sockets that were opened with it.
        if (patch.status === 'blocked') database.afterCommit(() => endPlayerSockets(screen.id));
      });
    },

    remove(screen: Screen, by: Author): void {
      database.tx(() => {
        audit.record(by, 'screen.deleted', targetOf(screen));
        players.remove(screen.id);
        notify.changed(screen);
        notify.removed();
        endConnection(screen);
      });
    },

    ...devices,
    ...createSettingsChanges(deps),
  };
}

const layoutTexts: Record<CallLayout, string> = {
  lowerThird: 'terço inferior',
  fullScreen: 'tela cheia',
  panel: 'painel',
};
const layoutText = (layout: CallLayout | null): string => (layout ? layoutTexts[layout] : 'como as outras telas');

/** Returns the audit entries of a change. */
function updateActions(
  screen: Screen,
  { name, status }: { name?: string; status?: 'active' | 'paused' | 'blocked' },
): [ActionName, Details?][] {
  const actions: [ActionName, Details?][] = [];
  if (name !== undefined && name !== screen.name) actions.push(['screen.renamed', { other: screen.name }]);
  const resumedAction = screen.status === 'blocked' ? 'screen.unblocked' : 'screen.resumed';
  if (status !== undefined && status !== screen.status)
    actions.push([status === 'blocked' ? 'screen.blocked' : status === 'paused' ? 'screen.paused' : resumedAction]);
  return actions;
}

function createEndConnection({ heartbeats, endPlayerSockets, database }: ScreenServiceDeps) {
  /** Sets the screen offline and closes its device's sockets after the commit, so that they receive the change's events first. */
  return function endConnection({ id }: Screen): void {
    database.afterCommit(() => {
      heartbeats.setOffline(id);
      endPlayerSockets(id);
    });
  };
}

/** Creates the functions that change a screen's settings and send commands to its TV. */
function createSettingsChanges({ players, heartbeats, audit, publish, database, clock }: ScreenServiceDeps) {
  const notify = createScreenNotifier(publish);
  /** Time of each screen's last restart request, in milliseconds since 1970. */
  const restarts = new Map<number, number>();
  return {
    chooseCallLayout(screen: Screen, layout: CallLayout | null, by: Author): void {
      database.tx(() => {
        if (layout === screen.callLayout) return;
        players.setCallLayout(screen.id, layout);
        const changes = { Chamadas: [layoutText(screen.callLayout), layoutText(layout)] as const };
        audit.record(by, 'screen.call_layout_changed', targetOf(screen), { changes });
        notify.changed(screen);
      });
    },

    changeSettings(screen: Screen, changed: Partial<ScreenSettings>, by: Author): void {
      database.tx(() => {
        const settings = { ...pickSettings(screen), ...changed };
        if (isDeepStrictEqual(settings, pickSettings(screen))) return;
        players.setSettings(screen.id, settings);
        audit.recordChanges(by, 'screen.settings_changed', targetOf(screen), settingsPairs(screen, settings));
        notify.changed(screen);
      });
    },

    /** Makes the TV load its page again. Throws conflict while the TV is offline, because it would restart much later. */
    restart(screen: Screen, by: Author): void {
      if (!heartbeats.isOnline(screen.id)) throw new AppError('conflict', 'Esta tela está offline.');
      database.tx(() => {
        restarts.set(screen.id, clock.now());
        audit.record(by, 'screen.restarted', targetOf(screen));
        publish(`player:${screen.id}`, { type: 'restartScreen', playerId: screen.id });
      });
    },

    /** Returns the poll's field about the last restart that a person requested since the server started. */
    restartField(playerId: number): { restartAt?: number } {
      const restartAt = restarts.get(playerId);
      return restartAt === undefined ? {} : { restartAt };
    },

    /** Makes the TV show the screen's name. Throws conflict while the TV is offline, because the message is not repeated. */
    identify({ id: playerId, name }: Screen): void {
      if (!heartbeats.isOnline(playerId)) throw new AppError('conflict', 'Esta tela está offline.');
      publish(`player:${playerId}`, { type: 'identifyScreen', playerId, name });
    },
  };
}

/** Creates the functions for changes that a screen's device requests. */
function createDeviceChanges(deps: ScreenServiceDeps) {
  const { players, audit, publish, database } = deps;
  const notify = createScreenNotifier(publish);
  const endConnection = createEndConnection(deps);

  /** Unpairs the device; the screen's code remains valid, so that any device can be paired with it. */
  function release(screen: Screen, by: Author): void {
    database.tx(() => {
      players.unpairKeepingCode(screen.id);
      audit.record(by, 'screen.released', targetOf(screen));
      notify.changed(screen);
      endConnection(screen);
    });
  }

  return {
    release,

    /**
     * Pairs the screen with the device that typed its code. `currentScreenId`: the previous screen of this device,
     * which is released. Throws forbidden (the screen or its owner is blocked) or conflict (another device has the screen).
     */
    pair(
      screen: Screen,
      currentScreenId: number | undefined,
      deviceInfo: string | null,
      by: Author,
    ): { token: string; deviceCookie: string } {
      assertPairable(screen, currentScreenId);
      return database.tx(() => {
        if (currentScreenId !== undefined && currentScreenId !== screen.id)
          release(players.findOrThrow(currentScreenId), by);
        notify.changed(screen);
        if (currentScreenId !== screen.id)
          audit.record(by, 'screen.paired', targetOf(screen), deviceDetails(deviceInfo));
        return players.pair(screen.id, screen.userId, deviceInfo);
      });
    },

    /** Returns a new token for the screen's device, or why it is refused (see `CredentialStore.renew`). */
    renew(playerId: number, credentials: RenewalCredentials, deviceInfo: string | null) {
      return database.tx(() => players.renew(playerId, credentials, deviceInfo));
    },
  };
}

/** Returns audit details that name a device's model and a playlist. */
export const deviceDetails = (info: string | null, playlist?: string): Details => ({
  facts: {
    Aparelho: describeDevice(info).model ?? 'modelo desconhecido',
    ...(playlist !== undefined && { Playlist: playlist }),
  },
});

export const targetOf = ({ id, name, userId }: Screen) => ({ kind: 'screen', id, name, accountId: userId }) as const;

function assertPairable(screen: Screen, currentScreenId: number | undefined): void {
  if (!screen.isOwnerApproved)
    throw new AppError('forbidden', 'A conta desta tela está bloqueada. Fale com o administrador.');
  if (screen.status === 'blocked') throw new AppError('forbidden', playerRefusal('blocked').message);
  if (screen.isPaired && screen.id !== currentScreenId) {
    throw new AppError(
      'conflict',
      'Esta tela já está conectada a outro dispositivo. Use “Desconectar” ou “Resetar” na lista de telas e digite o novo código.',
    );
  }
}
