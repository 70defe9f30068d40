/** Owners manage their team: they invite, change and remove members (contract/README 1.19). */
import { type MemberRole, roleNames } from '../../contract/accounts/capabilities.ts';
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Invitation, Member } from '../../contract/accounts/team.ts';
import type { Clock } from '../../platform/clock.ts';
import { generateToken, sha256Hex } from '../../platform/random.ts';
import { invitationEmail, unusableInvitationEmail } from './emails.ts';
import { createTeamNotifier, type TeamDeps } from './notifier.ts';

const conflict = (sentence: string, field?: string) =>
  new AppError('conflict', sentence, field ? { fields: { [field]: sentence } } : {});
const dayMs = 86_400_000;

/** Limits invitation links, so that nobody can send mass mail with this server or try many e-mail addresses. */
function createLinkLimit(clock: Clock) {
  /** Monotonic milliseconds of the last links, by account. */
  const linkTimes = new Map<number, number[]>();

  /** Counts a link. Throws too_many_requests when the account has reached its limit for 24 hours. */
  return function countLink(userId: number): void {
    const recent = (linkTimes.get(userId) ?? []).filter((at) => clock.monotonic() - at < dayMs);
    const [first] = recent;
    if (first !== undefined && recent.length >= limits.invitationsPerDay)
      throw new AppError('too_many_requests', `Uma equipe faz até ${limits.invitationsPerDay} convites por dia.`, {
        retryAfterS: Math.ceil((first + dayMs - clock.monotonic()) / 1000),
      });
    linkTimes.set(userId, [...recent, clock.monotonic()]);
  };
}

export function createTeamService(deps: TeamDeps) {
  const { members, mail, publicUrl, database, clock } = deps;
  const { publishChange, record, log, endSessions, deleteTokensOf } = createTeamNotifier(deps);
  const countLink = createLinkLimit(clock);

  /** Creates a link and mails it if possible. The previous link becomes void. Throws too_many_requests. Needs a transaction. */
  function createLink(actor: UserActor, id: number): Invitation {
    countLink(actor.userId);
    const code = generateToken();
    const expiresAt = clock.now() + limits.invitationMs;
    members.setLink(id, sha256Hex(code), expiresAt);
    const member = members.findOrThrow(actor.userId, id);
    // Without a mail server the text would be logged, and readers of the log could use the link.
    const isMailed = mail.isConfigured && publicUrl !== undefined;
    if (isMailed) {
      const clinic = { clinic: actor.username, role: member.role };
      const isUnusable = member.status === 'invited' && members.isTaken(member.email);
      const { subject, text } = isUnusable ? unusableInvitationEmail(clinic) : invitationEmail(clinic, code, publicUrl);
      database.afterCommit(() => mail.send(member.email, subject, text));
    }
    publishChange(actor.userId, 'team');
    return { member, code, expiresAt: new Date(expiresAt).toISOString(), isMailed };
  }

  return {
    /**
     * Invites a person. The result is the same if the e-mail has an account elsewhere: only the person learns that, by mail or at
     * the acceptance. Throws conflict for an e-mail of this team, quota_exceeded when the team is full, too_many_requests.
     */
    invite(actor: UserActor, { email, role }: { email: string; role: MemberRole }, by: Author): Invitation {
      return database.tx(() => {
        const status = email === actor.email ? 'active' : members.statusInTeam(actor.userId, email);
        if (status === 'invited')
          throw conflict('Esta pessoa já está convidada. Mande a ela outro link, no menu ao lado do nome.', 'email');
        if (status) throw conflict('Este email já entra nesta conta. Use outro.', 'email');
        if (members.count(actor.userId) >= limits.membersPerAccount)
          throw new AppError('quota_exceeded', `Uma equipe tem até ${limits.membersPerAccount} pessoas.`);
        const id = members.create(actor.userId, email, role);
        record(by, 'member.invited', { userId: actor.userId, id, name: null, email }, { other: roleNames[role] });
        log('member invited', actor, by, { member: email, role });
        return createLink(actor, id);
      });
    },

    /**
     * Creates a link for a member who lost the previous one or forgot the password. Throws not_found, conflict for a blocked
     * member or the actor, too_many_requests.
     */
    inviteAgain(actor: UserActor, id: number, by: Author): Invitation {
      return database.tx(() => {
        const member = members.findOrThrow(actor.userId, id);
        // A link sets a password without the current one: anybody at an unattended browser could use it.
        if (actor.member?.id === id)
          throw conflict('A própria senha você troca em Minha conta. Um link novo só outro proprietário manda.');
        if (member.status === 'blocked')
          throw conflict('Esta pessoa está bloqueada. Desbloqueie antes de mandar um link.');
        record(by, 'member.invited_again', { userId: actor.userId, ...member });
        log('member invited again', actor, by, { member: member.email });
        return createLink(actor, id);
      });
    },

    /**
     * Changes role or status. A block ends the member's sessions and link; a block, or a role other than owner, also deletes the
     * member's API tokens. Throws not_found, and conflict for the actor or for a new status of a member who has not joined.
     */
    change(
      actor: UserActor,
      id: number,
      { role, status }: { role?: MemberRole; status?: 'active' | 'blocked' },
      by: Author,
    ): Member {
      return database.tx(() => {
        const member = members.findOrThrow(actor.userId, id);
        if (actor.member?.id === id) throw conflict('O próprio papel e acesso só outro proprietário muda.');
        if (status && member.status === 'invited')
          throw conflict('Esta pessoa ainda não aceitou o convite. Para desistir dele, remova-a da equipe.');
        const person = { userId: actor.userId, ...member };
        if (role && role !== member.role) {
          members.setRole(id, role);
          record(by, 'member.role_changed', person, { changes: { Papel: [roleNames[member.role], roleNames[role]] } });
        }
        if (status && status !== member.status) {
          members.setStatus(id, status);
          record(by, status === 'blocked' ? 'member.blocked' : 'member.unblocked', person);
        }
        if (status === 'blocked') {
          members.clearLink(id);
          endSessions(id, 'blocked');
        }
        if (status === 'blocked' || (role && role !== 'owner')) deleteTokensOf(actor, id, by);
        log('member changed', actor, by, { member: member.email, role, status });
        publishChange(actor.userId, 'team');
        // The member's studio shows other pages with another role.
        if (role) publishChange(actor.userId, 'user');
        return members.findOrThrow(actor.userId, id);
      });
    },

    /** Removes a member with its sessions and API tokens. Throws not_found, conflict for the actor. */
    remove(actor: UserActor, id: number, by: Author): void {
      database.tx(() => {
        const member = members.findOrThrow(actor.userId, id);
        if (actor.member?.id === id) throw conflict('Da própria equipe só outro proprietário tira você.');
        endSessions(id, 'removed');
        deleteTokensOf(actor, id, by);
        record(by, 'member.removed', { userId: actor.userId, ...member });
        members.remove(id);
        log('member removed', actor, by, { member: member.email });
        publishChange(actor.userId, 'team');
      });
    },
  };
}
