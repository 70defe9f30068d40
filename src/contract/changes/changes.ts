/**
 * Lists the resources (GET calls) of an open studio that each call and each message of the socket makes out of date. Pages and
 * components never list such resources themselves. Has no imports at run time, because browsers load it.
 */
import type { Api, ApiKey } from '../api/index.ts';
import type { ReplyOf } from '../endpoint.ts';
import type { ServerMessage } from '../events.ts';
import type { Video } from '../media.ts';
import type { ContentsPatch, Patch, ScreensPatch } from './patches.ts';

/** A resource of an open studio: the key of the call that reads it, without parameters. */
export type Resource = Extract<ApiKey, `GET ${string}`>;
/** A call that may change something: its method is neither GET nor HEAD. */
export type ChangingCall = Exclude<ApiKey, `GET ${string}` | `HEAD ${string}`>;

type IdempotentCall = { [Key in ApiKey]: Api[Key] extends { idempotent: true } ? Key : never }[ApiKey];

/** Calls that take an Idempotency-Key (contract/README 12.5), for clients that do not load the table of endpoints. */
export const idempotentCalls: Readonly<Record<IdempotentCall, true>> = {
  'POST /api/admin/categories': true,
  'POST /api/admin/imports': true,
  'POST /api/admin/notices': true,
  'POST /api/admin/radio-stations': true,
  'POST /api/admin/urgent': true,
  'POST /api/admin/users/:userId/players/batch': true,
  'POST /api/breaking-news': true,
  'POST /api/call-rooms': true,
  'POST /api/call-services': true,
  'POST /api/calls': true,
  'POST /api/calls/:id/repeat': true,
  'POST /api/calls/next': true,
  'POST /api/imports': true,
  'POST /api/pairing/:code/claim': true,
  'POST /api/playlists': true,
  'POST /api/schedules': true,
  'POST /api/screen-groups': true,
  'POST /api/soundtracks': true,
  'POST /api/soundtracks/:id/tracks': true,
  'POST /api/tickets': true,
  'POST /api/urgent': true,
  'POST /api/videos': true,
  'POST /api/videos/:id/replace': true,
};

type Message<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;

