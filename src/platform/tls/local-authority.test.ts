import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { covers, validityOf } from './certificates.ts';
import { ManualClock } from '../clock.ts';
import { createLocalAuthority } from './local-authority.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const day = 86_400_000;

function setUp(t: TestContext) {
  const directory = temporaryFolder(t);
  const clock = new ManualClock();
  let names = ['servidor', 'servidor.local', '192.168.0.10'];
  const open = () => createLocalAuthority({ directory, clock, names: () => names });
  const served = () => readFileSync(join(directory, 'server.pem'), 'utf8');
  return { directory, clock, open, served, setNames: (next: string[]) => void (names = next) };
}

test('the authority is created once, and only this user may read its keys', (t) => {
  const { directory, open } = setUp(t);
  const first = open();
  assert.equal(first.isNew, true);
  assert.deepEqual(first.refresh(), { isIssued: true, refused: [] });
  const second = open();
  assert.equal(second.isNew, false);
  assert.equal(second.certificate, first.certificate);
  assert.deepEqual(second.refresh(), { isIssued: false, refused: [] });
  for (const name of ['authority-key.pem', 'server-key.pem'])
    assert.equal(statSync(join(directory, name)).mode & 0o777, 0o600, name);
});

test('a new address causes a new certificate of the same authority; a removed address does not', (t) => {
  const { open, served, setNames } = setUp(t);
  const authority = open();
  authority.refresh();
  setNames(['servidor', 'servidor.local', '10.1.1.5']);
  assert.equal(authority.refresh().isIssued, true);
  assert.equal(covers(served(), '10.1.1.5'), true);
  setNames(['servidor']);
  assert.equal(authority.refresh().isIssued, false);
});

test('a name outside the constraints is left out, because it would make the certificate invalid', (t) => {
  const { open, served, setNames } = setUp(t);
  const authority = open();
  setNames(['outro', 'outro.local', '192.168.0.10']);
  assert.deepEqual(authority.refresh(), { isIssued: true, refused: ['outro'] });
  assert.deepEqual(
    ['outro', 'outro.local', '192.168.0.10'].map((name) => covers(served(), name)),
    [false, true, true],
  );
});

test('a certificate is renewed 30 days before its end, and when it begins in the future because the clock was wrong', (t) => {
  const { clock, open, served } = setUp(t);
  const authority = open();
  authority.refresh();
  clock.jump(366 * day);
  assert.equal(authority.refresh().isIssued, false);
  clock.jump(2 * day);
  assert.equal(authority.refresh().isIssued, true);
  clock.jump(-10 * day);
  assert.equal(authority.refresh().isIssued, true, 'the certificate begins in the future');
  assert.ok(validityOf(served()).to - clock.now() <= 397 * day, 'devices refuse a longer validity');
});

test('no certificate outlives the authority, which is replaced 30 days before its end; a damaged file is replaced too', (t) => {
  const { directory, clock, open, served } = setUp(t);
  const authority = open();
  const end = validityOf(authority.certificate).to;
  clock.jump(end - clock.now() - 40 * day);
  authority.refresh();
  assert.equal(validityOf(served()).to, end);
  clock.jump(11 * day);
  assert.equal(authority.refresh().isIssued, false);
  assert.equal(open().isNew, true);
  writeFileSync(join(directory, 'server-key.pem'), 'nothing');
  assert.equal(open().refresh().isIssued, true);
});
