/** The header by which a caller says that it asks for the same thing once more, because an answer was lost. */
import type { Exchange } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';

/** Undefined: none was sent. Throws invalid_input for a key that is none. */
export function idempotencyKeyOf({ headers }: Exchange): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const sentence = 'A Idempotency-Key deve ter de 1 a 200 caracteres visíveis, sem espaços.';
  throw new AppError('invalid_input', sentence, { fields: { 'Idempotency-Key': sentence } });
}
