import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Customer, TestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { deferred } from '../../../testing/http.ts';
import { bytesOf } from '../../../testing/media.ts';
import { refusal } from '../../../testing/client.ts';
import { postWithKey } from '../../../testing/steps.ts';
import { loopTurns, until } from '../../../testing/until.ts';
import { findItem, ofItem, startWithCustomer, untilNoUploads, uploadFileNames } from '../testing/steps.ts';

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

const countReservations = (app: TestApp) =>
  app.parts.database.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM uploads').get()?.n;

const reservationFor = (person: Customer, fileSize: number, contentType?: string) =>
  person.call('POST /api/upload-url', { body: { fileName: 'a.bin', fileSize, contentType } });

const reserveStatus = (
  person: Customer,
  fileSize = 10,
  more: { contentType?: string; isPlatformVideo?: boolean } = {},
) => person.status('POST /api/upload-url', { body: { fileName: 'a', fileSize, ...more } });

const registerStatus = (person: Customer, r2Path: string) =>
  person.status('POST /api/videos', { body: { name: 'Foto', r2Path } });

const cancelStatus = (person: Customer, key: string) => person.status('DELETE /api/uploads/:key', { params: { key } });

async function readResponse(response: Response) {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function put(person: Customer, url: string, bytes: Uint8Array, range?: string) {
  const response = await person.request(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', ...(range ? { 'content-range': range } : {}) },
  });
  return { ...(await readResponse(response)), offset: response.headers.get('upload-offset') };
}

const putStatus = async (...parameters: Parameters<typeof put>) => (await put(...parameters)).status;

async function head(person: Customer, url: string): Promise<{ status: number; offset: number; length: number }> {
  const { status, headers } = await person.request(url, { method: 'HEAD' });
  return { status, offset: Number(headers.get('upload-offset')), length: Number(headers.get('upload-length')) };
}

/** Sends a multipart request with the first field before the file, and the others after it. */
async function sendForm(
  person: Customer,
  bytes: Uint8Array,
  fields: Record<string, string>,
  fileName = 'Sala de espera.jpg',
) {
  const form = new FormData();
  const entries = Object.entries(fields);
  for (const [name, value] of entries.slice(0, 1)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), fileName);
  for (const [name, value] of entries.slice(1)) form.set(name, value);
  return readResponse(await person.request('/api/upload', { method: 'POST', body: form }));
}

/** Opens a request whose body the test writes, so that the test can abort the request. */
function openRequest(person: Customer, method: string, path: string, length: number, contentType: string) {
  const request = httpRequest(person.url + path, {
    method,
    headers: {
      'content-length': length,
      cookie: person.cookieHeader,
      'sec-fetch-site': 'same-origin',
      'content-type': contentType,
    },
  });
  return request.on('error', () => {});
}

/** Sends the beginning of the bytes, and returns the open request once they have arrived. */
async function beginPut(person: Customer, url: string, whole: Uint8Array, sentBytes: number) {
  const request = openRequest(person, 'PUT', url, whole.length, 'application/octet-stream');
  request.write(whole.subarray(0, sentBytes));
  await until('the bytes arrive', async () => (await head(person, url)).offset >= sentBytes);
  return request;
}

/** Opens a request and sends the beginning of a form of 1 MB with a picture. */
function beginForm(person: Customer) {
  const request = openRequest(person, 'POST', '/api/upload', 1_000_000, 'multipart/form-data; boundary=x');
  request.write(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  request.write(Buffer.alloc(100_000));
  return request;
}

/** Returns a body of a declared length that yields these chunks. */
const bodyOf = (length: number, chunks: () => AsyncGenerator<Buffer>) => ({ length, [Symbol.asyncIterator]: chunks });

test('an upload is reserved, sent and registered, which is possible only once', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bytes = await bytesOf('turned.jpg');
  const reservation = await reservationFor(ana, bytes.length, 'image/jpeg');
  assert.equal(reservation.uploadUrl, `/api/uploads/${reservation.r2Key}`);
  assert.equal(reservation.expiresAt, new Date(app.clock.now() + 15 * 60_000).toISOString());
  assert.deepEqual(await head(ana, reservation.uploadUrl), { status: 200, offset: 0, length: bytes.length });
  assert.deepEqual((await put(ana, reservation.uploadUrl, bytes)).body, {
    receivedBytes: bytes.length,
    complete: true,
  });
  assert.deepEqual(await head(ana, reservation.uploadUrl), { status: 200, offset: bytes.length, length: bytes.length });
  assert.equal(await putStatus(ana, reservation.uploadUrl, bytes), 409);
  const input = { name: 'Foto', r2Path: reservation.r2Key, sizeMb: 999, mediaType: 'video' as const };
  const video = await ana.call('POST /api/videos', { body: input });
  assert.equal(video.mediaType, 'image');
  assert.equal(video.sizeMb, Math.round((bytes.length / 1024 ** 2) * 1000) / 1000);
  assert.equal(video.displayDuration, 20);
  assert.equal(await registerStatus(ana, reservation.r2Key), 404);
  assert.equal((await head(ana, reservation.uploadUrl)).status, 404);
});

