/** Routes that unattended devices call (contract/README 9.3 to 9.8). */
import type { Handlers } from '../../contract/api/index.ts';
import type { Exchange, PlayerActor } from '../../contract/endpoint.ts';
import { cleanText } from '../../contract/text/clean.ts';
import { AppError, notFound, playerRefusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { type AssignedPlaylistReply, playerState } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import type { SampledLog } from '../../platform/log.ts';
import { type Guess, type Throttles, networkOf } from '../../platform/throttle.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { DisplayStore } from '../display/store.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { ScreenProgrammes } from '../programme/screen-programmes.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { DeviceCookies } from './pairing/device-cookies.ts';
import type { createPairingRecovery } from './pairing/lost-pairings.ts';
import type { ScreenService } from './service.ts';
import { pickSettings } from './settings.ts';
import type { Heartbeats } from './heartbeats/heartbeats.ts';
import type { CachedPolls } from './cached-polls.ts';
import type { PlayerStore } from './store.ts';

export interface DeviceRoutesDeps {
  players: PlayerStore;
  playlists: Pick<PlaylistStore, 'summary' | 'fullSummary' | 'mayShow'>;
  screenProgrammes: Pick<ScreenProgrammes, 'of' | 'currentPlaylist'>;
  display: Pick<DisplayStore, 'of'>;
  heartbeats: Pick<Heartbeats, 'record'>;
  service: ScreenService;
  settings: Pick<SettingsStore, 'isCode' | 'codes' | 'get' | 'set' | 'secret'>;
  deviceCookies: DeviceCookies;
  recoverPairing: ReturnType<typeof createPairingRecovery>;
  throttles: Throttles;
  timeZones: Pick<TimeZones, 'offsets' | 'offsetsUntil'>;
  cachedPolls: Pick<CachedPolls, 'store' | 'of'>;
  /** Returns id and key of the newest call of a patient for this screen, and the policy for names. */
  calls: {
    lastCall(player: PlayerActor): Pick<AssignedPlaylistReply, 'lastCallId' | 'lastCallKey' | 'namePolicy'>;
  };
  /** Returns the urgent notices that run on a screen, and the end of the list's validity. */
  runningUrgents: { runningForPoll(playerId: number): { ids: number[]; keys: string[]; untilMs: number } };
  sampledLog: SampledLog;
  clock: Clock;
}

export const deviceCookieMaxAgeS = 400 * 86_400;
const maxDeviceInfoLength = 1000;

function setDeviceCookie(exchange: Exchange, value: string): void {
  exchange.setCookie(cookieNames.device, value, { maxAgeS: deviceCookieMaxAgeS });
}

/** Returns the handler that renews a token, or pairs a device again whose pairing was lost when a standby took over. */
function createRenewal(deps: DeviceRoutesDeps): Handlers['POST /api/player/renew-token'] {
  const { players, service, deviceCookies, recoverPairing, sampledLog } = deps;
  const renewalThrottle = deps.throttles.action('renew');
  return ({ body, exchange, by }) => {
    const guess = { address: networkOf(exchange.address) };
    const deviceCookie = exchange.cookies[cookieNames.device];
    const bearer = /^Bearer +(\S{1,200})$/i.exec(exchange.headers.authorization ?? '')?.[1];
    const renewed = service.renew(body.playerId, { bearer, deviceCookie }, deviceInfoText(body.deviceInfo));
    if (renewed === 'blocked' || renewed === 'swapped') throw playerRefusal(renewed);
    const recovered = renewed ? undefined : recoverPairing(deviceCookie, deviceInfoText(body.deviceInfo), by);
    if (recovered) {
      const { deviceCookie: issued, ...session } = recovered;
      setDeviceCookie(exchange, deviceCookies.seal(issued, session));
      return session;
    }
    // Only failures are throttled: nobody guesses 256 bits, and a valid renewal must not wait because of others' failures.
    if (!renewed) {
      sampledLog.warn('token refused', { action: 'renew', playerId: body.playerId, address: exchange.address });
      renewalThrottle.check(guess);
      renewalThrottle.failed(guess);
      throw playerRefusal('unknown');
    }
    if (deviceCookie !== undefined && players.playerIdOfCookie(deviceCookie) === body.playerId)
      setDeviceCookie(exchange, deviceCookie);
    return { playerId: body.playerId, ...renewed };
  };
}

export function deviceRoutes(deps: DeviceRoutesDeps) {
  const { players, playlists, display, heartbeats, service, throttles, timeZones, cachedPolls } = deps;
  const { calls, runningUrgents, sampledLog, clock, deviceCookies } = deps;
  const activationThrottle = throttles.action('activate');

  const playerOrThrow = createTokenCheck(players);
  const serverTime = createServerTime(timeZones, clock);
  const programme = createPollProgramme(deps);
  const isResetCode = createResetCheck(deps);

  return {
    'POST /api/player/activate': ({ body, exchange, by }) => {
      const code = body.activationCode.trim().toUpperCase();
      const currentScreenId = players.playerIdOfCookie(exchange.cookies[cookieNames.device]);
      const guess = guessOf(exchange, currentScreenId);
      activationThrottle.check(guess);
      const screen = players.findByCode(code);
      if (!screen) {
        // Count the failure first: `isResetCode` may throw, and guesses at activation codes would then be free.
        activationThrottle.failed(guess);
        if (isResetCode(guess, code)) {
          if (currentScreenId !== undefined) service.release(players.findOrThrow(currentScreenId), by);
          exchange.setCookie(cookieNames.device, '', { maxAgeS: 0 });
          throw new AppError('device_reset');
        }
        sampledLog.warn('code refused', { action: 'activate', address: exchange.address });
        throw new AppError('not_found', 'Código de ativação inválido');
      }
      const { token, deviceCookie } = service.pair(screen, currentScreenId, deviceInfoText(body.deviceInfo), by);
      setDeviceCookie(exchange, deviceCookies.seal(deviceCookie, { playerId: screen.id, userId: screen.userId }));
      return { playerId: screen.id, userId: screen.userId, token };
    },

    'POST /api/player/validate-token': ({ body }) => {
      const { playerId, userId } = playerOrThrow(body.token);
      return { playerId, userId };
    },

    'POST /api/player/renew-token': createRenewal(deps),

    // The token suffices: a device that lost its cookie must be able to release its screen.
    'POST /api/player/disconnect': ({ player, exchange, by }) => {
      const isOwnCookie = players.playerIdOfCookie(exchange.cookies[cookieNames.device]) === player.playerId;
      service.release(players.findOrThrow(player.playerId), by);
      if (isOwnCookie) exchange.setCookie(cookieNames.device, '', { maxAgeS: 0 });
    },

    'POST /api/player/heartbeat': ({ body, exchange }) => {
      const cached = cachedPolls.of(body.token);
      const player = cached?.player ?? playerOrThrow(body.token);
      if (player.playerId !== body.playerId) throw notFound('screen');
      heartbeats.record(player, {
        token: body.token,
        address: exchange.address,
        state: body.state && playerState.parse(body.state),
      });
      if (cached) {
        const { status, utcOffsetMinutes, offsetChanges } = cached.reply;
        return { status, utcOffsetMinutes, offsetChanges, serverTime: new Date(clock.now()).toISOString() };
      }
      const { status, timeZone } = players.basePlaylistAndZone(player.playerId);
      return { status, ...serverTime(timeZone) };
    },

    'GET /api/player/info': ({ player, query }) => {
      if (query.playerId !== undefined && query.playerId !== player.playerId) throw notFound('screen');
      const screen = players.findOrThrow(player.playerId);
      const { id, name, screenId, owner, callLayout } = screen;
      return {
        player: { id, name, screenId },
        user: { name: owner.username, email: owner.email },
        display: { ...display.of(player.userId), callLayout, ...pickSettings(screen) },
      };
    },

    'GET /api/player/assigned-playlist': ({ player, query, exchange }) => {
      const { status, timeZone, ...assigned } = players.basePlaylistAndZone(player.playerId);
      const { fields, untilMs } = programme(player.playerId, assigned.playlistId ?? null, timeZone, query.programme);
      const { ids: urgent, keys: urgentKeys, untilMs: urgentUntilMs } = runningUrgents.runningForPoll(player.playerId);
      const reported = { ...fields, ...calls.lastCall(player), ...(urgent.length > 0 ? { urgent, urgentKeys } : {}) };
      const reply = { ...serverTime(timeZone), status, ...reported, ...service.restartField(player.playerId) };
      if (query.held !== undefined) return { ...reply, revoked: revokedOf(playlists, player.userId, query.held) };
      const requested = query.programme === undefined ? '' : `programme=${query.programme}`;
      const until = Math.min(untilMs, urgentUntilMs, timeZones.offsetsUntil(timeZone));
      cachedPolls.store(exchange.headers.authorization, requested, player, reply, until);
      return reply;
    },
  } satisfies Partial<Handlers>;
}

/**
 * Returns a function that returns a poll's fields about the screen's playlist (contract/README 16.5), and until when they are
 * valid, in milliseconds since 1970. `knownRevision`: the revision of the programme that the screen has; undefined if the server
 * must choose the playlist.
 */
const createPollProgramme =
  ({ playlists, screenProgrammes, timeZones, clock }: DeviceRoutesDeps) =>
  (playerId: number, base: number | null, timeZone: string | null, knownRevision: string | undefined) => {
    if (knownRevision !== undefined) {
      const playlist = base === null ? null : (playlists.fullSummary(base) ?? null);
      return { fields: { playlist, programme: screenProgrammes.of(playerId, knownRevision) }, untilMs: Infinity };
    }
    const shown = screenProgrammes.currentPlaylist(playerId, base, timeZones.offsets(timeZone), clock.now());
    const { playlistId, validUntilMs: untilMs } = shown;
    if (playlistId === 'dark') return { fields: { playlist: null, isDark: true as const }, untilMs };
    if (playlistId === null) return { fields: { playlist: null }, untilMs };
    const playlist = playlists.summary(playlistId) ?? null;
    return { fields: { playlist }, untilMs };
  };

/**
 * Returns the ids in `held` that the screen may no longer show. `held`: ids of the items that the screen keeps playing during a
 * download (contract/README 10.3).
 */
const revokedOf = (playlists: Pick<PlaylistStore, 'mayShow'>, userId: number, held: string): number[] =>
  held
    .split(',')
    .map(Number)
    .filter((videoId) => videoId > 0 && !playlists.mayShow(userId, videoId));

/** Returns a function that returns the server's time and the UTC offset of a screen's account (contract/README 10.5). */
const createServerTime = (timeZones: Pick<TimeZones, 'offsets'>, clock: Clock) => (chosenZone: string | null) => {
  const { minutes, changes } = timeZones.offsets(chosenZone);
  return {
    serverTime: new Date(clock.now()).toISOString(),
    utcOffsetMinutes: minutes,
    ...(changes.length > 0 ? { offsetChanges: changes } : {}),
  };
};

/** Returns what a device sent about itself as one text of at most 1000 characters, or null. */
export function deviceInfoText(info: string | Record<string, unknown> | undefined): string | null {
  if (info === undefined) return null;
  const text =
    typeof info === 'string'
      ? info
      : JSON.stringify(info, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value));
  return cleanText(text.slice(0, maxDeviceInfoLength));
}

