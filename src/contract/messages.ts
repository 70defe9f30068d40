import * as z from 'zod';
import { id, text, timestamp } from './common.ts';
import { limits } from './limits.ts';
import { cleanLine, fits, isBlank } from './text/clean.ts';

/** Title: optional, null when empty (contract/README 6.1). */
const title = z
  .string()
  .nullable()
  .transform((value) => (value === null || isBlank(value) ? null : cleanLine(value) || null))
  .refine(
    (value) => value === null || fits(value, limits.message.titleLength),
    `Título deve ter no máximo ${limits.message.titleLength} caracteres`,
  )
  .meta({ description: `Up to ${limits.message.titleLength} characters` });

const body = text(limits.message.textLength, {
  required: 'Mensagem é obrigatória',
  tooLong: `Mensagem deve ter no máximo ${limits.message.textLength} caracteres`,
});

/** A message as the studio lists it. */
export const breakingNews = z.object({
  id,
  title: z.string().nullable(),
  message: z.string(),
  isActive: z.boolean(),
  createdAt: timestamp,
  playlists: z.array(z.object({ id, name: z.string() })),
});

export const breakingNewsInput = z.object({
  title: title.default(null),
  message: body,
  isActive: z.boolean().default(true),
});
/** Omitted fields stay unchanged. */
export const breakingNewsPatch = z.object({ title, message: body, isActive: z.boolean() }).partial();
export const breakingNewsPlaylists = z.object({ playlistIds: z.array(id).max(1000) });

/** A message as it is shown in the ticker of a playlist: without date and playlists. */
export const tickerMessage = z.object({ id, title: z.string().nullable(), message: z.string(), isActive: z.boolean() });

export type BreakingNews = z.infer<typeof breakingNews>;
export type TickerMessage = z.infer<typeof tickerMessage>;