test('simultaneous requests with the same Idempotency-Key register an upload as one item', async (t) => {
  const { ana } = await startWithCustomer(t);
  const bytes = await bytesOf('turned.jpg');
  const { uploadUrl, r2Key } = await reservationFor(ana, bytes.length, 'image/jpeg');
  await put(ana, uploadUrl, bytes);
  const register = () => postWithKey<{ id: number }>(ana, '/api/videos', r2Key, { name: 'Foto', r2Path: r2Key });
  const [first, second] = await Promise.all([register(), register()]);
  assert.deepEqual([first.status, second.status, second.body.id], [201, 201, first.body.id]);
  assert.equal((await ana.call('GET /api/videos')).length, 1);
});

test('an interrupted upload keeps its received bytes and continues after them', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bytes = await bytesOf('plain.mp4');
  const { uploadUrl, r2Key } = await reservationFor(ana, bytes.length);
  (await beginPut(ana, uploadUrl, bytes, 50_000)).destroy();
  const { offset, length } = await head(ana, uploadUrl);
  assert.ok(offset >= 50_000 && offset < length, `${offset}`);

  const wrongRange = await put(ana, uploadUrl, bytes.subarray(1000, 2000), `bytes 1000-1999/${length}`);
  assert.equal(wrongRange.status, 409);
  assert.equal(wrongRange.offset, String(offset));
  for (const [end, range] of [
    [offset + 10, `bytes ${offset}-${offset + 10}/${length}`],
    [length, `bytes ${offset}-${length - 1}/${length + 1}`],
    [length, 'bytes x'],
  ] as const)
    assert.equal(await putStatus(ana, uploadUrl, bytes.subarray(offset, end), range), 400, range);
  assert.equal(await registerStatus(ana, r2Key), 404);

  await app.restart();
  const middle = offset + 1000;
  const part = await put(ana, uploadUrl, bytes.subarray(offset, middle), `bytes ${offset}-${middle - 1}/${length}`);
  assert.deepEqual(part.body, { receivedBytes: middle, complete: false });
  const continued = await put(ana, uploadUrl, bytes.subarray(middle), `bytes ${middle}-${length - 1}/${length}`);
  assert.deepEqual(continued.body, { receivedBytes: length, complete: true });
  const stored = await ana.call('POST /api/videos', { body: { name: 'Inteiro', r2Path: r2Key } });
  assert.equal(stored.mediaType, 'video');
});

test('a PUT without a range restarts the upload, and a newer connection stops an older one', async (t) => {
  const { ana } = await startWithCustomer(t);
  const bytes = await bytesOf('photo.jpg');
  const { uploadUrl } = await reservationFor(ana, bytes.length);
  const older = await beginPut(ana, uploadUrl, bytes, 5000);
  const olderStatus = new Promise<number | undefined>((resolve) => {
    older.on('response', (response) => resolve(response.statusCode)).on('error', () => resolve(undefined));
  });
  assert.deepEqual((await put(ana, uploadUrl, bytes)).body, { receivedBytes: bytes.length, complete: true });
  assert.equal(await olderStatus, 409);
});

