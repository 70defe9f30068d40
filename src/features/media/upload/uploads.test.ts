import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type ApiError, type Customer, startTestApp, type TestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { bytesOf } from '../../../testing/media.ts';
import { loopTurns } from '../../../testing/until.ts';

const gigabyte = 1024 ** 3;
const noQuota = { maxStorageGb: 1, maxPlaylists: 2, maxVideos: 10 };

const uploadFiles = (app: TestApp) => readdirSync(join(app.dataDir, 'uploads'));
/** Files are discarded after the answer. */
async function filesAreGone(app: TestApp): Promise<void> {
  for (let tries = 0; tries < 6_000 && uploadFiles(app).length > 0; tries += 1) await sleep(10);
  assert.deepEqual(uploadFiles(app), []);
}

const ticketFor = (person: Customer, fileSize: number, contentType?: string) =>
  person.call('POST /api/upload-url', { body: { fileName: 'a.bin', fileSize, contentType } });

async function put(
  person: Customer,
  url: string,
  bytes: Uint8Array,
  range?: string,
): Promise<{ status: number; body: Record<string, unknown>; offset: string | null }> {
  const response = await person.request(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/jpeg', ...(range ? { 'content-range': range } : {}) },
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    offset: response.headers.get('upload-offset'),
  };
}

async function head(person: Customer, url: string): Promise<{ status: number; offset: number; length: number }> {
  const response = await person.request(url, { method: 'HEAD' });
  return {
    status: response.status,
    offset: Number(response.headers.get('upload-offset')),
    length: Number(response.headers.get('upload-length')),
  };
}

/** One multipart request; the first of the fields comes before the file, the others after it. */
async function sendForm(
  person: Customer,
  bytes: Uint8Array,
  fields: Record<string, string>,
  fileName = 'Sala de espera.jpg',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  const entries = Object.entries(fields);
  for (const [name, value] of entries.slice(0, 1)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), fileName);
  for (const [name, value] of entries.slice(1)) form.set(name, value);
  const response = await person.request('/api/upload', { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Sends the head and a part of the body, then cuts the connection. */
async function cutPut(person: Customer, url: string, whole: Uint8Array, sentBytes: number): Promise<void> {
  const request = httpRequest(person.url + url, {
    method: 'PUT',
    headers: {
      'content-length': whole.length,
      cookie: person.cookieHeader,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
    },
  });
  request.on('error', () => {});
  await new Promise((resolve) => request.write(whole.subarray(0, sentBytes), resolve));
  for (let tries = 0; tries < 6_000 && (await head(person, url)).offset < sentBytes; tries += 1) await sleep(10);
  request.destroy();
}

test('an upload is reserved, sent, recognized and becomes an item once', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('turned.jpg');
  const ticket = await ticketFor(ana, bytes.length, 'image/jpeg');
  assert.equal(ticket.uploadUrl, `/api/uploads/${ticket.r2Key}`);
  assert.equal(ticket.expiresAt, new Date(app.clock.now() + 15 * 60_000).toISOString());
  assert.deepEqual(await head(ana, ticket.uploadUrl), { status: 200, offset: 0, length: bytes.length });
  assert.deepEqual((await put(ana, ticket.uploadUrl, bytes)).body, { receivedBytes: bytes.length, complete: true });
  assert.deepEqual(await head(ana, ticket.uploadUrl), { status: 200, offset: bytes.length, length: bytes.length });
  assert.equal((await put(ana, ticket.uploadUrl, bytes)).status, 409);
  const input = { name: 'Foto', r2Path: ticket.r2Key, sizeMb: 999, mediaType: 'video' as const };
  const video = await ana.call('POST /api/videos', { body: input });
  assert.equal(video.mediaType, 'image');
  assert.equal(video.sizeMb, Math.round((bytes.length / 1024 ** 2) * 1000) / 1000);
  assert.equal(video.displayDuration, 20);
  assert.equal(await ana.status('POST /api/videos', { body: input }), 404);
  assert.equal((await head(ana, ticket.uploadUrl)).status, 404);
});

test('an upload cut in the middle keeps what came and goes on from there', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('plain.mp4');
  const { uploadUrl, r2Key } = await ticketFor(ana, bytes.length);
  await cutPut(ana, uploadUrl, bytes, 50_000);
  const { offset, length } = await head(ana, uploadUrl);
  assert.ok(offset >= 50_000 && offset < length, `${offset}`);

  const wrong = await put(ana, uploadUrl, bytes.subarray(1000, 2000), `bytes 1000-1999/${length}`);
  assert.equal(wrong.status, 409);
  assert.equal(wrong.offset, String(offset));
  assert.equal(
    (await put(ana, uploadUrl, bytes.subarray(offset, offset + 10), `bytes ${offset}-${offset + 10}/${length}`)).status,
    400,
  );
  assert.equal(
    (await put(ana, uploadUrl, bytes.subarray(offset), `bytes ${offset}-${length - 1}/${length + 1}`)).status,
    400,
  );
  assert.equal((await put(ana, uploadUrl, bytes.subarray(offset), 'bytes x')).status, 400);
  assert.equal(await ana.status('POST /api/videos', { body: { name: 'cedo', r2Path: r2Key } }), 404);

  await app.restart();
  const middle = offset + 1000;
  const part = await put(ana, uploadUrl, bytes.subarray(offset, middle), `bytes ${offset}-${middle - 1}/${length}`);
  assert.deepEqual(part.body, { receivedBytes: middle, complete: false });
  const rest = await put(ana, uploadUrl, bytes.subarray(middle), `bytes ${middle}-${length - 1}/${length}`);
  assert.deepEqual(rest.body, { receivedBytes: length, complete: true });
  const stored = await ana.call('POST /api/videos', { body: { name: 'Inteiro', r2Path: r2Key } });
  assert.equal(stored.mediaType, 'video');
});

