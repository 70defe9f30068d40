/** Finds lost and expired uploads. */
import { partStorageKey, uploadStorageKey } from '../../../platform/storage/data-folder.ts';
import { fileStats } from '../../../platform/storage/files.ts';
import { type DoctorContext, type Finding, lostMessage, repairBy } from './finding.ts';

/** Finds contents whose unprocessed original or replacement is missing. */
export function findLostOriginals({ folder, consistency, database }: DoctorContext): Finding[] {
  const items = [...consistency.items()].flat();
  const isLost = (key: string | null) => key !== null && !fileStats(folder.path(key));
  const originals = items
    .filter(({ original }) => isLost(original))
    .map(({ id, name, original }) => ({
      description: `${original} of content "${name}" is missing`,
      repair: repairBy(
        database,
        () => consistency.fail(id, lostMessage),
        'the content is marked as failed: send it again',
      ),
    }));
  const replacements = items
    .filter(({ replacement }) => isLost(replacement))
    .map(({ id, name, replacement }) => ({
      description: `${replacement}, which is to replace the bytes of content "${name}", is missing`,
      repair: repairBy(
        database,
        () => consistency.failReplacement(id, lostMessage),
        'the replacement is marked as failed: the content keeps its bytes',
      ),
    }));
  return [...originals, ...replacements];
}

/** Time after which an expired reservation is a finding: a running server frees expired reservations every ten minutes. */
const graceMs = 20 * 60_000;

/** Finds reservations that are expired, or whose completed file is missing. */
export function findUnusableUploads({ folder, consistency, database, clock }: DoctorContext): Finding[] {
  return consistency.uploads().flatMap(({ key, isComplete, expiresAt }) => {
    const isExpired = expiresAt + graceMs <= clock.now();
    const isLost = isComplete === 1 && !fileStats(folder.path(uploadStorageKey(key)));
    if (!isExpired && !isLost) return [];
    const repair = () => {
      database.tx(() => consistency.dropUpload(key));
      folder.quarantine(uploadStorageKey(key));
      folder.quarantine(partStorageKey(key));
      return 'its reservation is freed';
    };
    return [{ description: `upload ${key} ${isLost ? 'has lost its file' : 'was given up'}`, repair }];
  });
}
