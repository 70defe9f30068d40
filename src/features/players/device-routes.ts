/** What the unattended device calls (contract/README 9.3 to 9.8). */
import type { Handlers } from '../../contract/api.ts';
import type { Exchange, PlayerActor } from '../../contract/endpoint.ts';
import { cleanText } from '../../contract/texts.ts';
import { AppError, notFound, refusedPlayer } from '../../contract/errors.ts';
import { playerState } from '../../contract/players.ts';
import type { Clock } from '../../platform/clock.ts';
import { cookieNames } from '../../platform/http/cookies.ts';
import { type Throttle, throttleAddress } from '../../platform/throttle.ts';
import type { DisplayStore } from '../display/store.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { ScreenService } from './service.ts';
import type { Heartbeats } from './heartbeats.ts';
import { saoPauloOffsetMinutes } from './rules.ts';
import type { PlayerStore } from './store.ts';

export type DeviceKeys =
  | 'POST /api/player/activate'
  | 'POST /api/player/validate-token'
  | 'POST /api/player/renew-token'
  | 'POST /api/player/disconnect'
  | 'POST /api/player/heartbeat'
  | 'GET /api/player/info'
  | 'GET /api/player/assigned-playlist';

export interface DeviceRoutesDeps {
  players: PlayerStore;
  playlists: Pick<PlaylistStore, 'summary' | 'mayShow'>;
  display: Pick<DisplayStore, 'of'>;
  heartbeats: Pick<Heartbeats, 'beat'>;
  service: ScreenService;
  settings: Pick<SettingsStore, 'isCode'>;
  throttle: Throttle;
  clock: Clock;
}

const deviceCookieS = 400 * 86_400;
const maxDeviceInfoLength = 1000;

export function deviceRoutes({
  players,
  playlists,
  display,
  heartbeats,
  service,
  settings,
  throttle,
  clock,
}: DeviceRoutesDeps): Handlers<DeviceKeys> {
  /** Throws token_expired, account_blocked or unauthenticated. */
  function playerOrThrow(token: string): PlayerActor {
    const found = players.identify(token);
    if (typeof found !== 'object') throw refusedPlayer(found ?? 'unknown');
    return found;
  }

  function keepDeviceCookie(exchange: Exchange, value: string): void {
    exchange.setCookie(cookieNames.device, value, { maxAgeS: deviceCookieS });
  }

  /** A screen plays the playlist before on until the next one is on the device (contract/README 10.3). */
  const revokedOf = (userId: number, held: string): number[] =>
    held
      .split(',')
      .map(Number)
      .filter((videoId) => videoId > 0 && !playlists.mayShow(userId, videoId));

  return {
    'POST /api/player/activate': ({ body, exchange }) => {
      const code = body.activationCode.trim().toUpperCase();
      const keys = [`activate:address:${throttleAddress(exchange.address)}`];
      throttle.check(keys);
      const heldId = players.heldBy(exchange.cookies[cookieNames.device]);
      if (settings.isCode('deviceResetCode', code)) {
        if (heldId !== undefined) service.release(players.findOrThrow(heldId));
        exchange.setCookie(cookieNames.device, '', { maxAgeS: 0 });
        throw new AppError('device_reset');
      }
      const screen = players.findByCode(code);
      if (!screen) {
        throttle.failed(keys);
        throw new AppError('not_found', 'Código de ativação inválido');
      }
      const { token, deviceCookie } = service.pair(screen, heldId, deviceInfoText(body.deviceInfo));
      keepDeviceCookie(exchange, deviceCookie);
      return { playerId: screen.id, userId: screen.userId, token };
    },

    'POST /api/player/validate-token': ({ body }) => {
      const { playerId, userId } = playerOrThrow(body.token);
      return { playerId, userId };
    },

    'POST /api/player/renew-token': ({ body, exchange }) => {
      const keys = [`renew:${body.playerId}:${throttleAddress(exchange.address)}`];
      throttle.check(keys);
      const deviceCookie = exchange.cookies[cookieNames.device];
      const bearer = /^Bearer +(\S{1,200})$/i.exec(exchange.headers.authorization ?? '')?.[1];
      const renewed = service.renew(body.playerId, { bearer, deviceCookie }, deviceInfoText(body.deviceInfo));
      if (renewed === 'blocked') throw refusedPlayer('blocked');
      if (!renewed) {
        throttle.failed(keys);
        throw refusedPlayer('unknown');
      }
      throttle.succeeded(keys);
      if (deviceCookie !== undefined && players.heldBy(deviceCookie) === body.playerId)
        keepDeviceCookie(exchange, deviceCookie);
      return { playerId: body.playerId, ...renewed };
    },

    // The token is proof enough: a device that lost its cookie is not to hold its screen for ever.
    'POST /api/player/disconnect': ({ player, exchange }) => {
      const isOwnCookie = players.heldBy(exchange.cookies[cookieNames.device]) === player.playerId;
      service.release(players.findOrThrow(player.playerId));
      if (isOwnCookie) exchange.setCookie(cookieNames.device, '', { maxAgeS: 0 });
    },

    'POST /api/player/heartbeat': ({ body, exchange }) => {
      const player = playerOrThrow(body.token);
      if (player.playerId !== body.playerId) throw notFound('screen');
      heartbeats.beat(player, {
        token: body.token,
        address: exchange.address,
        state: body.state && playerState.parse(body.state),
      });
      return { status: players.playing(player.playerId).status, ...serverTime(clock.now()) };
    },

    'GET /api/player/info': ({ player, query }) => {
      if (query.playerId !== undefined && query.playerId !== player.playerId) throw notFound('screen');
      const { id, name, screenId, owner } = players.findOrThrow(player.playerId);
      return {
        player: { id, name, screenId },
        user: { name: owner.username, email: owner.email },
        display: display.of(player.userId),
      };
    },

    'GET /api/player/assigned-playlist': ({ player, query }) => {
      const { status, playlistId } = players.playing(player.playerId);
      return {
        status,
        playlist: playlistId === undefined ? null : (playlists.summary(playlistId) ?? null),
        ...(query.held === undefined ? {} : { revoked: revokedOf(player.userId, query.held) }),
        ...serverTime(clock.now()),
      };
    },
  };
}

/** The server's clock in São Paulo (contract/README 10.5). */
function serverTime(now: number): { serverTime: string; utcOffsetMinutes: number } {
  return { serverTime: new Date(now).toISOString(), utcOffsetMinutes: saoPauloOffsetMinutes(now) };
}

function deviceInfoText(info: string | Record<string, unknown> | undefined): string | null {
  if (info === undefined) return null;
  const text =
    typeof info === 'string'
      ? info
      : JSON.stringify(info, (_, value: unknown) => (typeof value === 'string' ? cleanText(value) : value));
  return cleanText(text.slice(0, maxDeviceInfoLength));
}
