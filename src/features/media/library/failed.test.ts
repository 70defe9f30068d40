import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { startTestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { bytesOf } from '../../../testing/media.ts';
import { refusal } from '../../../testing/refusal.ts';

test('managers see what failed, whoever owns it, and whether trying again makes sense', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer({ username: 'Clinica Sol' });
  const [gone, kept] = [
    addContent(app, { userId: customer.user.id, status: 'failed' }),
    addContent(app, { userId: null, status: 'failed' }),
  ];
  addContent(app, { userId: customer.user.id });
  app.parts.database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${kept}`);

  const gestor = await app.gestor();
  const failed = await gestor.call('GET /api/admin/failed-videos');
  assert.deepEqual(
    failed
      .map(({ id, owner, canRetry, processingStatus }) => ({ id, owner, canRetry, processingStatus }))
      .sort((a, b) => a.id - b.id),
    [
      {
        id: gone,
        owner: { id: customer.user.id, username: 'Clinica Sol' },
        canRetry: false,
        processingStatus: 'failed',
      },
      { id: kept, owner: null, canRetry: true, processingStatus: 'failed' },
    ],
  );
  assert.equal(await customer.status('GET /api/admin/failed-videos'), 403);
});

test("a manager queues anybody's failed item again; its owner and the managers are notified", async (t) => {
  const app = await startTestApp(t);
  await app.parts.processing.stop();
  const customer = await app.customer();
  const id = addContent(app, { userId: customer.user.id, status: 'failed' });
  const gone = addContent(app, { userId: customer.user.id, status: 'failed' });
  const fine = addContent(app, { userId: customer.user.id });
  app.parts.database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${id}`);
  const [owners, managers] = [await customer.socket(), await app.admin.socket()];
  const queued = await app.admin.call('POST /api/admin/videos/:id/retry', { params: { id } });
  assert.deepEqual([queued.id, queued.processingStatus], [id, 'pending']);
  await owners.waitFor('contentChanged', ({ what }) => what === 'videos');
  await managers.waitFor('adminChanged', ({ what }) => what === 'videos');
  const refused = async (video: number) =>
    (await refusal(app.admin.call('POST /api/admin/videos/:id/retry', { params: { id: video } }))).body.message;
  assert.equal(await refused(gone), 'O arquivo original não existe mais. Envie-o novamente.');
  assert.equal(await refused(fine), 'Este conteúdo não precisa ser processado novamente.');
  assert.equal(await app.admin.status('POST /api/admin/videos/:id/retry', { params: { id: 9999 } }), 404);
  assert.equal(await customer.status('POST /api/admin/videos/:id/retry', { params: { id: gone } }), 403);
});

test("a manager deletes anybody's failed item, and only failed ones", async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer();
  const [theirs, platform, fine] = [
    addContent(app, { userId: customer.user.id, status: 'failed' }),
    addContent(app, { userId: null, status: 'failed' }),
    addContent(app, { userId: customer.user.id }),
  ];
  const gestor = await app.gestor();
  const [owners, managers] = [await customer.socket(), await app.admin.socket()];
  for (const id of [theirs, platform]) await gestor.call('DELETE /api/admin/videos/:id', { params: { id } });
  await owners.waitFor('contentChanged', ({ what }) => what === 'videos');
  await managers.waitFor('adminChanged', ({ what }) => what === 'videos');
  assert.deepEqual(await gestor.call('GET /api/admin/failed-videos'), []);
  const { status, body } = await refusal(gestor.call('DELETE /api/admin/videos/:id', { params: { id: fine } }));
  assert.deepEqual([status, body.message], [409, 'Só conteúdos com falha podem ser excluídos aqui.']);
  assert.equal(await gestor.status('DELETE /api/admin/videos/:id', { params: { id: 9999 } }), 404);
  assert.equal(await customer.status('DELETE /api/admin/videos/:id', { params: { id: fine } }), 403);
});

test("a customer's item that fails is reported to managers, as is what its owner makes of it; what never failed is not", async (t) => {
  const app = await startTestApp(t);
  const { processing, database } = app.parts;
  const customer = await app.customer();
  const managers = await app.admin.socket();
  /**
   * Counts the messages that tell managers of changed lists. Messages arrive in order, so those before a pong are all.
   */
  const reported = async (change: () => Promise<unknown>) => {
    managers.messages.length = 0;
    await change();
    managers.send({ type: 'ping' });
    await managers.waitFor('pong');
    return managers.messages.filter((message) => message.type === 'adminChanged' && message.what === 'videos').length;
  };
  const queued = async () => {
    await processing.stop();
    const { id } = await customer.upload(await bytesOf('logo.png'), { name: 'Logotipo' });
    return { id };
  };
  const work = async () => {
    await processing.start();
    await processing.whenIdle();
  };

  const unreadable = await queued();
  database.exec(`UPDATE videos SET media_type = 'video' WHERE id = ${unreadable.id}`);
  assert.equal(await reported(work), 1, 'it fails');
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/failed-videos')).map(({ id }) => id),
    [unreadable.id],
  );
  await processing.stop();
  database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${unreadable.id}`);
  assert.equal(
    await reported(() => customer.call('POST /api/videos/:id/retry', { params: unreadable })),
    1,
    'its owner tries again',
  );
  assert.equal(
    await reported(() => customer.call('DELETE /api/videos/:id', { params: unreadable })),
    0,
    'deleted while it waits',
  );
  const failed = { id: addContent(app, { userId: customer.user.id, status: 'failed' }) };
  assert.equal(
    await reported(() => customer.call('DELETE /api/videos/:id', { params: failed })),
    1,
    'deleted after it failed',
  );

  const fine = await queued();
  assert.equal(await reported(work), 0, 'ready');
  assert.equal(await reported(() => customer.call('DELETE /api/videos/:id', { params: fine })), 0);

  addContent(app, { userId: customer.user.id, status: 'failed' });
  assert.equal(
    await reported(() => app.admin.call('DELETE /api/admin/users/:id', { params: { id: customer.user.id } })),
    1,
    'gone with its account',
  );
});

test('contents that failed for good count for nothing, but not without end', async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer({ quotas: { maxVideos: 1 } });
  const failed = Array.from({ length: limits.failedContents }, () =>
    addContent(app, { userId: customer.user.id, status: 'failed' }),
  );
  const body = { fileName: 'foto.jpg', fileType: 'image', contentType: 'image/jpeg', fileSize: 1000 };
  const error = await refusal(customer.call('POST /api/upload-url', { body }));
  assert.deepEqual([error.status, error.body.code], [403, 'quota_exceeded']);
  assert.match(error.body.message, /falharam/);
  await customer.call('DELETE /api/videos/:id', { params: { id: failed[0] ?? 0 } });
  await customer.call('POST /api/upload-url', { body });
});