test('a PUT without a range starts again, and a newer connection takes over from an older one', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('photo.jpg');
  const { uploadUrl } = await ticketFor(ana, bytes.length);
  const older = httpRequest(ana.url + uploadUrl, {
    method: 'PUT',
    headers: { 'content-length': bytes.length, cookie: ana.cookieHeader, 'sec-fetch-site': 'same-origin' },
  });
  const answered = new Promise<number | undefined>((resolve) => {
    older.on('response', (response) => resolve(response.statusCode)).on('error', () => resolve(undefined));
  });
  older.write(bytes.subarray(0, 5000));
  for (let tries = 0; tries < 6_000 && (await head(ana, uploadUrl)).offset < 5000; tries += 1) await sleep(10);
  assert.deepEqual((await put(ana, uploadUrl, bytes)).body, { receivedBytes: bytes.length, complete: true });
  assert.equal(await answered, 409);
});

test('a connection that waited while another one finished the upload takes nothing back', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('turned.jpg');
  const { r2Key } = await ticketFor(ana, bytes.length);
  let late: Promise<unknown> | undefined;
  async function* body(whenRead: () => void) {
    yield bytes;
    whenRead();
  }
  const receive = (whenRead: () => void) =>
    app.parts.uploads.receive(
      r2Key,
      ana.user.id,
      { length: bytes.length, [Symbol.asyncIterator]: () => body(whenRead) },
      undefined,
    );
  // All bytes are there, and the file is being made durable.
  const first = receive(() => setImmediate(() => (late = receive(() => {}))));
  assert.deepEqual(await first, { receivedBytes: bytes.length, complete: true });
  assert.ok(late);
  await assert.rejects(late, { code: 'conflict' });
  assert.equal(statSync(join(app.dataDir, 'uploads', r2Key)).size, bytes.length);
  await ana.call('POST /api/videos', { body: { name: 'Foto', r2Path: r2Key } });
});

