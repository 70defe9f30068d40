import * as z from 'zod';
import { id, line, timestamp } from './common.ts';
import { limits } from './limits.ts';
import { mediaType, video } from './media.ts';
import { dayWindow } from './programme/schedules.ts';

const name = line(limits.playlistNameLength, { required: 'Dê um nome à playlist.' });

export const playlist = z.object({
  id,
  name: z.string(),
  /** true: Aleatório, false: Sequencial. */
  isRandom: z.boolean(),
  createdAt: timestamp,
  itemCount: z.number(),
  /** Running time of one cycle, seconds (frequency counted). */
  durationS: z.number(),
});

export const playlistInput = z.object({
  name,
  /** Playback order; when left out: Aleatório, or as in the playlist copied. */
  isRandom: z.boolean().optional(),
  /** An own playlist whose items, frequencies and messages the new one begins with. */
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
  /** When it is shown; none: at all hours. */ windows: z.array(dayWindow),
});
const playlistName = z.object({ id, name: z.string(), isRandom: z.boolean() });

export const assignment = assignmentCore.extend({ video, playlist: playlistName });
/** A video's assignments: the playlist is embedded, the video is known. */
export const videoAssignment = assignmentCore.extend({ playlist: playlistName });

const named = z.array(z.object({ id, name: z.string() }));
/** Playlists and screens that would lose a video if it were deleted. */
export const videoUse = z.object({ playlists: named, screens: named });

export const playlistWithVideos = playlist.extend({ videos: z.array(video) });

/** One item of a cycle as the player gets it. Only completed items are in it. */
export const playItem = z.object({
  id,
  name: z.string(),
  mediaType,
  /** Seconds, images; null for videos. */
  displayDuration: z.number().nullable(),
  /** Length of a video, seconds. */
  durationS: z.number().nullable(),
  useAmbientBackground: z.boolean(),
  /** Key of the bytes: equal hash, equal content. */
  sha256: z.string(),
  sizeBytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Hours in which it is shown (programme.ts); left out: always. */
  hours: z
    .object({ validFrom: z.string().nullable(), validUntil: z.string().nullable(), windows: z.array(dayWindow) })
    .optional(),
});

/** `hours=own`: also the items that are not shown now; whoever asks looks at their hours himself. */
export const cycleQuery = z.object({ userId: z.string().optional(), hours: z.literal('own').optional() });

export type Playlist = z.infer<typeof playlist>;
export type Assignment = z.infer<typeof assignment>;
export type PlayItem = z.infer<typeof playItem>;
