import type { Overview } from '../../contract/settings.ts';
import { bytesPerMb } from '../../contract/text/units.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';

/** Describes the disk of the data folder for administrators. */
export function describeDisk(space: FreeSpace, mediaBytes: number): Overview['disk'] {
  return {
    freeMb: space.freeBytes / bytesPerMb,
    totalMb: space.totalBytes / bytesPerMb,
    mediaMb: mediaBytes / bytesPerMb,
    isLow: isSpaceLow(space),
  };
}