test('a second connection that waits until the first has finished the upload does not change the file', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bytes = await bytesOf('turned.jpg');
  const { r2Key } = await reservationFor(ana, bytes.length);
  let second: Promise<unknown> | undefined;
  const receive = (whenRead: () => void) => {
    const body = bodyOf(bytes.length, async function* () {
      yield bytes;
      whenRead();
    });
    return app.parts.uploads.receive(r2Key, ana.user.id, body, undefined);
  };
  // The second connection arrives when all bytes are received and the file is being synced.
  const first = receive(() => setImmediate(() => (second = receive(() => {}))));
  assert.deepEqual(await first, { receivedBytes: bytes.length, complete: true });
  assert.ok(second);
  await assert.rejects(second, { code: 'conflict' });
  assert.equal(statSync(join(app.dataDir, 'uploads', r2Key)).size, bytes.length);
  await ana.call('POST /api/videos', { body: { name: 'Foto', r2Path: r2Key } });
});

test('bytes that could not be synced are not acknowledged, and the upload starts again', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bytes = await bytesOf('turned.jpg');
  const reservation = await reservationFor(ana, bytes.length);
  const anyFile = await open(join(app.dataDir, 'antessala.db'));
  await anyFile.close();
  const sync = t.mock.method(Object.getPrototypeOf(anyFile) as FileHandle, 'sync', () =>
    Promise.reject(new Error('EIO: i/o error, fsync')),
  );
  assert.equal(await putStatus(ana, reservation.uploadUrl, bytes), 500);
  sync.mock.restore();
  assert.deepEqual(await head(ana, reservation.uploadUrl), { status: 200, offset: 0, length: bytes.length });
  assert.equal(await putStatus(ana, reservation.uploadUrl, bytes), 200);
});

test('a request for the state finishes an upload that was completely received before a crash', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bytes = await bytesOf('photo.jpg');
  const { uploadUrl, r2Key } = await reservationFor(ana, bytes.length);
  await put(ana, uploadUrl, bytes);
  // Set the state after a crash between the rename and the commit.
  app.parts.database.exec("UPDATE uploads SET status = 'reserved', media_type = NULL");
  assert.equal((await head(ana, uploadUrl)).offset, bytes.length);
  assert.equal((await ana.call('POST /api/videos', { body: { name: 'Foto', r2Path: r2Key } })).mediaType, 'image');
});

test('a file must have exactly the reserved size, and sizes are limited', async (t) => {
  const { ana } = await startWithCustomer(t, { env: { MAX_UPLOAD_MB: '1' } });
  const { uploadUrl } = await reservationFor(ana, 1000);
  assert.equal(await putStatus(ana, uploadUrl, new Uint8Array(999)), 400);
  assert.equal(await putStatus(ana, uploadUrl, new Uint8Array(1001)), 413);
  assert.deepEqual([await reserveStatus(ana, megabyte + 1), await reserveStatus(ana, 0)], [413, 400]);
});

test('a file that is not media is refused by its content, and its reservation is freed', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 1 } });
  for (const bytes of [
    await bytesOf('drawing.svg'),
    Buffer.from('<html><script>alert(1)</script></html>'),
    Buffer.from('texto'),
  ]) {
    const { uploadUrl } = await reservationFor(ana, bytes.length, 'image/jpeg');
    const response = await put(ana, uploadUrl, bytes);
    assert.equal(response.status, 415);
    assert.match(String(response.body.message), /^Formato não suportado\. Envie fotos/);
    assert.equal((await head(ana, uploadUrl)).status, 404);
  }
  for (const contentType of ['image/svg+xml', 'text/html', 'application/pdf', 'audio/mpeg'])
    assert.equal(await reserveStatus(ana, 10, { contentType }), 415, contentType);
  await untilNoUploads(app);
});

test('parallel reservations exceed neither the number of contents nor the storage', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 3 } });
  const bia = await app.customer({ quotas: { maxStorageGb: 1 } });
  const reserved = async (person: Customer, fileSize: number) => {
    const statuses = await Promise.all(Array.from({ length: 12 }, () => reserveStatus(person, fileSize)));
    return [200, 403].map((expected) => statuses.filter((status) => status === expected).length);
  };
  assert.deepEqual(await reserved(ana, 10), [3, 9]);
  assert.deepEqual(await reserved(bia, 400 * megabyte), [2, 10]);
});