test('bytes that the disk refused to keep are neither acknowledged nor gone on from', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('turned.jpg');
  const ticket = await ticketFor(ana, bytes.length);
  const anyFile = await open(join(app.dataDir, 'antessala.db'));
  await anyFile.close();
  const sync = t.mock.method(Object.getPrototypeOf(anyFile) as FileHandle, 'sync', () =>
    Promise.reject(new Error('EIO: i/o error, fsync')),
  );
  assert.equal((await put(ana, ticket.uploadUrl, bytes)).status, 500);
  sync.mock.restore();
  assert.deepEqual(await head(ana, ticket.uploadUrl), { status: 200, offset: 0, length: bytes.length });
  assert.equal((await put(ana, ticket.uploadUrl, bytes)).status, 200);
});

test('bytes that came whole before a crash are finished by asking', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('photo.jpg');
  const { uploadUrl, r2Key } = await ticketFor(ana, bytes.length);
  await put(ana, uploadUrl, bytes);
  // The crash came after the renaming and before the commit.
  app.parts.database.exec("UPDATE uploads SET status = 'reserved', media_type = NULL");
  assert.equal((await head(ana, uploadUrl)).offset, bytes.length);
  assert.equal((await ana.call('POST /api/videos', { body: { name: 'Foto', r2Path: r2Key } })).mediaType, 'image');
});

test('sizes are exact', async (t) => {
  const app = await startTestApp(t, { env: { MAX_UPLOAD_MB: '1' } });
  const ana = await app.customer();
  const { uploadUrl } = await ticketFor(ana, 1000);
  assert.equal((await put(ana, uploadUrl, new Uint8Array(999))).status, 400);
  assert.equal((await put(ana, uploadUrl, new Uint8Array(1001))).status, 413);
  assert.equal(await ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 1024 ** 2 + 1 } }), 413);
  assert.equal(await ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 0 } }), 400);
});

test('what is not media is refused by its content, and its reservation freed', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer({ quotas: { ...noQuota, maxVideos: 1 } });
  for (const bytes of [
    await bytesOf('drawing.svg'),
    Buffer.from('<html><script>alert(1)</script></html>'),
    Buffer.from('texto'),
  ]) {
    const { uploadUrl } = await ticketFor(ana, bytes.length, 'image/jpeg');
    const response = await put(ana, uploadUrl, bytes);
    assert.equal(response.status, 415);
    assert.match(String(response.body.message), /^Formato não suportado\. Envie fotos/);
    assert.equal((await head(ana, uploadUrl)).status, 404);
  }
  for (const contentType of ['image/svg+xml', 'text/html', 'application/pdf', 'audio/mpeg']) {
    assert.equal(
      await ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 10, contentType } }),
      415,
      contentType,
    );
  }
  await filesAreGone(app);
});

test('parallel reservations pass neither the number of contents nor the storage', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer({ quotas: { ...noQuota, maxVideos: 3 } });
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 10 } })),
  );
  assert.equal(tries.filter((status) => status === 200).length, 3);
  assert.equal(tries.filter((status) => status === 403).length, 9);

  const bia = await app.customer({ quotas: { ...noQuota, maxStorageGb: 1 } });
  const large = await Promise.all(
    Array.from({ length: 5 }, () =>
      bia.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 400 * 1024 ** 2 } }),
    ),
  );
  assert.equal(large.filter((status) => status === 200).length, 2);
});

test("an administrator's own quota does not stop platform uploads, and counts what he keeps for himself", async (t) => {
  const app = await startTestApp(t);
  const { admin } = app;
  await admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: admin.user.id },
    body: { ...noQuota, maxVideos: 0 },
  });
  const bytes = await bytesOf('photo.jpg');
  const reserve = (person: Customer, isPlatformVideo: boolean) =>
    person.status('POST /api/upload-url', { body: { fileName: 'a.jpg', fileSize: bytes.length, isPlatformVideo } });
  assert.deepEqual([await reserve(admin, true), await reserve(admin, false)], [200, 403]);
  assert.equal(await reserve(await app.customer(), true), 403);

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

