import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { startTestApp } from '../../../testing/app.ts';
import { addContent } from '../../../testing/contents.ts';
import { bytesOf } from '../../../testing/media.ts';
import { refusal } from '../../../testing/client.ts';
import { ofItem, processAll, startWithCustomer } from '../testing/steps.ts';

test("managers see all accounts' failed contents, and whether these can be retried", async (t) => {
  const app = await startTestApp(t);
  const customer = await app.customer({ username: 'Clinica Sol' });
  const [withoutOriginal, withOriginal] = [
    addContent(app, { userId: customer.user.id, status: 'failed' }),
    addContent(app, { userId: null, status: 'failed' }),
  ];
  addContent(app, { userId: customer.user.id });
  app.parts.database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${withOriginal}`);

  const gestor = await app.gestor();
  const failed = await gestor.call('GET /api/admin/failed-videos');
  assert.deepEqual(
    failed
      .map(({ id, owner, canRetry, processingStatus }) => ({ id, owner, canRetry, processingStatus }))
      .sort((a, b) => a.id - b.id),
    [
      {
        id: withoutOriginal,
        owner: { id: customer.user.id, username: 'Clinica Sol' },
        canRetry: false,
        processingStatus: 'failed',
      },
      { id: withOriginal, owner: null, canRetry: true, processingStatus: 'failed' },
    ],
  );
  assert.equal(await customer.status('GET /api/admin/failed-videos'), 403);
});

test('a manager can retry a failed item of any account; its owner and the managers are notified', async (t) => {
  const { app, ana: customer } = await startWithCustomer(t);
  await app.parts.processing.stop();
  const id = addContent(app, { userId: customer.user.id, status: 'failed' });
  const withoutOriginal = addContent(app, { userId: customer.user.id, status: 'failed' });
  const completed = addContent(app, { userId: customer.user.id });
  app.parts.database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${id}`);
  const [owners, managers] = [await customer.socket(), await app.admin.socket()];
  const queued = await app.admin.call('POST /api/admin/videos/:id/retry', ofItem(id));
  assert.deepEqual([queued.id, queued.processingStatus], [id, 'pending']);
  await owners.waitFor('contentChanged', ({ what }) => what === 'videos');
  await managers.waitFor('adminChanged', ({ what }) => what === 'videos');
  const { entries } = await app.admin.call('GET /api/admin/audit', { query: { kind: 'content' } });
  assert.match(entries[0]?.sentence ?? '', /mandou processar de novo o conteúdo Item$/);
  const refused = async (video: number) =>
    (await refusal(app.admin.call('POST /api/admin/videos/:id/retry', ofItem(video)))).body.message;
  assert.equal(await refused(withoutOriginal), 'O arquivo original não existe mais. Envie-o novamente.');
  assert.equal(await refused(completed), 'Este conteúdo não precisa ser processado novamente.');
  assert.equal(await app.admin.status('POST /api/admin/videos/:id/retry', ofItem(9999)), 404);
  assert.equal(await customer.status('POST /api/admin/videos/:id/retry', ofItem(withoutOriginal)), 403);
});

test('a manager can delete items of any account only if they have failed', async (t) => {
  const { app, ana: customer } = await startWithCustomer(t);
  const [theirs, platform, completed] = [
    addContent(app, { userId: customer.user.id, status: 'failed' }),
    addContent(app, { userId: null, status: 'failed' }),
    addContent(app, { userId: customer.user.id }),
  ];
  const gestor = await app.gestor();
  const [owners, managers] = [await customer.socket(), await app.admin.socket()];
  for (const id of [theirs, platform]) await gestor.call('DELETE /api/admin/videos/:id', ofItem(id));
  await owners.waitFor('contentChanged', ({ what }) => what === 'videos');
  await managers.waitFor('adminChanged', ({ what }) => what === 'videos');
  assert.deepEqual(await gestor.call('GET /api/admin/failed-videos'), []);
  const { status, body } = await refusal(gestor.call('DELETE /api/admin/videos/:id', ofItem(completed)));
  assert.deepEqual([status, body.message], [409, 'Só conteúdos com falha podem ser excluídos aqui.']);
  assert.equal(await gestor.status('DELETE /api/admin/videos/:id', ofItem(9999)), 404);
  assert.equal(await customer.status('DELETE /api/admin/videos/:id', ofItem(completed)), 403);
});

test('managers are notified of failed items and of their changes, not of items that never failed', async (t) => {
  const { app, ana: customer } = await startWithCustomer(t);
  const { processing, database } = app.parts;
  const managers = await app.admin.socket();
  /** Returns the number of messages to managers about changed lists. All of them arrive before the pong. */
  const countReports = async (change: () => Promise<unknown>) => {
    managers.messages.length = 0;
    await change();
    managers.send({ type: 'ping' });
    await managers.waitFor('pong');
    return managers.messages.filter((message) => message.type === 'adminChanged' && message.what === 'videos').length;
  };
  const queueUpload = async () => {
    await processing.stop();
    return (await customer.upload(await bytesOf('logo.png'), { name: 'Logotipo' })).id;
  };
  const remove = (id: number) => () => customer.call('DELETE /api/videos/:id', ofItem(id));
  const processQueue = () => processAll(app);

  const unreadable = await queueUpload();
  database.exec(`UPDATE videos SET media_type = 'video' WHERE id = ${unreadable}`);
  assert.equal(await countReports(processQueue), 1, 'the item fails');
  assert.deepEqual(
    (await app.admin.call('GET /api/admin/failed-videos')).map(({ id }) => id),
    [unreadable],
  );
  await processing.stop();
  database.exec(`UPDATE videos SET original_r2_path = 'uploads/nada' WHERE id = ${unreadable}`);
  const retry = () => customer.call('POST /api/videos/:id/retry', ofItem(unreadable));
  assert.equal(await countReports(retry), 1, 'the owner retries');
  assert.equal(await countReports(remove(unreadable)), 0, 'deleted while queued');
  const failed = addContent(app, { userId: customer.user.id, status: 'failed' });
  assert.equal(await countReports(remove(failed)), 1, 'deleted after the failure');

  const readable = await queueUpload();
  assert.equal(await countReports(processQueue), 0, 'the item becomes ready');
  assert.equal(await countReports(remove(readable)), 0);

  addContent(app, { userId: customer.user.id, status: 'failed' });
  const removeAccount = () => app.admin.call('DELETE /api/admin/users/:id', ofItem(customer.user.id));
  assert.equal(await countReports(removeAccount), 1, 'deleted with its account');
});

test('permanently failed contents do not count towards the quota, but fifty of them prevent new uploads; they can be replaced', async (t) => {
  const { app, ana: customer } = await startWithCustomer(t, {}, { quotas: { maxVideos: 1 } });
  const [first = 0, second = 0] = Array.from({ length: limits.maxFailedContents }, () =>
    addContent(app, { userId: customer.user.id, status: 'failed' }),
  );
  const body = { fileName: 'foto.jpg', fileType: 'image', contentType: 'image/jpeg', fileSize: 1000 };
  const error = await refusal(customer.call('POST /api/upload-url', { body }));
  assert.deepEqual([error.status, error.body.code], [403, 'quota_exceeded']);
  assert.match(error.body.message, /Há 50 conteúdos que falharam na sua lista/);
  assert.equal((await customer.replace(first, await bytesOf('logo.png'))).processingStatus, 'pending');
  await customer.call('DELETE /api/videos/:id', ofItem(first));
  await customer.call('DELETE /api/videos/:id', ofItem(second));
  await customer.call('POST /api/upload-url', { body });
});
