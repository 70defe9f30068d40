/** Owners manage their team: they invite, change and remove members (contract/README 1.19). */
import { type MemberRole, roleNames } from '../../contract/accounts/capabilities.ts';
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { Invitation, Member } from '../../contract/accounts/team.ts';
import type { Clock } from '../../platform/clock.ts';
import { generateToken, sha256Hex } from '../../platform/random.ts';
import { invitationEmail } from './emails.ts';
import { createTeamNotifier, type TeamDeps } from './notifier.ts';

const conflict = (sentence: string, field?: string) =>
  new AppError('conflict', sentence, field ? { fields: { [field]: sentence } } : {});
const dayMs = 86_400_000;
/** Names nobody: a clinic must not see that another clinic has invited the same person. */
const nobody: Author = { userId: null, memberId: null, tokenId: null, name: '', address: null };

/** Limits invitations by mail, so that nobody can use this server to send mass mail. */
function createMailLimit(clock: Clock) {
  /** Monotonic milliseconds of the last invitations, by account. */
  const mailed = new Map<number, number[]>();

  /** Counts a mail and returns true, or returns false when today's limit of the account is reached. */
  return function countMail(userId: number): boolean {
    const recent = (mailed.get(userId) ?? []).filter((at) => clock.monotonic() - at < dayMs);
    if (recent.length < limits.invitationMails) mailed.set(userId, [...recent, clock.monotonic()]);
    return recent.length < limits.invitationMails;
  };
}

export function createTeamService(deps: TeamDeps) {
  const { members, mail, publicUrl, database, clock } = deps;
  const { publishChange, record, log, endSessions, deleteTokensOf } = createTeamNotifier(deps);
  const countMail = createMailLimit(clock);

  /** Removes another team's invitation of the e-mail. Throws conflict if this team has invited it. Call it in a transaction. */
  function removeOtherInvitation(userId: number, email: string): void {
    const before = members.findInvited(email);
    if (!before) return;
    if (before.userId === userId)
      throw conflict('Esta pessoa já está convidada. Mande a ela outro link, no menu ao lado do nome.', 'email');
    record(nobody, 'member.invitation_taken', before);
    members.remove(before.id);
    publishChange(before.userId, 'team');
  }

  /** Creates a new link, which makes the previous one void, and mails it if possible. Call it in a transaction. */
  function createLink(actor: UserActor, id: number): Invitation {
    const code = generateToken();
    const expiresAt = clock.now() + limits.invitationMs;
    members.setLink(id, sha256Hex(code), expiresAt);
    const member = members.findOrThrow(actor.userId, id);
    // Without a mail server the text would be logged, and readers of the log could use the link.
    const isMailed = mail.isConfigured && publicUrl !== undefined && countMail(actor.userId);
    if (isMailed) {
      const { subject, text } = invitationEmail({ clinic: actor.username, role: member.role }, code, publicUrl);
      database.afterCommit(() => mail.send(member.email, subject, text));
    }
    publishChange(actor.userId, 'team');
    return { member, code, expiresAt: new Date(expiresAt).toISOString(), isMailed };
  }

  return {
    /**
     * Invites a person, and removes an open invitation of another team. Throws conflict for an e-mail that is used to sign in
     * or that this team has invited, quota_exceeded when the team is full.
     */
    invite(actor: UserActor, { email, role }: { email: string; role: MemberRole }, by: Author): Invitation {
      return database.tx(() => {
        if (members.isTaken(email)) throw conflict('Este email já entra no Antessala. Use outro.', 'email');
        if (members.count(actor.userId) >= limits.membersPerAccount)
          throw new AppError('quota_exceeded', `Uma equipe tem até ${limits.membersPerAccount} pessoas.`);
        removeOtherInvitation(actor.userId, email);
        const id = members.create(actor.userId, email, role);
        record(by, 'member.invited', { userId: actor.userId, id, name: null, email }, { other: roleNames[role] });
        log('member invited', actor, by, { member: email, role });
        return createLink(actor, id);
      });
    },

    /** Creates a link for a member who lost it or forgot the password. Throws not_found, conflict for a blocked member or oneself. */
    inviteAgain(actor: UserActor, id: number, by: Author): Invitation {
      return database.tx(() => {
        const member = members.findOrThrow(actor.userId, id);
        // A link sets a password without the current one: anybody at an unattended browser could use it.
        if (actor.member?.id === id)
          throw conflict('A própria senha você troca em Minha conta. Um link novo só outro proprietário manda.');
        if (member.status === 'blocked')
          throw conflict('Esta pessoa está bloqueada. Desbloqueie antes de mandar um link.');
        if (member.hasOwnAccount)
          throw conflict(
            'Este email já tem uma conta própria no Antessala. Retire o convite e use outro email, ou peça a um administrador que exclua aquela conta.',
          );
        record(by, 'member.invited_again', { userId: actor.userId, ...member });
        log('member invited again', actor, by, { member: member.email });
        return createLink(actor, id);
      });
    },

    /** Changes role or status; a block ends sessions and link, and it or the loss of the owner's role the API tokens that the member made. Throws not_found, conflict for oneself or a member who has not joined. */
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
          endSessions(id);
        }
        if (status === 'blocked' || (role && role !== 'owner')) deleteTokensOf(actor, id, by);
        log('member changed', actor, by, { member: member.email, role, status });
        publishChange(actor.userId, 'team');
        // The member's studio shows other pages with another role.
        if (role) publishChange(actor.userId, 'user');
        return members.findOrThrow(actor.userId, id);
      });
    },

    /** Removes a member; its sessions and the API tokens that it made end. Throws not_found, conflict for oneself. */
    remove(actor: UserActor, id: number, by: Author): void {
      database.tx(() => {
        const member = members.findOrThrow(actor.userId, id);
        if (actor.member?.id === id) throw conflict('Da própria equipe só outro proprietário tira você.');
        endSessions(id);
        deleteTokensOf(actor, id, by);
        record(by, 'member.removed', { userId: actor.userId, ...member });
        members.remove(id);
        log('member removed', actor, by, { member: member.email });
        publishChange(actor.userId, 'team');
      });
    },
  };
}
