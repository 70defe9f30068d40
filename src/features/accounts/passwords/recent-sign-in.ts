/** Requires that the caller is still signed in: the session may have ended while a password was being hashed. */
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { type Person, type PersonStore, personKeyOf } from '../people/person-store.ts';
import type { SessionStore } from '../sign-in/session-store.ts';

export interface RequireRecentSignInDeps {
  people: Pick<PersonStore, 'find'>;
  sessions: Pick<SessionStore, 'isOpen'>;
}

/** Throws unauthenticated. */
export const createRequireRecentSignIn =
  ({ people, sessions }: RequireRecentSignInDeps) =>
  (actor: UserActor): Person => {
    const person = people.find(personKeyOf(actor));
    if (person?.status !== 'approved' || !sessions.isOpen(actor.sessionHash)) throw new AppError('unauthenticated');
    return person;
  };
