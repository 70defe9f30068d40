/**
 * Repeats the response of a request that carries an Idempotency-Key instead of its effect (contract/README 12.6): a client that
 * lost a response sends the same request again.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { AppError } from '../../../contract/errors.ts';
import { generateBytes, sha256Hex } from '../../random.ts';

/** Where stored responses are kept (storage/idempotency-store.ts). */
export interface IdempotencyKeys {
  tx<T>(work: () => T): T;
  find(userId: number, keyHash: string): Buffer | undefined;
  insert(userId: number, keyHash: string, response: Buffer): void;
}

/** A request as its repetition must be: the same caller, call, input and key. */
export interface KeyedRequest {
  userId: number;
  key: string;
  /** Method and path pattern, parameters, query and body. */
  input: unknown;
}

interface Stored {
  input: string;
  reply: unknown;
}

/** Returns the request's key, or undefined without one. Throws `invalid_input` for a malformed key. */
export function idempotencyKeyOf(headers: Readonly<Record<string, string>>): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const sentence = 'A Idempotency-Key deve ter de 1 a 200 caracteres visíveis, sem espaços.';
  throw new AppError('invalid_input', sentence, { fields: { 'Idempotency-Key': sentence } });
}

/** Returns the reply of an earlier request with this key. Throws `conflict` when that request was another one. */
export function findReply(keys: IdempotencyKeys, { userId, key, input }: KeyedRequest): { reply: unknown } | undefined {
  const sealed = keys.find(userId, sha256Hex(key));
  const stored = sealed && open(sealed, key);
  if (!stored) return undefined;
  if (stored.input !== sha256Hex(JSON.stringify(input)))
    throw new AppError(
      'conflict',
      'Esta Idempotency-Key já foi usada com outro pedido. Use uma nova para cada pedido.',
    );
  return stored;
}

/** Runs `handle` and stores its reply, in one transaction; a repetition that came meanwhile gets the stored reply. */
export function runOnce(keys: IdempotencyKeys, request: KeyedRequest, handle: () => unknown): unknown {
  return keys.tx(() => {
    const before = findReply(keys, request);
    if (before) return before.reply;
    const reply = handle();
    const stored: Stored = { input: sha256Hex(JSON.stringify(request.input)), reply };
    keys.insert(request.userId, sha256Hex(request.key), seal(stored, request.key));
    return reply;
  });
}

// Encrypted with the key, of which only the hash is stored: a reply may contain a patient's name, and copies of the database outlive it.
const cipherKey = (key: string): Buffer => Buffer.from(sha256Hex(`reply ${key}`), 'hex');
const nonceBytes = 12;
const tagBytes = 16;

function seal(stored: Stored, key: string): Buffer {
  const nonce = generateBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(stored)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Undefined for bytes that were damaged. */
function open(sealed: Buffer, key: string): Stored | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), sealed.subarray(0, nonceBytes));
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as Stored;
  } catch {
    return undefined;
  }
}
