/**
 * If a client has lost a response and repeats the request with the same Idempotency-Key, returns the first response again and
 * does not repeat the effect (contract/README 12.5).
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { AppError, invalidField } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { generateBytes, sha256Hex } from '../../random.ts';

/** Store of the responses (storage/idempotency-store.ts). */
export interface IdempotencyKeys {
  tx<T>(work: () => T): T;
  find(userId: number, keyHash: string): string | undefined;
  /** Returns the number of the account's stored responses. */
  count(userId: number): number;
  /** Deletes some of the account's oldest responses. */
  removeOldest(userId: number): void;
  insert(userId: number, keyHash: string, response: string): void;
}

/** A request with a key. A repetition has the same account, key and input. */
export interface KeyedRequest {
  userId: number;
  key: string;
  /** Method and path pattern, parameters, query and body. */
  input: unknown;
}

interface StoredReply {
  inputHash: string;
  reply: unknown;
}

/** Returns the request's key, or undefined without one. Throws `invalid_input` for a malformed key. */
export function idempotencyKeyOf(headers: Readonly<Record<string, string>>): string | undefined {
  const key = headers['idempotency-key'];
  const { min, max } = limits.idempotency.keyLength;
  if (key === undefined || (/^[\x21-\x7e]*$/.test(key) && key.length >= min && key.length <= max)) return key;
  throw invalidField(
    'Idempotency-Key',
    `A Idempotency-Key deve ter de ${min} a ${max} caracteres visíveis, sem espaços.`,
  );
}

/** A request's work; `commit` runs the step that has the effect and returns its reply. */
export type Run = (commit: (effect: () => unknown) => unknown) => Promise<unknown>;
export type RunIdempotently = ReturnType<typeof createIdempotentRunner>;

/**
 * Creates a function that returns the reply of an earlier request with the same key; without one it calls `run`, and stores and
 * returns the reply of `run`. It first waits while another request with the key is running.
 */
export function createIdempotentRunner(keys: IdempotencyKeys) {
  const running = new Map<string, Promise<unknown>>();

  return async function runIdempotently(request: KeyedRequest, run: Run): Promise<unknown> {
    const id = `${request.userId} ${request.key}`;
    for (let other = running.get(id); other; other = running.get(id)) await other.catch(() => {});
    const earlier = findReply(keys, request);
    if (earlier) return earlier.reply;
    const reply = run((effect) => runAndStore(keys, request, effect));
    running.set(id, reply);
    try {
      return await reply;
    } finally {
      running.delete(id);
    }
  };
}

/** Returns the reply of an earlier request with this key. Throws `conflict` when the earlier request had other input. */
function findReply(keys: IdempotencyKeys, { userId, key, input }: KeyedRequest): { reply: unknown } | undefined {
  const sealed = keys.find(userId, sha256Hex(key));
  if (sealed === undefined) return undefined;
  const stored = unseal(sealed, key);
  if (stored.inputHash === sha256Hex(JSON.stringify(input))) return stored;
  throw new AppError('conflict', 'Esta Idempotency-Key já foi usada com outro pedido. Use uma nova para cada pedido.');
}

/** Runs `handle` and stores its reply, in one transaction. If the account has too many stored replies, deletes the oldest. */
export function runAndStore(
  keys: IdempotencyKeys,
  { userId, key, input }: KeyedRequest,
  handle: () => unknown,
): unknown {
  return keys.tx(() => {
    if (keys.count(userId) >= limits.idempotency.keysPerAccount) keys.removeOldest(userId);
    const reply = handle();
    const stored: StoredReply = { inputHash: sha256Hex(JSON.stringify(input)), reply };
    keys.insert(userId, sha256Hex(key), seal(stored, key));
    return reply;
  });
}

// Replies are encrypted with the key, of which only the hash is stored: they may contain a patient's name, and remain in backups
// after they are deleted here.
const cipherKey = (key: string): Buffer => Buffer.from(sha256Hex(`reply ${key}`), 'hex');
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a reply. Returns nonce, tag and text in base64url. */
function seal(stored: StoredReply, key: string): string {
  const nonce = generateBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(stored)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a reply. Throws for damaged bytes: a request that has had its effect must not run again. */
function unseal(response: string, key: string): StoredReply {
  const sealed = Buffer.from(response, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as StoredReply;
}
