import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { maxBufferBytes } from '../../../../../src/features/radio/relay/stream-buffer.ts';
import { type Mount, mounts, startIcecast, withoutIcecast } from '../../../../../src/testing/servers/icecast.ts';
import { listenLocally } from '../../../../../src/testing/ports.ts';
import { openStudio, skip } from '../../../../testing/browser.ts';

/** Starts a server: `/site` is a web page, any other path gets no response until `hangUp` closes the connections. */
async function startTestServer(t: TestContext) {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === '/site') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else waiting.add(response);
  });
  const port = await listenLocally(t, server);
  const hangUp = () => {
    for (const response of waiting) response.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, hangUp };
}

test('a web page is refused as a station; an address without a response can be saved anyway', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const { url, hangUp } = await startTestServer(t);
  const page = await enter(app.admin, { path: 'about:blank', viewport: { width: 1366, height: 768 } });
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel('Endereço do áudio');
  const saveAnyway = dialog.getByRole('button', { name: 'Salvar mesmo assim' });
  await page.goto('/admin/settings');
  await page.getByRole('tab', { name: 'Rádios' }).click();
  await page.getByRole('button', { name: 'Adicionar rádio' }).click();
  await dialog.getByLabel('Nome').fill('Rádio da Clínica');
  await dialog.getByLabel('Gênero').fill('Calma');

  await address.fill(`${url}/site`);
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await dialog.getByRole('alert').getByText('Este endereço abre uma página, não o áudio.').waitFor();
  assert.equal(await saveAnyway.count(), 0, 'a web page cannot be saved as a station');

  await address.fill(`${url}/lenta`);
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await dialog.getByRole('button', { name: 'Ouvindo a estação...' }).waitFor();
  hangUp();
  await dialog.getByRole('alert').getByText('Este endereço não responde.').waitFor();
  await saveAnyway.waitFor();
  await address.fill(`${url}/lenta/`);
  assert.equal(await saveAnyway.count(), 0, 'the other address has not been checked yet');
  await address.fill(`${url}/lenta`);
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await dialog.getByRole('button', { name: 'Ouvindo a estação...' }).waitFor();
  hangUp();
  await saveAnyway.click();
  await page.getByRole('button', { name: 'Ouvir: Rádio da Clínica' }).waitFor();
  assert.equal(await dialog.count(), 0);
});

test(
  'Chromium plays every audio format that Icecast sends',
  { skip: skip || withoutIcecast, timeout: 600_000 },
  async (t) => {
    const { app, enter } = await openStudio(t);
    const icecast = await startIcecast(t);
    const page = await enter(app.admin, { path: '/admin/settings' });
    await page.getByRole('tab', { name: 'Rádios' }).click();
    const stationNames = (Object.keys(mounts) as Mount[]).map(async (name) => {
      const station = { name, genre: 'Teste', upstreamUrl: `${icecast}/${name}` };
      const { id } = await app.admin.call('POST /api/admin/radio-stations', { body: station });
      // Another client listens all the time: the browser then joins a running stream, and first receives the stream's buffer.
      const listener = (await app.admin.request(`/api/radio/${id}/stream`)).body?.getReader();
      t.after(() => listener?.cancel());
      for (let bytes = 0; bytes < maxBufferBytes;) bytes += (await listener?.read())?.value?.length ?? Infinity;
      const keepListening = async () => {
        while (!(await listener?.read())?.done);
      };
      keepListening().catch(() => {});
      return name;
    });
    for (const name of await Promise.all(stationNames)) {
      await page.getByRole('button', { name: `Ouvir: ${name}` }).click();
      await page.getByText(`Tocando ${name}`).waitFor();
      await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.5);
      await page.getByRole('button', { name: `Parar: ${name}` }).click();
    }
  },
);
