/** Parses '25/12/2026', '25/12/26', '25122026', '25-12-2026' or '2026-12-25' to '2026-12-25'. Returns undefined for a text that is no date. */
export function parseDate(typed: string): string | undefined {
  const text = typed.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const [, day, month, year] =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d\d)$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(text) ?? [];
  const parts = isoYear ? [isoYear, isoMonth, isoDay] : [year?.length === 2 ? `20${year}` : year, month, day];
  if (parts.some((part) => part === undefined)) return undefined;
  const date = parts.map((part) => part?.padStart(2, '0')).join('-');
  // Some engines parse 31 February as a day of March: such a date differs when it is formatted again.
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date ? undefined : date;
}

/** Formats '2026-12-25' as '25/12/2026', for a field. Returns a text that is no date unchanged. */
export const formatTypedDate = (date: string): string => (isIsoDate(date) ? date.split('-').reverse().join('/') : date);

/** True for '2026-12-25', the form in which fields keep a date. */
export const isIsoDate = (text: string): boolean => parseDate(text) === text;

/** Returns the error text for the value that a field keeps; undefined for '2026-12-25' and ''. */
export const dateProblem = (text: string): string | undefined =>
  text === '' || isIsoDate(text) ? undefined : 'Informe o dia como 25/12/2026.';
