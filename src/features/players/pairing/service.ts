/**
 * Pairs devices that show a code: a user assigns a screen to the code, then the device fetches its credentials (contract/README 9.9).
 */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError, notFound, playerRefusal } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { PairingClaim } from '../../../contract/pairing.ts';
import type { Publish } from '../../../contract/events.ts';
import type { Clock } from '../../../platform/clock.ts';
import { generateDigits, generateToken, sha256Hex, sign } from '../../../platform/random.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import { createScreenNotifier } from '../notify.ts';
import type { PairingRequestRow, PairingRequestStore } from './request-store.ts';
import type { PairingCapacity } from './capacity.ts';
import { deviceDetails, type ScreenService, targetOf } from '../service.ts';
import type { PlayerStore, Screen } from '../store.ts';

export interface PairingServiceDeps {
  players: PlayerStore;
  pairingRequests: PairingRequestStore;
  pairingCapacity: PairingCapacity;
  service: ScreenService;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
  clock: Clock;
}

/** `unknown`: no stored request has this secret; `expired`: the secret is no longer valid. */
export type PollOutcome =
  | 'waiting'
  | 'expired'
  | 'unknown'
  | { playerId: number; userId: number; token: string; deviceCookie: string };

export function createPairingService(deps: PairingServiceDeps) {
  const { players, pairingRequests: requests, pairingCapacity: capacity, service } = deps;
  const { audit, publish, database, clock } = deps;
  const notify = createScreenNotifier(publish);

  const isExpired = (request: PairingRequestRow) => request.expiresAt <= clock.now();
  /** True for a code that was issued less than `limits.pairing.pollMs` ago. */
  const isFresh = (expiresAt: number) => expiresAt - clock.now() > limits.pairing.lifeMs - limits.pairing.pollMs;

  /**
   * Returns all requests of a valid secret, including expired requests; an empty list for any other secret. A secret is valid
   * while at least one of its requests has not expired and none was consumed.
   */
  function requestsOfValidSecret(secret: string | undefined): PairingRequestRow[] {
    if (secret === undefined) return [];
    const requestsOfDevice = requests.ofSecret(sha256Hex(secret));
    return requestsOfDevice.every(isExpired) || requestsOfDevice.some(({ isConsumed }) => isConsumed)
      ? []
      : requestsOfDevice;
  }

  /** Throws quota_exceeded, not_found (the user) and conflict (the user is not approved). */
  function createScreen(userId: number, name: string): Screen {
    const { maxPlayers, names } = players.allowanceOrThrow(userId);
    if (maxPlayers !== null && names.length >= maxPlayers)
      throw new AppError(
        'quota_exceeded',
        `Sua conta pode ter no máximo ${maxPlayers} tela(s) e já tem ${names.length}. Escolha uma delas, ou peça mais ao administrador.`,
      );
    const [created] = service.create(userId, 1, null, name) as [Screen];
    return created;
  }

  /**
   * Returns the screen once it can be claimed. With `replace`, unpairs its present device and deletes earlier claims. Throws
   * not_found, forbidden (the screen is blocked) or conflict (without `replace`, if the screen has a device or an open claim).
   */
  function makeClaimable(userId: number, playerId: number, replace: boolean): Screen {
    const screen = players.findOrThrow(playerId, userId);
    if (screen.status === 'blocked') throw new AppError('forbidden', playerRefusal('blocked').message);
    if (!screen.isPaired && !requests.hasOpenClaim(screen.id)) return screen;
    if (!replace)
      throw new AppError('conflict', 'Esta tela já está em outro aparelho. Para trocá-lo, use “Trocar TV box”.');
    requests.deleteClaims(screen.id);
    if (screen.isPaired) service.swapOut(screen, null);
    return screen;
  }

  return {
    /** Returns the request with this code; undefined if the code is not valid or its device is claimed. */
    findOpen: (code: string): PairingRequestRow | undefined => requests.findOpen(code),

    /**
     * Returns a code for the device: a recent one, else a new one. Keeps `secret` and check digits while one of the device's requests is
     * valid, else creates both. Throws too_many_requests.
     */
    offer(secret: string | undefined, device: { info: string | null; address: string }) {
      return database.tx(() => {
        const previous = requestsOfValidSecret(secret);
        const recent = previous.find(({ playerId, expiresAt }) => playerId === null && isFresh(expiresAt));
        // A device that renews in a loop causes no writes.
        if (recent && secret !== undefined)
          return { secret, checkDigits: recent.checkDigits, code: recent.code, expiresAt: recent.expiresAt };
        const previousOffer =
          previous[0] && secret !== undefined ? { secret, checkDigits: previous[0].checkDigits } : undefined;
        if (!previousOffer) capacity.makeSpace(device.address);
        // Delete the device's codes except the newest, which a person may be typing (`ofSecret` returns the newest first).
        for (const { id, playerId } of previous.filter((request) => request.playerId === null).slice(1))
          if (playerId === null) requests.remove(id);
        const offered = previousOffer ?? { secret: generateToken(), checkDigits: generateDigits(2) };
        const secretHash = sha256Hex(offered.secret);
        const { code, expiresAt } = requests.create({
          secretHash,
          checkDigits: offered.checkDigits,
          deviceInfo: device.info,
          address: device.address,
        });
        capacity.recordPoll(secretHash);
        return { ...offered, code, expiresAt };
      });
    },

    /**
     * Assigns a screen of the user to the device that shows the code: `playerId`, or a new screen called `name`. Throws
     * not_found (code, screen, user or playlist), conflict, forbidden and quota_exceeded.
     */
    claim(userId: number, code: string, { playerId, name, playlistId, replace }: PairingClaim, by: Author): number {
      return database.tx(() => {
        const request = requests.findOpen(code);
        if (!request) throw notFound('pairing');
        const screen =
          playerId === undefined ? createScreen(userId, name ?? '') : makeClaimable(userId, playerId, replace);
        requests.claim(request.id, screen.id);
        if (playlistId !== undefined) {
          if (screen.status === 'paused') throw new AppError('forbidden', 'Tela pausada/bloqueada pelo administrador');
          service.assign(screen, { playlistId, onlyIfStopped: false }, null);
        }
        // One audit entry for the whole claim, including the pairing that follows.
        const action = playerId === undefined ? 'screen.set_up' : screen.isPaired ? 'screen.swapped' : 'screen.claimed';
        const playlist = playlistId === undefined ? null : players.findOrThrow(screen.id).assignedPlaylist;
        audit.record(by, action, targetOf(screen), deviceDetails(request.deviceInfo, playlist?.name));
        notify.changed(screen);
        return screen.id;
      });
    },

    /**
     * Returns the state of the device's pairing request. Token and cookie are derived from the secret, so that a repeated
     * poll (after a lost response or a crash of the server) returns the same session, never a second one.
     * `currentScreenId`: the screen that this device has had until now, and which is released. Throws account_blocked.
     */
    poll(secret: string, currentScreenId: number | undefined, by: Author): PollOutcome {
      return database.tx(() => {
        const [first, ...rest] = requests.ofSecret(sha256Hex(secret));
        if (!first) return 'unknown';
        capacity.recordPoll(first.secretHash);
        if (first.playerId === null) return [first, ...rest].every(isExpired) ? 'expired' : 'waiting';
        const session = { token: sign(secret, 'token'), deviceCookie: sign(secret, 'cookie') };
        const screen = players.findOrThrow(first.playerId);
        if (first.isConsumed) {
          const found = players.identify(session.token);
          return typeof found === 'object' ? { playerId: screen.id, userId: screen.userId, ...session } : 'expired';
        }
        // `isPaired`: another device was activated with the screen's code meanwhile.
        if (isExpired(first) || screen.isPaired) return 'expired';
        if (!screen.isOwnerApproved || screen.status === 'blocked') throw playerRefusal('blocked');
        if (currentScreenId !== undefined && currentScreenId !== screen.id)
          service.release(players.findOrThrow(currentScreenId), by);
        players.pair(screen.id, screen.userId, first.deviceInfo, session);
        requests.consume(first.id);
        notify.changed(screen);
        return { playerId: screen.id, userId: screen.userId, ...session };
      });
    },
  };
}

/** Returns the seconds until a code expires. */
export const secondsLeft = (expiresAt: number, now: number): number =>
  Math.max(0, Math.min(limits.pairing.lifeMs, expiresAt - now)) / 1000;
