import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultName, formatTimeLeft, isPdf, kindOf, refusalOf } from './chosen-file.ts';

const file = (name: string, type = '', size = 1000) => ({ name, type, size, lastModified: 1 });

test('the type decides the kind of a file; without a type the extension does', () => {
  assert.equal(kindOf(file('a.bin', 'video/mp4')), 'video');
  assert.equal(kindOf(file('a', 'image/heic')), 'image');
  assert.equal(kindOf(file('Foto.HEIC')), 'image');
  assert.equal(kindOf(file('filme.mkv')), 'video');
  assert.equal(kindOf(file('carta.pdf', 'application/pdf')), undefined);
  assert.equal(kindOf(file('mentira.mp4', 'text/plain')), undefined);
  assert.equal(kindOf(file('pasta')), undefined);
});

test('a PDF is recognised by its type, or by its extension unless the type is that of a video or image', () => {
  for (const type of ['application/pdf', 'application/x-pdf', 'application/octet-stream', ''])
    assert.equal(isPdf(file('Carta.PDF', type)), true, type);
  assert.equal(isPdf(file('carta', 'application/pdf')), true);
  assert.equal(isPdf(file('foto.pdf', 'image/png')), false);
  assert.equal(isPdf(file('carta.txt', 'application/x-pdf')), false);
});

test('the default name is the file name without extension, cut to 80 characters', () => {
  assert.equal(defaultName('Vacinação 2026.mp4'), 'Vacinação 2026');
  assert.equal(defaultName('v1.2 final.jpeg'), 'v1.2 final');
  assert.equal(defaultName('Dr. Silva'), 'Dr. Silva');
  assert.equal(defaultName('.mp4'), '.mp4');
  assert.equal(defaultName('image.png'), 'Imagem colada');
  assert.equal(defaultName(`${'💉'.repeat(100)}.png`), '💉'.repeat(80));
  assert.equal(defaultName(`${'👩‍👩‍👧‍👦'.repeat(30)}.png`), '👩‍👩‍👧‍👦'.repeat(30));
  assert.equal(defaultName(`${'👩‍👩‍👧‍👦'.repeat(100)}.png`), '👩‍👩‍👧‍👦'.repeat(80));
});

test('refusalOf finds files that the server would refuse', () => {
  const server = { maxUploadMb: 10, canTranscode: false };
  assert.match(refusalOf(file('a.png', 'image/png', 0), server) ?? '', /vazio/);
  assert.match(refusalOf(file('a.svg', 'image/svg+xml'), server) ?? '', /SVG/);
  assert.match(refusalOf(file('a.png', 'image/png', 11 * 1024 * 1024), server) ?? '', /máximo é 10 MB/);
  assert.match(refusalOf(file('a.mkv', 'video/x-matroska'), server) ?? '', /MP4/);
  assert.equal(refusalOf(file('a.mp4', 'video/mp4'), server), undefined);
  assert.equal(refusalOf(file('a.mkv', 'video/x-matroska'), { ...server, canTranscode: true }), undefined);
  assert.equal(refusalOf(file('a.png', 'image/png', 2 ** 40), undefined), undefined);
});

test('the remaining time is rounded to seconds, minutes or hours', () => {
  assert.equal(formatTimeLeft(0.2), 'faltam 1 s');
  assert.equal(formatTimeLeft(48), 'faltam 48 s');
  assert.equal(formatTimeLeft(130), 'faltam 2 min');
  assert.equal(formatTimeLeft(7200), 'faltam 2 h');
});
