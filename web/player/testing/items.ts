import type { PlayerCall } from '../../../src/contract/calls.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { DayWindow, ItemHours, ProgrammeRule } from '../../../src/contract/programme/programme.ts';
import type { Assignment, RuledPlaylist } from '../server/requests/responses.ts';

/** Returns an image of 20 s, named by its id. */
export function image(id: number, fields: Partial<PlayItem> = {}): PlayItem {
  return {
    id,
    name: String(id),
    mediaType: 'image',
    displayDuration: null,
    durationS: null,
    useAmbientBackground: false,
    sha256: `sha-${id}`,
    sizeBytes: 1000,
    width: 1920,
    height: 1080,
    ...fields,
  };
}

/** Returns a video of 30 s. */
export const video = (id: number, fields: Partial<PlayItem> = {}): PlayItem =>
  image(id, { mediaType: 'video', durationS: 30, ...fields });

/** Returns the field `hours` of an item. Omitted dates are null, omitted windows none. */
export const hoursOf = (hours: Partial<ItemHours>): Partial<PlayItem> => ({
  hours: { validFrom: null, validUntil: null, ...hours, windows: (hours.windows ?? []).map(copyOf) },
});
const copyOf = ({ days, from, to }: DayWindow) => ({ days: days.slice(), from, to });

/** Returns an assignment of a playlist. */
export const assignmentOf = (playlistId: number | null, items: PlayItem[]): Assignment => ({
  status: 'active',
  playlist:
    playlistId === null ? null : { id: playlistId, name: `Lista ${playlistId}`, isRandom: false, revision: '1' },
  items,
});

/** Returns a playlist that rules play. */
export const rulePlaylist = (id: number, items: PlayItem[], isRandom = false): RuledPlaylist => ({
  ...{ id, name: `Lista ${id}`, isRandom },
  ...{ revision: '1', items },
});

/** Returns a rule for all days and hours, unless `fields` change that. */
export const rule = (plays: number | 'dark', fields: Partial<ProgrammeRule> = {}): ProgrammeRule => ({
  ...{ id: 1, plays, days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0, target: 'screen' },
  ...{ priority: 0, weeks: 'every', firstDate: null, lastDate: null },
  ...fields,
});

/** Returns a call that was made just now. */
export const playerCall = (id: number, fields: Partial<PlayerCall> = {}): PlayerCall => ({
  ...{ id, key: `key-${id}`, label: `N${id}`, roomName: 'Guichê 1', colour: '#0E7490' },
  ...{ isPriority: false, times: 1, isTest: false, ageMs: 0, sounds: [] },
  ...fields,
});
