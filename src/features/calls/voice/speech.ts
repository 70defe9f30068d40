/** Builds the spoken text of a call: a ticket number digit by digit, a room number as a whole number. Pure. */

const units = 'zero um dois três quatro cinco seis sete oito nove'.split(' ');
const teens = 'dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(' ');
const tens = ['', '', ...'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')];
const hundreds = [
  '',
  ...'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' '),
];

/** Returns "Senha P zero quatro dois." for a ticket; a name is spoken unchanged. */
export function spokenLabel(label: string, isName: boolean): string {
  if (isName) return `${speakable(label)}.`;
  const signs = [...label.matchAll(/\p{L}|\d/gu)].map(([sign]) => (/\d/.test(sign) ? units[Number(sign)] : sign));
  return `Senha ${signs.join(' ')}.`;
}

/** Returns the spoken form of a room's name, such as "Consultório três." */
export const spokenRoom = (name: string): string =>
  `${speakable(name.replace(/\d+/g, (digits) => ` ${spokenNumber(digits)} `))}.`;

/**
 * Returns the key of a recording, the spoken form of a word or room name: "guichê três", "zero", "p". Empty if the text
 * contains nothing to speak.
 */
export const spokenForm = (text: string): string =>
  wordsOf(spokenRoom(text.normalize('NFC')))
    .join(' ')
    .toLocaleLowerCase('pt-BR');

const wordsOf = (spoken: string): string[] => spoken.split(/[ .]/).filter(Boolean);

/** A part of a spoken text: a recording, or words for espeak-ng. */
export type Segment = { sha256: string } | { text: string };

/** Splits a spoken text into recordings and other words; prefers the longest recording. `recorded`: spoken form -> SHA-256. */
export function segmentsOf(spoken: string, recorded: ReadonlyMap<string, string>): Segment[] {
  if (recorded.size === 0) return [{ text: spoken }];
  const words = wordsOf(spoken);
  const longest = Math.max(...Array.from(recorded.keys(), (key) => key.split(' ').length));
  const segments: Segment[] = [];
  let unrecorded: string[] = [];
  const endText = () => {
    if (unrecorded.length > 0) segments.push({ text: `${unrecorded.join(' ')}.` });
    unrecorded = [];
  };
  for (let at = 0; at < words.length;) {
    let length = Math.min(longest, words.length - at);
    const phrase = () =>
      words
        .slice(at, at + length)
        .join(' ')
        .toLocaleLowerCase('pt-BR');
    while (length > 0 && !recorded.has(phrase())) length -= 1;
    const sha256 = length > 0 ? recorded.get(phrase()) : undefined;
    if (sha256 === undefined) unrecorded.push(words[at] ?? '');
    else {
      endText();
      segments.push({ sha256 });
    }
    at += Math.max(1, length);
  }
  endText();
  return segments;
}

/** Returns up to 999 as a whole number ("101": cento e um); longer numbers and numbers with a leading 0 digit by digit. */
export function spokenNumber(digits: string): string {
  if (digits.length > 3 || (digits.length > 1 && digits.startsWith('0')))
    return Array.from(digits, (digit) => units[Number(digit)]).join(' ');
  const number = Number(digits);
  if (number === 100) return 'cem';
  const rest = number % 100;
  const parts = [
    ...(number >= 100 ? [hundreds[Math.floor(number / 100)]] : []),
    ...(rest >= 20 ? [tens[Math.floor(rest / 10)]] : rest >= 10 ? [teens[rest - 10]] : []),
    ...((rest >= 20 || rest < 10) && rest % 10 > 0 ? [units[rest % 10]] : []),
  ];
  return parts.length === 0 ? (units[0] ?? '') : parts.join(' e ');
}

/** Keeps letters, digits and punctuation for pauses; removes everything that espeak-ng would take for a command. */
const speakable = (text: string): string =>
  text
    .replace(/[^\p{L}\p{M}\d ,'-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,'-]+/, '')
    .trim();
