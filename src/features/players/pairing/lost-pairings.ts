/** Pairs devices again that the previous server paired after the copy with which this server, then the standby, took over. */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { sign } from '../../../platform/random.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import { createScreenNotifier } from '../notify.ts';
import { deviceDetails, type ScreenService, targetOf } from '../service.ts';
import type { PlayerStore, Screen } from '../store.ts';
import type { DeviceCookies, LostPairing } from './device-cookies.ts';

interface PairingRecoveryDeps {
  players: PlayerStore;
  service: ScreenService;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createPairingRecovery(deps: PairingRecoveryDeps, keys: DeviceCookies) {
  const { players, service, audit, database } = deps;
  const notify = createScreenNotifier(deps.publish);

  /** Returns the screen if the copy contains it, otherwise a new one: the lost screen's id may belong to another screen by now. */
  function findOrCreateScreen({ playerId, userId, copiedAt }: LostPairing): Screen | undefined {
    const found = players.find(playerId);
    if (found?.userId === userId && found.createdAt < copiedAt) return found;
    return service.create(userId, 1, null, 'Tela recuperada')[0];
  }

  /**
   * Returns the device's screen and new credentials; undefined when the cookie proves no lost pairing, or the account cannot have
   * another screen. The credentials are derived from the cookie, so that a repeated request returns the same ones.
   */
  return (cookie: string | undefined, deviceInfo: string | null, by: Author) => {
    const lost = cookie === undefined ? undefined : keys.findLost(cookie);
    if (cookie === undefined || !lost) return undefined;
    const session = { token: sign(cookie, 'token'), deviceCookie: sign(cookie, 'cookie') };
    const currentPlayer = players.identify(session.token);
    if (typeof currentPlayer === 'object')
      return { ...session, playerId: currentPlayer.playerId, userId: currentPlayer.userId };
    // A cookie works once: somebody may have disconnected the device since then.
    if (currentPlayer !== undefined || keys.isUsed(cookie)) return undefined;
    try {
      return database.tx(() => {
        const screen = findOrCreateScreen(lost);
        if (!screen?.isOwnerApproved || screen.status === 'blocked') return undefined;
        if (screen.isPaired) service.swapOut(screen, null);
        audit.record(by, 'screen.paired', targetOf(screen), deviceDetails(deviceInfo));
        players.pair(screen.id, screen.userId, deviceInfo, session);
        keys.markUsed(cookie);
        notify.changed(screen);
        return { ...session, playerId: screen.id, userId: screen.userId };
      });
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
}
