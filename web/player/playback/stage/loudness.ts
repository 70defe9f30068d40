/** Levels the loudness of films by lowering the volume of the loud ones (contract/README 10.6). Pure. */
import type { PlayItem } from '../../../../src/contract/playlists.ts';

type MeasuredItem = Pick<PlayItem, 'loudness'>;

/** Range of the target in LUFS (EBU R 128). Below `lowest` the loud films of a playlist with a quiet one would be too quiet. */
const target = { highest: -23, lowest: -33 };

/** Returns the loudness in LUFS to which a playlist's films are lowered: that of the quietest one, within the range. */
export const targetOf = (items: readonly MeasuredItem[]): number =>
  Math.max(
    target.lowest,
    items.reduce((quietest, { loudness = target.highest }) => Math.min(quietest, loudness), target.highest),
  );

/** Returns the gain, 0 to 1, that brings a film to the target; 1 if the film was not measured. */
export const levellingGain = (item: MeasuredItem | null, targetLufs: number): number =>
  item?.loudness === undefined ? 1 : Math.min(1, Math.pow(10, (targetLufs - item.loudness) / 20));
