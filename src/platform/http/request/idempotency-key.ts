/** The Idempotency-Key header, which marks a repeated request whose first response was lost. */
import type { Exchange } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';

/** Returns the request's key; undefined without one. Throws invalid_input for a malformed key. */
export function idempotencyKeyOf({ headers }: Exchange): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const sentence = 'A Idempotency-Key deve ter de 1 a 200 caracteres visíveis, sem espaços.';
  throw new AppError('invalid_input', sentence, { fields: { 'Idempotency-Key': sentence } });
}
