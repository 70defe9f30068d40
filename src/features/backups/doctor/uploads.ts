/** What was sent: lost before it was processed, or given up. */
import { partStorageKey, uploadStorageKey } from '../../../platform/storage/data-folder.ts';
import { fileFacts } from '../../../platform/storage/files.ts';
import { type Examined, type Finding, lostMessage } from './finding.ts';

/** Contents whose original is gone before it was processed. */
export function findOriginals({ folder, audit, database }: Examined): Finding[] {
  return audit
    .items()
    .filter(({ original }) => original !== null && !fileFacts(folder.path(original)))
    .map(({ id, name, original }) => ({
      what: `${original} of content "${name}" is missing`,
      repair() {
        database.tx(() => audit.fail(id, lostMessage));
        return 'the content is marked as failed: send it again';
      },
    }));
}

/** Reservations that nobody will use any more. */
export function findUploads({ folder, audit, database, clock }: Examined): Finding[] {
  return audit.uploads().flatMap(({ key, isComplete, expiresAt }) => {
    const isExpired = expiresAt <= clock.now();
    const isLost = isComplete === 1 && !fileFacts(folder.path(uploadStorageKey(key)));
    if (!isExpired && !isLost) return [];
    const repair = () => {
      database.tx(() => audit.dropUpload(key));
      folder.setAside(uploadStorageKey(key));
      folder.setAside(partStorageKey(key));
      return 'its reservation is freed';
    };
    return [{ what: `upload ${key} ${isLost ? 'has lost its file' : 'was given up'}`, repair }];
  });
}