/** Returns a function that finds the player of a token; it throws token_expired, account_blocked or unauthenticated. */
const createTokenCheck =
  (players: PlayerStore) =>
  (token: string): PlayerActor => {
    const found = players.identify(token);
    if (typeof found !== 'object') throw playerRefusal(found ?? 'unknown');
    return found;
  };

/** Returns a function that checks a guess at the device reset code. It throws too_many_requests. */
const createResetCheck =
  ({ settings, throttles }: DeviceRoutesDeps) =>
  (guess: Guess, code: string): boolean => {
    // A mistyped activation code must not count here: all devices share the reset code and its failures.
    const isOtherLength = settings.codes().deviceResetCode.length !== code.length;
    if (code.length === limits.activationCodeLength && isOtherLength) return false;
    const throttle = throttles.action('device-reset', { sharedFailures: 50 });
    throttle.check(guess);
    const isRight = settings.isCode('deviceResetCode', code);
    if (!isRight) throttle.failed(guess);
    return isRight;
  };

/** Returns the guess for the throttle: a failure counts for the screen that the device has, or else for the address. */
function guessOf(exchange: Exchange, currentScreenId: number | undefined): Guess {
  return {
    address: networkOf(exchange.address),
    knownCaller: currentScreenId === undefined ? undefined : `screen ${currentScreenId}`,
  };
}
