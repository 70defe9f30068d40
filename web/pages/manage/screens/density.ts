import { readStored, writeStored } from '../../../state/device-storage.ts';

/** localStorage key of the density in which this browser lists the screens. */
const storageKey = 'antessala-screens-density';

/** Returns true if this browser lists the screens in compact rows. */
export const readIsCompact = (): boolean => readStored(storageKey) === 'compact';
export const writeIsCompact = (isCompact: boolean): void => writeStored(storageKey, isCompact ? 'compact' : null);
