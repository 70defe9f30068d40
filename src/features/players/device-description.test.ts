import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDevice } from './device-description.ts';

const described = (userAgent: string, resolution = '1920x1080') =>
  describeDevice(JSON.stringify({ userAgent, resolution }));

test('a device is described by its model, engine and resolution', () => {
  const box =
    'Mozilla/5.0 (Linux; Android 9; MXQ Pro 4K Build/PI) AppleWebKit/537.36 Chrome/64.0.3282.137 Safari/537.36';
  assert.deepEqual(described(box), { model: 'MXQ Pro 4K', engine: 'Chromium 64', resolution: '1920 x 1080' });
  assert.equal(described('Mozilla/5.0 (Linux; Android 10; K) Chrome/120.0').model, 'TV Box Android');
  assert.equal(described('Mozilla/5.0 (SMART-TV; LINUX; Tizen 4.0) Chrome/56').model, 'TV Samsung');
  assert.equal(described('Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/79').model, 'TV LG');
  assert.equal(described('Mozilla/5.0 (X11; Linux aarch64) Chrome/120').model, 'Raspberry Pi ou Linux');
});

test('an unusable text from a device describes nothing, and none of it is shown', () => {
  const unknown = { model: null, engine: null, resolution: null };
  for (const info of [null, '', '{"userAgent":{', '{"userAgent":7,"resolution":[1]}', '<script>'])
    assert.deepEqual(describeDevice(info), unknown, info ?? 'null');
  assert.equal(described('Chrome/64', '1920x1080<b>').resolution, null);
});
