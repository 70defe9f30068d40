import { z } from 'zod';
import { id, line } from './common.ts';
import { limits } from './limits.ts';

/** `streamUrl` is the same-origin relay `/api/radio/:id/stream`. */
export const radioStation = z.object({ id, name: z.string(), genre: z.string(), streamUrl: z.string() });
/** With the upstream address, for administrators. */
export const adminRadioStation = radioStation.extend({ upstreamUrl: z.string(), isActive: z.boolean() });

const upstreamUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: 'Informe um endereço http ou https.' })
  .max(500, 'Endereço muito longo.');

const radioStationFields = z.object({
  name: line(100, { required: 'Nome é obrigatório' }),
  genre: line(60, { required: 'Gênero é obrigatório' }),
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

export const radioSettingsInput = z.object({
  selectedRadioId: id.nullable().optional(),
  isEnabled: z.boolean().optional(),
  volume: z
    .number()
    .int('Informe um número inteiro.')
    .min(limits.volume.min, 'O volume vai de 0 a 100.')
    .max(limits.volume.max, 'O volume vai de 0 a 100.')
    .optional(),
});

export type RadioStation = z.infer<typeof radioStation>;
export type AdminRadioStation = z.infer<typeof adminRadioStation>;
export type RadioSettings = z.infer<typeof radioSettings>;