test("an administrator's quota does not apply to platform uploads, but to the administrator's own items", async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const { admin } = app;
  const quotas = { maxStorageGb: 1, maxPlaylists: 2, maxVideos: 0 };
  await admin.call('PUT /api/admin/users/:id/quotas', { ...ofItem(admin.user.id), body: quotas });
  const bytes = await bytesOf('photo.jpg');
  const reserve = (person: Customer, isPlatformVideo: boolean) =>
    reserveStatus(person, bytes.length, { isPlatformVideo });
  assert.deepEqual(
    [await reserve(admin, true), await reserve(admin, false), await reserve(ana, true)],
    [200, 403, 403],
  );

  const { id: categoryId } = await admin.call('POST /api/admin/categories', { body: { name: 'Saúde' } });
  const send = async (body: { isPlatformVideo?: boolean; categoryId?: number }) => {
    const { r2Key, uploadUrl } = await admin.call('POST /api/upload-url', {
      body: { fileName: 'a.jpg', fileSize: bytes.length, isPlatformVideo: true },
    });
    await put(admin, uploadUrl, bytes);
    return admin.status('POST /api/videos', { body: { name: 'Sala', r2Path: r2Key, ...body } });
  };
  assert.deepEqual([await send({ isPlatformVideo: true, categoryId }), await send({})], [200, 403]);

  const platform = { isPlatformVideo: 'true', categoryId: String(categoryId) };
  assert.equal((await sendForm(admin, bytes, platform)).status, 201);
  assert.equal((await sendForm(admin, bytes, {})).status, 403);
  const { videoCount, storageUsed } = await admin.call('GET /api/user/me');
  assert.deepEqual([videoCount, storageUsed], [0, 0]);
});

