/** '2026-12-25' of a day as people type it: '25/12/2026', '25/12/26', '25122026', '25-12-2026', '2026-12-25'. Undefined: it is none. Pure. */
export function dateOf(typed: string): string | undefined {
  const text = typed.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [, day, month, year] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d\d)$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(text) ?? [];
  const parts = isoYear ? [isoYear, isoMonth, isoDay] : [year?.length === 2 ? `20${year}` : year, month, day];
  if (parts.some((part) => part === undefined)) return undefined;
  const date = parts.map((part) => part?.padStart(2, '0')).join('-');
  // Of the 31st of a short month it would be another day.
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? undefined : date;
}

/** '25/12/2026' of '2026-12-25'; what is no day stays as it is. */
export const dateTyped = (date: string): string => (isDate(date) ? date.split('-').reverse().join('/') : date);

export const isDate = (text: string): boolean => dateOf(text) === text;

/** Why a field's day cannot be taken; undefined for a day, and for none. */
export const dayProblem = (text: string): string | undefined =>
  text === '' || isDate(text) ? undefined : 'Informe o dia como 25/12/2026.';
