/** Portuguese words for letters, numbers and ordinals. Pure. */

const letterNames =
  'á bê cê dê é efe gê agá i jota cá ele eme ene ó pê quê erre esse tê u vê dáblio xis ípsilon zê'.split(' ');
const units = 'zero um dois três quatro cinco seis sete oito nove'.split(' ');
const teens = 'dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(' ');
const tens = ['', '', ...'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')];
const hundreds = [
  '',
  ...'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' '),
];
const ordinalUnits = ['', ...'primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ')];
const ordinalTens = [
  '',
  ...'décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(' '),
];

/** Words of which the numbers from 10 to 9999 are composed, besides the words for digits. */
export const numberWords: readonly string[] = [...teens, ...tens.slice(2), 'cem', ...hundreds.slice(1), 'mil', 'e'];

/** Returns "pê" for "P"; a letter outside the alphabet unchanged. */
export const letterName = (letter: string): string =>
  letterNames[letter.normalize('NFD').toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0)] ?? letter;

export const digitByDigit = (digits: string): string =>
  Array.from(digits, (digit) => units[Number(digit)] ?? '').join(' ');

/** Returns the words of a number: up to 9999 as one number ("101": cento e um); longer ones, and those with a leading 0, digit by digit. */
export function spokenNumber(digits: string): string {
  if (digits.length > 4 || (digits.length > 1 && digits.startsWith('0'))) return digitByDigit(digits);
  const [number, rest] = [Number(digits), Number(digits) % 1000];
  if (number < 1000) return belowThousand(number);
  const thousands = number < 2000 ? 'mil' : `${belowThousand(Math.floor(number / 1000))} mil`;
  if (rest === 0) return thousands;
  return [thousands, belowThousand(rest)].join(rest <= 100 || rest % 100 === 0 ? ' e ' : ' ');
}

function belowThousand(number: number): string {
  if (number === 100) return 'cem';
  const rest = number % 100;
  const parts = [
    ...(number >= 100 ? [hundreds[Math.floor(number / 100)]] : []),
    ...(rest >= 20 ? [tens[Math.floor(rest / 10)]] : rest >= 10 ? [teens[rest - 10]] : []),
    ...((rest >= 20 || rest < 10) && rest % 10 > 0 ? [units[rest % 10]] : []),
  ];
  return parts.length === 0 ? (units[0] ?? '') : parts.join(' e ');
}

/** Returns "segundo" or "segunda" for 1 to 99. */
export function spokenOrdinal(number: number, isFeminine: boolean): string {
  const words = [ordinalTens[Math.floor(number / 10)], ordinalUnits[number % 10]].filter(Boolean).join(' ');
  return isFeminine ? words.replace(/o\b/g, 'a') : words;
}
