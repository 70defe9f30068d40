/** Invalidates resources by live messages. The socket runs while somebody is signed in. */
import { effect } from '@preact/signals-react';
import type { ServerMessage } from '../../../src/contract/events.ts';
import { connectLive } from '../../api/live.ts';
import { createCoalescer } from './coalesce.ts';
import { connection } from './connection.ts';
import { adjust, type ResourceKey, invalidate, invalidateAll, readResource } from './resource.ts';
import { handleSessionEnd, reloadUser, signedInId, setSignedInUser } from '../session.ts';

const playlistReads = [
  'GET /api/playlists',
  'GET /api/playlists/:id',
  'GET /api/playlists/:id/assignments',
  'GET /api/playlists/:id/randomized',
] as const;
const videoReads = [
  'GET /api/videos',
  'GET /api/platform-videos',
  'GET /api/videos/:videoId/assignments',
  'GET /api/user/me',
] as const;
const messageReads = [
  'GET /api/breaking-news',
  'GET /api/breaking-news/:id/playlists',
  'GET /api/playlists/:id/breaking-news',
] as const;
/** Resources that depend on rules. */
const programmeReads = ['GET /api/schedules', 'GET /api/my-players/:id/programme'] as const;
const urgentReads = [
  'GET /api/urgent',
  'GET /api/urgent/:id',
  'GET /api/admin/urgent',
  'GET /api/admin/urgent/:id',
] as const;
const failedReads = ['GET /api/admin/failed-videos', 'GET /api/admin/overview'] as const;
const screenReads = ['GET /api/my-players', 'GET /api/admin/players', 'GET /api/admin/overview'] as const;

const changedContents: Record<Extract<ServerMessage, { type: 'contentChanged' }>['what'], readonly ResourceKey[]> = {
  videos: [...videoReads, ...playlistReads],
  playlists: [...playlistReads, ...videoReads, 'GET /api/my-players', ...programmeReads],
  // A group says how many rules it has.
  programme: [...programmeReads, ...screenReads, 'GET /api/screen-groups'],
  // Whoever comes or goes follows other rules.
  groups: ['GET /api/screen-groups', 'GET /api/my-players', ...programmeReads],
  messages: messageReads,
  user: ['GET /api/user/me'],
  // A member's sign-in is what the team's list shows.
  sessions: ['GET /api/user/sessions', 'GET /api/team/members'],
  team: ['GET /api/team/members'],
  tokens: ['GET /api/tokens'],
};
const changedLists: Record<Extract<ServerMessage, { type: 'adminChanged' }>['what'], readonly ResourceKey[]> = {
  users: [
    'GET /api/admin/users',
    'GET /api/admin/users-with-counts',
    'GET /api/admin/users/:id/quotas',
    'GET /api/admin/categories/:id/users',
    'GET /api/admin/overview',
  ],
  players: ['GET /api/admin/players', 'GET /api/admin/players/:id/playlists', 'GET /api/admin/overview'],
  categories: [
    'GET /api/admin/categories',
    'GET /api/admin/categories/:id/users',
    'GET /api/admin/categories/:id/videos',
    'GET /api/user/category-access',
  ],
  notices: ['GET /api/admin/notices'],
  settings: ['GET /api/admin/settings', 'GET /api/admin/radio-stations', 'GET /api/radio-stations'],
  videos: [
    'GET /api/admin/categories/:id/videos',
    'GET /api/admin/categories',
    'GET /api/platform-videos',
    ...failedReads,
  ],
};

