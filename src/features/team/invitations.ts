/** Accepts invitations to a team (contract/README 1.20). */
import { AppError } from '../../contract/errors.ts';
import type { InvitationInfo } from '../../contract/accounts/team.ts';
import { sha256Hex } from '../../platform/random.ts';
import { networkOf } from '../../platform/throttle.ts';
import type { InvitedMember } from './member-store.ts';
import { createTeamNotifier, type TeamDeps } from './notifier.ts';

const linkUnusable = () =>
  new AppError('not_found', 'Este convite já foi usado ou não vale mais. Peça outro link a quem convidou você.');
const emailTaken = () =>
  new AppError('conflict', 'Este email já entra no Antessala por outra conta. Peça um convite para outro email.');
const linkExpired = () => new AppError('not_found', 'Este convite venceu. Peça outro link a quem convidou você.');

export function createInvitations(deps: TeamDeps) {
  const { members, secondFactors, passwords, throttles, database, clock, sampledLog } = deps;
  const { publishChange, record, endSessions } = createTeamNotifier(deps);
  const throttle = throttles.action('invitation');

  /** Throws not_found for an unknown code (counted as a guess) or an expired one. */
  function findInvitedOrThrow(code: string, address: string): InvitedMember {
    const guess = { address: networkOf(address) };
    throttle.check(guess);
    const found = members.findByLink(sha256Hex(code));
    if (!found) {
      throttle.failed(guess);
      sampledLog.warn('code refused', { action: 'invitation', address });
      throw linkUnusable();
    }
    if (found.expiresAt <= clock.now()) throw linkExpired();
    return found;
  }

  /** Like `findInvitedOrThrow`. Also throws conflict if the e-mail has an account by now: only the invited person learns that. */
  function findAcceptableOrThrow(code: string, address: string): InvitedMember {
    const found = findInvitedOrThrow(code, address);
    if (found.status === 'invited' && members.isTaken(found.email)) throw emailTaken();
    return found;
  }

  return {
    find(code: string, address: string): InvitationInfo {
      const { clinic, name, email, role, expiresAt } = findInvitedOrThrow(code, address);
      return { clinic, name, email, role, expiresAt: new Date(expiresAt).toISOString() };
    },

    /**
     * Accepts the invitation and sets the password. The link becomes void, the member's sessions end, and the second factor
     * is removed: an owner's link also helps a member who has lost the phone. Returns the e-mail to sign in with.
     */
    async accept(
      { code, name, password }: { code: string; name: string; password: string },
      address: string,
    ): Promise<{ email: string }> {
      const { id, clinic, email } = findAcceptableOrThrow(code, address);
      deps.assertGoodPassword(password, { field: 'password', names: [name, email, clinic] });
      const hash = await passwords.hash(password, { address: networkOf(address) });
      return database.tx(() => {
        // The link may have been used, renewed or revoked while the password was being hashed.
        const current = findAcceptableOrThrow(code, address);
        if (current.id !== id) throw linkUnusable();
        members.join(id, name, hash);
        const { userId, email } = current;
        const person = { userId, id, name, email };
        const by = { userId, memberId: id, tokenId: null, name, address };
        record(by, current.status === 'invited' ? 'member.joined' : 'member.password_set', person);
        if (secondFactors.remove({ userId, memberId: id })) {
          record(by, 'member.second_factor_removed', person);
          publishChange(userId, 'user');
        }
        endSessions(id);
        publishChange(userId, 'team');
        database.afterCommit(() => sampledLog.info('member joined', { member: email, userId, address }));
        return { email };
      });
    },
  };
}
