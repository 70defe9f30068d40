import { z } from 'zod';
import { id, line, wholeNumber } from './common.ts';
import { limits } from './limits.ts';

/** `streamUrl` is the same-origin relay `/api/radio/:id/stream`. */
export const radioStation = z.object({ id, name: z.string(), genre: z.string(), streamUrl: z.string() });
/** With the upstream address, for administrators. */
export const adminRadioStation = radioStation.extend({ upstreamUrl: z.string(), isActive: z.boolean() });

const upstreamUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: 'Informe um endereço http ou https.' })
  .max(limits.station.addressLength, 'Endereço muito longo.');

const radioStationFields = z.object({
  name: line(limits.station.nameLength, { required: 'Nome é obrigatório' }),
  genre: line(limits.station.genreLength, { required: 'Gênero é obrigatório' }),
  upstreamUrl,
  isActive: z.boolean(),
});
export const radioStationInput = radioStationFields.extend({ isActive: z.boolean().default(true) });
/** Without defaults: what is not sent stays as it is. */
export const radioStationPatch = radioStationFields.partial();

export const stationTrial = z.object({ upstreamUrl });

export const radioSettings = z.object({
  selectedRadioId: id.nullable(),
  isEnabled: z.boolean(),
  volume: z.number(),
});

const volumeRange = `O volume vai de ${limits.volume.min} a ${limits.volume.max}.`;

export const radioSettingsInput = z.object({
  selectedRadioId: id.nullable().optional(),
  isEnabled: z.boolean().optional(),
  volume: wholeNumber.min(limits.volume.min, volumeRange).max(limits.volume.max, volumeRange).optional(),
});

export type RadioStation = z.infer<typeof radioStation>;
export type AdminRadioStation = z.infer<typeof adminRadioStation>;
export type RadioSettings = z.infer<typeof radioSettings>;
