import * as z from 'zod';
import { id, singleLine, optionalText, timestamp } from './common.ts';
import { mediaType, processingStatus, replacement } from './media.ts';
import { limits } from './limits.ts';

export const category = z.object({ id, name: z.string(), description: z.string().nullable(), createdAt: timestamp });
export const adminCategory = category.extend({ userCount: z.number(), videoCount: z.number() });

const name = singleLine(limits.categoryNameLength, { required: 'Nome da categoria é obrigatório' });
const description = optionalText(limits.categoryDescriptionLength)
  .nullable()
  .transform((value) => value || null);

export const categoryInput = z.object({ name, description: description.default(null) });
/** Omitted fields stay unchanged. */
export const categoryPatch = z.object({ name, description }).partial();

export const categoryUser = z.object({ id, username: z.string(), email: z.string(), grantedAt: timestamp });

export const categoryVideo = z.object({
  id,
  name: z.string(),
  mediaType,
  sizeMb: z.number(),
  uploadedAt: timestamp,
  thumbnailUrl: z.string().nullable(),
  processingStatus,
  processingError: z.string().nullable(),
  replacement,
});

/** A category the user may see. */
export const categoryAccess = z.object({ categoryId: id, grantedAt: timestamp, category });

export type Category = z.infer<typeof category>;
export type AdminCategory = z.infer<typeof adminCategory>;
export type CategoryUser = z.infer<typeof categoryUser>;
export type CategoryVideo = z.infer<typeof categoryVideo>;
