import * as z from 'zod';
import { screenSettings } from './display.ts';
import { id, optionalText, singleLine, timestamp } from './common.ts';
import { limits } from './limits.ts';
import { video, videoInput } from './media.ts';
import { localDate, windowsInput } from './programme/schedules.ts';
import { cleanLine } from './text/clean.ts';

/** `streamUrl` is the same-origin relay `/api/radio/:id/stream`. */
export const radioStation = z.object({ id, name: z.string(), genre: z.string(), streamUrl: z.string() });
/** A station's signal as the relay last measured it; `unknown` if nobody listened recently. `since`: start of this state. */
export const stationSignal = z.object({
  state: z.enum(['playing', 'silent', 'unknown']),
  since: timestamp.nullable(),
});
/** A station in the studio's list. */
export const studioRadioStation = radioStation.extend({ signal: stationSignal });
/** A station with its upstream URL, for administrators. */
export const adminRadioStation = studioRadioStation.extend({
  upstreamUrl: z.string(),
  isActive: z.boolean(),
  /** Current number of listeners in the whole installation. */
  listeners: z.number(),
});

const upstreamUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: 'Informe um endereço http ou https.' })
  .max(limits.station.addressLength, 'Endereço muito longo.');

const radioStationFields = z.object({
  name: singleLine(limits.station.nameLength, { required: 'Nome é obrigatório' }),
  genre: singleLine(limits.station.genreLength, { required: 'Gênero é obrigatório' }),
  upstreamUrl,
  isActive: z.boolean(),
});
/** True: saves the station without testing its stream, because the station transmits nothing at the moment. */
const unheard = z.boolean().optional();
export const radioStationInput = radioStationFields.extend({ isActive: z.boolean().default(true), unheard });
/** Omitted fields stay unchanged. */
export const radioStationPatch = radioStationFields.partial().extend({ unheard });

/** Address to play before it is saved as a station. */
export const stationTrial = z.object({ upstreamUrl });

/** A piece of music of a soundtrack. Its licence says why the clinic may play it; the licence's file is a PDF or picture. */
export const track = video
  .pick({ id: true, name: true, sizeMb: true, durationS: true, processingStatus: true, processingError: true })
  .extend({
    /** True if processing failed and the uploaded file still exists. */
    canRetry: z.boolean(),
    /** URL of the processed file; null until processing is completed. */
    mediaUrl: z.string().nullable(),
    licence: z.object({ note: z.string(), hasFile: z.boolean() }),
  });

/** The clinic's own music, which screens play instead of a radio station (contract/README 7.3). */
export const soundtrack = z.object({ id, name: z.string(), tracks: z.array(track) });

export const soundtrackInput = z.object({
  name: singleLine(limits.soundtrack.nameLength, { required: 'Dê um nome à trilha.' }),
});

export const trackInput = videoInput.pick({ name: true, r2Path: true });

/** Omitted fields stay unchanged. */
export const trackPatch = z
  .object({ name: videoInput.shape.name, licenceNote: optionalText(limits.soundtrack.noteLength) })
  .partial();

/** null: the screen plays the soundtrack or station that is chosen for the whole account. */
export const screenSoundtrackInput = z.object({ soundtrackId: id.nullable() });

/** Radio and music are silent at these hours, and while one of these playlists plays (contract/README 7.5). */
const quietTimes = windowsInput.extend({ playlistIds: z.array(id).max(limits.quota.playlists.max) });

/** The clinic's contract with ECAD (contract/README 7.4). */
const ecad = z.object({
  /** Number of the contract; may be empty. */
  contract: optionalText(limits.ecad.contractLength, cleanLine),
  /** Last day of the contract; null: unknown. */
  endsOn: localDate.nullable(),
});

export const radioSettings = z.object({ selectedRadioId: id.nullable(), isEnabled: z.boolean(), volume: z.number() });

/** Radio settings of an account, for the studio. */
export const accountRadioSettings = radioSettings.extend({
  /** This soundtrack plays instead of the station; null: the station plays. */
  selectedSoundtrackId: id.nullable(),
  quiet: quietTimes,
  ecad,
  /** Screens with a soundtrack of their own. */
  screens: z.array(z.object({ playerId: id, soundtrackId: id })),
});

export const radioSettingsInput = z
  .object({
    selectedRadioId: id.nullable(),
    selectedSoundtrackId: id.nullable(),
    isEnabled: z.boolean(),
    volume: screenSettings.shape.volume,
    quiet: quietTimes,
    ecad,
  })
  .partial();

/** A track of a soundtrack: AAC in an .m4a file. */
const playerTrack = z.object({
  id,
  /** Signed URL, which stays the same for a day. */
  url: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  durationS: z.number(),
  /** Integrated loudness in LUFS; omitted: silent, or not measured. */
  loudness: z.number().optional(),
});

/** Radio settings of a screen. If the screen plays a soundtrack, `selectedRadioId` is null. */
export const playerRadioSettings = radioSettings.extend({
  /** Soundtrack of the screen, or else of its account, with the tracks in order; null if none is chosen or it has no tracks. */
  soundtrack: z.object({ id, tracks: z.array(playerTrack) }).nullable(),
  quiet: quietTimes,
});

export type RadioStation = z.infer<typeof radioStation>;
export type StationSignal = z.infer<typeof stationSignal>;
export type StudioRadioStation = z.infer<typeof studioRadioStation>;
export type AdminRadioStation = z.infer<typeof adminRadioStation>;
export type QuietTimes = z.infer<typeof quietTimes>;
export type PlayerRadioSettings = z.infer<typeof playerRadioSettings>;
export type PlayerTrack = z.infer<typeof playerTrack>;
export type RadioSettingsPatch = z.infer<typeof radioSettingsInput>;
export type AccountRadioSettings = z.infer<typeof accountRadioSettings>;
export type RadioSettings = z.infer<typeof radioSettings>;
export type Track = z.infer<typeof track>;
export type Soundtrack = z.infer<typeof soundtrack>;
