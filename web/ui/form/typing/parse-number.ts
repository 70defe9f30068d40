/** Parses a typed number with comma or point, such as '1,5'. Returns NaN for any other text and for ''. */
export function parseNumber(text: string): number {
  const withPoint = text.trim().replace(',', '.');
  return withPoint === '' ? Number.NaN : Number(withPoint);
}

/** Formats a number for a field, such as '1,5'. */
export const numberText = (value: number) => String(value).replace('.', ',');
