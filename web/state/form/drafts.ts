/** Keeps a user's drafts when the session is lost or the page is left by Back; sign-out deletes them (contract/README 1.6). */

import { deleteOldFiles, deleteFilesOf } from '../uploads/file-store.ts';

const drafts = new Map<string, unknown>();
const draftKey = (userId: number, name: string) => `${userId} ${name}`;

/** Returns the localStorage key of the user's unfinished uploads. */
export const uploadsStorageKey = (userId: number) => `antessala-uploads-${userId}`;

/** Returns the sessionStorage key for names and options of chosen files. */
export const draftsStorageKey = (userId: number) => `antessala-drafts-${userId}`;

/** Id of the signed-in user; undefined while nobody is signed in. */
let currentUserId: number | undefined;

const preventUnload = (event: Event) => event.preventDefault();

/** Makes the browser ask before it closes or reloads the window while the signed-in user has a draft. */
function guardWindow(): void {
  const hasDraft =
    currentUserId !== undefined &&
    [...drafts.keys()].some((key) => key.startsWith(draftKey(currentUserId as number, '')));
  if (hasDraft) globalThis.addEventListener?.('beforeunload', preventUnload);
  else globalThis.removeEventListener?.('beforeunload', preventUnload);
}

/** Sets the signed-in user; undefined: nobody. A sign-in also deletes stored files that are too old (file-store.ts). */
export function setCurrentUser(userId: number | undefined): void {
  if (userId !== undefined && userId !== currentUserId) void deleteOldFiles();
  currentUserId = userId;
  guardWindow();
}

/** Stores a draft in memory, or deletes it when undefined. A reload loses the draft, after a warning. */
export function saveDraft(userId: number | undefined, name: string, draft: unknown): void {
  if (userId === undefined) return;
  if (draft === undefined) drafts.delete(draftKey(userId, name));
  else drafts.set(draftKey(userId, name), draft);
  guardWindow();
}

export function draftOf<Draft>(userId: number | undefined, name: string): Draft | undefined {
  return userId === undefined ? undefined : (drafts.get(draftKey(userId, name)) as Draft | undefined);
}

/** Deletes the user's drafts and uploads at sign-out: the next person at this computer finds nothing, not even file names. */
export function clearUserData(userId: number): void {
  for (const key of drafts.keys()) if (key.startsWith(draftKey(userId, ''))) drafts.delete(key);
  guardWindow();
  try {
    localStorage.removeItem(uploadsStorageKey(userId));
    sessionStorage.removeItem(draftsStorageKey(userId));
    void deleteFilesOf(userId);
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
