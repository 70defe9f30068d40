/** Width of a ticket printer's paper roll. */
export type Paper = 'mm80' | 'mm58';

/** localStorage key of the paper of this computer's printer. */
const storageKey = 'antessala-paper';

export function savedPaper(): Paper {
  try {
    return localStorage.getItem(storageKey) === 'mm58' ? 'mm58' : 'mm80';
  } catch {
    return 'mm80';
  }
}

export function savePaper(paper: Paper): void {
  try {
    localStorage.setItem(storageKey, paper);
  } catch {
    // Without storage the paper is chosen again after a reload.
  }
}
