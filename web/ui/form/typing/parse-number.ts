/** Parses a typed number: '1,5' and '1.5' are the same; NaN for anything else and for an empty field. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

/** Formats a number for a field: '1,5'. */
export const numberText = (value: number) => String(value).replace('.', ',');
