import * as z from 'zod';
import { namePolicy } from './calls.ts';
import { count, id, pageQuery, search, singleLine, plainText, requiredAs, timestamp, wholeNumber } from './common.ts';
import { screenDisplay, screenSettings } from './display.ts';
import { limits } from './limits.ts';
import { playsNow, screenProgramme } from './programme/schedules.ts';

export const playerStatus = z.enum(['active', 'paused', 'blocked', 'disconnected']);

/** State of a screen, reported with its heartbeat; studio and administrator pages show it. */
export const playerState = z.object({
  /** Id of the item on the screen. */
  videoId: id.nullable().default(null),
  /** Time in ISO 8601. */
  playingSince: z.iso.datetime().nullable().default(null),
  cachedItems: z.number().int().min(0).max(100_000).default(0),
  totalItems: z.number().int().min(0).max(100_000).default(0),
  /** Downloaded share of the playlist in whole percent; null when nothing is left to download. */
  downloadPercent: z.number().int().min(0).max(100).nullable().default(null),
  soundBlocked: z.boolean().default(false),
  /** State of the ambient radio; `off`: it should not play now. */
  radio: z.enum(['off', 'heard', 'silent']).default('off'),
  /** Time in ISO 8601 since which the radio is silent. */
  radioSilentSince: z.iso.datetime().nullable().default(null),
  /** True if the screen started without the server and knows no reliable time. It then plays its base playlist only. */
  clockUnknown: z.boolean().default(false),
  freeStorageMb: z.number().nullable().default(null),
  lastError: plainText(300).nullable().default(null),
  /** Program version of the page. */
  version: plainText(40).default(''),
  /** Browser engine, e.g. "Chromium 79". */
  engine: plainText(80).default(''),
});

const assignedPlaylist = z.object({ id, name: z.string() }).nullable();

const screen = z.object({
  id,
  userId: id,
  name: z.string(),
  screenId: z.string(),
  /** Empty for callers that may only read screens. */
  activationCode: z.string(),
  status: playerStatus,
  /** True if a device has this screen's credentials. */
  isPaired: z.boolean(),
  isOnline: z.boolean(),
  lastPing: timestamp.nullable(),
  createdAt: timestamp,
  callLayout: screenDisplay.shape.callLayout,
  ...screenSettings.shape,
  /** Base playlist, which plays when no rule applies. */
  assignedPlaylist,
  playsNow,
  /**
   * Time from which a screen that should play has nothing to show; a past time if it has nothing to show now. null: there is no
   * such time within three days.
   */
  emptyFrom: timestamp.nullable(),
  /** Last reported state with the item's name and thumbnail; null before the first report. */
  state: playerState.extend({ videoName: z.string().nullable(), thumbnailUrl: z.string().nullable() }).nullable(),
});

export const myPlayer = screen;
const optionalId = z.coerce.number().int().optional();
const filter = { search, state: z.enum(['online', 'offline', 'problem']).optional() };
const screensFilter = { ...filter, groupId: optionalId };
const screensPage = pageQuery(z.object({ id, name: z.string(), isOnline: z.boolean() }));
/** Without `limit`: all screens. */
export const screensQuery = z.object({ ...screensFilter, ...screensPage });
export const screensCountQuery = z.object(screensFilter);
export type ScreensQuery = z.infer<typeof screensQuery>;

export const adminPlayer = screen.extend({
  ipAddress: z.string().nullable(),
  deviceInfo: z.string().nullable(),
  owner: z.object({ id, username: z.string(), email: z.string(), timeZone: z.string() }),
  /** True if being offline is a problem: the screen is active and paired, its owner approved, a playlist assigned or in a rule. */
  shouldPlay: z.boolean(),
});
const adminPlayersFilter = { ...filter, id: optionalId };
/** Without `limit`: all screens. */
export const adminPlayersQuery = z.object({ ...adminPlayersFilter, ...screensPage });
export const adminPlayersCountQuery = z.object(adminPlayersFilter);
export const adminPlayersCount = count.extend({ online: z.number(), problems: z.number() });
/** Number of an account's paired screens, and of those that are online. */
export const accountScreens = z.object({ userId: id, total: z.number(), online: z.number() });
export type AdminPlayersQuery = z.infer<typeof adminPlayersQuery>;

