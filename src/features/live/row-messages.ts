/**
 * Adds rows to the messages of studios, which then need not read their lists again (contract/changes): the presence of screens,
 * the usage of quotas, and for managers the rows of accounts and screens.
 */
import type { Publish, ServerMessage, Topic } from '../../contract/events.ts';
import type { MyPlayer } from '../../contract/players.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { PlayerStore, Screen } from '../players/store.ts';
import type { ScreenViews } from '../players/views.ts';

/** Maximum number of rows in a message; managers read a longer list again. */
const maxRows = 50;

export interface RowMessagesDeps {
  accounts: Pick<AccountStore, 'findCounts' | 'usage'>;
  players: Pick<PlayerStore, 'find' | 'list'>;
  screenViews: Pick<ScreenViews, 'forAdministrator' | 'forOwner' | 'presenceForAdministrator' | 'presenceOf'>;
  publish: Publish;
  /** True if anybody would receive a message to the topic. */
  isSubscribed(topic: Topic): boolean;
}

/** Changes of an account's contents that change the usage of its quotas, or its row in the managers' list. */
const changesUsage = ({ type, ...message }: ServerMessage): boolean =>
  type === 'radioSettingsUpdated' ||
  type === 'displaySettingsUpdated' ||
  (type === 'playerStatusChanged' && !('isPresence' in message)) ||
  (type === 'contentChanged' && 'what' in message && ['videos', 'playlists', 'messages'].includes(message.what));

/** Changes of an account's data that its screens' rows show. */
const changesScreens = ({ type, ...message }: ServerMessage): boolean =>
  type === 'contentChanged' && 'what' in message && ['playlists', 'programme', 'groups', 'user'].includes(message.what);

const isToDevices = (topic: Topic): boolean => topic.startsWith('player');
/** Members who may only see screens do not see activation codes; a code never changes. */
const withoutCode = ({ activationCode: _, ...row }: MyPlayer): Omit<MyPlayer, 'activationCode'> => row;

export function createRowMessages({ accounts, players, screenViews, publish, isSubscribed }: RowMessagesDeps) {
  function publishUsage(userId: number): void {
    if (!isSubscribed(`user:${userId}`) && !isSubscribed('managers')) return;
    const row = accounts.findCounts(userId);
    if (!row) return;
    if (isSubscribed(`user:${userId}`)) {
      const { storageUsed, videoCount, playlistCount, playerCount, messageCount } = accounts.usage(userId);
      const usage = { storageUsed, videoCount, playlistCount, playerCount, messageCount };
      publish(`user:${userId}`, { type: 'usageChanged', usage });
    }
    const patch = { of: 'GET /api/admin/users-with-counts', rows: [row] } as const;
    publish('managers', { type: 'adminChanged', what: 'users', patch });
  }

  function publishScreens(screens: readonly Screen[]): void {
    if (screens.length === 0) return;
    const patch = { of: 'GET /api/admin/players', rows: screens.map(screenViews.forAdministrator) } as const;
    publish('managers', { type: 'adminChanged', what: 'players', ...(screens.length <= maxRows ? { patch } : {}) });
  }

  return {
    /** Adds the screen's row to a message about its presence or playlist to studios. */
    withRow(topic: Topic, message: ServerMessage): ServerMessage {
      const isPresence = message.type === 'playerStatusChanged' && message.isPresence === true;
      if (!isPresence && message.type !== 'playlistAssigned' && message.type !== 'playlistRemoved') return message;
      if (isToDevices(topic) || !isSubscribed(topic)) return message;
      const screen = players.find(message.playerId);
      if (!screen) return message;
      if (topic === 'managers') {
        const row = isPresence ? screenViews.presenceForAdministrator(screen) : screenViews.forAdministrator(screen);
        return { ...message, patch: { of: 'GET /api/admin/players', rows: [row] } };
      }
      const row = isPresence ? screenViews.presenceOf(screen) : withoutCode(screenViews.forOwner(screen));
      return { ...message, patch: { of: 'GET /api/my-players', rows: [row] } };
    },

    /** Publishes what follows from a message to an account's studios. Must be called after the change is committed. */
    published(topic: Topic, message: ServerMessage): void {
      const userId = Number(/^user:(\d+)$/.exec(topic)?.[1]);
      if (!userId) return;
      if (changesUsage(message)) publishUsage(userId);
      if (!isSubscribed('managers')) return;
      if (message.type === 'playlistAssigned' || message.type === 'playlistRemoved') {
        const screen = players.find(message.playerId);
        if (screen) publishScreens([screen]);
      } else if (changesScreens(message)) publishScreens(players.list(userId));
    },
  };
}