/** The reads that a message makes old; empty for messages that concern screens only. */
export function resourcesChangedBy(message: ServerMessage): readonly ResourceKey[] {
  switch (message.type) {
    case 'playlistAssigned':
    case 'playlistRemoved':
    case 'playerStatusChanged':
      return screenReads;
    case 'playlist_update':
      return playlistReads;
    case 'BREAKING_NEWS_UPDATE':
      return messageReads;
    case 'radioSettingsUpdated':
      // Also sent to every studio when the list of stations changes.
      return ['GET /api/radio-settings', 'GET /api/radio-stations'];
    case 'callShown':
      return ['GET /api/calls'];
    case 'callsChanged':
      return [
        'GET /api/calls',
        'GET /api/call-rooms',
        'GET /api/call-settings',
        'GET /api/call-recordings',
        'GET /api/call-source',
        // How many rooms name a group.
        'GET /api/screen-groups',
      ];
    case 'urgentChanged':
    case 'urgentShown':
      return urgentReads;
    case 'displaySettingsUpdated':
      return ['GET /api/display-settings'];
    case 'categoryAccessChanged':
      // Contract/README 5.2: categories, the user's access, platform videos, playlists and assignments.
      return [
        'GET /api/admin/categories',
        'GET /api/user/category-access',
        'GET /api/platform-videos',
        ...playlistReads,
        'GET /api/videos/:videoId/assignments',
      ];
    case 'mediaProgress':
      return message.status === 'completed' || message.status === 'failed'
        ? [...videoReads, ...playlistReads, ...failedReads, 'GET /api/admin/categories/:id/videos']
        : [];
    case 'contentChanged':
      return changedContents[message.what];
    case 'adminChanged':
      return changedLists[message.what];
    default:
      return [];
  }
}

function receive(message: ServerMessage): void {
  if (message.type === 'sessionEnded') return handleSessionEnd();
  const isAboutUser =
    message.type === 'subscriptionRefused' || (message.type === 'contentChanged' && message.what === 'user');
  if (isAboutUser) void reloadUser();
  if (message.type === 'mediaProgress') showProgress(message);
  const reads = resourcesChangedBy(message);
  // Every screen says it, all at the same moment.
  if (message.type === 'urgentShown' || message.type === 'callShown') invalidateByMessage(reads);
  else invalidate(...reads);
}

const receiptsEveryMs = 500;
const invalidateByMessage = createCoalescer((reads) => invalidate(...reads), receiptsEveryMs);

/** Progress comes several times a second: shown in place, without asking the server again. */
function showProgress({
  videoId,
  isReplacement,
  status,
  progress,
  error,
}: Extract<ServerMessage, { type: 'mediaProgress' }>): void {
  // What became of a replacement is read again.
  const replacement =
    status === 'completed' || status === 'failed' ? undefined : { status, progress, error, canRetry: false };
  if (isReplacement && !replacement) return;
  for (const key of ['GET /api/videos', 'GET /api/platform-videos'] as const) {
    adjust(key, (videos) =>
      videos.map((video) =>
        video.id !== videoId
          ? video
          : isReplacement && replacement
            ? { ...video, replacement }
            : { ...video, processingStatus: status, processingProgress: progress, processingError: error },
      ),
    );
  }
}

/** Called once at the start of the studio. */
export function startLiveUpdates(): void {
  startProgrammeTurns();
  effect(() => {
    // Another account means another subscription; a changed name of the same one does not.
    if (signedInId.value === undefined) {
      connection.value = 'off';
      return;
    }
    return connectLive({
      onMessage: receive,
      onStatus: (status) => {
        // Refused because the session has ended? The server tells, if it is there at all.
        if (status === 'lost' && connection.peek() !== 'lost') void reloadUser();
        connection.value = status;
      },
      onSubscribed: (person) => {
        // What changed between its answer and the subscription was told to nobody.
        setSignedInUser(person);
        invalidateAll();
      },
    });
  });
}

/** The computer's clock and the server's are not the same; one that is ahead does not ask without end. */
const lateMs = 500;
const leastMs = 10_000;
/** Longer ones overflow a timer. */
const longestMs = 86_400_000;

/** Lists of screens say what plays now and until when: then they are read again, whatever page is open. */
function startProgrammeTurns(): void {
  let askedAt = 0;
  effect(() => {
    if (signedInId.value === undefined) return undefined;
    const turns = (readResource('GET /api/my-players') ?? []).flatMap(({ playsNow: { until } }) => until ?? []);
    if (turns.length === 0) return undefined;
    const now = Date.now();
    const next = turns.reduce((first, each) => Math.min(first, Date.parse(each)), Infinity) + lateMs - now;
    const wait = Math.min(longestMs, Math.max(next, askedAt + leastMs - now, 0));
    const timer = setTimeout(() => {
      askedAt = Date.now();
      invalidate('GET /api/my-players');
    }, wait);
    return () => clearTimeout(timer);
  });
}
