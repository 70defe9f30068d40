/** Formats time and date in Portuguese. `wallMs`: milliseconds since 1970 in the clinic's local time. */

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'];
const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns a time such as '08:05'. */
export function timeText(wallMs: number): string {
  const date = new Date(wallMs);
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** Returns a date such as 'segunda-feira, 2 de março'. */
export function dateText(wallMs: number): string {
  const date = new Date(wallMs);
  return `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} de ${months[date.getUTCMonth()]}`;
}
