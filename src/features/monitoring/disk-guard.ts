/** Mails administrators once each time disk space becomes low or sufficient again, and once when the database is damaged. */
import { type FreeSpace, isSpaceLow, spaceToKeepFree } from '../../platform/storage/disk-space.ts';
import { damageEmail, describeSpace, diskFreeEmail, diskLowEmail } from './emails.ts';
import { createAdministratorNotifier, createStateNotifier, type StateNotifierDeps } from './notifications.ts';

/** Space counts as enough again at 110 % of the limit, so that a disk near the limit does not cause a mail every five minutes. */
const recoveryFactor = 1.1;

interface DiskGuardDeps extends StateNotifierDeps {
  freeSpace(): Promise<FreeSpace>;
  integrity: { isDamaged(): boolean };
}

/** Returns the function of the task `disk-guard`. It returns a sentence about the space. The next run retries failed e-mails. */
export function createDiskGuard({
  freeSpace,
  integrity,
  ...deps
}: DiskGuardDeps): (signal: AbortSignal) => Promise<string> {
  const notify = createStateNotifier(deps, 'disk', 'diskGuard.isLow');
  const notifyDamage = createAdministratorNotifier(deps, 'damage');
  let isDamageReported = false;

  return async (signal) => {
    if (integrity.isDamaged() && !isDamageReported) isDamageReported = await notifyDamage(damageEmail(), signal);
    const space = await freeSpace();
    const isLow = isSpaceLow(space);
    if (isLow) await notify(true, diskLowEmail(space), signal);
    else if (space.freeBytes >= spaceToKeepFree(space) * recoveryFactor)
      await notify(false, diskFreeEmail(space), signal);
    return isLow
      ? `Pouco espaço: ${describeSpace(space)}. Novos envios são recusados.`
      : `Espaço suficiente: ${describeSpace(space)}.`;
  };
}