test('a failed content without its original does not count towards the quota', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 1 } });
  const id = addContent(app, { userId: ana.user.id, status: 'failed' });
  const retryAndCounts = async () => {
    const [video] = await ana.call('GET /api/videos');
    const listed = (await app.admin.call('GET /api/admin/users-with-counts')).find((user) => user.id === ana.user.id);
    return [video?.canRetry, (await ana.call('GET /api/user/me')).videoCount, listed?.actualVideoCount];
  };
  app.parts.database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${id}`);
  assert.deepEqual(await retryAndCounts(), [true, 1, 1]);
  assert.equal(await reserveStatus(ana), 403);
  app.parts.database.exec(`UPDATE videos SET original_r2_path = NULL WHERE id = ${id}`);
  assert.deepEqual(await retryAndCounts(), [false, 0, 0]);
  assert.equal(await reserveStatus(ana), 200);
});

test('cancelled and expired uploads free their reservation, and a start removes files without an upload', async (t) => {
  const { app, ana } = await startWithCustomer(t, {}, { quotas: { maxVideos: 1 } });
  const bytes = await bytesOf('photo.jpg');
  const begun = async () => {
    const reservation = await reservationFor(ana, bytes.length);
    await put(ana, reservation.uploadUrl, bytes.subarray(0, 100), `bytes 0-99/${bytes.length}`);
    return reservation;
  };
  const first = await begun();
  assert.equal(await cancelStatus(ana, first.r2Key), 200);
  await untilNoUploads(app);
  assert.equal(await cancelStatus(ana, first.r2Key), 404);

  const second = await begun();
  app.clock.advance(59 * 60_000);
  assert.equal(await app.parts.uploads.sweepAbandoned(), 0);
  assert.equal(await reserveStatus(ana), 403);
  app.clock.advance(60_001);
  assert.equal((await head(ana, second.uploadUrl)).status, 404);
  await app.parts.uploads.sweepAbandoned();
  await untilNoUploads(app);

  const kept = await begun();
  for (let index = 0; index < 120; index += 1) writeFileSync(app.parts.folder.completeUpload(`resto${index}`), '');
  await app.parts.uploads.sweepAbandoned({ isStart: true });
  assert.deepEqual(uploadFileNames(app), [`${kept.r2Key}.part`]);
  await cancelStatus(ana, kept.r2Key);

  const expired = await reservationFor(ana, bytes.length);
  app.clock.advance(15 * 60_000);
  assert.equal(await putStatus(ana, expired.uploadUrl, bytes), 404);
});

test("another account's upload is not found", async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bia = await app.customer();
  const bytes = await bytesOf('photo.jpg');
  const { uploadUrl, r2Key } = await reservationFor(ana, bytes.length);
  assert.equal(await putStatus(bia, uploadUrl, bytes), 404);
  assert.equal((await head(bia, uploadUrl)).status, 404);
  assert.equal(await cancelStatus(bia, r2Key), 404);
  await put(ana, uploadUrl, bytes);
  assert.equal(await registerStatus(bia, r2Key), 404);
  for (const path of [`uploads/${r2Key}`, '../antessala.db']) assert.equal(await registerStatus(ana, path), 404, path);
  assert.equal((await app.guest().request(uploadUrl, { method: 'HEAD' })).status, 401);
});

test('a multipart request uploads and registers a content', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const bytes = await bytesOf('photo.jpg');
  const send = (fields: Record<string, string>, file = bytes, fileName?: string) =>
    sendForm(ana, file, fields, fileName);
  const created = await send({ name: 'Recepção', displayDuration: '40', useAmbientBackground: 'true' });
  assert.equal(created.status, 201);
  assert.deepEqual(
    [created.body.name, created.body.displayDuration, created.body.useAmbientBackground, created.body.userId],
    ['Recepção', 40, true, ana.user.id],
  );
  assert.equal(created.body.sizeMb, Math.round((bytes.length / 1024 ** 2) * 1000) / 1000);
  const family = '👩‍👩‍👧‍👦';
  for (const [fileName, name, note] of [
    [undefined, 'Sala de espera', 'named after its file'],
    [`${family.repeat(30)}.jpg`, family.repeat(30), 'counted by visible characters'],
    [`${family.repeat(100)}.jpg`, family.repeat(80), 'cut between characters'],
  ] as const)
    assert.equal((await send({}, bytes, fileName)).body.name, name, note);
  assert.equal((await send({ displayDuration: 'x' })).status, 400);
  assert.equal((await send({ isPlatformVideo: 'true' })).status, 403);
  assert.equal((await send({}, Buffer.from('texto'))).status, 415);
  const form = new FormData();
  form.set('name', 'sem arquivo');
  assert.equal((await ana.request('/api/upload', { method: 'POST', body: form })).status, 400);
  assert.equal(countReservations(app), 0);
});

test('an aborted multipart request leaves no reservation and no file', async (t) => {
  const { app, ana } = await startWithCustomer(t);
  const request = beginForm(ana);
  await until('the file exists', () => uploadFileNames(app).length > 0);
  assert.equal(uploadFileNames(app).length, 1);
  request.destroy();
  await until('nothing is left', () => countReservations(app) === 0 && uploadFileNames(app).length === 0);
});

/** Starts the app with a large quota and a disk that the test fills. */
const startWithDisk = (t: TestContext, space: { freeBytes: number; totalBytes: number }) =>
  startWithCustomer(
    t,
    { freeSpace: async () => space, env: { MAX_UPLOAD_MB: '102400' } },
    { quotas: { maxStorageGb: 100 } },
  );

test('new uploads are refused below 10 % or 2 GB of free disk space, and capabilities report a full disk', async (t) => {
  const space = { freeBytes: 61 * gigabyte, totalBytes: 500 * gigabyte };
  const { app, ana } = await startWithDisk(t, space);
  const refused = async (sizeBytes: number) => {
    const { status, body } = await refusal(reservationFor(ana, sizeBytes));
    assert.deepEqual(
      [status, body.code, body.message],
      [507, 'disk_full', 'O servidor está sem espaço em disco. Avise o administrador.'],
    );
  };
  await reservationFor(ana, 6 * gigabyte);
  // The first upload has not arrived, so its 6 GB are not free any more: 61 - 6 - 6 GB is less than a tenth of the disk.
  await refused(6 * gigabyte);
  await reservationFor(ana, 4 * gigabyte);
  assert.equal((await ana.call('GET /api/capabilities')).diskFull, false);
  for (const [free, total] of [
    [49.9, 500],
    [1.9, 4],
  ] as const) {
    Object.assign(space, { freeBytes: free * gigabyte, totalBytes: total * gigabyte });
    await refused(1);
    assert.equal((await ana.call('GET /api/capabilities')).diskFull, true);
    assert.equal((await app.admin.call('GET /api/admin/overview')).disk.isLow, true);
  }
});

test('an upload is ended and its bytes are freed when the disk becomes full', async (t) => {
  const space = { freeBytes: 100 * gigabyte, totalBytes: 100 * gigabyte };
  const { app, ana } = await startWithDisk(t, space);
  const { uploads } = app.parts;
  const userId = ana.user.id;
  const sizeBytes = 80 * megabyte;
  const { r2Key: key } = await reservationFor(ana, sizeBytes);
  const chunk = Buffer.alloc(4 * megabyte);
  const body = bodyOf(sizeBytes, async function* () {
    for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
      if (sent === 40 * megabyte) {
        assert.equal(statSync(join(app.dataDir, 'uploads', `${key}.part`)).size, sent);
        space.freeBytes = 1000;
      }
      yield chunk;
    }
  });
  await assert.rejects(uploads.receive(key, userId, body, undefined), { code: 'disk_full' });
  await untilNoUploads(app);
  await assert.rejects(uploads.state(key, userId), { code: 'not_found' });
});

test('a written chunk does not stay in memory until the end of its upload', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { app, ana } = await startWithCustomer(t);
  const sizeBytes = 32 * megabyte;
  const { r2Key } = await reservationFor(ana, sizeBytes);
  const chunks: WeakRef<Buffer>[] = [];
  let retained = 0;
  const body = bodyOf(sizeBytes, async function* () {
    for (let sent = 0; sent < sizeBytes; sent += megabyte) {
      const chunk = Buffer.alloc(megabyte, 0xff);
      chunks.push(new WeakRef(chunk));
      yield chunk;
      await sleep(1);
    }
    collect();
    retained = chunks.filter((chunk) => chunk.deref() !== undefined).length;
  });
  await assert.rejects(app.parts.uploads.receive(r2Key, ana.user.id, body, undefined), {
    code: 'unsupported_media_type',
  });
  assert.ok(retained <= 4, `${retained} of ${chunks.length} chunks`);
});

test('a multipart request that is aborted before its reservation leaves no reservation and no file', async (t) => {
  let isGated = false;
  const [reached, proceed] = [deferred(), deferred()];
  const { app, ana } = await startWithCustomer(t, {
    freeSpace: async () => {
      if (isGated) {
        reached.open();
        await proceed.promise;
      }
      return { freeBytes: 500 * gigabyte, totalBytes: 1024 * gigabyte };
    },
  });
  isGated = true;
  const request = beginForm(ana);
  await reached.promise;
  request.destroy();
  await loopTurns(300);
  proceed.open();
  await sleep(200);
  assert.deepEqual([countReservations(app), uploadFileNames(app)], [0, []]);
});

test('without ffmpeg only images and playable videos are accepted', async (t) => {
  const env = { FFMPEG_PATH: '/nowhere/ffmpeg', FFPROBE_PATH: '/nowhere/ffprobe' };
  const { app, ana } = await startWithCustomer(t, { env });
  assert.equal((await ana.call('GET /api/capabilities')).canTranscode, false);
  const send = async (name: string) => {
    const bytes = await bytesOf(name);
    return put(ana, (await reservationFor(ana, bytes.length)).uploadUrl, bytes);
  };
  const hevc = await send('hevc.mov');
  assert.equal(hevc.status, 422);
  assert.match(String(hevc.body.message), /ffmpeg/);
  assert.equal((await send('fast.mkv')).status, 415);
  const video = await ana.upload(await bytesOf('plain.mp4'), { name: 'Pronto' });
  const image = await ana.upload(await bytesOf('photo.jpg'), { name: 'Foto' });
  await app.parts.processing.whenIdle();
  const [first, second] = [await findItem(ana, video.id), await findItem(ana, image.id)];
  assert.deepEqual(
    [first?.processingStatus, first?.durationS, first?.width, first?.thumbnailUrl],
    ['completed', 2, 320, null],
  );
  assert.equal(second?.processingStatus, 'completed');
  const served = await ana.request(first?.mediaUrl ?? '');
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), await bytesOf('plain.mp4'));
});
