/** Watches the free space (below 10 % or 2 GB uploads are refused, see media/uploads.ts): mail once when it is low, once when that is over. */
import { type FreeSpace, isSpaceLow, spaceToKeepFree } from '../../platform/storage/disk-space.ts';
import type { SettingsStore } from '../settings/store.ts';
import { describeSpace, diskFreeEmail, diskLowEmail } from './emails.ts';
import { createNotify, noteIfPossible, type NotifyDeps } from './notifications.ts';

/** An episode is over when so much more than the limit is free: a disk on the edge writes no mail every five minutes. */
const enoughAgain = 1.1;
const key = 'diskGuard.isLow';

interface DiskGuardDeps extends NotifyDeps {
  freeSpace(): Promise<FreeSpace>;
  settings: Pick<SettingsStore, 'get' | 'set'>;
}

/** Returns a sentence. An email that nobody took is written again by the next run. */
export function createDiskGuard(deps: DiskGuardDeps): (signal: AbortSignal) => Promise<string> {
  const { freeSpace, settings } = deps;
  const notify = createNotify(deps, 'disk');
  let wasLow = settings.get(key) === '1';

  async function turn(isLow: boolean, space: FreeSpace, signal: AbortSignal): Promise<void> {
    if (!(await notify(isLow ? diskLowEmail(space) : diskFreeEmail(space), signal))) return;
    wasLow = isLow;
    noteIfPossible(() => settings.set(key, isLow ? '1' : '0'));
  }

  return async (signal) => {
    const space = await freeSpace();
    const isLow = isSpaceLow(space);
    if (isLow && !wasLow) await turn(true, space, signal);
    else if (wasLow && space.freeBytes >= spaceToKeepFree(space) * enoughAgain) await turn(false, space, signal);
    return isLow
      ? `Pouco espaço: ${describeSpace(space)}. Novos envios são recusados.`
      : `Espaço suficiente: ${describeSpace(space)}.`;
  };
}
