/** Lists the fields of the contract's JSON bodies, and checks refusals of invalid bodies. */
import assert from 'node:assert/strict';
import * as z from 'zod';
import { api, type ApiKey } from '../contract/api/index.ts';
import { type ErrorBody, errorStatus } from '../contract/errors.ts';
import { apiKeys } from './sample-calls.ts';
import type { Caller, World, WorldResponse } from './world.ts';

type Path = readonly (string | number)[];
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';
type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Field {
  path: Path;
  types: ReadonlySet<JsonType>;
  /** The only permitted values; undefined: any. */
  choices: readonly unknown[] | undefined;
  isRequired: boolean;
}

export const keysWithJsonBody = apiKeys.filter((key) => 'body' in api[key] && typeof api[key].body !== 'string');
export const json = 'application/json';

/** Returns the fields of a call's body, nested ones too. Index 0 represents all items of an array. */
export function fieldsOf(key: ApiKey): Field[] {
  const { body } = api[key] as { body?: unknown };
  const fields: Field[] = [];
  visit(z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }), []);
  return fields.filter(({ path }) => path.length > 0);

  function visit(schema: JsonSchema, path: Path, isRequired = false): void {
    const alternatives = (schema.anyOf as JsonSchema[] | undefined) ?? [schema];
    const types = new Set(alternatives.flatMap(({ type }) => (type ?? []) as JsonType | JsonType[]));
    fields.push({ path, types, choices: schema.enum, isRequired });
    for (const { properties, required, items } of alternatives) {
      for (const [name, property] of Object.entries(properties ?? {}))
        visit(property as JsonSchema, [...path, name], required?.includes(name));
      if (items) visit(items as JsonSchema, [...path, 0]);
    }
  }
}

/** Returns a copy of the sample body with another value at a path; `undefined` removes the field. */
export function bodyWith(key: ApiKey, world: World, path: Path, value: unknown): unknown {
  const body = structuredClone(world.calls[key].body) as Record<string | number, unknown>;
  let parent = body;
  for (const step of path.slice(0, -1))
    parent = (typeof parent[step] === 'object' ? parent[step] : (parent[step] = {})) as typeof parent;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return body;
}

/** Returns a caller that may call the endpoint. */
export function callerOf(key: ApiKey): Caller {
  const { access } = api[key];
  if (key === 'POST /api/player/renew-token' || access === 'player') return 'player';
  if (key === 'POST /api/first-steps') return 'administrator';
  return access === 'anyone'
    ? 'nobody'
    : access === 'manager' || access === 'administrator'
      ? 'administrator'
      : 'common';
}

export const nameOf = (path: Path) => path.join('.');
export const shortJson = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 80);

/** Asserts that a refusal has Portuguese sentences and a known code with the code's status, and reveals no internals. */
export function assertGoodRefusal({ status, body }: WorldResponse, description: string): ErrorBody {
  assert.ok(status >= 400 && status < 500, `${description}: ${status} ${shortJson(body)}`);
  const refusal = body as ErrorBody;
  assert.equal(errorStatus[refusal.code], status, description);
  for (const sentence of [refusal.message, ...Object.values(refusal.fields ?? {})]) {
    assert.match(sentence, /^\p{Lu}.*\p{L}/u, `${description}: ${sentence}`);
    assert.doesNotMatch(
      sentence,
      /\b(invalid|expected|received|required|must|too|string|number|boolean|object|array|undefined|null|nan|not|error|failed|request|sqlite\w*|constraint|zod\w*)\b/i,
      `${description}: ${sentence}`,
    );
  }
  return refusal;
}

/** Asserts that the status is not 500, and that a refusal is well-formed. */
export function assertStatus(response: WorldResponse, description: string): void {
  assert.ok(response.status < 500, `${description}: ${response.status} ${shortJson(response.body)}`);
  if (response.status >= 400) assertGoodRefusal(response, description);
}
