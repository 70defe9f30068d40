import type { Overview } from '../../contract/settings.ts';
import { bytesPerMb } from '../../contract/text/units.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';

/** What administrators see of the disk under the data folder. */
export function describeDisk(space: FreeSpace, mediaBytes: number): Overview['disk'] {
  return {
    freeMb: space.freeBytes / bytesPerMb,
    totalMb: space.totalBytes / bytesPerMb,
    mediaMb: mediaBytes / bytesPerMb,
    isLow: isSpaceLow(space),
  };
}