const nothing: readonly Resource[] = [];
const onboarding = ['GET /api/onboarding'] as const;
const playlists = [
  'GET /api/playlists',
  'GET /api/playlists/:id',
  'GET /api/playlists/:id/assignments',
  'GET /api/playlists/:id/randomized',
] as const;
const contents = [
  'GET /api/videos',
  'GET /api/videos/count',
  'GET /api/platform-videos',
  'GET /api/platform-videos/count',
  'GET /api/videos/:videoId/assignments',
  'GET /api/videos/:id/use',
  'GET /api/videos/:id/poster',
] as const;
const usage = ['GET /api/user/me'] as const;
const programme = ['GET /api/schedules', 'GET /api/opening-hours', 'GET /api/my-players/:id/programme'] as const;
const screenLists = ['GET /api/my-players', 'GET /api/admin/players'] as const;
const screenCounts = [
  'GET /api/my-players/count',
  'GET /api/admin/players/count',
  'GET /api/admin/players/by-account',
  'GET /api/admin/overview',
] as const;
/** Resources that contain screens, except the managers' list. */
const ownScreens = [
  'GET /api/my-players',
  ...screenCounts,
  ...onboarding,
  'GET /api/admin/players/:id/playlists',
] as const;
const screens = ['GET /api/admin/players', ...ownScreens] as const;
const groups = ['GET /api/screen-groups'] as const;
const messages = [
  'GET /api/breaking-news',
  'GET /api/breaking-news/:id/playlists',
  'GET /api/playlists/:id/breaking-news',
] as const;
const radio = ['GET /api/radio-settings', 'GET /api/radio-stations'] as const;
const soundtracks = ['GET /api/soundtracks'] as const;
const stations = [...radio, 'GET /api/admin/radio-stations'] as const;
const report = ['GET /api/calls/report'] as const;
const calls = ['GET /api/calls', ...report] as const;
const callServices = ['GET /api/call-services', ...calls] as const;
const callRooms = [
  ...callServices,
  ...onboarding,
  'GET /api/call-rooms',
  'GET /api/call-recordings',
  ...groups,
] as const;
const callSettings = ['GET /api/call-settings', ...calls] as const;
const urgents = [
  'GET /api/urgent',
  'GET /api/urgent/:id',
  'GET /api/admin/urgent',
  'GET /api/admin/urgent/:id',
] as const;
const categories = [
  'GET /api/admin/categories',
  'GET /api/admin/categories/:id/users',
  'GET /api/admin/categories/:id/videos',
  'GET /api/user/category-access',
] as const;
const failedContents = ['GET /api/admin/failed-videos', 'GET /api/admin/overview'] as const;
const notices = ['GET /api/admin/notices'] as const;
const settings = ['GET /api/admin/settings', 'GET /api/contact'] as const;
const users = [
  'GET /api/admin/users',
  'GET /api/admin/users-with-counts',
  'GET /api/admin/users/:id/quotas',
  'GET /api/admin/overview',
] as const;
const sessions = ['GET /api/user/sessions', 'GET /api/team/members'] as const;
const team = ['GET /api/team/members', ...onboarding] as const;
const tokens = ['GET /api/tokens'] as const;
const secondFactor = ['GET /api/user/second-factor', 'GET /api/team/members'] as const;
const clinic = ['GET /api/clinic-profile'] as const;
const imports = ['GET /api/imports', 'GET /api/imports/:id'] as const;
const display = ['GET /api/display-settings'] as const;
/** Resources with data of contents, except lists of contents: read again even if a message carries the content's row. */
const derivedFromContent = [
  'GET /api/videos/count',
  'GET /api/platform-videos/count',
  'GET /api/videos/:videoId/assignments',
  'GET /api/videos/:id/use',
  'GET /api/playlists/:id',
  'GET /api/playlists/:id/assignments',
  'GET /api/playlists',
] as const;
const changedContent = [
  ...onboarding,
  ...derivedFromContent,
  ...playlists,
  ...failedContents,
  ...categories,
  'GET /api/admin/players/:id/playlists',
  'GET /api/platform-videos',
] as const;
const changedPlaylist = [...playlists, ...contents, ...programme, ...screens] as const;
/** Resources with a screen's name or state, except lists of screens: read again even if a message carries the screen's row. */
const derivedFromScreen = [
  ...screenCounts,
  'GET /api/videos/:id/use',
  ...groups,
  ...programme,
  ...urgents,
  ...calls,
] as const;
/** Resources with a screen's playlist, except lists of screens: read again even if a message carries the screen's row. */
const derivedFromAssignment = [...screenCounts, 'GET /api/videos/:id/use', ...playlists, ...programme] as const;
const changedAccount = [...users, ...screens, 'GET /api/admin/categories/:id/users'] as const;

