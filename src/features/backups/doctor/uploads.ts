/** Checks uploaded files: lost before it was processed, or given up. */
import { partStorageKey, uploadStorageKey } from '../../../platform/storage/data-folder.ts';
import { fileFacts } from '../../../platform/storage/files.ts';
import { type Examined, type Finding, lostMessage } from './finding.ts';

/** Contents whose original, or the file that is to replace theirs, is gone before it was processed. */
export function findOriginals(examined: Examined): Finding[] {
  return [...findItemsOriginals(examined), ...findReplacements(examined)];
}

function findReplacements({ folder, audit, database }: Examined): Finding[] {
  return audit
    .items()
    .filter(({ replacement }) => replacement !== null && !fileFacts(folder.path(replacement)))
    .map(({ id, name, replacement }) => ({
      what: `${replacement}, which is to replace the bytes of content "${name}", is missing`,
      repair() {
        database.tx(() => audit.failReplacement(id, lostMessage));
        return 'the replacement is marked as failed: the content keeps its bytes';
      },
    }));
}

function findItemsOriginals({ folder, audit, database }: Examined): Finding[] {
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

/** A running server frees what has expired every ten minutes: until then nothing is wrong. */
const freedWithinMs = 20 * 60_000;

/** Reservations that nobody will use any more. */
export function findUploads({ folder, audit, database, clock }: Examined): Finding[] {
  return audit.uploads().flatMap(({ key, isComplete, expiresAt }) => {
    const isExpired = expiresAt + freedWithinMs <= clock.now();
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
