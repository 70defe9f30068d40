/** Schemas that several nouns share. */
import * as z from 'zod';
import { cleanLine, cleanText, fits, isBlank } from './text/clean.ts';

export const id = z.number().int().positive();
/** ISO 8601, UTC. */
export const timestamp = z.string();
export const message = z.object({ message: z.string() });

export const notWhole = 'Informe um número inteiro.';
export const wholeNumber = z.number().int(notWhole);

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
