/** Lets managers change accounts. Each change and its events are one transaction (contract/README 1.2 and 1.3). */
import type { Quotas, Revoked } from '../../../contract/accounts/accounts.ts';
import type { ClinicMember } from '../../../contract/accounts/team.ts';
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import type { SessionEndReason } from '../../../contract/events.ts';
import { AppError, notFound } from '../../../contract/errors.ts';
import { sha256Hex } from '../../../platform/random.ts';
import type { AccountDeps } from '../deps.ts';
import { approvalEmail } from '../emails.ts';
import { chooseZone } from '../own/time-zone.ts';
import { assertGoodPassword } from '../passwords/rules.ts';
import { ownerOf } from '../people/person-store.ts';
import { createSecondFactorService } from '../sign-in/second-factor.ts';
import type { Account } from '../store.ts';
import type { QuotaPatch } from './quota-store.ts';
import { createRevocation } from './revocation.ts';
import {
  assertMayRestrict,
  assertMayChange,
  isAdministrator,
  type Profile,
  profileNames,
  quotaChanges,
  targetOf,
} from './rules.ts';

/** Maximum time that a manager waits while a deleted account's rows are deleted. */
const maxRemovalWaitMs = 5_000;

function assertGoodPasswordFor(account: Account, password: string): void {
  const names = [account.username, account.email];
  assertGoodPassword(password, { field: 'newPassword', isAdministrator: isAdministrator(account), names });
}

/**
 * All functions throw not_found, and forbidden when a gestor changes a gestor or administrator, or when the actor is no
 * longer a manager. `block`, `changeProfile` and `remove` throw conflict for the actor's own account and the last administrator.
 */
export function createAccountAdminService(deps: AccountDeps) {
  const { audit, accounts, members, playlists, mail, publicUrl, publish, database } = deps;
  const { findManageableOrThrow, log, endSessions, endSessionsAndScreens, publishChange } = createChangeEffects(deps);
  const factors = createSecondFactorService(deps);
  const approvedAdministrators = () => accounts.administratorEmails().length;
  return {
    /** Approves or unblocks the account. A pending account gets an e-mail. */
    approve(actor: UserActor, id: number, by: Author): Account {
      return database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        if (account.status !== 'approved') {
          accounts.setStatus(id, 'approved');
          audit.record(by, account.status === 'pending' ? 'account.approved' : 'account.unblocked', targetOf(account));
          publishChange(id);
        }
        if (account.status === 'pending') {
          const { subject, text } = approvalEmail(account, publicUrl);
          database.afterCommit(() => mail.send(account.email, subject, text));
        }
        return account;
      });
    },

    block(actor: UserActor, id: number, by: Author): Account {
      return database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        assertMayRestrict(actor, account, 'block', approvedAdministrators());
        accounts.setStatus(id, 'blocked');
        if (account.status !== 'blocked')
          audit.record(by, account.status === 'pending' ? 'account.rejected' : 'account.blocked', targetOf(account));
        publishChange(id);
        endSessionsAndScreens(id, 'blocked');
        log('account blocked', account, actor, by);
        return account;
      });
    },

    resetPassword: createPasswordReset(deps),

    ...createQuotaChanges(deps),

    /** Removes the second factor of an account's owner. Throws conflict for the actor's own, whose removal requires a code. */
    removeSecondFactor(actor: UserActor, id: number, by: Author): void {
      if (id === actor.userId)
        throw new AppError('conflict', 'A própria verificação em duas etapas você desliga em Minha conta.');
      database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        if (factors.remove(ownerOf(account), by)) log('second step removed', account, actor, by);
      });
    },

    membersOf: ({ id }: Account): ClinicMember[] =>
      members.list(id).map((each) => ({ ...each, hasSecondFactor: factors.has({ userId: id, memberId: each.id }) })),

    removeMemberSecondFactor(actor: UserActor, memberId: number, by: Author): void {
      database.tx(() => {
        const userId = members.accountOf(memberId);
        if (userId === undefined) throw notFound('member');
        const account = findManageableOrThrow(actor, userId);
        const { name, email } = members.findOrThrow(userId, memberId);
        if (!factors.remove({ userId, memberId, name: name ?? email }, by)) return;
        publish(`user:${userId}`, { type: 'contentChanged', what: 'team' });
        log('second step removed', account, actor, by, { member: email });
      });
    },

    ...createSecondFactorRequirement(deps),

    /** Throws invalid_input for an unknown zone. */
    chooseTimeZone: (actor: UserActor, id: number, zone: string, by: Author): void =>
      database.tx(() => chooseZone(deps, findManageableOrThrow(actor, id), zone, by)),

    changeProfile(actor: UserActor, id: number, profile: Profile, by: Author): Account {
      return database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        if (account.role === profile.role && account.userType === profile.userType) return account;
        assertMayRestrict(actor, account, 'demote', approvedAdministrators());
        accounts.setProfile(id, profile);
        // Only the hash of the password is known here. The next sign-in checks whether the password is long enough.
        if (isAdministrator(profile)) deps.settings.savePromotion(id, sha256Hex(account.password));
        audit.record(by, 'account.profile_changed', targetOf(account), {
          changes: { Perfil: [profileNames[account.userType], profileNames[profile.userType]] },
        });
        // Screens of managers play platform contents of every category.
        playlists.invalidate(playlists.idsOf(id));
        publishChange(id);
        // End the sessions: their sockets keep subscriptions that only the previous profile allowed.
        endSessions(id);
        log('profile changed', account, actor, by, { before: account.userType, after: profile.userType });
        return account;
      });
    },

    /** Deletes the account with all that it owns. Resolves when its rows are deleted, or after 5 s: the rest is invisible. */
    async remove(actor: UserActor, id: number, by: Author): Promise<void> {
      database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        assertMayRestrict(actor, account, 'delete', approvedAdministrators());
        playlists.invalidate(playlists.idsOf(id));
        endSessionsAndScreens(id, 'removed');
        audit.record(by, 'account.deleted', targetOf(account));
        deps.settings.requireSecondFactorOf(id, false);
        deps.settings.deletePromotion(id);
        deps.accountRemoval.hide(id);
        log('account deleted', account, actor, by);
        for (const what of ['users', 'players', 'categories', 'notices', 'videos'] as const)
          publish('managers', { type: 'adminChanged', what });
      });
      await Promise.race([
        deps.accountRemoval.run(),
        new Promise<void>((resolve) => void deps.clock.after(maxRemovalWaitMs, resolve)),
      ]);
    },
  };
}

