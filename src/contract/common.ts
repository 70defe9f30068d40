/** Schemas that several nouns share. */
import { z } from 'zod';

export const id = z.number().int().positive();
/** ISO 8601, UTC. */
export const timestamp = z.string();
export const message = z.object({ message: z.string() });

/** The sentence for a field that is not there. */
export const requiredAs = (sentence: string) => ({ error: ({ input }: { input?: unknown }) => (input == null ? sentence : undefined) });

/** Trimmed text of 1 to `max` characters as people count them (grapheme clusters). */
export function text(max: number, { required = 'Preencha este campo.', ...messages }: { required?: string; tooLong?: string } = {}) {
  return z
    .string(requiredAs(required))
    .transform(cleanText)
    .refine((value) => !isBlank(value), required)
    .refine((value) => fits(value, max), messages.tooLong ?? `No máximo ${max} caracteres.`)
    .meta({ description: `1 to ${max} characters` });
}

/** Text of a program rather than of a person: up to `max` UTF-16 units, trimmed and cleaned, perhaps empty. */
export const plainText = (max: number, tooLong?: string) => z.string().max(max, tooLong).overwrite(cleanText);

/** Trimmed, without control characters and without halves of an emoji (lone surrogates, which UTF-8 cannot hold). */
export function cleanText(value: string): string {
  return value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu, '').trim();
}

/** True for text that nobody sees: empty, or nothing but spaces and invisible marks. */
export function isBlank(value: string): boolean {
  return !/[^\p{Z}\p{Cc}\p{Cf}]/u.test(value);
}

/** The longest emoji take about 15 UTF-16 units; more per character is piled-up combining marks. */
const maxUnitsPerCharacter = 16;

/** True up to `max` characters as people count them. */
export function fits(value: string, max: number): boolean {
  return value.length <= max * maxUnitsPerCharacter && graphemeCount(value) <= max;
}

const segmenter = typeof Intl !== 'undefined' && 'Segmenter' in Intl ? new Intl.Segmenter('pt-BR', { granularity: 'grapheme' }) : undefined;

/** Characters as people see them: an emoji with its modifiers counts once. */
export function graphemeCount(value: string): number {
  if (!segmenter) return Array.from(value).length;
  let count = 0;
  for (const _ of segmenter.segment(value)) count += 1;
  return count;
}
