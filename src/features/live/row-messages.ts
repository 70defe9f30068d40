/**
 * Adds rows to the messages of studios, which then need not read their lists again (contract/changes): the presence of screens,
 * the usage of quotas, and for managers the rows of accounts and screens.
 */
import type { Publish, ServerMessage, Topic } from '../../contract/events.ts';
import type { MyPlayer } from '../../contract/players.ts';
import type { Sockets } from '../../platform/http/sockets/sockets.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { PlayerStore, Screen } from '../players/store.ts';
import type { ScreenViews } from '../players/views.ts';

/** Maximum number of rows in a message; managers read a longer list again. */
const maxRows = 50;

export interface RowMessagesDeps {
  accounts: Pick<AccountStore, 'findCounts' | 'usage'>;
  players: Pick<PlayerStore, 'find' | 'list'>;
  screenViews: Pick<ScreenViews, 'forAdministrator' | 'forOwner' | 'presenceForAdministrator' | 'presenceOf'>;
  sockets: Pick<Sockets, 'publish' | 'isSubscribed'>;
}

/** Changes of an account's contents that change the usage of its quotas, or its row in the managers' list. */
const changesUsage = ({ type, ...message }: ServerMessage): boolean =>
  type === 'radioSettingsUpdated' ||
  type === 'displaySettingsUpdated' ||
  (type === 'playerStatusChanged' && !('presence' in message)) ||
  (type === 'contentChanged' && 'what' in message && ['videos', 'playlists', 'messages'].includes(message.what));

/** Changes of an account's data that its screens' rows show. */
const changesScreens = ({ type, ...message }: ServerMessage): boolean =>
  type === 'contentChanged' && 'what' in message && ['playlists', 'programme', 'groups', 'user'].includes(message.what);

const isToDevices = (topic: Topic): boolean => topic.startsWith('player');
/** Returns the row as members see it who may only view screens. */
function withoutCode(screen: MyPlayer): Omit<MyPlayer, 'activationCode'> {
  const { activationCode: _code, ...row } = screen;
  return row;
}

export function createRowMessages({ accounts, players, screenViews, sockets }: RowMessagesDeps) {
  const isSubscribed = (topic: Topic) => sockets.isSubscribed(topic);
  const publish: Publish = (topic, message) => sockets.publish(topic, message);

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
      const isPresence = message.type === 'playerStatusChanged' && message.presence !== undefined;
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
