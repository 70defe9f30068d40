/** Mails administrators once when disk space becomes low and uploads are refused, once when there is enough again, and once when the database is damaged. */
import { type FreeSpace, isSpaceLow, spaceToKeepFree } from '../../platform/storage/disk-space.ts';
import { writeUnlessFull } from '../../platform/storage/database.ts';
import type { SettingsStore } from '../settings/store.ts';
import { damageEmail, describeSpace, diskFreeEmail, diskLowEmail } from './emails.ts';
import { createNotify, type NotifyDeps } from './notifications.ts';

/** Space counts as enough again at 110 % of the limit, so that a disk near the limit does not cause a mail every five minutes. */
const recoveryFactor = 1.1;
const key = 'diskGuard.isLow';

interface DiskGuardDeps extends NotifyDeps {
  freeSpace(): Promise<FreeSpace>;
  integrity: { isDamaged(): boolean };
  settings: Pick<SettingsStore, 'get' | 'set'>;
}

/** Returns the task's function. Its result is a sentence about the space. An undelivered e-mail is retried by the next run. */
export function createDiskGuard(deps: DiskGuardDeps): (signal: AbortSignal) => Promise<string> {
  const { freeSpace, settings } = deps;
  const notify = createNotify(deps, 'disk');
  const notifyDamage = createNotify(deps, 'damage');
  let isDamageTold = false;
  let wasLow = settings.get(key) === '1';

  async function notifyChange(isLow: boolean, space: FreeSpace, signal: AbortSignal): Promise<void> {
    if (!(await notify(isLow ? diskLowEmail(space) : diskFreeEmail(space), signal))) return;
    wasLow = isLow;
    writeUnlessFull(() => settings.set(key, isLow ? '1' : '0'));
  }

  return async (signal) => {
    if (deps.integrity.isDamaged() && !isDamageTold) isDamageTold = await notifyDamage(damageEmail(), signal);
    const space = await freeSpace();
    const isLow = isSpaceLow(space);
    if (isLow && !wasLow) await notifyChange(true, space, signal);
    else if (wasLow && space.freeBytes >= spaceToKeepFree(space) * recoveryFactor)
      await notifyChange(false, space, signal);
    return isLow
      ? `Pouco espaço: ${describeSpace(space)}. Novos envios são recusados.`
      : `Espaço suficiente: ${describeSpace(space)}.`;
  };
}
