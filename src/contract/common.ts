/** Schemas that several modules of the contract share. */
import * as z from 'zod';
import { limits } from './limits.ts';
import { cleanLine, cleanText, fits, isBlank } from './text/clean.ts';

/** `z.int()` checks 10,000 ids in a third of the time that `z.number().int()` needs. */
export const id = z.int().positive();
/** ISO 8601, UTC. */
export const timestamp = z.string();
export const message = z.object({ message: z.string() });

/** Error message for a number with decimals. */
export const notInteger = 'Informe um número inteiro.';
export const wholeNumber = z.number().int(notInteger);

/** Returns Zod options that set the error message of a missing field (null or undefined); other type errors keep their own. */
export const requiredAs = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? sentence : undefined),
});

/** Returns a schema for trimmed text of 1 to `max` grapheme clusters; line breaks are kept. */
export function text(max: number, sentences: Sentences = {}) {
  return bounded(cleanText, max, sentences);
}

/** Returns a schema for a name or title: like `text`, on one line. */
export function singleLine(max: number, sentences: Sentences = {}) {
  return bounded(cleanLine, max, sentences);
}

/** Error messages in Portuguese. */
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

/** Returns a schema for text typed by a person, possibly empty: trimmed, up to `max` grapheme clusters. */
export const optionalText = (max: number, clean: (value: string) => string = cleanText) =>
  z
    .string()
    .transform(clean)
    .refine((value) => fits(value, max), `No máximo ${max} caracteres.`)
    .meta({ description: `Up to ${max} characters` });

/** Query fields of a list that is read in pages. `after`: fields of the last row of the previous page, as JSON. */
export const pageQuery = <Cursor extends z.ZodType>(cursor: Cursor) => ({
  limit: z.coerce.number().int().min(1).max(limits.listPage.max).optional(),
  after: z
    .string()
    .max(2_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'JSON inválido.' });
        return z.NEVER;
      }
    })
    .pipe(cursor)
    .optional(),
});

/** Query field of a list: words that names contain, without regard to accents and case. */
export const search = z.string().max(200).optional();
/** Number of rows of a list that match a query. */
export const count = z.object({ count: z.number() });

/** Returns a schema for text of programs, such as file names: up to `max` UTF-16 units before cleaning and trimming, or empty. */
export const plainText = (max: number, tooLong?: string) => z.string().max(max, tooLong).overwrite(cleanText);
