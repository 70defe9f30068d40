/** One form for texts that people take for the same: of a letter with its accent, and of names that are compared. */

/** The form in which `é` is one code point, however the keyboard made it. */
export function composed(value: string): string {
  // Sorting piled-up marks takes the square of their number; no writing needs more than 30 in a row (UAX 15, stream-safe text).
  return /\p{M}{31}/u.test(value) ? value : value.normalize('NFC');
}

/** Equal for names that differ only in case, in how an accent is written, or in what nobody sees. For comparing, never for showing. */
export function fold(value: string): string {
  const visible = value.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Upper case first: it has one form where lower case has two (ς, σ; ß, ss).
  return composed(composed(visible).toUpperCase().toLowerCase());
}
