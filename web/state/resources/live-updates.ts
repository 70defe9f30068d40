/** Invalidates resources when live messages arrive. The socket is open while somebody is signed in. */
import { effect } from '@preact/signals-react';
import type { ServerMessage } from '../../../src/contract/events.ts';
import { connectLive } from '../../api/live.ts';
import { createCoalescer } from './coalesce.ts';
import { connection } from './connection.ts';
import { adjust, type ResourceKey, invalidate, invalidateAll, readResource } from './resource.ts';
import { handleSessionEnd, reloadUser, signedInId, setSignedInUser } from '../session.ts';

const playlistResources = [
  'GET /api/playlists',
  'GET /api/playlists/:id',
  'GET /api/playlists/:id/assignments',
  'GET /api/playlists/:id/randomized',
] as const;
const videoResources = [
  'GET /api/videos',
  'GET /api/platform-videos',
  'GET /api/videos/:videoId/assignments',
  'GET /api/user/me',
] as const;
const messageResources = [
  'GET /api/breaking-news',
  'GET /api/breaking-news/:id/playlists',
  'GET /api/playlists/:id/breaking-news',
] as const;
/** Resources that depend on rules. */
const programmeResources = ['GET /api/schedules', 'GET /api/my-players/:id/programme'] as const;
const urgentResources = [
  'GET /api/urgent',
  'GET /api/urgent/:id',
  'GET /api/admin/urgent',
  'GET /api/admin/urgent/:id',
] as const;
const failedResources = ['GET /api/admin/failed-videos', 'GET /api/admin/overview'] as const;
const screenResources = ['GET /api/my-players', 'GET /api/admin/players', 'GET /api/admin/overview'] as const;

const changedContents: Record<Extract<ServerMessage, { type: 'contentChanged' }>['what'], readonly ResourceKey[]> = {
  videos: [...videoResources, ...playlistResources],
  playlists: [...playlistResources, ...videoResources, 'GET /api/my-players', ...programmeResources],
  // Each group contains its number of rules.
  programme: [...programmeResources, ...screenResources, 'GET /api/screen-groups'],
  // A screen that joins or leaves a group follows other rules.
  groups: ['GET /api/screen-groups', 'GET /api/my-players', ...programmeResources],
  messages: messageResources,
  user: ['GET /api/user/me'],
  // The list of team members shows their last sign-in.
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
    ...failedResources,
  ],
};

/** Returns the resources that a message makes stale; none for messages that concern screens only. */
export function resourcesChangedBy(message: ServerMessage): readonly ResourceKey[] {
  switch (message.type) {
    case 'playlistAssigned':
    case 'playlistRemoved':
    case 'playerStatusChanged':
      return screenResources;
    case 'playlist_update':
      return playlistResources;
    case 'BREAKING_NEWS_UPDATE':
      return messageResources;
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
        // Each group contains its number of rooms.
        'GET /api/screen-groups',
      ];
    case 'urgentChanged':
    case 'urgentShown':
      return urgentResources;
    case 'displaySettingsUpdated':
      return ['GET /api/display-settings'];
    case 'categoryAccessChanged':
      // Contract/README 5.2: categories, the user's access, platform videos, playlists and assignments.
      return [
        'GET /api/admin/categories',
        'GET /api/user/category-access',
        'GET /api/platform-videos',
        ...playlistResources,
        'GET /api/videos/:videoId/assignments',
      ];
    case 'mediaProgress':
      return message.status === 'completed' || message.status === 'failed'
        ? [...videoResources, ...playlistResources, ...failedResources, 'GET /api/admin/categories/:id/videos']
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
  const keys = resourcesChangedBy(message);
  // All screens report a call or notice at the same moment.
  if (message.type === 'urgentShown' || message.type === 'callShown') invalidateSometimes(keys);
  else invalidate(...keys);
}

const receiptsEveryMs = 500;
const invalidateSometimes = createCoalescer((keys) => invalidate(...keys), receiptsEveryMs);

/** Writes progress into the loaded videos: it arrives several times a second, too often for a reload. */
function showProgress({
  videoId,
  isReplacement,
  status,
  progress,
  error,
}: Extract<ServerMessage, { type: 'mediaProgress' }>): void {
  // The outcome of a replacement is loaded instead.
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

/** Connects and disconnects the socket with the session. Called once at the start of the studio. */
export function startLiveUpdates(): void {
  startProgrammeRefresh();
  effect(() => {
    // Another account needs another subscription; a changed name of the same account does not.
    if (signedInId.value === undefined) {
      connection.value = 'off';
      return;
    }
    return connectLive({
      onMessage: receive,
      onStatus: (status) => {
        // The connection may be refused because the session has ended: ask the server.
        if (status === 'lost' && connection.peek() !== 'lost') void reloadUser();
        connection.value = status;
      },
      onSubscribed: (person) => {
        // No message reported the changes between earlier responses and the subscription.
        setSignedInUser(person);
        invalidateAll();
      },
    });
  });
}

/** Delay after a change of the programme, and minimum between two reloads: this computer's clock may differ from the server's. */
const clockMarginMs = 500;
const minIntervalMs = 10_000;
/** Maximum delay: much longer ones overflow a timer. */
const maxDelayMs = 86_400_000;

/** Reloads the list of screens, on every page, when the programme of one of them changes. */
function startProgrammeRefresh(): void {
  let reloadedAt = 0;
  effect(() => {
    if (signedInId.value === undefined) return undefined;
    const changeTimes = (readResource('GET /api/my-players') ?? []).flatMap(({ playsNow: { until } }) => until ?? []);
    if (changeTimes.length === 0) return undefined;
    const now = Date.now();
    const next = changeTimes.reduce((first, each) => Math.min(first, Date.parse(each)), Infinity) + clockMarginMs - now;
    const wait = Math.min(maxDelayMs, Math.max(next, reloadedAt + minIntervalMs - now, 0));
    const timer = setTimeout(() => {
      reloadedAt = Date.now();
      invalidate('GET /api/my-players');
    }, wait);
    return () => clearTimeout(timer);
  });
}
