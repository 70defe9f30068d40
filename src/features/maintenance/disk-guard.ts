/** Watches the free space (below 10 % or 2 GB uploads are refused, see media/uploads.ts): mail once when it is low, once when that is over. */
import { isDatabaseFull } from '../../platform/database.ts';
import { type FreeSpace, isSpaceLow, spaceToKeepFree } from '../../platform/files.ts';
import type { Mail } from '../../platform/mail.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { SettingsStore } from '../settings/store.ts';
import { describeSpace, diskFreeLetter, diskLowLetter } from './letters.ts';

/** An episode is over when so much more than the limit is free: a disk on the edge writes no mail every five minutes. */
const enoughAgain = 1.1;
const key = 'diskGuard.isLow';

export interface DiskGuardDeps {
  freeSpace(): Promise<FreeSpace>;
  settings: Pick<SettingsStore, 'get' | 'set'>;
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'send'>;
}

/** Answers a sentence. */
export function createDiskGuard({ freeSpace, settings, accounts, mail }: DiskGuardDeps): () => Promise<string> {
  let wasLow = settings.get(key) === '1';

  function turn(isLow: boolean, space: FreeSpace): void {
    wasLow = isLow;
    try {
      settings.set(key, isLow ? '1' : '0');
    } catch (error) {
      // So full that not even this can be noted: this process remembers.
      if (!isDatabaseFull(error)) throw error;
    }
    const letter = isLow ? diskLowLetter(space) : diskFreeLetter(space);
    for (const to of accounts.administratorEmails()) mail.send(to, letter.subject, letter.text);
  }

  return async () => {
    const space = await freeSpace();
    const isLow = isSpaceLow(space);
    if (isLow && !wasLow) turn(true, space);
    if (wasLow && space.freeBytes >= spaceToKeepFree(space) * enoughAgain) turn(false, space);
    return isLow ? `Pouco espaço: ${describeSpace(space)}. Novos envios são recusados.` : `Espaço suficiente: ${describeSpace(space)}.`;
  };
}
