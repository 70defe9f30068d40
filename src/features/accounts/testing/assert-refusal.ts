import assert from 'node:assert/strict';
import { refusal } from '../../../testing/client.ts';

interface Refusal {
  code?: string;
  message?: string | RegExp;
  /** Names of the invalid fields. */
  fields?: string[];
}

/** Asserts that an attempt is refused with this status, and that the response contains the `expected` parts. */
export async function assertRefusal(
  attempt: Promise<unknown>,
  status: number,
  expected: Refusal = {},
  description?: string,
) {
  const { status: actualStatus, body } = await refusal(attempt);
  assert.equal(actualStatus, status, description);
  const { code, message, fields } = expected;
  if (code !== undefined) assert.equal(body.code, code, description);
  if (fields) assert.deepEqual(Object.keys(body.fields ?? {}).sort(), fields, description);
  if (message instanceof RegExp) assert.match(body.message, message, description);
  else if (message !== undefined) assert.equal(body.message, message, description);
}
