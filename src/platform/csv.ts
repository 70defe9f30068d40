/** CSV for Excel in Brazil: semicolons, and a byte order mark at the beginning. */

export const csvMark = '\uFEFF';

export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(';')}\r\n`;

/** Quotes a value where CSV requires it, and prefixes a text that a spreadsheet would take for a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the response that downloads a table; `name`: its file name without ending. */
export function csvFile({ name, csv }: { name: string; csv: string }) {
  const bytes = Buffer.from(csv);
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
    sizeBytes: bytes.length,
    read: async (position: number) => bytes.subarray(position),
  };
}
