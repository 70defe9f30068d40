/**
 * What this window and this browser keep of one person over a lost session, so that nothing typed is gone after signing
 * in again. Signing out forgets it (document 1, section 4: logout clears all cached data).
 */

const drafts = new Map<string, unknown>();
const draftKey = (userId: number, name: string) => `${userId} ${name}`;

/** Where the browser remembers the person's unfinished uploads (localStorage). */
export const uploadsPlace = (userId: number) => `antessala-uploads-${userId}`;

/** `undefined` takes it away. In memory only: a reload loses it. */
export function keepDraft(userId: number | undefined, name: string, draft: unknown): void {
  if (userId === undefined) return;
  if (draft === undefined) drafts.delete(draftKey(userId, name));
  else drafts.set(draftKey(userId, name), draft);
}

export function keptDraft<Draft>(userId: number | undefined, name: string): Draft | undefined {
  return userId === undefined ? undefined : (drafts.get(draftKey(userId, name)) as Draft | undefined);
}

/** The person signs out: the next one at this computer finds nothing, not even names of files. */
export function forgetPerson(userId: number): void {
  for (const key of drafts.keys()) if (key.startsWith(draftKey(userId, ''))) drafts.delete(key);
  try {
    localStorage.removeItem(uploadsPlace(userId));
  } catch {
    // Where storage is forbidden nothing was stored.
  }
}
