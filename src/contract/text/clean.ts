/** Schemas for typed text: cleaned, more than blank, and no longer than it may be (contract/README 12.3). */
import { composed } from './folding.ts';
import { graphemesOf } from './graphemes.ts';

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
