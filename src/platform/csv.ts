/** CSV for Excel in Brazil: semicolons, and a byte order mark at the beginning. */

export const csvMark = '\uFEFF';

export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(';')}\r\n`;

/** Quotes a value where CSV requires it, and prefixes a text that a spreadsheet would take for a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
