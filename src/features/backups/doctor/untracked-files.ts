/** Files that the database does not know. */
import { entries, storageKey, uploadKeyOf, uploadStorageKey } from '../../../platform/storage/data-folder.ts';
import { listDirectory, listTree } from '../../../platform/storage/files.ts';
import type { Examined, Finding } from './finding.ts';

export function findUntrackedFiles({ folder, audit }: Examined): Finding[] {
  const stored = new Set(audit.stored().map(storageKey));
  const originals = new Set(audit.items().flatMap(({ original, replacement }) => [original, replacement]));
  const uploads = new Set(audit.uploads().map(({ key }) => key));
  const media = listTree(folder.media)
    .map((below) => `${entries.media}/${below}`)
    .filter((key) => !stored.has(key));
  const sent = listDirectory(folder.uploads)
    .filter((name) => !originals.has(uploadStorageKey(name)) && !uploads.has(uploadKeyOf(name)))
    .map(uploadStorageKey);
  return [...media, ...sent].map((key) => ({
    what: `${key} belongs to nothing`,
    repair() {
      folder.setAside(key);
      return 'set aside';
    },
  }));
}
