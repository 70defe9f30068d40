/** Keeps a person's drafts over a lost session or a page left by Back; signing out forgets them (contract/README 1.6). */

import { deleteOldFiles, deleteFilesOf } from '../uploads/file-store.ts';

const drafts = new Map<string, unknown>();
const draftKey = (userId: number, name: string) => `${userId} ${name}`;

/** Returns the localStorage key of the person's unfinished uploads. */
export const uploadsStorageKey = (userId: number) => `antessala-uploads-${userId}`;

/** Returns the sessionStorage key for names and options of chosen files. */
export const draftsStorageKey = (userId: number) => `antessala-drafts-${userId}`;

/** Id of the person at this window; a guest has nothing to lose here. */
let presentId: number | undefined;

const warn = (event: Event) => event.preventDefault();

/** Closing or reloading the window would lose a draft of who is at it: the browser asks first. Another's is nobody's business. */
function guardWindow(): void {
  const hasDraft =
    presentId !== undefined && [...drafts.keys()].some((key) => key.startsWith(draftKey(presentId as number, '')));
  if (hasDraft) globalThis.addEventListener?.('beforeunload', warn);
  else globalThis.removeEventListener?.('beforeunload', warn);
}

/** Sets the signed-in person, or undefined. */
export function setCurrentUser(userId: number | undefined): void {
  if (userId !== undefined && userId !== presentId) void deleteOldFiles();
  presentId = userId;
  guardWindow();
}

/** `undefined` takes it away. In memory only: a reload loses it, after a warning. */
export function saveDraft(userId: number | undefined, name: string, draft: unknown): void {
  if (userId === undefined) return;
  if (draft === undefined) drafts.delete(draftKey(userId, name));
  else drafts.set(draftKey(userId, name), draft);
  guardWindow();
}

export function draftOf<Draft>(userId: number | undefined, name: string): Draft | undefined {
  return userId === undefined ? undefined : (drafts.get(draftKey(userId, name)) as Draft | undefined);
}

/** The person signs out: the next one at this computer finds nothing, not even names of files. */
export function clearUserData(userId: number): void {
  for (const key of drafts.keys()) if (key.startsWith(draftKey(userId, ''))) drafts.delete(key);
  guardWindow();
  try {
    localStorage.removeItem(uploadsStorageKey(userId));
    sessionStorage.removeItem(draftsStorageKey(userId));
    void deleteFilesOf(userId);
  } catch {
    // Where storage is forbidden nothing was stored.
  }
}
