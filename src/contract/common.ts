/** Schemas that several nouns share. */
import { z } from 'zod';
import { composed } from './folding.ts';
import { graphemesOf } from './graphemes.ts';

export const id = z.number().int().positive();
/** ISO 8601, UTC. */
export const timestamp = z.string();
export const message = z.object({ message: z.string() });

/** The sentence for a field that is not there. */
export const requiredAs = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? sentence : undefined),
});

/** Trimmed text of 1 to `max` characters as people count them (grapheme clusters); line breaks stay. */
export function text(max: number, sentences: Sentences = {}) {
  return bounded(cleanText, max, sentences);
}

/** A name or a title: the same on one line. */
export function line(max: number, sentences: Sentences = {}) {
  return bounded(cleanLine, max, sentences);
}

interface Sentences {
  required?: string;
  tooLong?: string;
}

function bounded(
  clean: (value: string) => string,
  max: number,
  { required = 'Preencha este campo.', tooLong }: Sentences,
) {
  return z
    .string(requiredAs(required))
    .transform(clean)
    .refine((value) => !isBlank(value), required)
    .refine((value) => fits(value, max), tooLong ?? `No máximo ${max} caracteres.`)
    .meta({ description: `1 to ${max} characters` });
}

/** Text of a person that may be empty: trimmed, up to `max` characters as people count them. */
export const optionalText = (max: number) =>
  z
    .string()
    .transform(cleanText)
    .refine((value) => fits(value, max), `No máximo ${max} caracteres.`)
    .meta({ description: `Up to ${max} characters` });

/** Text of a program rather than of a person: up to `max` UTF-16 units, trimmed and cleaned, perhaps empty. */
export const plainText = (max: number, tooLong?: string) => z.string().max(max, tooLong).overwrite(cleanText);

/** Trimmed and composed, without control characters and without halves of an emoji (lone surrogates, which UTF-8 cannot hold). */
export function cleanText(value: string): string {
  return composed(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu, '').trim());
}

/** The same on one line, and without the marks that turn the direction of what follows. */
export function cleanLine(value: string): string {
  return cleanText(value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\s\u0085]+/g, ' '));
}

/** True for text that nobody sees: empty, or nothing but spaces, invisible characters and accents without a letter. */
export function isBlank(value: string): boolean {
  // U+2800 is the braille pattern without dots.
  return !/[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
}

/** The longest emoji (a family of four, each with a skin tone) takes 19 UTF-16 units; beyond are piled-up combining marks. */
const maxUnitsPerCharacter = 24;

/** True up to `max` characters as people count them, each one a character that people write. */
export function fits(value: string, max: number): boolean {
  if (value.length > max * maxUnitsPerCharacter) return false;
  const characters = graphemesOf(value);
  return characters.length <= max && characters.every((character) => character.length <= maxUnitsPerCharacter);
}
