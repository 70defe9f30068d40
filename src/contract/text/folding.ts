/** Normalizes texts, so that texts that look the same become equal. */

/** Returns the text in NFC, in which `é` is always one code point; a text with more than 30 stacked marks stays unchanged. */
export function toNfc(value: string): string {
  // Normalizing stacked marks takes quadratic time; no script needs more than 30 in a row (UAX 15, stream-safe text).
  return /\p{M}{31}/u.test(value) ? value : value.normalize('NFC');
}

/** Returns a key for comparing names; it is equal if they differ only in case, encoding of accents or invisible characters. */
export function fold(value: string): string {
  const visible = value.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Convert to upper case first, because some letters have two lower-case forms (ς, σ; ß, ss).
  return toNfc(toNfc(visible).toUpperCase().toLowerCase());
}
