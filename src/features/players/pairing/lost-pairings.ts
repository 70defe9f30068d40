/** Pairs devices again that the first machine had paired after the copy with which this server has taken over. */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { sign } from '../../../platform/random.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import { createScreenNotifier } from '../notify.ts';
import { deviceDetails, type ScreenService, targetOf } from '../service.ts';
import type { PlayerStore, Screen } from '../store.ts';
import type { DeviceKeys, LostPairing } from './device-keys.ts';

interface LostPairingsDeps {
  players: PlayerStore;
  service: ScreenService;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createLostPairings(deps: LostPairingsDeps, keys: DeviceKeys) {
  const { players, service, audit, database } = deps;
  const notify = createScreenNotifier(deps.publish);

  /** Returns the screen, which must be in the copy: its number may have been given to another one since. Creates it otherwise. */
  function screenOf({ playerId, userId, copiedAt }: LostPairing): Screen | undefined {
    const found = players.find(playerId);
    if (found?.userId === userId && found.createdAt < copiedAt) return found;
    return service.create(userId, 1, null, 'Tela recuperada')[0];
  }

  /**
   * Returns the device's screen and new credentials; undefined when it has no claim to one, or its account cannot have another
   * screen. They are derived from the cookie, so that a repeated request returns the same.
   */
  return (cookie: string | undefined, deviceInfo: string | null, by: Author) => {
    const lost = cookie === undefined ? undefined : keys.findLost(cookie);
    if (cookie === undefined || !lost) return undefined;
    const session = { token: sign(cookie, 'token'), deviceCookie: sign(cookie, 'cookie') };
    const known = players.identify(session.token);
    if (typeof known === 'object') return { ...session, playerId: known.playerId, userId: known.userId };
    // Once used it pairs no more: its screen may have been disconnected since.
    if (known !== undefined || keys.isUsed(cookie)) return undefined;
    try {
      return database.tx(() => {
        const screen = screenOf(lost);
        if (!screen?.isOwnerApproved || screen.status === 'blocked') return undefined;
        if (screen.isPaired) service.swapOut(screen, null);
        audit.record(by, 'screen.paired', targetOf(screen), deviceDetails(deviceInfo));
        players.pair(screen.id, screen.userId, deviceInfo, session);
        keys.markUsed(cookie);
        notify.status(screen);
        return { ...session, playerId: screen.id, userId: screen.userId };
      });
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
}
