/** Dependencies of the account services. */
import type { Publish } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SampledLog } from '../../platform/log.ts';
import type { Mail } from '../../platform/mail.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Throttles } from '../../platform/throttle.ts';
import type { Webhook } from '../../platform/webhook.ts';
import type { Audit } from '../audit/audit.ts';
import type { CategoryStore } from '../categories/store.ts';
import type { PlayerStore } from '../players/store.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { MemberStore } from '../team/member-store.ts';
import type { ApiTokenStore } from '../team/token-store.ts';
import type { AccountRemoval } from './administration/removal.ts';
import type { QuotaStore } from './administration/quota-store.ts';
import type { TimeZoneStore } from './own/time-zone-store.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { PersonKey, PersonStore } from './people/person-store.ts';
import type { KnownDeviceStore } from './sign-in/known-device-store.ts';
import type { SecondFactorStore } from './sign-in/second-factor-store.ts';
import type { SessionStore } from './sign-in/session-store.ts';
import type { AccountStore } from './store.ts';

export interface AccountDeps {
  accounts: AccountStore;
  people: PersonStore;
  quotas: QuotaStore;
  chosenZones: TimeZoneStore;
  sessions: SessionStore;
  knownDevices: KnownDeviceStore;
  secondFactors: SecondFactorStore;
  passwords: Passwords;
  settings: SettingsStore;
  members: Pick<MemberStore, 'clearLinksOf' | 'list' | 'accountOf' | 'findOrThrow'>;
  apiTokens: Pick<ApiTokenStore, 'removeAllOf'>;
  playlists: Pick<PlaylistStore, 'idsOf' | 'invalidate'>;
  players: Pick<PlayerStore, 'pairedOwners'>;
  categories: Pick<CategoryStore, 'userIds'>;
  accountRemoval: Pick<AccountRemoval, 'hide' | 'run'>;
  /** Marks the account's screens as offline at once. */
  setAllScreensOffline(userId: number): void;
  /** Closes the sockets of a session. `sessionHash`: SHA-256 of its token. */
  closeSessionSockets(sessionHash: string): void;
  /** Closes the sockets of the person's other sessions. `ownHash`: SHA-256 of the token of the session that remains. */
  closeOtherSockets(person: PersonKey, ownHash: string): void;
  /** Closes the sockets of a session, so that the pages reconnect with its new token. */
  reopenSockets(sessionHash: string): void;
  throttles: Throttles;
  mail: Pick<Mail, 'send' | 'isConfigured'>;
  webhook: Pick<Webhook, 'send'>;
  publicUrl: string | undefined;
  audit: Pick<Audit, 'record' | 'countRefusal'>;
  /** Log of sign-ins, refusals and changes of accounts. */
  sampledLog: SampledLog;
  publish: Publish;
  database: Database;
  clock: Clock;
}
