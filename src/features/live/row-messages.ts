/**
 * Adds changed rows of lists to the messages for studios, so that studios need not read the lists again (contract/changes).
 * Owners get rows of their screens and the usage of their quotas, managers rows of all screens and accounts.
 */
import type { Publish, ServerMessage, Topic } from '../../contract/events.ts';
import type { MyPlayer } from '../../contract/players.ts';
import type { Sockets } from '../../platform/http/sockets/sockets.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { PlayerStore, Screen } from '../players/store.ts';
import type { ScreenViews } from '../players/views.ts';

/** Maximum number of rows in a message, and of messages with rows in one turn of the event loop. Beyond it studios read their lists again. */
const maxRows = 50;

export interface RowMessagesDeps {
  accounts: Pick<AccountStore, 'findCounts' | 'mayManage' | 'usage'>;
  players: Pick<PlayerStore, 'find' | 'pagesOf'>;
  screenViews: Pick<ScreenViews, 'forAdministrator' | 'forOwner' | 'presenceForAdministrator' | 'presenceOf'>;
  sockets: Pick<Sockets, 'publish' | 'isSubscribed'>;
}

/** True if the change that the message reports to an account may affect the account's usage or its row in the managers' list. */
const mayAffectUsage = ({ type, ...message }: ServerMessage): boolean =>
  type === 'radioSettingsUpdated' ||
  type === 'displaySettingsUpdated' ||
  (type === 'playerStatusChanged' && !('presence' in message)) ||
  (type === 'contentChanged' &&
    'what' in message &&
    ['videos', 'soundtracks', 'playlists', 'messages'].includes(message.what));

/** True if the change that the message reports to an account may affect the rows of the account's screens. */
const mayAffectScreens = ({ type, ...message }: ServerMessage): boolean =>
  type === 'contentChanged' && 'what' in message && ['playlists', 'programme', 'groups', 'user'].includes(message.what);

/** Returns the account whose studios are subscribed to the topic; undefined for topics that are not of one account. */
function accountOf(topic: Topic): number | undefined {
  const id = /^user:(\d+)$/.exec(topic)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns the row without the activation code, which members who may only view screens do not see. */
function withoutCode(screen: MyPlayer): Omit<MyPlayer, 'activationCode'> {
  const { activationCode: _code, ...row } = screen;
  return row;
}

export function createRowMessages({ accounts, players, screenViews, sockets }: RowMessagesDeps) {
  const isSubscribed = (topic: Topic) => sockets.isSubscribed(topic);
  const publish: Publish = (topic, message) => sockets.publish(topic, message);

  let messagesInTurn = 0;
  /**
   * Counts a message with rows. Returns false if this turn of the event loop already had `maxRows` of them, for example because
   * many screens go offline at the same moment.
   */
  function takeMessageOfTurn(): boolean {
    if (messagesInTurn === 0) setImmediate(() => (messagesInTurn = 0));
    messagesInTurn += 1;
    return messagesInTurn <= maxRows;
  }

  function publishUsage(userId: number): void {
    if (isSubscribed(`user:${userId}`)) {
      const { storageUsed, videoCount, playlistCount, playerCount, messageCount } = accounts.usage(userId);
      const usage = { storageUsed, videoCount, playlistCount, playerCount, messageCount };
      publish(`user:${userId}`, { type: 'usageChanged', usage });
    }
    const row = isSubscribed('managers') && accounts.findCounts(userId);
    if (!row) return;
    const patch = { of: 'GET /api/admin/users-with-counts', rows: [row] } as const;
    publish('managers', { type: 'adminChanged', what: 'users', patch });
  }

  function publishScreens(screens: readonly Screen[]): void {
    if (screens.length === 0) return;
    if (screens.length > maxRows || !takeMessageOfTurn())
      return publish('managers', { type: 'adminChanged', what: 'players' });
    const patch = { of: 'GET /api/admin/players', rows: screens.map(screenViews.forAdministrator) } as const;
    publish('managers', { type: 'adminChanged', what: 'players', patch });
  }

  /** Returns an account's screens, at most one more than a message may contain: enough to see that they do not fit. */
  function firstScreens(userId: number): readonly Screen[] {
    for (const screens of players.pagesOf(userId, maxRows + 1)) return screens;
    return [];
  }

  return {
    /**
     * Adds the screen's row to a message to studios about a screen's presence or playlist. Removes a content's row from a message
     * to an account that may not read contents.
     */
    withRow(topic: Topic, message: ServerMessage): ServerMessage {
      const account = accountOf(topic);
      if ((account === undefined && topic !== 'managers') || !isSubscribed(topic)) return message;
      if (message.type === 'contentChanged' && message.what === 'videos' && account !== undefined)
        return accounts.mayManage(account) ? message : { type: 'contentChanged', what: 'videos' };
      const isPresence = message.type === 'playerStatusChanged' && message.presence !== undefined;
      if (!isPresence && message.type !== 'playlistAssigned' && message.type !== 'playlistRemoved') return message;
      if (!takeMessageOfTurn()) return message;
      const screen = players.find(message.playerId);
      if (!screen) return message;
      if (topic === 'managers') {
        const row = isPresence ? screenViews.presenceForAdministrator(screen) : screenViews.forAdministrator(screen);
        return { ...message, patch: { of: 'GET /api/admin/players', rows: [row] } };
      }
      const row = isPresence ? screenViews.presenceOf(screen) : withoutCode(screenViews.forOwner(screen));
      return { ...message, patch: { of: 'GET /api/my-players', rows: [row] } };
    },

    /** Publishes the account's usage and the managers' rows if the message may affect them. Must be called after the commit. */
    publishRowsAfter(topic: Topic, message: ServerMessage): void {
      const userId = accountOf(topic);
      if (userId === undefined) return;
      if (mayAffectUsage(message)) publishUsage(userId);
      if (!isSubscribed('managers')) return;
      if (message.type === 'playlistAssigned' || message.type === 'playlistRemoved') {
        const screen = players.find(message.playerId);
        if (screen) publishScreens([screen]);
      } else if (mayAffectScreens(message)) publishScreens(firstScreens(userId));
    },
  };
}