test('a failed content whose original is gone counts nowhere', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer({ quotas: { ...noQuota, maxVideos: 1 } });
  const id = addContent(app, { userId: ana.user.id, status: 'failed' });
  const reserve = () => ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 10 } });
  const seen = async () => {
    const [video] = await ana.call('GET /api/videos');
    const listed = (await app.admin.call('GET /api/admin/users-with-counts')).find((user) => user.id === ana.user.id);
    return [video?.canRetry, (await ana.call('GET /api/user/me')).videoCount, listed?.actualVideoCount];
  };
  app.parts.database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${id}`);
  assert.deepEqual(await seen(), [true, 1, 1]);
  assert.equal(await reserve(), 403);
  app.parts.database.exec(`UPDATE videos SET original_r2_path = NULL WHERE id = ${id}`);
  assert.deepEqual(await seen(), [false, 0, 0]);
  assert.equal(await reserve(), 200);
});

test('a given-up upload and an abandoned one free their reservation', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer({ quotas: { ...noQuota, maxVideos: 1 } });
  const bytes = await bytesOf('photo.jpg');
  const first = await ticketFor(ana, bytes.length);
  await put(ana, first.uploadUrl, bytes.subarray(0, 100), `bytes 0-99/${bytes.length}`);
  await ana.call('DELETE /api/uploads/:key', { params: { key: first.r2Key } });
  await filesAreGone(app);
  assert.equal(await ana.status('DELETE /api/uploads/:key', { params: { key: first.r2Key } }), 404);

  const second = await ticketFor(ana, bytes.length);
  await put(ana, second.uploadUrl, bytes.subarray(0, 100), `bytes 0-99/${bytes.length}`);
  app.clock.advance(59 * 60_000);
  assert.equal(app.parts.uploads.sweepAbandoned(), 0);
  assert.equal(await ana.status('POST /api/upload-url', { body: { fileName: 'a', fileSize: 10 } }), 403);
  app.clock.advance(60_001);
  assert.equal((await head(ana, second.uploadUrl)).status, 404);
  app.parts.uploads.sweepAbandoned();
  await filesAreGone(app);

  const late = await ticketFor(ana, bytes.length);
  app.clock.advance(15 * 60_000);
  assert.equal((await put(ana, late.uploadUrl, bytes)).status, 404);
});

test("another account's upload does not exist", async (t) => {
  const app = await startTestApp(t);
  const [ana, bia] = [await app.customer(), await app.customer()];
  const bytes = await bytesOf('photo.jpg');
  const { uploadUrl, r2Key } = await ticketFor(ana, bytes.length);
  assert.equal((await put(bia, uploadUrl, bytes)).status, 404);
  assert.equal((await head(bia, uploadUrl)).status, 404);
  assert.equal(await bia.status('DELETE /api/uploads/:key', { params: { key: r2Key } }), 404);
  await put(ana, uploadUrl, bytes);
  assert.equal(await bia.status('POST /api/videos', { body: { name: 'x', r2Path: r2Key } }), 404);
  assert.equal(await ana.status('POST /api/videos', { body: { name: 'x', r2Path: `uploads/${r2Key}` } }), 404);
  assert.equal(await ana.status('POST /api/videos', { body: { name: 'x', r2Path: '../antessala.db' } }), 404);
  assert.equal((await app.guest().request(uploadUrl, { method: 'HEAD' })).status, 401);
});

test('one multipart request does it all', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const bytes = await bytesOf('photo.jpg');
  const send = (fields: Record<string, string>, file = bytes, fileName?: string) =>
    sendForm(ana, file, fields, fileName);
  const made = await send({ name: 'Recepção', displayDuration: '40', useAmbientBackground: 'true' });
  assert.equal(made.status, 201);
  assert.deepEqual(
    [made.body.name, made.body.displayDuration, made.body.useAmbientBackground, made.body.userId],
    ['Recepção', 40, true, ana.user.id],
  );
  assert.equal(made.body.sizeMb, Math.round((bytes.length / 1024 ** 2) * 1000) / 1000);
  assert.equal((await send({})).body.name, 'Sala de espera');
  const family = '👩‍👩‍👧‍👦';
  assert.equal(
    (await send({}, bytes, `${family.repeat(30)}.jpg`)).body.name,
    family.repeat(30),
    'counted as people count',
  );
  assert.equal(
    (await send({}, bytes, `${family.repeat(100)}.jpg`)).body.name,
    family.repeat(80),
    'cut between characters',
  );
  assert.equal((await send({ displayDuration: 'x' })).status, 400);
  assert.equal((await send({ isPlatformVideo: 'true' })).status, 403);
  assert.equal((await send({}, Buffer.from('texto'))).status, 415);
  const form = new FormData();
  form.set('name', 'sem arquivo');
  assert.equal((await ana.request('/api/upload', { method: 'POST', body: form })).status, 400);
  assert.equal(app.parts.database.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM uploads').get()?.n, 0);
});

test('a multipart request that breaks off leaves nothing behind', async (t) => {
  const app = await startTestApp(t);
  const ana = await app.customer();
  const request = httpRequest(`${ana.url}/api/upload`, {
    method: 'POST',
    headers: {
      'content-length': 1_000_000,
      cookie: ana.cookieHeader,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=x',
    },
  });
  request.on('error', () => {});
  request.write(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  request.write(Buffer.alloc(100_000));
  for (let tries = 0; tries < 6_000 && uploadFiles(app).length === 0; tries += 1) await sleep(10);
  assert.equal(uploadFiles(app).length, 1);
  request.destroy();
  const reservations = () =>
    app.parts.database.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM uploads').get()?.n;
  for (let tries = 0; tries < 6_000 && (reservations() !== 0 || uploadFiles(app).length > 0); tries += 1)
    await sleep(10);
  assert.deepEqual([reservations(), uploadFiles(app)], [0, []]);
});

/** A customer with much quota on a disk that the test fills. */
async function onDisk(t: TestContext, space: { freeBytes: number; totalBytes: number }) {
  const app = await startTestApp(t, { freeSpace: async () => space, env: { MAX_UPLOAD_MB: '102400' } });
  return { app, ana: await app.customer({ quotas: { maxStorageGb: 100 } }) };
}

test('a disk below 10 % or 2 GB takes no new upload, and says so', async (t) => {
  const space = { freeBytes: 61 * gigabyte, totalBytes: 500 * gigabyte };
  const { app, ana } = await onDisk(t, space);
  const refused = async (sizeBytes: number) => {
    const refusal = {
      status: 507,
      body: { code: 'disk_full', message: 'O servidor está sem espaço em disco. Avise o administrador.' },
    };
    await assert.rejects(ticketFor(ana, sizeBytes), ({ status, body }: ApiError) => {
      assert.deepEqual({ status, body: { code: body.code, message: body.message } }, refusal);
      return true;
    });
  };
  await ticketFor(ana, 6 * gigabyte);
  // The first one will bring its bytes yet: 61 - 6 - 6 is less than a tenth.
  await refused(6 * gigabyte);
  await ticketFor(ana, 4 * gigabyte);
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

test('a disk that fills up during an upload ends it and gives its bytes back', async (t) => {
  const space = { freeBytes: 100 * gigabyte, totalBytes: 100 * gigabyte };
  const { app, ana } = await onDisk(t, space);
  const { uploads } = app.parts;
  const userId = ana.user.id;
  const sizeBytes = 80 * 1024 ** 2;
  const { key } = await uploads.reserve(userId, { fileName: 'a', contentType: '', sizeBytes, isPlatform: false });
  const chunk = Buffer.alloc(4 * 1024 ** 2);
  const body = {
    length: sizeBytes,
    async *[Symbol.asyncIterator]() {
      for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
        if (sent === 40 * 1024 ** 2) {
          assert.equal(statSync(join(app.dataDir, 'uploads', `${key}.part`)).size, sent);
          space.freeBytes = 1000;
        }
        yield chunk;
      }
    },
  };
  await assert.rejects(uploads.receive(key, userId, body, undefined), { code: 'disk_full' });
  await filesAreGone(app);
  await assert.rejects(uploads.state(key, userId), { code: 'not_found' });
});

test('a chunk that is written is not kept until the end of its upload', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const app = await startTestApp(t);
  const ana = await app.customer();
  const { uploads } = app.parts;
  const sizeBytes = 32 * 1024 ** 2;
  const file = { fileName: 'a', contentType: '', sizeBytes, isPlatform: false };
  const { key } = await uploads.reserve(ana.user.id, file);
  const chunks: WeakRef<Buffer>[] = [];
  let kept = 0;
  const body = {
    length: sizeBytes,
    async *[Symbol.asyncIterator]() {
      for (let sent = 0; sent < sizeBytes; sent += 1024 ** 2) {
        const chunk = Buffer.alloc(1024 ** 2, 0xff);
        chunks.push(new WeakRef(chunk));
        yield chunk;
        await sleep(1);
      }
      collect();
      kept = chunks.filter((chunk) => chunk.deref() !== undefined).length;
    },
  };
  await assert.rejects(uploads.receive(key, ana.user.id, body, undefined), { code: 'unsupported_media_type' });
  assert.ok(kept <= 4, `${kept} of ${chunks.length} chunks`);
});

test('a multipart request whose client leaves before its place is reserved leaves nothing behind', async (t) => {
  let check: (() => void) | undefined;
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const app = await startTestApp(t, {
    freeSpace: async () => {
      if (check) {
        check();
        await gate;
      }
      return { freeBytes: 500 * gigabyte, totalBytes: 1024 * gigabyte };
    },
  });
  const ana = await app.customer();
  const looking = new Promise<void>((resolve) => (check = resolve));
  const request = httpRequest(`${ana.url}/api/upload`, {
    method: 'POST',
    headers: {
      'content-length': 1_000_000,
      cookie: ana.cookieHeader,
      'sec-fetch-site': 'same-origin',
      'content-type': 'multipart/form-data; boundary=x',
    },
  });
  request.on('error', () => {});
  request.write(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  request.write(Buffer.alloc(100_000));
  await looking;
  request.destroy();
  await loopTurns(300);
  goOn();
  const rows = () => app.parts.database.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM uploads').get()?.n;
  await sleep(200);
  assert.deepEqual([rows(), uploadFiles(app)], [0, []]);
});

test('without ffmpeg only what screens play already is taken', async (t) => {
  const app = await startTestApp(t, { env: { FFMPEG_PATH: '/nowhere/ffmpeg', FFPROBE_PATH: '/nowhere/ffprobe' } });
  const ana = await app.customer();
  assert.equal((await ana.call('GET /api/capabilities')).canTranscode, false);
  const refused = async (name: string) => {
    const bytes = await bytesOf(name);
    return put(ana, (await ticketFor(ana, bytes.length)).uploadUrl, bytes);
  };
  const hevc = await refused('hevc.mov');
  assert.equal(hevc.status, 422);
  assert.match(String(hevc.body.message), /ffmpeg/);
  assert.equal((await refused('fast.mkv')).status, 415);
  const video = await ana.upload(await bytesOf('plain.mp4'), { name: 'Pronto' });
  const image = await ana.upload(await bytesOf('photo.jpg'), { name: 'Foto' });
  await app.parts.processing.whenIdle();
  const items = new Map((await ana.call('GET /api/videos')).map((item) => [item.id, item]));
  const [first, second] = [items.get(video.id), items.get(image.id)];
  assert.deepEqual(
    [first?.processingStatus, first?.durationS, first?.width, first?.thumbnailUrl],
    ['completed', 2, 320, null],
  );
  assert.equal(second?.processingStatus, 'completed');
  const served = await ana.request(first?.mediaUrl ?? '');
  assert.deepEqual(Buffer.from(await served.arrayBuffer()), await bytesOf('plain.mp4'));
});
