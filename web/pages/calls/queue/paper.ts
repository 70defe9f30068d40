import { readStored, writeStored } from '../../../state/device-storage.ts';

/** Width of a ticket printer's paper roll. */
export type Paper = 'mm80' | 'mm58';

/** localStorage key of the paper of this computer's printer. */
const storageKey = 'antessala-paper';

export const savedPaper = (): Paper => (readStored(storageKey) === 'mm58' ? 'mm58' : 'mm80');
export const savePaper = (paper: Paper): void => writeStored(storageKey, paper);
