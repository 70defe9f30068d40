/** The signed-in person, of GET /api/user; fresh for 5 minutes; 401 means nobody (contract/README 1.6). */
import { computed, effect, signal } from '@preact/signals-react';
import type { User } from '../../src/contract/accounts/accounts.ts';
import type { Capability } from '../../src/contract/accounts/capabilities.ts';
import { limits } from '../../src/contract/limits.ts';
import { ownZone } from '../ui/text/format.ts';
import { CallError, call } from '../api/client.ts';
import { clearUserData, setCurrentUser } from './form/drafts.ts';
import { clearResources } from './resources/resource.ts';
import { dropToasts, toast } from './toasts.ts';

export type Session =
  | { status: 'loading' }
  /** The server did not answer: nobody knows, so nobody is signed out. */
  | { status: 'unreachable' }
  | { status: 'guest' }
  | { status: 'user'; user: User };

export const session = signal<Session>({ status: 'loading' });
export const user = computed(() => (session.value.status === 'user' ? session.value.user : undefined));
export const signedInId = computed(() => user.value?.id);
effect(() => setCurrentUser(signedInId.value));
/** Role admin: administrators and gestores. */
export const isManager = computed(() => user.value?.role === 'admin');
/** Role admin and userType admin. */
export const isAdministrator = computed(() => user.value?.role === 'admin' && user.value.userType === 'admin');
/** Quota flags (contract/README 1.8); role admin has every feature, as on the server. For components with `useSignals()`. */
export const hasFeature = (flag: 'canAccessBreakingNews' | 'canAccessRadio' | 'canAccessManagement') =>
  isManager.value || (user.value?.[flag] ?? false);
/** True if the role in the team has the capability (contract/README 1.19). For components with `useSignals()`. */
export const hasCapability = (capability: Capability) => user.value?.capabilities.includes(capability) ?? false;
/** Returns the name of the signed-in person: the member's, else the account's. */
export const nameOf = ({ member, username }: User) => member?.name ?? username;
export const emailOf = ({ member, email }: User) => member?.email ?? email;
/** First word of the name, for headers. */
export const firstName = computed(() => (user.value ? (nameOf(user.value).split(/\s+/)[0] ?? '') : ''));

let loadedAt = Number.NEGATIVE_INFINITY;
let loading: Promise<void> | undefined;
let isOutdated = false;
/** Raised by sign-in and sign-out: an answer that was on its way then says nothing any more. */
let generation = 0;

/** Loads the current user unless fresh, or under way. Called at the start and on every navigation. */
export function loadUser(): Promise<void> {
  return performance.now() - loadedAt < limits.currentUser.freshMs ? Promise.resolve() : (loading ?? reloadUser());
}

/** Asks the server again: quotas or flags changed, or the person presses "Tentar novamente". */
export function reloadUser(): Promise<void> {
  // The answer on its way may have been read before the change that this is about.
  if (loading) isOutdated = true;
  loading ??= fetchLatest().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function fetchLatest(): Promise<void> {
  do isOutdated = false;
  while ((await fetchUser()) && isOutdated);
}

/** False: the server did not answer, or another session has begun meanwhile. */
async function fetchUser(): Promise<boolean> {
  const mine = generation;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await call('GET /api/user');
      if (mine !== generation) return false;
      setSignedInUser(response);
      return true;
    } catch (error) {
      if (mine !== generation) return false;
      if (error instanceof CallError && error.text.includes('401')) {
        handleSessionEnd();
        return true;
      }
      if (attempt < limits.currentUser.retries) {
        await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
        continue;
      }
      if (session.peek().status === 'loading') session.value = { status: 'unreachable' };
      return false;
    }
  }
}

/** After a login, or a fresh answer about the same person. */
export function setSignedInUser(person: User): void {
  const before = user.peek();
  if (before?.id !== person.id || before.member?.id !== person.member?.id) clearResources();
  generation += 1;
  loadedAt = performance.now();
  ownZone.value = person.timeZone;
  session.value = { status: 'user', user: person };
}

/** Nobody is signed in any more: every cached answer goes. */
function endSession(): void {
  generation += 1;
  loadedAt = performance.now();
  session.value = { status: 'guest' };
  clearResources();
}

/** The server no longer knows the session: expired, ended elsewhere, or the account was blocked. Says so to who was signed in. */
export function handleSessionEnd(): void {
  const wasSignedIn = user.peek() !== undefined;
  endSession();
  if (!wasSignedIn) return;
  dropToasts();
  toast({ title: 'Sua sessão terminou', description: 'Entre novamente para continuar.', variant: 'info' });
}

/** Ends the session, and forgets the person in this browser. @throws {CallError} with the session still open */
export async function logout(): Promise<void> {
  // Before the answer the socket may tell that the session has ended.
  const id = signedInId.peek();
  await call('POST /api/logout');
  dropToasts();
  endSession();
  if (id !== undefined) clearUserData(id);
}
