import * as z from 'zod';
import { id, singleLine, timestamp } from './common.ts';
import { limits } from './limits.ts';
import { fit, mediaType, video } from './media.ts';
import { dayWindow } from './programme/schedules.ts';

/** Hours in which an item is shown (programme.ts). */
const itemHours = z.object({
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  windows: z.array(dayWindow),
});

const name = singleLine(limits.playlistNameLength, { required: 'Dê um nome à playlist.' });

export const playlist = z.object({
  id,
  name: z.string(),
  /** true: Aleatório, false: Sequencial. */
  isRandom: z.boolean(),
  createdAt: timestamp,
  itemCount: z.number(),
  /** Duration of one cycle in seconds, including frequencies. */
  durationS: z.number(),
  /** Hours of the items that screens may show; null: some item is always shown. */
  hours: z.array(itemHours).nullable(),
});

/** A playlist in the list of its account. */
export const listedPlaylist = playlist.extend({
  /** The first four items, whose pictures the list shows; empty for a caller who may only read the names of playlists. */
  covers: z.array(video.pick({ id: true, thumbnailUrl: true, displayDuration: true })),
});

export const playlistInput = z.object({
  name,
  /** Playback order; omitted: Aleatório, or the order of the copied playlist. */
  isRandom: z.boolean().optional(),
  /** Id of one of the caller's playlists, from which items, frequencies and messages are copied. */
  copyOf: id.optional(),
});
export const playlistPatch = z.object({ name, isRandom: z.boolean() }).partial();
export const playlistOrder = z.object({ videoIds: z.array(id).max(10_000) });

const frequencyRange = 'A frequência deve ser 1, 2 ou 3.';

export const frequency = z
  .number()
  .int(frequencyRange)
  .min(limits.frequency.min, frequencyRange)
  .max(limits.frequency.max, frequencyRange)
  .default(limits.frequency.default);

export const assignmentInput = z.object({ playlistId: id, frequency });

const assignmentCore = z.object({
  id,
  videoId: id,
  playlistId: id,
  frequency: z.number(),
  position: z.number(),
  /** Windows in which the item is shown; none: always. */ windows: z.array(dayWindow),
});
const playlistName = z.object({ id, name: z.string(), isRandom: z.boolean() });

export const assignment = assignmentCore.extend({ video, playlist: playlistName });
/** An assignment of a known video: contains the playlist, but not the video. */
export const videoAssignment = assignmentCore.extend({ playlist: playlistName });

const named = z.array(z.object({ id, name: z.string() }));
/** Playlists and screens that would lose a video if it were deleted. */
export const videoUse = z.object({ playlists: named, screens: named });

export const playlistWithVideos = playlist.extend({ videos: z.array(video) });

/** One item of a cycle for the player. A cycle contains only processed items. */
export const playItem = z.object({
  id,
  name: z.string(),
  mediaType,
  /** Images: display time in seconds; null for videos. */
  displayDuration: z.number().nullable(),
  /** Length of a video in seconds. */
  durationS: z.number().nullable(),
  useAmbientBackground: z.boolean(),
  /** Omitted: 'contain'. */
  fit: fit.optional(),
  /** Integrated loudness of the sound in LUFS; omitted: silent, or not measured. */
  loudness: z.number().optional(),
  /** Hash of the file, which identifies its content. */
  sha256: z.string(),
  sizeBytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Hours in which the item is shown (programme.ts); omitted: always. */
  hours: itemHours.optional(),
  /** Line that identifies the clinic while its advertising is shown (contract/README 3.10). */
  identification: z.string().optional(),
});

/** `hours=own`: also returns items that are not shown now; the caller checks their hours itself. */
export const cycleQuery = z.object({ userId: z.string().optional(), hours: z.literal('own').optional() });

export type Playlist = z.infer<typeof playlist>;
export type ListedPlaylist = z.infer<typeof listedPlaylist>;
export type Assignment = z.infer<typeof assignment>;
export type PlayItem = z.infer<typeof playItem>;
