/** Levels the loudness of films by lowering the volume of the loud ones (contract/README 10.6). Pure. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';

type Measured = Pick<PlayItem, 'loudness'>;

/** Range of the target in LUFS (EBU R 128). A playlist with quiet films lowers it, but not below `lowest`: its other films would be too quiet. */
const target = { highest: -23, lowest: -33 };

/** Returns the loudness of all films of a playlist in LUFS: that of the quietest one, within limits. */
export const targetOf = (items: readonly Measured[]): number =>
  Math.max(
    target.lowest,
    items.reduce((lowest, { loudness = target.highest }) => Math.min(lowest, loudness), target.highest),
  );

/** Returns the gain, 0 to 1, that brings a film to the target; 1 for one that was not measured. */
export const levellingGain = (item: Measured | null, targetLufs: number): number =>
  item?.loudness === undefined ? 1 : Math.min(1, Math.pow(10, (targetLufs - item.loudness) / 20));