/** Resources that a successful call makes out of date. */
export const changedByCall: Readonly<Record<ChangingCall, readonly Resource[]>> = {
  'POST /api/login': nothing,
  'POST /api/login/second-factor': nothing,
  'POST /api/login/second-factor/key': nothing,
  'POST /api/login/second-factor/setup': nothing,
  'POST /api/logout': nothing,
  'POST /api/register/validate-code': nothing,
  'POST /api/register': nothing,
  'POST /api/invitations/find': nothing,
  'POST /api/invitations/accept': nothing,

  'POST /api/user/space-request': [...usage, ...users],
  'PUT /api/user/password': [...sessions, ...tokens],
  'PUT /api/user/identity': [...usage, ...team, ...users, ...tokens],
  'POST /api/user/identity/confirmation': [...usage, ...team, ...users, ...tokens],
  'PUT /api/user/time-zone': [...usage, ...screens, ...programme, ...users, ...calls],
  'POST /api/onboarding/skip': onboarding,
  'DELETE /api/user/sessions': sessions,
  'DELETE /api/user/sessions/:key': sessions,
  'POST /api/user/second-factor/key': nothing,
  'POST /api/user/second-factor': [...secondFactor, ...users],
  'POST /api/user/second-factor/disable': [...secondFactor, ...users],
  'POST /api/user/second-factor/recovery-codes': secondFactor,

  'POST /api/team/members': team,
  'PATCH /api/team/members/:id': [...team, ...tokens],
  'DELETE /api/team/members/:id': [...team, ...tokens],
  'POST /api/team/members/:id/invitation': team,
  'POST /api/tokens': tokens,
  'DELETE /api/tokens/:id': tokens,

  'POST /api/upload-url': nothing,
  'PUT /api/uploads/:key': nothing,
  'DELETE /api/uploads/:key': nothing,
  'POST /api/videos': ['GET /api/videos/count', 'GET /api/platform-videos/count', ...categories, ...onboarding],
  'POST /api/upload': ['GET /api/videos/count', 'GET /api/platform-videos/count', ...categories, ...onboarding],
  'PATCH /api/videos/:id': [...changedContent, ...programme],
  'DELETE /api/videos/:id': changedContent,
  'POST /api/videos/:id/restore': changedContent,
  'POST /api/videos/delete': changedContent,
  'POST /api/videos/restore': changedContent,
  'POST /api/videos/:id/retry': changedContent,
  'POST /api/videos/:id/replace': changedContent,
  'DELETE /api/videos/:id/replacement': changedContent,

  'POST /api/playlists': [...changedPlaylist, ...messages],
  'PATCH /api/playlists/:id': [...changedPlaylist, ...messages],
  'DELETE /api/playlists/:id': [...changedPlaylist, ...messages, ...groups],
  'POST /api/playlists/:id/restore': [...changedPlaylist, ...messages, ...groups],
  'PUT /api/playlists/:id/order': changedPlaylist,
  'POST /api/videos/:videoId/assignments': changedPlaylist,
  'DELETE /api/videos/:videoId/assignments/:playlistId': changedPlaylist,
  'PUT /api/videos/:videoId/assignments/:playlistId/windows': changedPlaylist,

  'POST /api/schedules': [...programme, ...screens, ...groups],
  'PATCH /api/schedules/:id': [...programme, ...screens, ...groups],
  'DELETE /api/schedules/:id': [...programme, ...screens, ...groups],
  'PUT /api/opening-hours': [...programme, ...screens, ...report],

  'POST /api/screen-groups': [...groups, ...screens],
  'PATCH /api/screen-groups/:id': [...groups, ...screens, ...programme, ...callRooms],
  'DELETE /api/screen-groups/:id': [...groups, ...screens, ...programme, ...callRooms],
  'POST /api/screen-groups/:id/assign-playlist': [...screens, ...programme, ...playlists],
  'POST /api/my-players/:id/assign-playlist': derivedFromAssignment,
  'POST /api/my-players/:id/remove-playlist': derivedFromAssignment,
  'PATCH /api/my-players/:id/rename': derivedFromScreen,
  'PUT /api/my-players/:id/call-layout': nothing,
  'PATCH /api/my-players/:id/settings': nothing,
  'POST /api/my-players/:id/identify': nothing,
  'POST /api/my-players/:id/restart': nothing,
  'POST /api/my-players/:id/disconnect': [...screens, ...derivedFromScreen, ...derivedFromAssignment],
  'POST /api/pairing/:code/claim': [...screens, ...derivedFromScreen, ...derivedFromAssignment, ...users],
  'PUT /api/clinic-profile': [...clinic, ...playlists],
  'PUT /api/display-settings': display,
  'PUT /api/display-settings/logo': display,
  'DELETE /api/display-settings/logo': display,

  'POST /api/calls': report,
  'POST /api/calls/next': report,
  'POST /api/calls/:id/repeat': report,
  'PATCH /api/calls/:id': report,
  'POST /api/tickets': report,
  'PATCH /api/tickets/:id': report,
  'POST /api/tickets/:id/forward': report,
  'POST /api/call-rooms': callRooms,
  'PATCH /api/call-rooms/:id': callRooms,
  'DELETE /api/call-rooms/:id': callRooms,
  'POST /api/call-services': callServices,
  'PATCH /api/call-services/:id': callServices,
  'DELETE /api/call-services/:id': callServices,
  'PUT /api/call-settings': callSettings,
  'PUT /api/call-settings/names': callSettings,
  'PUT /api/call-recordings': ['GET /api/call-recordings'],
  'DELETE /api/call-recordings': ['GET /api/call-recordings'],
  'PUT /api/call-source': ['GET /api/call-source'],

  'POST /api/urgent': urgents,
  'POST /api/urgent/:id/end': urgents,
  'POST /api/admin/urgent': urgents,
  'POST /api/admin/urgent/:id/end': urgents,

  'POST /api/imports': imports,
  'POST /api/imports/:id/start': imports,
  'POST /api/imports/:id/stop': imports,
  'DELETE /api/imports/:id': imports,
  'POST /api/admin/imports': imports,

  'POST /api/breaking-news': messages,
  'PATCH /api/breaking-news/:id': messages,
  'DELETE /api/breaking-news/:id': messages,
  'POST /api/breaking-news/:id/playlists': messages,
  'PUT /api/radio-settings': radio,
  'POST /api/radio-stations/:id/check': ['GET /api/radio-stations'],

  'POST /api/soundtracks': soundtracks,
  'PATCH /api/soundtracks/:id': soundtracks,
  'DELETE /api/soundtracks/:id': [...soundtracks, ...radio],
  'POST /api/soundtracks/:id/tracks': soundtracks,
  'PATCH /api/tracks/:id': soundtracks,
  'DELETE /api/tracks/:id': soundtracks,
  'POST /api/tracks/:id/restore': soundtracks,
  'POST /api/tracks/:id/retry': soundtracks,
  'PUT /api/tracks/:id/licence': soundtracks,
  'DELETE /api/tracks/:id/licence': soundtracks,
  'PUT /api/my-players/:id/soundtrack': radio,

  'POST /api/admin/users/:id/approve': changedAccount,
  'POST /api/admin/users/:id/block': changedAccount,
  'POST /api/admin/users/:id/reset-password': nothing,
  'PUT /api/admin/users/:id/quotas': [...users, ...usage],
  'DELETE /api/admin/users/:id/space-request': [...users, ...usage],
  'DELETE /api/admin/users/:id/second-factor': users,
  'DELETE /api/admin/members/:id/second-factor': ['GET /api/admin/users/:id/members', ...secondFactor],
  'PUT /api/admin/users/:id/second-factor': users,
  'PUT /api/admin/users/:id/time-zone': [...users, ...screens],
  'PUT /api/admin/users/:id/call-source': ['GET /api/admin/users/:id/call-source', 'GET /api/call-source'],
  'PATCH /api/admin/users/:id/profile': [...users, ...screens],
  'DELETE /api/admin/users/:id': [...changedAccount, ...categories, ...failedContents, ...urgents],
  'POST /api/admin/users/:userId/players/batch': [...screens, ...users],
  'POST /api/admin/players/:id/assign-playlist': [...ownScreens, ...derivedFromAssignment],
  'DELETE /api/admin/players/:id/assign-playlist': [...screens, ...derivedFromAssignment],
  'POST /api/admin/players/:id/disconnect': [...ownScreens, ...derivedFromScreen, ...derivedFromAssignment],
  'POST /api/admin/players/:id/reset': [...ownScreens, ...derivedFromScreen, ...derivedFromAssignment],
  'POST /api/admin/players/:id/identify': nothing,
  'POST /api/admin/players/:id/restart': nothing,
  'PATCH /api/admin/players/:id': [...ownScreens, ...derivedFromScreen],
  'DELETE /api/admin/players/:id': [...screens, ...users, ...derivedFromScreen, ...derivedFromAssignment, ...callRooms],
  'POST /api/admin/categories': categories,
  'PATCH /api/admin/categories/:id': [...categories, ...contents, ...playlists],
  'DELETE /api/admin/categories/:id': [...categories, ...contents, ...playlists],
  'POST /api/admin/users/:userId/categories/:categoryId': [...categories, ...contents, ...playlists],
  'DELETE /api/admin/users/:userId/categories/:categoryId': [...categories, ...contents, ...playlists],
  'DELETE /api/admin/platform-videos/:id': [...contents, ...changedContent],
  'POST /api/admin/videos/:id/retry': [...contents, ...changedContent],
  'DELETE /api/admin/videos/:id': [...contents, ...changedContent],
  'POST /api/admin/notices': notices,
  'PUT /api/admin/notices/:id': notices,
  'PATCH /api/admin/notices/:id/toggle': notices,
  'DELETE /api/admin/notices/:id': notices,
  'PATCH /api/admin/settings': settings,
  'POST /api/admin/mail-test': settings,
  'POST /api/admin/webhook-test': settings,
  'POST /api/admin/backups/:name/restore': ['GET /api/admin/backups'],
  'POST /api/admin/tasks/:name/run': ['GET /api/admin/tasks', 'GET /api/admin/backups', 'GET /api/admin/overview'],
  'POST /api/admin/update': ['GET /api/admin/update'],
  'POST /api/admin/radio-stations': stations,
  'PATCH /api/admin/radio-stations/:id': stations,
  'DELETE /api/admin/radio-stations/:id': stations,
  'POST /api/first-steps': ['GET /api/first-steps', ...settings],
  'DELETE /api/first-steps': ['GET /api/first-steps'],

  // Calls of screens: messages notify the studios.
  'POST /api/player/activate': nothing,
  'POST /api/player/pairing': nothing,
  'POST /api/player/pairing/poll': nothing,
  'POST /api/player/validate-token': nothing,
  'POST /api/player/renew-token': nothing,
  'POST /api/player/disconnect': nothing,
  'POST /api/player/heartbeat': nothing,
  'POST /api/player/plays': nothing,
  'PUT /api/player/calls/queue': nothing,
  'POST /api/player/calls/:id/shown': nothing,
  'POST /api/player/urgent/:id/shown': nothing,
  'POST /api/player/mode-code': nothing,
  'POST /api/player/options-code': nothing,
};

