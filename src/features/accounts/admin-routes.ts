/** The administration of accounts: approve, block, reset, quotas, profile, delete (DESIGN section 3, Profiles). */
import type { Handlers } from '../../contract/api.ts';
import type { Quotas } from '../../contract/accounts.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import type { MediaStore } from '../media/store.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import { approvalLetter } from './emails.ts';
import type { Passwords } from './passwords.ts';
import type { QuotaStore } from './quota-store.ts';
import { assertMayLose, assertMayTouch } from './rules.ts';
import type { SessionStore } from './session-store.ts';
import type { Account, AccountStore } from './store.ts';

type AccountAdminKeys =
  | 'GET /api/admin/users'
  | 'GET /api/admin/users-with-counts'
  | 'POST /api/admin/users/:id/approve'
  | 'POST /api/admin/users/:id/block'
  | 'POST /api/admin/users/:id/reset-password'
  | 'GET /api/admin/users/:id/quotas'
  | 'PUT /api/admin/users/:id/quotas'
  | 'PATCH /api/admin/users/:id/profile'
  | 'DELETE /api/admin/users/:id';

export interface AccountAdminRoutesDeps {
  accounts: AccountStore;
  quotas: QuotaStore;
  sessions: SessionStore;
  passwords: Passwords;
  playlists: Pick<PlaylistStore, 'idsOf' | 'changed'>;
  media: Pick<MediaStore, 'files' | 'releaseUnused'>;
  /** Ends work on contents that are gone. */
  cancelGone(): void;
  /** Screens that can't play are offline at once. */
  forgetHeartbeats(userId: number): void;
  mail: Pick<Mail, 'send'>;
  publicUrl: string | undefined;
  publish: Publish;
  database: Database;
}

export function accountAdminRoutes(deps: AccountAdminRoutesDeps): Handlers<AccountAdminKeys> {
  const { accounts, quotas, sessions, passwords, playlists, media, mail, publicUrl, publish, database } = deps;

  /** Throws not_found, or forbidden when a gestor reaches for a gestor or administrator, or the actor's own rights ended meanwhile. */
  function findTouchable(actor: UserActor, id: number): Account {
    const self = accounts.find(actor.userId);
    if (self?.status !== 'approved' || self.role !== 'admin') throw new AppError('forbidden');
    const account = accounts.findOrThrow(id);
    assertMayTouch(actor, account);
    return account;
  }

  function announce(userId: number): void {
    publish('managers', { type: 'adminChanged', what: 'users' });
    publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
  }

  /** The message also closes the sockets that hear it. */
  function endSessions(userId: number): void {
    sessions.endAllOf(userId);
    publish(`user:${userId}`, { type: 'sessionEnded' });
  }

  function endSessionsAndScreens(userId: number): void {
    endSessions(userId);
    publish(`screens:${userId}`, { type: 'sessionEnded' });
    database.afterCommit(() => deps.forgetHeartbeats(userId));
  }

  const approvedAdministrators = () => accounts.administratorEmails().length;
  const answer = (message: string, { id, username }: Account) => ({ message, user: { id, username } });

  return {
    'GET /api/admin/users': () => accounts.list(),

    'GET /api/admin/users-with-counts': () => accounts.listWithCounts(),

    'POST /api/admin/users/:id/approve': ({ user, params }) =>
      database.tx(() => {
        const account = findTouchable(user, params.id);
        if (account.status !== 'approved') {
          accounts.setStatus(account.id, 'approved');
          announce(account.id);
        }
        if (account.status === 'pending') {
          const { subject, text } = approvalLetter(account, publicUrl);
          database.afterCommit(() => mail.send(account.email, subject, text));
        }
        return answer('Usuário aprovado', account);
      }),

    'POST /api/admin/users/:id/block': ({ user, params }) =>
      database.tx(() => {
        const account = findTouchable(user, params.id);
        assertMayLose(user, account, 'block', approvedAdministrators());
        accounts.setStatus(account.id, 'blocked');
        announce(account.id);
        endSessionsAndScreens(account.id);
        return answer('Usuário bloqueado', account);
      }),

    'POST /api/admin/users/:id/reset-password': async ({ user, params, body }) => {
      findTouchable(user, params.id);
      const password = await passwords.hash(body.newPassword);
      return database.tx(() => {
        const account = findTouchable(user, params.id);
        accounts.setPassword(account.id, password);
        endSessions(account.id);
        return answer('Senha resetada com sucesso', account);
      });
    },

    'GET /api/admin/users/:id/quotas': ({ params }) => quotas.findOrThrow(params.id),

    'PUT /api/admin/users/:id/quotas': ({ user, params, body }) =>
      database.tx(() => {
        const { id } = findTouchable(user, params.id);
        const before = quotas.findOrThrow(id);
        const after = quotas.change(id, body);
        announce(id);
        announceFlags(id, before, after);
        return after;
      }),

    'PATCH /api/admin/users/:id/profile': ({ user, params, body }) =>
      database.tx(() => {
        const account = findTouchable(user, params.id);
        if (account.role !== body.role || account.userType !== body.userType) {
          assertMayLose(user, account, 'demote', approvedAdministrators());
          accounts.setProfile(account.id, body);
          // Role admin plays platform items of every category.
          playlists.changed(playlists.idsOf(account.id));
          announce(account.id);
          // What a session's sockets may hear was decided when they were opened.
          endSessions(account.id);
        }
        return answer('Perfil atualizado', account);
      }),

    'DELETE /api/admin/users/:id': ({ user, params }) => {
      database.tx(() => {
        const account = findTouchable(user, params.id);
        assertMayLose(user, account, 'delete', approvedAdministrators());
        playlists.changed(playlists.idsOf(account.id));
        endSessionsAndScreens(account.id);
        accounts.remove(account.id);
        media.files.dropUnused();
        for (const what of ['users', 'players', 'categories', 'notices', 'videos'] as const)
          publish('managers', { type: 'adminChanged', what });
      });
      // Uploads that had no item yet.
      media.releaseUnused();
      deps.cancelGone();
    },
  };

  /** Screens learn at once of messages and radio that are no longer, or again, theirs. */
  function announceFlags(userId: number, before: Quotas, after: Quotas): void {
    if (before.canAccessBreakingNews !== after.canAccessBreakingNews) {
      for (const playlistId of playlists.idsOf(userId))
        publish(`playlist:${playlistId}`, { type: 'BREAKING_NEWS_UPDATE', playlistId });
    }
    if (before.canAccessRadio !== after.canAccessRadio) publish(`screens:${userId}`, { type: 'radioSettingsUpdated' });
  }
}