export const assignPlaylistInput = z.object({
  playlistId: z.number(requiredAs('Selecione uma playlist')).int().positive(),
  /** True for undoing a stop: 409 if the screen has been sent another playlist since (contract/README 9.6). */
  onlyIfStopped: z.boolean().default(false),
});
/** Name of a screen. Besides characters, code points are limited too, because one emoji may consist of many. */
export const playerName = singleLine(limits.playerNameLength, { required: 'Dê um nome à tela.' }).refine(
  (value) => Array.from(value).length <= limits.playerNameLength,
  'O nome da tela é longo demais.',
);
export const renameInput = z.object({ name: playerName });
const batchRange = `Crie de ${limits.screensPerBatch.min} a ${limits.screensPerBatch.max} telas por vez.`;

export const batchInput = z.object({
  quantity: wholeNumber.min(limits.screensPerBatch.min, batchRange).max(limits.screensPerBatch.max, batchRange),
});
export const adminPlayerPatch = z.object({
  status: z.enum(['active', 'paused', 'blocked']).optional(),
  name: playerName.optional(),
});

/** User agent and time, as reported by the device. */
export const deviceInfo = z.union([plainText(1000), z.record(z.string(), z.unknown())]).optional();

export const activateInput = z.object({ activationCode: z.string().max(64), deviceInfo });
export const playerSession = z.object({ playerId: id, userId: id, token: z.string() });
export const validateTokenInput = z.object({ token: z.string().min(1).max(200) });
export const validateTokenReply = z.object({ playerId: id, userId: id });
/** The device identifies itself by its expired token (Authorization header) or its cookie. */
export const renewInput = z.object({ playerId: id, deviceInfo });
export const heartbeatInput = z.object({
  token: z.string().min(1).max(200),
  playerId: id,
  state: playerState.partial().optional(),
});

/** The server's clock in the time zone of the screen's account: the device's own is never trusted (contract/README 10.5). */
export const serverTime = z.object({
  serverTime: timestamp,
  utcOffsetMinutes: z.number(),
  /** Changes of the offset within the next eight days, in order; omitted when there are none. */
  offsetChanges: z.array(z.object({ fromUtc: timestamp, minutes: z.number() })).optional(),
});
export const heartbeatReply = serverTime.extend({ status: playerStatus });

export const playerInfo = z.object({
  player: z.object({ id, name: z.string(), screenId: z.string() }),
  user: z.object({ name: z.string(), email: z.string() }),
  display: screenDisplay,
});

/**
 * - `held`: comma-separated ids of items of the previous playlist that the screen still plays; at most 200
 * - `programme`: the revision that the screen knows, or empty. Sent by screens that apply the rules themselves; `playlist` is
 *   then the base playlist
 */
export const assignedPlaylistQuery = z.object({
  held: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .optional(),
  programme: z.string().max(32).optional(),
});
export const assignedPlaylistReply = z.object({
  status: playerStatus,
  /** Ids of `held` that the screen may no longer show. */
  revoked: z.array(id).optional(),
  playlist: z
    .object({
      id,
      name: z.string(),
      isRandom: z.boolean(),
      /** Changes whenever the playlist's items, their order, or the access to them change. */
      revision: z.string(),
    })
    .nullable(),
  /** Id of the newest call for this screen; a new id makes the screen request `GET /api/player/calls`. 0: no call. */
  lastCallId: z.number(),
  /** Key of that call; empty: no call. */
  lastCallKey: z.string(),
  /** A screen without a socket requests all calls again when the policy changes: its stored names may be too long. */
  namePolicy,
  /** Ids of the urgent notices on this screen (`GET /api/player/urgent`), the newest first; omitted if there are none. */
  urgent: z.array(id).optional(),
  /** Keys of the same notices. */
  urgentKeys: z.array(z.string()).optional(),
  /** A rule makes the screen dark now; only sent to screens that do not apply the rules themselves. */
  isDark: z.literal(true).optional(),
  programme: screenProgramme.optional(),
  /** Time of the last request to restart the page, in ms since 1970; omitted: there was none since the server started. */
  restartAt: z.number().optional(),
  ...serverTime.shape,
});

export const modeCodeInput = z.object({ password: z.string().max(64) });
export const optionsCodeInput = z.object({ action: z.enum(['exit', 'reset']), code: z.string().max(64) });
export type MyPlayer = z.infer<typeof myPlayer>;
export type AssignPlaylistInput = z.infer<typeof assignPlaylistInput>;
export type AdminPlayer = z.infer<typeof adminPlayer>;
export type AssignedPlaylistReply = z.infer<typeof assignedPlaylistReply>;
export type PlayerState = z.infer<typeof playerState>;
export type PlayerStatus = z.infer<typeof playerStatus>;