/** For each call of `patchOfReply`, the resource that contains the row of its response. */
export const patchedByCall = {
  'POST /api/calls': 'GET /api/calls',
  'POST /api/calls/next': 'GET /api/calls',
  'POST /api/calls/:id/repeat': 'GET /api/calls',
  'PATCH /api/calls/:id': 'GET /api/calls',
  'POST /api/tickets': 'GET /api/calls',
  'PATCH /api/tickets/:id': 'GET /api/calls',
  'POST /api/tickets/:id/forward': 'GET /api/calls',
  'POST /api/videos': 'GET /api/videos',
  'POST /api/upload': 'GET /api/videos',
  'PATCH /api/videos/:id': 'GET /api/videos',
  'POST /api/videos/:id/restore': 'GET /api/videos',
  'POST /api/videos/:id/retry': 'GET /api/videos',
  'POST /api/videos/:id/replace': 'GET /api/videos',
  'POST /api/my-players/:id/assign-playlist': 'GET /api/my-players',
  'POST /api/my-players/:id/remove-playlist': 'GET /api/my-players',
  'PATCH /api/my-players/:id/rename': 'GET /api/my-players',
  'PUT /api/my-players/:id/call-layout': 'GET /api/my-players',
  'PATCH /api/my-players/:id/settings': 'GET /api/my-players',
  'POST /api/admin/players/:id/assign-playlist': 'GET /api/admin/players',
  'POST /api/admin/players/:id/disconnect': 'GET /api/admin/players',
  'POST /api/admin/players/:id/reset': 'GET /api/admin/players',
  'PATCH /api/admin/players/:id': 'GET /api/admin/players',
} as const satisfies { readonly [Key in ChangingCall]?: Patch['of'] };