/** Creates the function that sets another account's password. */
function createPasswordReset(deps: AccountDeps) {
  const { audit, accounts, passwords, database } = deps;
  const { findManageableOrThrow, log, endSessions } = createChangeEffects(deps);
  const revoke = createRevocation(deps);

  /**
   * Sets the password, ends the sessions, and revokes API tokens and invitations, which somebody who knew the old password
   * may have created. Throws conflict for the actor's own account, which requires the current password (contract/README 1.13).
   */
  return async function resetPassword(
    actor: UserActor,
    id: number,
    newPassword: string,
    by: Author,
  ): Promise<{ account: Account; revoked: Revoked }> {
    const target = findManageableOrThrow(actor, id);
    if (id === actor.userId)
      throw new AppError('conflict', 'A própria senha você muda em Minha conta, com a senha atual.');
    assertGoodPasswordFor(target, newPassword);
    const hash = await passwords.hash(newPassword);
    return database.tx(() => {
      const account = findManageableOrThrow(actor, id);
      assertGoodPasswordFor(account, newPassword);
      accounts.setPassword(id, hash);
      audit.record(by, 'account.password_set', targetOf(account));
      const revoked = revoke(account, by);
      endSessions(id);
      log('password set', account, actor, by);
      return { account, revoked };
    });
  };
}

