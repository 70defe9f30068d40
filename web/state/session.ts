/**
 * Holds the signed-in user, from GET /api/user. A navigation loads the user again if the last response is older than 5 minutes;
 * after a 401 nobody is signed in (contract/README 1.6).
 */
import { computed, effect, signal } from '@preact/signals-react';
import type { User } from '../../src/contract/accounts/accounts.ts';
import type { Capability } from '../../src/contract/accounts/capabilities.ts';
import type { SessionEndReason } from '../../src/contract/events.ts';
import { limits } from '../../src/contract/limits.ts';
import { accountTimeZone } from '../ui/text/format.ts';
import { CallError, call, forgetRequests } from '../api/client.ts';
import { clearUserData, setCurrentUser } from './form/drafts.ts';
import { clearResources } from './resources/resource.ts';
import { dropToasts, toast } from './toasts.ts';

export type Session =
  | { status: 'loading' }
  /** Loading the user failed at the start, but not with 401: the user may still be signed in. */
  | { status: 'unreachable' }
  | { status: 'guest' }
  | { status: 'user'; user: User };

export const session = signal<Session>({ status: 'loading' });
export const user = computed(() => (session.value.status === 'user' ? session.value.user : undefined));
export const signedInId = computed(() => user.value?.id);
effect(() => setCurrentUser(signedInId.value));
/** True for administrators and gestores (role admin). */
export const isManager = computed(() => user.value?.role === 'admin');
/** True for administrators (role admin and userType admin). */
export const isAdministrator = computed(() => user.value?.role === 'admin' && user.value.userType === 'admin');
/** True if the account has the feature (contract/README 1.8); role admin has every one. For components with `useSignals()`. */
export const hasFeature = (flag: 'canAccessBreakingNews' | 'canAccessRadio' | 'canAccessManagement') =>
  isManager.value || (user.value?.[flag] ?? false);
/** True if the user's role in the team has the capability (contract/README 1.19). For components with `useSignals()`. */
export const hasCapability = (capability: Capability) => user.value?.capabilities.includes(capability) ?? false;
/** Returns the name of the signed-in team member, else that of the account. */
export const nameOf = ({ member, username }: User) => member?.name ?? username;
export const emailOf = ({ member, email }: User) => member?.email ?? email;
/** The first word of the user's name, for headers. */
export const firstName = computed(() => (user.value ? (nameOf(user.value).split(/\s+/)[0] ?? '') : ''));

let loadedAt = Number.NEGATIVE_INFINITY;
let loading: Promise<void> | undefined;
let isOutdated = false;
/** Incremented when the user is stored or the session ends, so that responses to earlier requests are ignored. */
let generation = 0;

/** Loads the current user, unless the last response is fresh. Called at the start and on every navigation. */
export function loadUser(): Promise<void> {
  return performance.now() - loadedAt < limits.currentUser.freshMs ? Promise.resolve() : (loading ?? reloadUser());
}

/** Loads the current user again, for example because quotas changed or the person pressed "Tentar novamente". */
export function reloadUser(): Promise<void> {
  // The response of the request in progress may be older than the change that caused this call.
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

/** Loads the user; a 401 ends the session. Returns false if every attempt failed, or the user was stored or cleared meanwhile. */
async function fetchUser(): Promise<boolean> {
  const startGeneration = generation;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await call('GET /api/user');
      if (startGeneration !== generation) return false;
      setSignedInUser(response);
      return true;
    } catch (error) {
      if (startGeneration !== generation) return false;
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

/** Stores the user after a sign-in, a reload or a change. Clears the resources if it is another person. */
export function setSignedInUser(person: User): void {
  const previous = user.peek();
  if (previous?.id !== person.id || previous.member?.id !== person.member?.id) {
    clearResources();
    forgetRequests();
  }
  generation += 1;
  loadedAt = performance.now();
  accountTimeZone.value = person.timeZone;
  session.value = { status: 'user', user: person };
}

/** Sets the session to `guest`, and clears the resources. */
function endSession(): void {
  generation += 1;
  loadedAt = performance.now();
  session.value = { status: 'guest' };
  clearResources();
  forgetRequests();
}

/** Texts for a session that ended because of an administrator or owner. */
const endTexts: Record<SessionEndReason, string> = {
  blocked: 'O seu acesso foi bloqueado. Fale com quem administra a sua conta.',
  removed: 'O seu acesso foi removido. Fale com quem administra a sua conta.',
};

/**
 * Ends the session in this window when it has ended on the server: because it expired, was ended elsewhere, or for `reason`.
 * Shows a toast if somebody was signed in.
 */
export function handleSessionEnd(reason?: SessionEndReason): void {
  const wasSignedIn = user.peek() !== undefined;
  endSession();
  if (!wasSignedIn) return;
  dropToasts();
  const description = reason ? endTexts[reason] : 'Entre novamente para continuar.';
  toast({ title: 'Sua sessão terminou', description, variant: 'info' });
}

/** Signs out, and deletes the person's drafts in this browser. If the call fails, throws a CallError and stays signed in. */
export async function logout(): Promise<void> {
  // The socket may report the end of the session before the response arrives: read the id first.
  const id = signedInId.peek();
  await call('POST /api/logout');
  dropToasts();
  endSession();
  if (id !== undefined) clearUserData(id);
}
