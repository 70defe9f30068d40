/** Rules for masking names, and for tickets (contract/README 15). Pure. */
import type { CallService, CallSettings, NamePolicy, TicketKind } from '../../contract/calls.ts';

/** Label that screens show. `isName`: true for a name, which is deleted after 12 hours (contract/README 15). */
export interface MaskedLabel {
  label: string;
  isName: boolean;
}

/** Matches "P042", "042", "80-012", "C80-012", "USG 15", "RX 7", "12B": up to three letters, up to eight digits, then at most one letter. */
const ticketNumber = /^(?:\p{L}{0,3}-?|\p{L}{1,3} |\p{L}{0,3}\d{1,2}-|80 )\d{1,8}(?:[ -]?\p{L})?$/u;
/** Matches a short first name before a space, so that "Ana 12" counts as a person, and "USG 15" as a ticket. */
const shortName =
  /^(?:ada|ana|ari|ava|ben|bia|caê|cid|dan|d[eé]a|edu|eli|ema|eva|gal|gil|gui|ian|ida|isa|iv[aoãy]|kai|kim|l[eé][ao]|lia|lis|liz|lua|luz|mel|mia|nei|noa|no[eé]|oto|paz|pio|ra[iíy]|rui|sam|sol|t[eé]o|tom|uri|val|vic|yan|zo[eé]) /iu;

/** A text with at least this many digits contains a document or telephone number. */
const documentDigits = 9;

/** True for a text with a document or telephone number, such as a CPF, with or without punctuation. */
export const hasDocumentNumber = (typed: string): boolean => (typed.match(/\p{Nd}/gu)?.length ?? 0) >= documentDigits;

/** True for a ticket number, false for a person's name. */
export const isTicketNumber = (typed: string): boolean =>
  typed.length <= 12 && ticketNumber.test(typed) && !shortName.test(typed);

/** Words that a shortened name leaves out. */
const particles = new Set('da de do das dos e di du del della van von der den la le y'.split(' '));
const titles = new Set('sr sra srta dr dra dona seu senhor senhora'.split(' '));

/**
 * Returns the label masked by the policy. Returns undefined for a label with a document number, for a name if the policy allows
 * only tickets, and for a name without letters if the policy shortens names.
 */
export function maskLabel(typed: string, policy: NamePolicy): MaskedLabel | undefined {
  if (hasDocumentNumber(typed)) return undefined;
  const text = typed.normalize('NFC').trim();
  if (isTicketNumber(text)) return { label: text.toLocaleUpperCase('pt-BR'), isName: false };
  if (policy === 'ticket') return undefined;
  if (policy === 'full') return { label: text, isName: true };
  const words = nameWords(text);
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  if (policy === 'initials') return { label: words.map(initial).join(' '), isName: true };
  const last = others.at(-1);
  return { label: last === undefined ? capital(first) : `${capital(first)} ${initial(last)}`, isName: true };
}

/** Splits a name into words, without titles, particles, emoji, digits and punctuation. "Silva, Maria da" is Maria da Silva. */
function nameWords(text: string): string[] {
  const [family = '', givenNames] = text.split(/,(.*)/su);
  const words = (givenNames === undefined ? text : `${givenNames} ${family}`).match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const untitled = words.filter((word, index) => !(index === 0 && words.length > 1 && titles.has(word.toLowerCase())));
  const relevant = untitled.filter((word) => !particles.has(word.toLowerCase()));
  return relevant.length > 0 ? relevant : untitled;
}

const firstLetter = (word: string): string => Array.from(word)[0] ?? '';
const initial = (word: string): string => `${firstLetter(word).toLocaleUpperCase('pt-BR')}.`;
const capital = (word: string): string =>
  firstLetter(word).toLocaleUpperCase('pt-BR') + word.slice(firstLetter(word).length);

/** Returns "P042", or "80-042" with a dash after a prefix that ends in a digit. */
export function ticketLabel(prefix: string, number: number): string {
  return `${prefix}${/\d$/.test(prefix) ? '-' : ''}${String(number).padStart(3, '0')}`;
}

/** Returns the beginning of a label: the prefix of the kind; with a service, its prefix and that of a preferential kind. */
export const labelPrefix = (
  prefixes: CallSettings['prefixes'],
  kind: TicketKind,
  service?: Pick<CallService, 'prefix'>,
): string => (service ? service.prefix + (kind === 'normal' ? '' : prefixes[kind]) : prefixes[kind]);

/** Returns the reason to refuse the prefixes: two queues would have equal labels, or a label would be taken for a name. */
export function prefixProblem(
  prefixes: CallSettings['prefixes'],
  services: readonly Pick<CallService, 'prefix'>[],
): string | undefined {
  const kinds = Object.keys(prefixes) as TicketKind[];
  const all = [undefined, ...services].flatMap((service) => kinds.map((kind) => labelPrefix(prefixes, kind, service)));
  const duplicate = all.find((prefix, index) => all.indexOf(prefix) !== index);
  if (duplicate !== undefined) return `Duas filas teriam senhas com o prefixo ${duplicate}. Escolha outro.`;
  const tooLong = all.find((prefix) => !isTicketNumber(ticketLabel(prefix, 1)));
  return tooLong && `O prefixo ${tooLong} ficaria comprido demais. Use uma letra só.`;
}

export const defaultSettings: Omit<CallSettings, 'canSpeak'> = {
  namePolicy: 'ticket',
  chime: true,
  voice: true,
  engine: 'auto',
  isDigitByDigit: false,
  repetitions: 1,
  seconds: 12,
  layout: 'lowerThird',
  queueEnabled: false,
  prefixes: { normal: 'N', preferential: 'P', over80: '80' },
  alternation: 0,
  dayStartsAt: 0,
  carriesOver: false,
};

export const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Returns the day of a time (milliseconds since 1970) in a time zone, such as `2026-11-22`. */
export function dayIn(timeZone: string, at: number): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone });
    dayFormats.set(timeZone, format);
  }
  return format.format(at);
}
const dayFormats = new Map<string, Intl.DateTimeFormat>();