/** Returns the resources in which a person sees whether a call succeeded. */
export const resourcesThatShow = (call: ChangingCall): readonly Resource[] =>
  call in patchedByCall
    ? [...changedByCall[call], patchedByCall[call as keyof typeof patchedByCall]]
    : changedByCall[call];

/** Calls whose response is a changed row: the studio merges it at once. The message that follows contains the counts too. */
export const patchOfReply: {
  readonly [Key in ChangingCall]?: (reply: ReplyOf<Api[Key]>, params: { id: number }) => Patch;
} = {
  'POST /api/calls': (call) => ({ of: 'GET /api/calls', calls: [call] }),
  'POST /api/calls/next': (call) => ({ of: 'GET /api/calls', calls: [call] }),
  'POST /api/calls/:id/repeat': (call, { id }) => ({ of: 'GET /api/calls', calls: [call], replaced: [id] }),
  'PATCH /api/calls/:id': (call) => ({ of: 'GET /api/calls', calls: [call] }),
  'POST /api/tickets': (ticket) => ({ of: 'GET /api/calls', tickets: [ticket] }),
  'PATCH /api/tickets/:id': (ticket) => ({ of: 'GET /api/calls', tickets: [ticket] }),
  'POST /api/tickets/:id/forward': (ticket) => ({ of: 'GET /api/calls', tickets: [ticket] }),
  'POST /api/videos': patchOfContent,
  'POST /api/upload': patchOfContent,
  'PATCH /api/videos/:id': patchOfContent,
  'POST /api/videos/:id/restore': patchOfContent,
  'POST /api/videos/:id/retry': patchOfContent,
  'POST /api/videos/:id/replace': patchOfContent,
  'POST /api/my-players/:id/assign-playlist': (screen) => ({ of: 'GET /api/my-players', rows: [screen] }),
  'POST /api/my-players/:id/remove-playlist': (screen) => ({ of: 'GET /api/my-players', rows: [screen] }),
  'PATCH /api/my-players/:id/rename': (screen) => ({ of: 'GET /api/my-players', rows: [screen] }),
  'PUT /api/my-players/:id/call-layout': (screen) => ({ of: 'GET /api/my-players', rows: [screen] }),
  'PATCH /api/my-players/:id/settings': (screen) => ({ of: 'GET /api/my-players', rows: [screen] }),
  'POST /api/admin/players/:id/assign-playlist': (screen) => ({ of: 'GET /api/admin/players', rows: [screen] }),
  'POST /api/admin/players/:id/disconnect': (screen) => ({ of: 'GET /api/admin/players', rows: [screen] }),
  'POST /api/admin/players/:id/reset': (screen) => ({ of: 'GET /api/admin/players', rows: [screen] }),
  'PATCH /api/admin/players/:id': (screen) => ({ of: 'GET /api/admin/players', rows: [screen] }),
};

