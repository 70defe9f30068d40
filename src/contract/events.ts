/** Defines every WebSocket message in both directions (contract/README 11): JSON with a `type`. */
import * as z from 'zod';
import type { User, UserWithUsage } from './accounts/accounts.ts';
import type { Capability } from './accounts/capabilities.ts';
import { id } from './common.ts';
import type { CallReceipt } from './calls.ts';
import type { AccountsPatch, CallsPatch, ContentsPatch, ScreensPatch } from './changes/patches.ts';

export const clientMessage = z.discriminatedUnion('type', [
  /** Subscribes to the messages of the signed-in user, whom the cookie identifies. */
  z.object({ type: z.literal('subscribe_user') }),
  z.object({ type: z.literal('subscribe_playlist'), playlistId: id }),
  z.object({ type: z.literal('subscribe_player'), token: z.string().max(200) }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export type SessionEndReason = 'blocked' | 'removed';

export type ServerMessage =
  | { type: 'playlistAssigned'; playerId: number; playlist: { id: number; name: string }; patch?: ScreensPatch }
  | { type: 'playlistRemoved'; playerId: number; patch?: ScreensPatch }
  | { type: 'playlist_update'; playlistId: number }
  | { type: 'BREAKING_NEWS_UPDATE'; playlistId: number }
  | { type: 'radioSettingsUpdated' }
  | { type: 'categoryAccessChanged' }
  | { type: 'noticesUpdated' }
  /** The display settings of the receiver's screens changed. */
  | { type: 'displaySettingsUpdated' }
  /** The receiver's time zone changed. */
  | { type: 'timeZoneUpdated' }
  /** A patient is called: the screen fetches newer calls. */
  | { type: 'patientCalled'; callId: number }
  /** A screen showed a call; sent to the studios of the account. */
  | ({ type: 'callShown'; callId: number } & CallReceipt)
  /** With `patch`, calls or tickets changed; without it, rooms, services, settings or the call source. */
  | { type: 'callsChanged'; patch?: CallsPatch | undefined }
  /** The screen's rules changed. */
  | { type: 'programmeUpdated'; playerId: number }
  /** The screen shows its name for `limits.identifyMs` (contract/README 9.12). */
  | { type: 'identifyScreen'; playerId: number; name: string }
  /** The screen's page is to load again. Polls repeat this request (contract/README 9.15). */
  | { type: 'restartScreen'; playerId: number }
  /** An urgent notice began or was ended: screens fetch the running notices, studios fetch the list of all notices. */
  | { type: 'urgentChanged' }
  /** Screens showed an urgent notice; sent to the studios that may see it. */
  | {
      type: 'urgentShown';
      urgentId: number;
      /** `account`: sent to an account's studios, about its screens; `managers`: sent to managers, about all screens. */
      to: 'account' | 'managers';
      receipts: readonly { playerId: number; delayMs: number; hadSound: boolean }[];
      /** Number of target screens, and of those that showed the notice. */
      screens: { total: number; shown: number };
    }
  /**
   * A screen changed: its status, pairing or name. With `presence`, only what its heartbeats report changed:
   * - `changed`: the screen went online or offline
   * - `problem`: a problem of the screen began or ended
   * - `reported`: the screen reported another state, such as the next item
   */
  | {
      type: 'playerStatusChanged';
      playerId: number;
      presence?: 'changed' | 'problem' | 'reported';
      patch?: ScreensPatch;
    }
  | {
      type: 'mediaProgress';
      videoId: number;
      /** True if the new bytes replace those of an item that keeps playing. */
      isReplacement: boolean;
      status: 'pending' | 'processing' | 'completed' | 'failed';
      progress: number;
      error: string | null;
    }
  /** Contents that the receiver sees changed. `patch`: the changed rows, if they are known. */
  | { type: 'contentChanged'; what: 'videos'; patch?: ContentsPatch }
  /** Data of the receiver's account changed; `what` is their kind. `user`: the account itself, such as its quotas or profile. */
  | {
      type: 'contentChanged';
      what:
        | 'playlists'
        | 'programme'
        | 'groups'
        | 'messages'
        | 'user'
        | 'sessions'
        | 'team'
        | 'tokens'
        | 'clinic'
        | 'soundtracks'
        | 'imports';
    }
  /** The usage of the receiver's quotas changed. */
  | { type: 'usageChanged'; usage: Usage }
  /** For managers (role admin): a list of the administration changed. `patch`: the changed rows, if they are known. */
  | { type: 'adminChanged'; what: 'users'; patch?: AccountsPatch }
  | { type: 'adminChanged'; what: 'players'; patch?: ScreensPatch }
  | { type: 'adminChanged'; what: 'categories' | 'notices' | 'settings' | 'videos' }
  /** The receiver's session or token is no longer valid. `reason`: an administrator or owner blocked or removed the person. */
  | { type: 'sessionEnded'; reason?: SessionEndReason }
  /** Contains the same user as the response of `GET /api/user`. Changes of the user follow as messages. */
  | { type: 'subscribed'; to: 'user'; user: User; connectionId: string }
  | { type: 'subscribed'; to: 'playlist' | 'player' }
  | { type: 'subscriptionRefused'; to: 'user' | 'playlist' | 'player'; message: string }
  | { type: 'pong' };

/** Sizes in MB. */
type Usage = Pick<UserWithUsage, 'storageUsed' | 'videoCount' | 'playlistCount' | 'playerCount' | 'messageCount'>;

/** A published message as a studio receives it. */
export type PushedMessage = ServerMessage & {
  /** Number of the message on this connection, from 1. A gap means that a message was lost. */
  n?: number;
  /** True if a request of this studio caused the message. The response of that request contained the change. */
  isOwn?: true;
};

/**
 * Topics that messages are published to.
 * - `user:N`: the studios of an account
 * - `screens:N`: all screens of an account
 * - `player:N`: one screen
 * - `playlist:N`: subscribers of a playlist (its owner's studios, and the screens that play it)
 * - `managers`: every session with role admin
 * - `studios`: every session
 * - `screens`: every screen
 */
export type Topic =
  | `user:${number}`
  | `screens:${number}`
  | `player:${number}`
  | `playlist:${number}`
  | 'managers'
  | 'studios'
  | 'screens';

/** Message for people who lack the capability `needs`, instead of the published one. */
export interface Restriction {
  needs: Capability;
  otherwise: ServerMessage;
}

/** Publishes a message after the current transaction commits. Publishes nothing if the transaction is rolled back. */
export type Publish = (topic: Topic, message: ServerMessage, restriction?: Restriction) => void;
