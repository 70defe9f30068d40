import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoggedPath } from './logged-path.ts';

test('a path in the log contains ids and words of the API, but no name that somebody typed into it', () => {
  const loggedPath = createLoggedPath(['GET /api/calls', 'POST /api/calls/:id/repeat']);
  for (const [path, logged] of [
    ['/api/calls/42/repeat', '/api/calls/42/repeat'],
    ['/api/calls/maria', '/api/calls/...'],
    ['/api/calls/Maria%20da%20Silva/repeat', '/api/calls/.../repeat'],
    ['/Maria', '/...'],
    ['/', '/'],
    ['/wp-admin/setup.php', '/wp-admin/...'],
    ['/api/calls/12345678901234567890', '/api/calls/...'],
  ])
    assert.equal(loggedPath(path ?? ''), logged);
  assert.ok(loggedPath(`/api/${'calls/'.repeat(500)}`).length < 210);
});