function patchOfContent(content: Video): Patch {
  return { of: content.isPlatformVideo ? 'GET /api/platform-videos' : 'GET /api/videos', rows: [content] };
}

/** Returns the changed rows that a message carries. */
export function patchesOfMessage(message: ServerMessage): readonly Patch[] {
  switch (message.type) {
    case 'contentChanged':
      return 'patch' in message && message.patch ? [message.patch, ...shownContentPatches(message.patch)] : [];
    case 'callsChanged':
    case 'adminChanged':
    case 'playlistAssigned':
    case 'playlistRemoved':
      return 'patch' in message && message.patch ? [message.patch] : [];
    case 'callShown': {
      const { callId, playerId, playerName, delayMs, hadSound, isQuietTime } = message;
      const receipt = { playerId, playerName, delayMs, hadSound, ...(isQuietTime && { isQuietTime }) };
      return [{ of: 'GET /api/calls', receipts: [{ callId, ...receipt }] }];
    }
    case 'mediaProgress':
      return patchesOfProgress(message);
    case 'usageChanged':
      return [{ of: 'GET /api/user/me', usage: message.usage }];
    case 'playerStatusChanged':
      return message.patch ? [message.patch, presencePatch(message.patch)] : [];
    case 'urgentShown': {
      const { urgentId, receipts, screens: counts, to } = message;
      const patch = { urgentId, receipts, screens: counts };
      return to === 'managers'
        ? [
            { of: 'GET /api/admin/urgent', ...patch },
            { of: 'GET /api/admin/urgent/:id', ...patch },
          ]
        : [
            { of: 'GET /api/urgent', ...patch },
            { of: 'GET /api/urgent/:id', ...patch },
          ];
    }
    default:
      return [];
  }
}

/**
 * Returns patches with the progress of processing, or the failure of a new content. Returns none for a completed content and a
 * failed replacement, because the content's row follows in another message.
 */
