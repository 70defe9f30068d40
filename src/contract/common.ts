/** Schemas that several nouns share. */
import { z } from 'zod';

export const id = z.number().int().positive();
/** ISO 8601, UTC. */
export const timestamp = z.string();
export const message = z.object({ message: z.string() });

/** Trimmed text of `min` to `max` characters as people count them (grapheme clusters). */
export function text(max: number, messages: { required?: string; tooLong?: string } = {}) {
  return z
    .string()
    .transform((value) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim())
    .refine((value) => value.length > 0, messages.required ?? 'Preencha este campo.')
    .refine((value) => graphemeCount(value) <= max, messages.tooLong ?? `No máximo ${max} caracteres.`);
}

const segmenter = typeof Intl !== 'undefined' && 'Segmenter' in Intl ? new Intl.Segmenter('pt-BR', { granularity: 'grapheme' }) : undefined;

/** Characters as people see them: an emoji with its modifiers counts once. */
export function graphemeCount(value: string): number {
  if (!segmenter) return Array.from(value).length;
  let count = 0;
  for (const _ of segmenter.segment(value)) count += 1;
  return count;
}
