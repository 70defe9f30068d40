import * as z from 'zod';
import { id, optionalText, singleLine } from './common.ts';
import { limits } from './limits.ts';
import { video, videoInput } from './media.ts';

/** A piece of music of a soundtrack. A licence says why the clinic may play it; its file is a PDF or picture. */
export const track = video
  .pick({ id: true, name: true, sizeMb: true, durationS: true, processingStatus: true, processingError: true })
  .extend({
    /** True if processing failed and the uploaded file still exists. */
    canRetry: z.boolean(),
    /** The processed file, to listen to it; null: not processed. */
    mediaUrl: z.string().nullable(),
    licence: z.object({ note: z.string(), hasFile: z.boolean() }),
  });

/** Own music that screens play instead of a radio station (contract/README 7.3). */
export const soundtrack = z.object({ id, name: z.string(), tracks: z.array(track) });

export const soundtrackInput = z.object({
  name: singleLine(limits.soundtrack.nameLength, { required: 'Dê um nome à trilha.' }),
});

export const trackInput = videoInput.pick({ name: true, r2Path: true });

/** Omitted fields stay unchanged. */
export const trackPatch = z
  .object({ name: videoInput.shape.name, licenceNote: optionalText(limits.soundtrack.noteLength) })
  .partial();

/** null: the screen plays what the account has chosen. */
export const screenSoundtrackInput = z.object({ soundtrackId: id.nullable() });

export type Track = z.infer<typeof track>;
export type Soundtrack = z.infer<typeof soundtrack>;
