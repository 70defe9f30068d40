import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenDevice } from './devices.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

test('the guide opens at the device in the link', () => {
  assert.equal(chosenDevice('?aparelho=raspberry', ''), 'raspberry');
  assert.equal(chosenDevice('?x=1&aparelho=tv', `Mozilla/5.0 (Linux; Android 9; TV BOX) ${chrome}`), 'tv');
});

test('without a known device in the link the guide opens at the device of the browser', () => {
  for (const search of ['', '?aparelho=geladeira']) {
    assert.equal(chosenDevice(search, `Mozilla/5.0 (Linux; Android 9; TV BOX) ${chrome}`), 'android');
    assert.equal(chosenDevice(search, `Mozilla/5.0 (X11; Linux aarch64) ${chrome}`), 'raspberry');
    assert.equal(chosenDevice(search, `Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.5) ${chrome}`), 'tv');
    assert.equal(chosenDevice(search, `Mozilla/5.0 (Web0S; Linux/SmartTV) ${chrome}`), 'tv');
  }
});

test('on other computers the guide opens at the most common device', () => {
  assert.equal(chosenDevice('', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`), 'android');
  assert.equal(chosenDevice('', `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`), 'android');
});
