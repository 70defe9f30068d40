/** Turns the text of a call into what the voice says: letters become their names, numbers become words, commas are short pauses. Pure. */
import { digitByDigit, letterName, spokenNumber, spokenOrdinal } from './number-words.ts';

const abbreviations: Readonly<Record<string, string>> = {
  dr: 'doutor',
  dra: 'doutora',
  sr: 'senhor',
  sra: 'senhora',
  prof: 'professor',
  profa: 'professora',
  cons: 'consultório',
  lab: 'laboratório',
  amb: 'ambulatório',
  enf: 'enfermaria',
  apto: 'apartamento',
};
/** Abbreviations with a vowel that are spelled out. Abbreviations without a vowel need no entry. */
const spelledWords = new Set(
  'us usg uti utin cti uci eeg ecg eda pa ubs esf acs ist hiv ia cme orl go rpa cer'.split(' '),
);
const romanNumbers: Readonly<Record<string, string>> = { ii: '2', iii: '3', iv: '4', vi: '6', vii: '7', viii: '8' };
const signs: Readonly<Record<string, string>> = { '&': 'e', '+': 'mais' };

/** A word, number, ordinal ("2º", "2o andar"), pause or sign. A hyphen between words of several letters is part of the word. */
const partPattern =
  /n[º°](?=\s*\d)|(\d{1,2})(?:[ºª°]|[oa](?=\s+\p{L}{2}))|\d+|\p{L}[\p{L}\p{M}'’]*(?:-\p{L}[\p{L}\p{M}]+)*\.?|[,;/():]|\s[-–]\s|[&+]/giu;

interface Part {
  kind: 'word' | 'letters' | 'number' | 'pause';
  words: string;
}

type TextKind = 'ticket' | 'room' | 'name';

export interface LabelOptions {
  isName: boolean;
  /** True: the number of "P042" is "zero quatro dois"; false: "quarenta e dois". */
  isDigitByDigit: boolean;
}

/** Returns "Senha pê, quarenta e dois." for a ticket. In a name only initials and titles change ("Maria S.": "Maria esse."). */
export function spokenLabel(label: string, { isName, isDigitByDigit }: LabelOptions): string {
  if (isName) return sentence(partsOf(label, 'name'));
  const parts = partsOf(label, 'ticket');
  const last = parts.findLastIndex(({ kind }) => kind === 'number');
  return sentence([
    { kind: 'word', words: 'Senha' },
    ...parts.map((part, index): Part => {
      if (part.kind !== 'number') return part;
      const isWhole = !isDigitByDigit || index < last;
      return { ...part, words: isWhole ? spokenNumber(part.words.replace(/^0+(?=\d)/, '')) : digitByDigit(part.words) };
    }),
  ]);
}

/** Returns the spoken form of a room's name: "Consultório três.", "u esse, um.", "segundo andar." */
export const spokenRoom = (name: string): string => sentence(partsOf(name, 'room'));

/**
 * Returns the key under which a recording of this text is stored, its spoken words without pauses: "guichê três", "zero", "pê". Empty if
 * the text contains nothing to speak.
 */
export const recordingKey = (text: string): string =>
  spokenWords(spokenRoom(text))
    .map(({ word }) => word)
    .join(' ')
    .toLocaleLowerCase('pt-BR');

/**
 * Splits a text into the parts that are spoken; numbers of tickets remain digits. Drops other characters, which a speech engine
 * could take for a command.
 */
function partsOf(text: string, textKind: TextKind): Part[] {
  const found = [...text.normalize('NFC').matchAll(partPattern)].map(([part, ordinal]) => ({ part, ordinal }));
  const isWord = (index: number) => /^\p{L}{2}/u.test(found[index]?.part ?? '');
  return found.map(({ part, ordinal }, index): Part => {
    if (ordinal !== undefined)
      return { kind: 'word', words: spokenOrdinal(Number(ordinal), /[ªa]$/i.test(part)) || spokenNumber(ordinal) };
    if (/^\d/.test(part)) return { kind: 'number', words: textKind === 'ticket' ? part : spokenNumber(part) };
    if (/^([,;/():]|\s[-–]\s)$/.test(part)) return { kind: 'pause', words: '' };
    if (/^n[º°]/i.test(part)) return { kind: 'word', words: 'número' };
    const word = part.replace('.', '');
    const connects =
      part === word &&
      (/[aeoàé]/.test(word) ? index === 0 || index < found.length - 1 : isWord(index - 1) && isWord(index + 1));
    return signs[part] === undefined ? spokenPart(word, textKind, connects) : { kind: 'word', words: signs[part] };
  });
}

/**
 * Returns how a word is spoken: by its letters, as a number, in full, or as it is. `connects`: true if a single vowel is a word,
 * because it is between words ("COLETA E VACINA").
 */
function spokenPart(word: string, textKind: TextKind, connects: boolean): Part {
  const key = word.toLocaleLowerCase('pt-BR');
  const spelled: Part = { kind: 'letters', words: Array.from(word, letterName).join(' ') };
  if (textKind === 'ticket') return spelled;
  if (Array.from(word).length === 1) return connects && /[aeoàé]/.test(key) ? { kind: 'word', words: key } : spelled;
  const full = abbreviations[key];
  if (full !== undefined) return { kind: 'word', words: full };
  if (textKind === 'room') {
    const roman = word === key ? undefined : romanNumbers[key];
    if (roman !== undefined) return { kind: 'number', words: spokenNumber(roman) };
    if (spelledWords.has(key) || /^[b-df-hj-np-tv-z]{2,4}$/.test(key)) return spelled;
  }
  return { kind: 'word', words: word };
}

/** Joins parts to a sentence with a pause between letters and a number, and between two numbers. */
function sentence(parts: readonly Part[]): string {
  let text = '';
  let previousKind: Part['kind'] = 'pause';
  for (const { kind, words } of parts) {
    const isPause =
      kind === 'number' ? /letters|number/.test(previousKind) : kind === 'letters' && previousKind === 'number';
    if (text !== '' && !text.endsWith(',') && (isPause || kind === 'pause')) text += ',';
    if (words !== '') text += `${text === '' ? '' : ' '}${words}`;
    previousKind = kind;
  }
  return `${text.replace(/,$/, '')}.`;
}

/** Splits a spoken text into words; each says if a pause follows. */
const spokenWords = (spoken: string): { word: string; hasPause: boolean }[] =>
  (spoken.match(/[^ .,]+[.,]?/g) ?? []).map((word) => ({
    word: word.replace(/[.,]/, ''),
    hasPause: /[.,]$/.test(word),
  }));

/** A part of a spoken text: a recording, words for a speech engine, or silence after a recording. */
export type Segment = { sha256: string } | { text: string } | { pauseMs: number };
/** Silence after a recording at a comma or at the end of the text. Speech engines make their own pauses. */
const pauseMs = 300;

/** Splits a spoken text into recordings and other words; prefers the longest recording. `recorded`: recording key -> SHA-256. */
export function segmentsOf(spoken: string, recorded: ReadonlyMap<string, string>): Segment[] {
  if (recorded.size === 0) return [{ text: spoken }];
  const words = spokenWords(spoken);
  const longest = Math.max(...Array.from(recorded.keys(), (key) => key.split(' ').length));
  const segments: Segment[] = [];
  let unrecorded = '';
  const endText = () => {
    if (unrecorded !== '') segments.push({ text: `${unrecorded.replace(/,$/, '')}.` });
    unrecorded = '';
  };
  for (let start = 0; start < words.length;) {
    let length = Math.min(longest, words.length - start);
    const phrase = () =>
      words
        .slice(start, start + length)
        .map(({ word }) => word)
        .join(' ')
        .toLocaleLowerCase('pt-BR');
    while (length > 0 && !recorded.has(phrase())) length -= 1;
    const sha256 = length > 0 ? recorded.get(phrase()) : undefined;
    const last = words[start + Math.max(1, length) - 1];
    if (sha256 === undefined) unrecorded += `${unrecorded && ' '}${last?.word ?? ''}${last?.hasPause ? ',' : ''}`;
    else {
      endText();
      segments.push({ sha256 }, ...(last?.hasPause ? [{ pauseMs }] : []));
    }
    start += Math.max(1, length);
  }
  endText();
  return segments;
}

/** Respellings with which espeak-ng (and Piper, which uses its phonemes) and RHVoice say the names of E, F, L and S with an open e. */
const respellings: Readonly<Record<string, string>> = { é: 'éh', efe: 'éfe', ele: 'éle', esse: 'ésse' };
export const respellForEngines = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => respellings[word] ?? word);
