import assert from 'node:assert/strict';
import { ApiError } from './client.ts';

/** The error an attempt is refused with. Fails when it is accepted, or fails in another way. */
export async function refusal(attempt: Promise<unknown>): Promise<ApiError> {
  return attempt.then(
    () => assert.fail('was accepted'),
    (error: unknown) => {
      assert.ok(error instanceof ApiError, String(error));
      return error;
    },
  );
}
