/** Cleans and checks typed text (contract/README 12.3). */
import { toNfc } from './folding.ts';
import { graphemesOf } from './graphemes.ts';

/** Returns the text trimmed, in NFC, without control characters (except \t, \n, \r) and lone surrogates, which UTF-8 lacks. */
export function cleanText(value: string): string {
  return toNfc(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/gu, '').trim());
}

/** Like `cleanText`, but on one line and without characters that change the direction of writing. */
export function cleanLine(value: string): string {
  return cleanText(value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\s\u0085]+/g, ' '));
}

/** True for invisible text: empty, or only spaces, invisible characters and accents without a letter. */
export function isBlank(value: string): boolean {
  // U+2800 is the braille pattern without dots.
  return !/[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);
}

/** The longest emoji (a family of four with skin tones) has 19 UTF-16 units; longer characters are stacked combining marks. */
const maxUnitsPerCharacter = 24;

/** True for a text of at most `max` grapheme clusters, none of them longer than `maxUnitsPerCharacter`. */
export function fits(value: string, max: number): boolean {
  if (value.length > max * maxUnitsPerCharacter) return false;
  const characters = graphemesOf(value);
  return characters.length <= max && characters.every((character) => character.length <= maxUnitsPerCharacter);
}
