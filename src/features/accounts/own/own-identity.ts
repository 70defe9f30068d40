/** Lets people change their own name and e-mail (contract/README 1.22). */
import { username as accountName } from '../../../contract/accounts/accounts.ts';
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError, invalidField } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { generateCode, secretsEqual } from '../../../platform/random.ts';
import type { AccountDeps } from '../deps.ts';
import { addressChangedEmail, addressConfirmationEmail, addressTakenEmail } from '../emails.ts';
import { createReauthentication, type ThrottledClient } from '../passwords/current-password.ts';
import type { Person } from '../people/person-store.ts';
import { personTarget } from '../people/rules.ts';

interface PendingEmail {
  email: string;
  code: string;
  /** Hash of the current password: a change of the password makes the code void. */
  password: string;
  attemptsLeft: number;
  /** Monotonic milliseconds. */
  expiresAt: number;
}

/** A person's first twenty changes need no wait (throttle.ts). Then waits grow up to an hour, until a day without changes. */
const changesOfPerson = { maxWaitMs: 3_600_000, forgetAfterMs: 24 * 3_600_000 };

const wrongCode = () => {
  const sentence = 'Este código não vale. Confira o email mais recente, ou peça outro.';
  return new AppError('forbidden', sentence, { fields: { code: sentence } });
};

export function createOwnIdentityService(deps: AccountDeps) {
  const { accounts, people, mail, audit, publish, database, sampledLog, clock } = deps;
  const { requirePerson, verify, requireSamePassword } = createReauthentication(deps);
  const throttle = deps.throttles.action('identity', { unknownCallers: changesOfPerson });
  /** New e-mails whose code has not been entered yet, by person. A restart makes the codes void. */
  const pending = new Map<string, PendingEmail>();
  const keyOf = ({ userId, memberId }: Person) => `${userId} ${memberId ?? ''}`;

  /** Changes name and e-mail, and notifies the previous address. Throws conflict if one is taken. Call it in a transaction. */
  function changeNameAndEmail(before: Person, { name, email }: Pick<Person, 'name' | 'email'>, by: Author): void {
    if (before.name === name && before.email === email) return;
    const { userId, memberId } = before;
    if (memberId === null) accounts.setIdentity(userId, { username: name, email });
    else {
      // A member's name need not be unique: check the e-mail only.
      if (before.email !== email) accounts.assertFree(email, '');
      people.setMemberIdentity(userId, memberId, { name, email });
    }
    audit.record({ ...by, name }, 'account.identity_changed', personTarget({ ...before, name }), {
      changes: {
        ...(before.name === name ? {} : { Nome: [before.name, name] as const }),
        ...(before.email === email ? {} : { Email: [before.email, email] as const }),
      },
    });
    const fields = {
      account: email,
      ...(before.email === email ? {} : { before: before.email }),
      address: by.address,
    };
    database.afterCommit(() => {
      const { subject, text } = addressChangedEmail({ username: name, email });
      if (before.email !== email) mail.send(before.email, subject, text);
      sampledLog.info('name or e-mail changed', fields);
    });
    for (const what of ['user', 'team'] as const) publish(`user:${userId}`, { type: 'contentChanged', what });
    publish('managers', { type: 'adminChanged', what: 'users' });
  }

  /** Sends a code to the new e-mail. If a person already has this e-mail, sends a mail that says so instead, without a code. */
  function sendCode(person: Person, email: string): void {
    const code = generateCode(limits.emailCode.length);
    const expiresAt = clock.monotonic() + limits.emailCode.validMs;
    const { password } = person;
    pending.set(keyOf(person), { email, code, password, attemptsLeft: limits.emailCode.attempts, expiresAt });
    const { subject, text } = people.findByEmail(email)
      ? addressTakenEmail()
      : addressConfirmationEmail(person.name, code);
    database.afterCommit(() => mail.send(email, subject, text));
  }

  return {
    /**
     * Changes name and e-mail, and returns null. If the e-mail is new and there is a mail server, changes only the name, sends a
     * code to the new e-mail, and returns it. Throws forbidden for a wrong password, too_many_requests, invalid_input, conflict.
     */
    async changeIdentity(
      actor: UserActor,
      { currentPassword, username, email }: { currentPassword: string; username: string; email: string },
      client: ThrottledClient,
      by: Author,
    ): Promise<string | null> {
      const person = requirePerson(actor);
      const badName = person.memberId === null ? accountName.safeParse(username).error?.issues[0]?.message : undefined;
      if (badName) throw invalidField('username', badName);
      await verify(person, currentPassword, client, 'change of name or e-mail');
      // Successful changes count too: each one sends a mail, or reveals whether an account has this e-mail or name.
      const guess = { address: keyOf(person) };
      throttle.check(guess);
      return database.tx(() => {
        const before = requireSamePassword(actor, person);
        if (email !== before.email || username !== before.name) throttle.failed(guess);
        const isPending = email !== before.email && mail.isConfigured;
        changeNameAndEmail(before, { name: username, email: isPending ? before.email : email }, by);
        if (isPending) sendCode({ ...before, name: username }, email);
        return isPending ? email : null;
      });
    },

    /** Sets the e-mail to which `code` was sent. Throws forbidden for a wrong or void code, conflict if the e-mail is taken. */
    confirmEmail(actor: UserActor, code: string, by: Author): void {
      database.tx(() => {
        const person = requirePerson(actor);
        const pendingEmail = pending.get(keyOf(person));
        if (!pendingEmail || pendingEmail.expiresAt <= clock.monotonic() || pendingEmail.password !== person.password)
          throw wrongCode();
        if (!secretsEqual(pendingEmail.code, code.toUpperCase())) {
          pendingEmail.attemptsLeft -= 1;
          if (pendingEmail.attemptsLeft <= 0) pending.delete(keyOf(person));
          throw wrongCode();
        }
        changeNameAndEmail(person, { name: person.name, email: pendingEmail.email }, by);
        pending.delete(keyOf(person));
      });
    },
  };
}
