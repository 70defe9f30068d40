/** Parses a typed number with comma or point, such as '1,5'. Returns NaN for any other text and for ''. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

/** Formats a number for a field, such as '1,5'. */
export const numberText = (value: number) => String(value).replace('.', ',');
