import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  sortByUrgency,
  progressText,
  fittingDrafts,
  nameProblems,
  nextOf,
  percentOf,
  type UploadPhase,
  quotaForecast,
  retryDelay,
  type UploadItem,
} from './upload-item.ts';
import { Speedometer } from './speedometer.ts';

const mb = 1024 * 1024;

function item(id: number, phase: UploadPhase, more: Partial<UploadItem> = {}): UploadItem {
  const file = { name: `${id}.png`, size: 100 * mb, type: 'image/png', lastModified: id };
  return {
    id,
    file,
    kind: 'image',
    name: `Imagem ${id}`,
    displayDuration: 20,
    useAmbientBackground: false,
    purpose: 'information' as const,
    refusal: undefined,
    categoryId: undefined,
    phase,
    ...more,
  };
}

test('the progress is 10, 25, 75 and 100 percent by phase, and follows the bytes between 25 and 75', () => {
  const percent = (phase: UploadPhase) => percentOf(item(1, phase));
  assert.equal(percent({ status: 'draft' }), 0);
  assert.equal(percent({ status: 'preparing' }), 10);
  assert.equal(percent({ status: 'sending', sentBytes: 0, bytesPerSecond: undefined }), 25);
  assert.equal(percent({ status: 'sending', sentBytes: 50 * mb, bytesPerSecond: 1 }), 50);
  assert.equal(percent({ status: 'waiting', sentBytes: 50 * mb, retryInMs: 1000 }), 50);
  assert.equal(percent({ status: 'confirming' }), 75);
  assert.equal(percent({ status: 'done', videoId: 3 }), 100);
});

test('the text below the bar contains sent bytes only after some are sent', () => {
  const textOf = (sentBytes: number, bytesPerSecond?: number) =>
    progressText(item(1, { status: 'sending', sentBytes, bytesPerSecond }));
  assert.equal(textOf(0), '100 MB');
  assert.equal(textOf(50 * mb), '50 MB de 100 MB');
  assert.equal(textOf(50 * mb, 2 * mb), '50 MB de 100 MB · 2 MB/s · faltam 25 s');
  assert.equal(textOf(100 * mb, 2 * mb), 'Finalizando…');
  assert.equal(progressText(item(1, { status: 'done', videoId: 1 })), 'Envio concluído · 100 MB');
});

test('files are sent one after the other, and none is started while one waits for the connection', () => {
  const queued = item(2, { status: 'queued' });
  assert.equal(nextOf([item(1, { status: 'waiting', sentBytes: 0, retryInMs: 1 }), queued]), undefined);
  assert.equal(nextOf([item(1, { status: 'failed', reason: '' }), item(3, { status: 'draft' }), queued]), queued);
  assert.equal(nextOf([item(1, { status: 'done', videoId: 1 })]), undefined);
});

test('sortByUrgency puts active uploads before failed, queued and done ones, and keeps the order among equals', () => {
  const items = [
    item(1, { status: 'done', videoId: 1 }),
    item(2, { status: 'queued' }),
    item(3, { status: 'failed', reason: '' }),
    item(4, { status: 'confirming' }),
    item(5, { status: 'queued' }),
  ];
  assert.deepEqual(
    sortByUrgency(items).map(({ id }) => id),
    [4, 3, 2, 5, 1],
  );
});

test('a draft needs a name of 1 to 80 characters', () => {
  const problems = nameProblems([
    item(1, { status: 'draft' }, { name: '  ' }),
    item(2, { status: 'draft' }, { name: 'x'.repeat(81) }),
    item(3, { status: 'draft' }, { name: '💉'.repeat(80) }),
    item(4, { status: 'queued' }, { name: '' }),
  ]);
  assert.equal(problems.get(1), 'Por favor, selecione um arquivo e insira um nome.');
  assert.match(problems.get(2) ?? '', /máximo 80/);
  assert.deepEqual([...problems.keys()], [1, 2]);
});

test('the quota forecast counts drafts and unfinished uploads, but no refused or finished files', () => {
  const usage = { storageUsed: 2900, storageLimit: 3072, videoCount: 119, maxVideos: 120 };
  const items = [
    item(1, { status: 'draft' }),
    item(2, { status: 'sending', sentBytes: 1, bytesPerSecond: 1 }),
    item(3, { status: 'done', videoId: 9 }),
    item(4, { status: 'draft' }, { refusal: 'grande' }),
  ];
  assert.deepEqual(quotaForecast(items, usage), { pendingMb: 200, pendingCount: 2, excessMb: 28, excessCount: 1 });
  const platform = [item(1, { status: 'queued' }, { categoryId: 7 }), item(2, { status: 'draft' })];
  assert.equal(quotaForecast(platform, usage, { countsDrafts: false }).pendingCount, 0, 'platform items do not count');
  const replaces = { id: 9, name: 'Fachada', isPlatform: false };
  const replacing = [
    item(1, { status: 'queued' }, { replaces }),
    item(2, { status: 'queued' }, { replaces: { ...replaces, isPlatform: true } }),
  ];
  assert.deepEqual(
    quotaForecast(replacing, usage),
    { pendingMb: 100, pendingCount: 0, excessMb: 0, excessCount: 0 },
    'a replacement is not another item',
  );
  assert.deepEqual(quotaForecast([], usage), { pendingMb: 0, pendingCount: 0, excessMb: 0, excessCount: 0 });
});

test('fittingDrafts returns the drafts that fit into the quota, and skips too large ones', () => {
  const usage = { storageUsed: 0, storageLimit: 350, videoCount: 0, maxVideos: 3 };
  const large = item(2, { status: 'draft' });
  large.file = { ...large.file, size: 400 * mb };
  const items = [
    item(1, { status: 'queued' }),
    large,
    item(3, { status: 'draft' }),
    item(4, { status: 'draft' }),
    item(5, { status: 'draft' }),
  ];
  assert.deepEqual(
    fittingDrafts(items, usage).map(({ id }) => id),
    [3, 4],
  );
});

test('attempts are repeated after 1, 2, 4 and 8 seconds, then every 15', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 50].map(retryDelay), [1000, 2000, 4000, 8000, 15_000, 15_000]);
});

test('the speed is measured over the last seconds', () => {
  const speed = new Speedometer();
  speed.add(0, 0);
  assert.equal(speed.bytesPerSecond, undefined);
  speed.add(1000, 5000);
  assert.equal(speed.bytesPerSecond, 5000);
  for (let second = 2; second <= 20; second += 1) speed.add(second * 1000, 5000 + (second - 1) * 100);
  assert.equal(speed.bytesPerSecond, 100);
});
