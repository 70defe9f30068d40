import { readStored, writeStored } from '../../../state/device-storage.ts';

/** localStorage key of the density in which this browser lists the screens. */
const storageKey = 'antessala-screens-density';

/** True if this browser lists the screens in compact rows. */
export const savedIsCompact = (): boolean => readStored(storageKey) === 'compact';
export const saveIsCompact = (isCompact: boolean): void => writeStored(storageKey, isCompact ? 'compact' : null);
