import assert from 'node:assert/strict';
import { test } from 'node:test';
import qrcode from 'qrcode-generator';
import { announcement, drawQrCode } from './announcement.ts';

const terminal = { columns: 80, hasColors: false };
const local = {
  addresses: ['http://192.168.0.10:8080', 'http://10.0.0.2:8080'],
  secureAddresses: ['https://192.168.0.10:8443'],
  caCertificate: '/antessala-ca.crt',
};
const input = {
  version: '1.2.3',
  url: 'http://localhost:8080',
  installation: local,
  firstRun: 'Administrator e-mail ...',
};

test('the start text contains every address, the certificate and the secrets of the first start', () => {
  const text = announcement(input, terminal);
  for (const part of [
    'Antessala 1.2.3',
    '  http://localhost:8080\n',
    ...local.addresses,
    ...local.secureAddresses,
    'http://192.168.0.10:8080/antessala-ca.crt',
    input.firstRun,
  ])
    assert.ok(text.includes(part), part);
});

test('the QR code contains the best address, and is omitted in a narrow terminal or without a network', () => {
  const [best = ''] = local.addresses;
  const code = drawQrCode(best);
  assert.ok(announcement(input, terminal).includes(code.join('\n')));
  assert.equal(announcement(input, { ...terminal, columns: 20 }).includes('█'), false);
  const alone = announcement(
    { ...input, installation: { addresses: [], secureAddresses: [], caCertificate: null }, firstRun: undefined },
    terminal,
  );
  assert.equal(alone, '\nAntessala 1.2.3 is running:\n  http://localhost:8080\n');
});

test('each half of a character shows one module of the QR code, and its margin is four modules wide', () => {
  const text = 'http://192.168.100.200:8080';
  const expected = qrcode(0, 'L');
  expected.addData(text);
  expected.make();
  const size = expected.getModuleCount();
  const halves = drawQrCode(text).flatMap((line) => [
    [...line].map((half) => '█▀'.includes(half)),
    [...line].map((half) => '█▄'.includes(half)),
  ]);
  for (let row = -4; row < size + 4; row += 1) {
    for (let column = -4; column < size + 4; column += 1) {
      const isInside = row >= 0 && column >= 0 && row < size && column < size;
      assert.equal(halves[row + 4]?.[column + 4], !isInside || !expected.isDark(row, column), `${row},${column}`);
    }
  }
});
