/** Reads and writes JSON, with limits on the input and error messages in Portuguese. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { ptBR } from 'zod/locales';
import type { Access, Endpoint } from '../../../contract/endpoint.ts';
import { AppError, type FieldErrors, invalidField } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes every zod message Portuguese, except messages that a schema sets itself. Call once at the start. */
export function setPortugueseMessages(): void {
  const { localeError } = ptBR();
  z.config({
    localeError: (issue) => {
      if (issue.code === 'invalid_type') {
        if (issue.input === undefined || issue.input === null) return 'Preencha este campo.';
        if (issue.expected === 'int') return 'Informe um número inteiro.';
        if (issue.expected === 'number') return 'Informe um número.';
      }
      if (issue.code === 'too_big' && issue.origin === 'string') return `No máximo ${issue.maximum} caracteres.`;
      if (issue.code === 'too_small' && issue.origin === 'string')
        return issue.minimum === 1 ? 'Preencha este campo.' : `No mínimo ${issue.minimum} caracteres.`;
      return localeError?.(issue);
    },
  });
}

/** Parses JSON. Throws AppError `bad_request` when it is not UTF-8 or JSON, nests too deep, or has a `__proto__` key. */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError('bad_request', 'O corpo da requisição não é um JSON válido.', { cause });
  }
  assertSafe(value);
  return value;
}

function assertSafe(root: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.jsonDepth) throw new AppError('bad_request', 'O corpo da requisição tem níveis demais.');
    if (Object.hasOwn(value, '__proto__'))
      throw new AppError('bad_request', 'O corpo da requisição não é um JSON válido.');
    for (const child of Object.values(value)) pending.push({ value: child, depth: depth + 1 });
  }
}

/** Returns the first value of each name in a query string. */
function parseQuery(query: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    if (name !== '__proto__' && !Object.hasOwn(values, name)) values[name] = value;
  return values;
}

/** Access of calls whose callers may be of another version than the server, such as a TV's page that was loaded long ago. */
const lenientAccess: readonly Access[] = ['anyone', 'player', 'viewer'];

/** Reads a call's query. Throws AppError `invalid_input`, also for an unknown name unless the caller may be of another version. */
export function readQuery({ query: schema, access }: Pick<Endpoint, 'query' | 'access'>, text: string): unknown {
  const values = parseQuery(text);
  const fields = schema instanceof z.ZodObject ? schema.shape : {};
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined && !lenientAccess.includes(access))
    throw invalidField(unknown, `O parâmetro “${unknown.slice(0, 50)}” não existe nesta chamada.`);
  return schema && readInput(schema, values);
}

/** Validates a value. Throws AppError `invalid_input` with one sentence per field; its message is the first field's. */
export function readInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw inputError(parsed.error);
}

export function inputError(error: z.ZodError): AppError {
  const fields: FieldErrors = Object.create(null) as FieldErrors;
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  return new AppError('invalid_input', error.issues[0]?.message, { fields: { ...fields }, cause: error });
}

const preparedTexts = new WeakMap<object, string>();

/** Serializes a reply in advance and caches the JSON; the object must not change afterwards. */
export function prepareJson<T extends object>(value: T): T {
  preparedTexts.set(value, JSON.stringify(value));
  return value;
}

interface SharedText {
  readonly bytes: Buffer;
  gzipped?: Promise<Buffer>;
}

const sharedTexts = new Map<string, SharedText>();

/** Registers a long text and returns it: all responses with this text share one buffer, kept for ever. Call it once per text. */
export function shareText(text: string): string {
  sharedTexts.set(text, { bytes: Buffer.from(text) });
  return text;
}

/** Returns the shared buffer of a text that was registered with `shareText`. */
export const sharedText = (text: string): SharedText | undefined => sharedTexts.get(text);

export function toJson(value: unknown): string {
  const prepared = typeof value === 'object' && value !== null ? preparedTexts.get(value) : undefined;
  return prepared ?? JSON.stringify(value);
}

/** Number of rows of a list that are serialized without a pause; they take a quarter of a millisecond. */
const rowsPerStep = 100;

export const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > rowsPerStep;

/** Serializes to the same bytes as `toJson`, in steps of `rowsPerStep`: 2,000 screens in one step would delay every poll. */
export function* longListToJson(rows: readonly unknown[]): Generator<void, Buffer> {
  const chunks: Buffer[] = [];
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    const text = JSON.stringify(rows.slice(start, start + rowsPerStep));
    chunks.push(Buffer.from((start === 0 ? '[' : ',') + text.slice(1, -1)));
    yield;
  }
  return Buffer.concat([...chunks, Buffer.from(']')]);
}

/** Returns in one line how a reply differs from its schema; undefined when it matches and has no fields beyond the schema. */
export function replyDefect(schema: z.ZodType, reply: unknown): string | undefined {
  const parsed = schema.safeParse(reply);
  if (!parsed.success)
    return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  const sent: unknown = JSON.parse(toJson(reply) ?? 'null');
  const expected: unknown = JSON.parse(JSON.stringify(parsed.data) ?? 'null');
  return isDeepStrictEqual(sent, expected)
    ? undefined
    : `fields beyond the contract: ${surplusFields(sent, expected).join(', ')}`;
}

/** Returns the dotted paths of fields that differ. `path`: that of `sent` in the reply. */
function surplusFields(sent: unknown, expected: unknown, path = ''): string[] {
  if (isDeepStrictEqual(sent, expected)) return [];
  if (typeof sent !== 'object' || sent === null || typeof expected !== 'object' || expected === null)
    return [path || '(reply)'];
  const names = new Set([...Object.keys(sent), ...Object.keys(expected)]);
  return [...names].flatMap((name) =>
    surplusFields(
      (sent as Record<string, unknown>)[name],
      (expected as Record<string, unknown>)[name],
      path ? `${path}.${name}` : name,
    ),
  );
}