function patchesOfProgress({ videoId: id, isReplacement, status, progress, error }: Message<'mediaProgress'>): Patch[] {
  if (status === 'completed' || (isReplacement && status === 'failed')) return [];
  const fields = isReplacement
    ? { id, replacement: { status, progress, error, canRetry: false } as Video['replacement'] }
    : { id, processingStatus: status, processingProgress: progress, processingError: error };
  return [
    { of: 'GET /api/videos', rows: [fields] },
    { of: 'GET /api/platform-videos', rows: [fields] },
  ];
}

/** Returns patches for the lists of screens, which contain name and thumbnail of the shown content. */
function shownContentPatches({ rows = [], removed = [] }: ContentsPatch): Patch[] {
  const contents = [
    ...rows.flatMap(({ id, name, thumbnailUrl }) =>
      name === undefined || thumbnailUrl === undefined ? [] : [{ id, videoName: name, thumbnailUrl }],
    ),
    ...removed.map((id) => ({ id, videoName: null, thumbnailUrl: null })),
  ];
  return screenLists.map((of) => ({ of, rows: [], contents }));
}

/** Returns a patch for the receipts of urgent notices, which say whether each screen is online. */
function presencePatch({ of, rows }: ScreensPatch): Patch {
  const presence = rows.map(({ id, isOnline }) => ({ playerId: id, ...(isOnline === undefined ? {} : { isOnline }) }));
  return { of: of === 'GET /api/my-players' ? 'GET /api/urgent/:id' : 'GET /api/admin/urgent/:id', receipts: presence };
}

const changedByContentMessage: Record<Message<'contentChanged'>['what'], readonly Resource[]> = {
  videos: [...contents, ...changedContent, ...screenLists],
  playlists: [...changedPlaylist, ...messages],
  programme: [...programme, ...screens, ...groups, ...report],
  groups: [...groups, ...screens, ...programme, ...callRooms],
  messages,
  user: [...usage, ...screens, ...programme, ...calls],
  sessions,
  team,
  tokens,
  clinic,
  soundtracks: [...soundtracks, ...failedContents],
  imports,
};
const changedByAdminMessage: Record<Message<'adminChanged'>['what'], readonly Resource[]> = {
  users: [...changedAccount, ...failedContents, ...urgents, 'GET /api/admin/users/:id/call-source'],
  players: ['GET /api/admin/players', 'GET /api/admin/players/:id/playlists', ...screenCounts],
  categories: [...categories, ...contents, ...playlists],
  notices,
  settings: [...settings, ...stations],
  videos: [...categories, 'GET /api/platform-videos', 'GET /api/platform-videos/count', ...failedContents],
};

/** Returns the resources that a message makes out of date, except those that its patches change; none for messages to screens. */
export function changedByMessage(message: ServerMessage): readonly Resource[] {
  switch (message.type) {
    case 'playlistAssigned':
    case 'playlistRemoved':
      return message.patch ? derivedFromAssignment : [...derivedFromAssignment, ...screenLists];
    case 'playerStatusChanged':
      if (message.presence === 'changed' && message.patch) return ['GET /api/admin/overview', 'GET /api/calls'];
      if (message.presence === 'problem' && message.patch) return ['GET /api/admin/overview'];
      if (message.presence === 'reported' && message.patch) return nothing;
      return [...derivedFromScreen, ...screenLists, ...callRooms];
    case 'playlist_update':
      return playlists;
    case 'BREAKING_NEWS_UPDATE':
      return messages;
    case 'radioSettingsUpdated':
      return radio;
    case 'callsChanged':
      if (message.patch) return report;
      return [...callRooms, 'GET /api/call-settings', 'GET /api/call-source'];
    case 'urgentChanged':
      return urgents;
    case 'displaySettingsUpdated':
      return display;
    case 'categoryAccessChanged':
      return [...categories, ...contents, ...playlists];
    case 'contentChanged':
      return 'patch' in message ? derivedFromContent : changedByContentMessage[message.what];
    case 'adminChanged':
      if (!('patch' in message)) return changedByAdminMessage[message.what];
      return message.what === 'players' ? [...screenCounts, 'GET /api/admin/players/:id/playlists'] : nothing;
    default:
      return nothing;
  }
}
