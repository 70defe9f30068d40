/**
 * Checks the shape of responses before they are used. A portal or proxy may respond to any address with JSON of its
 * own, and a stored record may come from another version of this page: both count as no response.
 */
import type { api } from '../../../../src/contract/api/index.ts';
import type { Responses } from './responses.ts';
import { isPairing } from '../pairing/pairing.ts';
import {
  type Check,
  has,
  isFlag,
  isId,
  isNonNegativeInteger,
  isNumber,
  isPositiveInteger,
  isText,
  isTime,
  listOf,
  oneOf,
  orAbsent,
  orNull,
} from './shape.ts';

type CallKey = keyof typeof api;

const dayWindow = { days: listOf(isNonNegativeInteger), from: isNonNegativeInteger, to: isNonNegativeInteger };
const hours = has({ validFrom: orNull(isText), validUntil: orNull(isText), windows: listOf(has(dayWindow)) });
const item = has({
  id: isId,
  name: isText,
  mediaType: oneOf('image', 'video'),
  displayDuration: orNull(isNumber),
  sha256: isText,
  sizeBytes: isNumber,
  hours: orAbsent(hours),
  fit: orAbsent(oneOf('contain', 'cover')),
  loudness: orAbsent(isNumber),
  identification: orAbsent(isText),
});
const status = oneOf('active', 'paused', 'blocked', 'disconnected');
const summary = { id: isId, name: isText, isRandom: isFlag, revision: isText };
const playlist = orNull(has(summary));
const rule = has({
  id: isId,
  plays: (value) => value === 'dark' || isId(value),
  days: listOf(isNonNegativeInteger),
  from: isNonNegativeInteger,
  to: isNonNegativeInteger,
  target: isText,
  priority: isNumber,
  weeks: isText,
  firstDate: orNull(isText),
  lastDate: orNull(isText),
});
const programme = has({
  revision: isText,
  rules: orAbsent(listOf(rule)),
  playlists: orAbsent(listOf(has(summary))),
});
const message = has({ id: isId, message: isText, isActive: isFlag });
const notice = has({ id: isId, title: isText, message: isText, isActive: isFlag });
const station = has({ id: isId, streamUrl: isText });
const track = has({
  id: isId,
  url: isText,
  sha256: isText,
  sizeBytes: isNumber,
  durationS: isNumber,
  loudness: orAbsent(isNumber),
});
const radio = has({
  selectedRadioId: orNull(isId),
  isEnabled: isFlag,
  volume: isNumber,
  soundtrack: orAbsent(orNull(has({ tracks: listOf(track) }))),
  quiet: orAbsent(has({ windows: listOf(has(dayWindow)), playlistIds: listOf(isId) })),
});
const logo = has({ url: isText, sha256: isText, sizeBytes: isNumber, contentType: isText, ground: isText });
const info = has({
  player: has({ id: isId, name: isText, screenId: isText }),
  user: has({ name: isText, email: isText }),
  display: orAbsent(
    has({
      shrinksPicture: isFlag,
      logo: orAbsent(orNull(logo)),
      callLayout: orAbsent(orNull(oneOf('lowerThird', 'fullScreen', 'panel'))),
      rotation: orAbsent(oneOf(0, 90, 180, 270)),
      volume: orAbsent(isNumber),
      darkBrightness: orAbsent(isNumber),
      quietHours: orAbsent(orNull(has({ ...dayWindow, mutesCalls: isFlag }))),
    }),
  ),
});
const call = has({
  id: isId,
  key: isText,
  label: isText,
  roomName: isText,
  colour: isText,
  times: isPositiveInteger,
  ageMs: isNumber,
  sounds: listOf(isText),
});
const calls = has({
  calls: listOf(call),
  lastCallId: isNonNegativeInteger,
  lastCallKey: isText,
  recent: listOf(call),
  settings: has({
    chime: isFlag,
    repetitions: isPositiveInteger,
    seconds: isPositiveInteger,
    layout: oneOf('lowerThird', 'fullScreen'),
  }),
});
const preset = oneOf('evacuation', 'power', 'delay', 'system', 'free');
const urgent = { id: isId, key: isText, preset, text: isText };
const offsetChanges = orAbsent(listOf(has({ fromUtc: isTime, minutes: isNumber })));
const serverTime = { serverTime: isTime, utcOffsetMinutes: isNumber, offsetChanges };
const bytes = { url: isText, sha256: isText, sizeBytes: isNumber };

const responseChecks: Partial<Record<CallKey, Check>> = {
  'POST /api/player/activate': isPairing,
  'POST /api/player/pairing': has({ code: isText, secret: isText, checkDigits: isText, expiresInS: isNumber }),
  'POST /api/player/pairing/poll': (value) => isPairing(value) || has({ status: oneOf('waiting') })(value),
  'POST /api/player/renew-token': isPairing,
  'POST /api/player/validate-token': has({ playerId: isId, userId: isId }),
  'POST /api/player/heartbeat': has({ status, ...serverTime }),
  'GET /api/player/assigned-playlist': has({
    status,
    playlist,
    isDark: orAbsent(isFlag),
    programme: orAbsent(programme),
    restartAt: orAbsent(isNumber),
    ...serverTime,
  }),
  'GET /api/player/urgent': has({
    notices: listOf(has({ ...urgent, chime: isFlag, remainingMs: isNumber, endsAt: isTime })),
  }),
  'GET /api/player/playlists/:id/randomized': listOf(item),
  'GET /api/player/videos/:id/url': has({ ...bytes, ambient: orNull(has(bytes)) }),
  'GET /api/player/admin-notices': listOf(notice),
  'GET /api/player/radio-settings': radio,
  'GET /api/player/radio-stations': listOf(station),
  'GET /api/player/info': info,
  'GET /api/player/calls': calls,
  'GET /api/playlists/:id/breaking-news': listOf(message),
};

const recordChecks: Record<keyof Responses, Check> = {
  assignment: has({ status, playlist, items: listOf(item), isDark: orAbsent(isFlag) }),
  rules: has({ revision: isText, rules: listOf(rule), playlists: listOf(has({ ...summary, items: listOf(item) })) }),
  tickers: listOf(has({ playlistId: isId, messages: listOf(message) })),
  notices: listOf(notice),
  stations: listOf(station),
  radio,
  info,
  urgent: listOf(has({ ...urgent, key: orAbsent(isText), endsAtMs: isNumber, leftMs: isNumber })),
  logo: (value) => has({ sha256: isText })(value) && (value as Responses['logo']).bytes instanceof Blob,
  time: has({ utcMs: isNumber, deviceMs: isNumber, utcOffsetMinutes: isNumber, offsetChanges }),
  shownPlaylists: listOf(isId),
  held: has({ playlistId: isId, items: listOf(item), isRandom: isFlag }),
  resume: (value) =>
    has({ playlistId: isId, items: listOf(item), index: isNonNegativeInteger })(value) &&
    isWithin(value as Responses['resume']),
};

const isWithin = ({ items, index }: Responses['resume']): boolean => index < items.length;

/** True if `value` can be our server's response to this call; calls whose responses change nothing are not checked. */
export const isResponseWellFormed = (key: CallKey, value: unknown): boolean => responseChecks[key]?.(value) ?? true;

/** True if `value` can have been stored under this name. */
export const isRecordWellFormed = (name: keyof Responses, value: unknown): boolean => recordChecks[name](value);