function createQuotaChanges(deps: AccountDeps) {
  const { quotas, audit, database } = deps;
  const { findManageableOrThrow, publishChange, publishFlags } = createChangeEffects(deps);
  return {
    changeQuotas(actor: UserActor, id: number, patch: QuotaPatch, by: Author): Quotas {
      return database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        const before = quotas.findOrThrow(id);
        const after = quotas.change(id, patch);
        const changes = quotaChanges(before, after);
        if (Object.keys(changes).length > 0) audit.record(by, 'account.quotas_changed', targetOf(account), { changes });
        if (after.maxStorageGb > before.maxStorageGb || after.maxVideos > before.maxVideos)
          quotas.closeSpaceRequest(id, true);
        publishChange(id);
        publishFlags(id, before, after);
        return after;
      });
    },

    dismissSpaceRequest(actor: UserActor, id: number, by: Author): void {
      database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        quotas.closeSpaceRequest(id, false);
        audit.record(by, 'account.space_dismissed', targetOf(account));
        publishChange(id);
      });
    },
  };
}

/** Creates the function with which a manager decides whether everybody in an account needs a second factor. */
function createSecondFactorRequirement(deps: AccountDeps) {
  const { settings, secondFactors, audit, database } = deps;
  const { findManageableOrThrow, log, endSessions, publishChange } = createChangeEffects(deps);
  return {
    /** Ends the account's sessions if a person in it lacks a required second factor: the next sign-in asks for the setup. */
    requireSecondFactor(actor: UserActor, id: number, isRequired: boolean, by: Author): void {
      database.tx(() => {
        const account = findManageableOrThrow(actor, id);
        if (settings.isSecondFactorRequiredOf(id) === isRequired) return;
        if (isRequired && id === actor.userId && !secondFactors.find({ userId: id, memberId: null }))
          throw new AppError('conflict', 'Ligue primeiro a verificação em duas etapas em Minha conta.');
        settings.requireSecondFactorOf(id, isRequired);
        const action = isRequired ? 'account.second_factor_required' : 'account.second_factor_optional';
        audit.record(by, action, targetOf(account));
        log(isRequired ? 'second step required' : 'second step optional', account, actor, by);
        publishChange(id);
        if (isRequired && secondFactors.isMissingIn(id)) endSessions(id);
      });
    },
  };
}

/** Returns functions for checks and effects that all changes of an account share. Call them in the transaction of the change. */
function createChangeEffects({
  accounts,
  sessions,
  playlists,
  setAllScreensOffline,
  publish,
  database,
  sampledLog,
}: AccountDeps) {
  /** Ends the account's sessions. The event also closes the sockets that receive it. */
  function endSessions(userId: number, reason?: SessionEndReason): void {
    // Sessions of a deleted account are void already, and are deleted with its other rows.
    if (reason !== 'removed') sessions.endAllOf(userId);
    publish(`user:${userId}`, { type: 'sessionEnded', ...(reason && { reason }) });
  }

  return {
    /** Returns the account. Throws not_found, and forbidden if the actor may not change the account or is no longer a manager. */
    findManageableOrThrow(actor: UserActor, id: number): Account {
      const self = accounts.find(actor.userId);
      if (self?.status !== 'approved' || self.role !== 'admin') throw new AppError('forbidden');
      const account = accounts.findOrThrow(id);
      assertMayChange(actor, account);
      return account;
    },

    /** Logs the change once it is committed. */
    log: (
      message: string,
      account: Account,
      actor: UserActor,
      by: Author,
      fields: Record<string, unknown> = {},
    ): void =>
      database.afterCommit(() =>
        sampledLog.info(message, { account: account.email, by: actor.email, address: by.address, ...fields }),
      ),

    endSessions,

    endSessionsAndScreens(userId: number, reason: SessionEndReason): void {
      endSessions(userId, reason);
      publish(`screens:${userId}`, { type: 'sessionEnded' });
      database.afterCommit(() => setAllScreensOffline(userId));
    },

    publishChange(userId: number): void {
      publish('managers', { type: 'adminChanged', what: 'users' });
      publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
    },

    /** Notifies screens when the account gains or loses messages or radio. */
    publishFlags(userId: number, before: Quotas, after: Quotas): void {
      if (before.canAccessBreakingNews !== after.canAccessBreakingNews) {
        for (const playlistId of playlists.idsOf(userId))
          publish(`playlist:${playlistId}`, { type: 'BREAKING_NEWS_UPDATE', playlistId });
      }
      if (before.canAccessRadio !== after.canAccessRadio)
        publish(`screens:${userId}`, { type: 'radioSettingsUpdated' });
    },
  };
}
