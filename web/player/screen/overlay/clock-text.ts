/** Time and date as written in Brazil. `wallMs`: milliseconds since 1970 as São Paulo's wall shows them. */

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

/** '08:05' */
export function timeText(wallMs: number): string {
  const date = new Date(wallMs);
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** 'segunda-feira, 2 de março' */
export function dateText(wallMs: number): string {
  const date = new Date(wallMs);
  return `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} de ${months[date.getUTCMonth()]}`;
}
