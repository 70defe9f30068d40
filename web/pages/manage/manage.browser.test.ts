import assert from 'node:assert/strict';
import { rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { addContent } from '../../../src/testing/contents.ts';
import { openStudio } from '../../testing/browser.ts';
import {
  addScreens,
  addToPlaylist,
  internalError,
  openAccount,
  sendPlaylist,
  test,
  toastOf,
} from '../../testing/studio-test.ts';
import { until } from '../../../src/testing/until.ts';

/** Writes a photo of about 1 MB to disk. Returns its path. */
async function photo(t: TestContext): Promise<string> {
  const file = join(tmpdir(), `antessala-manage-${process.pid}.png`);
  t.after(() => rm(file, { force: true }));
  await writeFile(
    file,
    await sharp({
      create: {
        width: 800,
        height: 600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer(),
  );
  return file;
}

test('an upload continues after a lost connection, and its item becomes ready without a reload', async (t) => {
  const studio = await openStudio(t);
  const page = await studio.enter(await studio.app.customer(), { path: 'about:blank' });
  const file = await photo(t);
  await page.goto('/manage');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel(/^Nome de/).fill('Cartaz');
  await page.route('**/api/uploads/*', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('O envio continua sozinho quando ela voltar.').waitFor();
  await page.unroute('**/api/uploads/*');
  await page.getByRole('button', { name: 'Tentar agora' }).click();
  await toastOf(page).getByText('Arquivo em processamento! Estará em seus conteúdos em alguns minutos.').waitFor();
  await page.getByText('Pronto').waitFor();
  await page.getByText('Ver em Meus Conteúdos').click();
  await page.getByRole('button', { name: 'Ver Cartaz' }).waitFor();
});

test('after a reload the same file is recognized and only its missing part is sent', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer);
  const file = await photo(t);
  const { size, mtimeMs } = await stat(file);
  const half = Math.floor(size / 2);
  const { r2Key: key, uploadUrl: url } = await customer.call('POST /api/upload-url', {
    body: { fileName: basename(file), fileSize: size },
  });
  await customer.request(url, {
    method: 'PUT',
    body: new Uint8Array(half),
    headers: { 'content-type': 'image/png', 'content-range': `bytes 0-${half - 1}/${size}` },
  });
  const identity = `${basename(file)}|${size}|${Math.floor(mtimeMs)}`;
  const interruptedUpload = {
    identity,
    key,
    url,
    fileName: basename(file),
    sizeBytes: size,
    sentBytes: half,
    options: { name: 'Aviso', displayDuration: 40, useAmbientBackground: false },
    savedAt: Date.now(),
  };
  await page.evaluate(([storageKey, value]) => localStorage.setItem(storageKey, value), [
    `antessala-uploads-${customer.user.id}`,
    JSON.stringify({ [identity]: interruptedUpload }),
  ] as const);

  await page.goto('/manage');
  await page.getByText('Envio interrompido').waitFor();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('Continua dos 49% já enviados').or(page.getByText('Continua dos 50% já enviados')).waitFor();
  assert.equal(await page.getByLabel(/^Nome de/).inputValue(), 'Aviso');
  const uploadRequest = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith(url));
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  assert.equal((await uploadRequest).headers()['content-range'], `bytes ${half}-${size - 1}/${size}`);
  // The first half of the file was zeros, so the server refuses the file.
  await toastOf(page).getByText('Falha no upload do arquivo').waitFor();
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('antessala-uploads'))),
    [],
  );
});

test('a file that the server would refuse shows the reason before the upload', async (t) => {
  const studio = await openStudio(t);
  const page = await studio.enter(await studio.app.customer({ quotas: { maxVideos: 1 } }), { path: 'about:blank' });
  let isBroken = true;
  await page.route('**/api/user/me', (route) => (isBroken ? route.fulfill(internalError) : route.continue()));
  await page.goto('/manage');
  const failed = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar o uso da conta' });
  await failed.waitFor();
  isBroken = false;
  await failed.getByRole('button', { name: 'Tentar novamente' }).click();
  await failed.waitFor({ state: 'detached' });
  await page.getByRole('main').getByText('0 de 1', { exact: true }).first().waitFor();
  const choose = (...names: string[]) =>
    page.locator('input[type=file]').setInputFiles(
      names.map((name) => ({
        name,
        mimeType: name.endsWith('txt') ? 'text/plain' : 'image/png',
        buffer: Buffer.from(name),
      })),
    );
  await choose('conta.txt');
  await toastOf(page).getByText('Formato não suportado').waitFor();
  await toastOf(page).getByText('Por favor, selecione um arquivo de vídeo ou imagem.').waitFor();
  await choose('um.png', 'dois.png');
  await page.getByText('Limite ultrapassado em 1 conteúdo.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Enviar o que cabe' }).isEnabled());
  await page.getByRole('button', { name: 'Retirar dois.png' }).click();
  await page.getByLabel('Nome de um.png').fill('x'.repeat(81));
  await page.getByText('81/80').waitFor();
  await page.getByLabel('Nome de um.png').fill(' ');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await toastOf(page).getByText('Por favor, selecione um arquivo e insira um nome.').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
});

test('the items of a playlist are moved by keyboard and by mouse, and the order is saved', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const ids = ['Um', 'Dois', 'Três'].map((name) =>
    addContent(app, { userId: customer.user.id, name, mediaType: 'image', displayDuration: 20 }),
  );
  const { id } = await customer.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
  for (const videoId of ids) await addToPlaylist(customer, id, videoId);
  const order = async () =>
    (await customer.call('GET /api/playlists/:id/assignments', { params: { id } }))
      .map(({ video }) => video.name)
      .join();
  const page = await enter(customer, { path: '/manage?aba=playlists' });
  await page.getByRole('button', { name: 'Editar Recepção' }).last().click();
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/order') && response.ok());

  await page.getByRole('button', { name: 'Mover Um, posição 1 de 3' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await page.getByText('Posição 3 de 3.').waitFor();
  await Promise.all([saved(), page.keyboard.press('Space')]);
  assert.equal(await order(), 'Dois,Três,Um');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Mover Um, posição 3 de 3');

  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await page.getByText('Movimento cancelado.').waitFor();
  await page.getByRole('dialog').waitFor();

  const [from, to] = await Promise.all(
    ['Mover Um, ', 'Mover Dois, '].map((name) => page.getByRole('button', { name }).boundingBox()),
  );
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await Promise.all([saved(), page.mouse.up()]);
  assert.equal(await order(), 'Um,Dois,Três');

  await page.getByLabel('Frequência de Dois').selectOption('3');
  await toastOf(page).getByText('Playlist atualizada').waitFor();
  await page.getByRole('dialog').getByText('1:40').waitFor();
  await page.getByRole('radio', { name: 'Aleatório' }).click();
  await toastOf(page).getByText('Reprodução aleatória ativada').waitFor();
});

test("a change that the server refuses is undone, and the server's message is shown", async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Espera' } });
  await sendPlaylist(customer, screen.playerId, playlist.id);
  const [videoId = 0] = ['Um', 'Dois'].map((item) =>
    addContent(app, { userId: customer.user.id, name: item, mediaType: 'image', displayDuration: 20 }),
  );
  await addToPlaylist(customer, playlist.id, videoId);
  const page = await enter(customer, { path: '/manage?aba=telas' });
  await page.route('**/remove-playlist', (route) => route.fulfill(internalError));
  await page.getByRole('button', { name: 'Parar reprodução' }).click();
  await toastOf(page).getByText('Erro ao parar reprodução').waitFor();
  await toastOf(page).getByText('Erro interno do servidor').waitFor();
  await page.getByRole('button', { name: 'Parar reprodução' }).waitFor();

  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(internalError),
  );
  await page.getByRole('tab', { name: 'Playlists' }).click();
  await page.getByRole('button', { name: 'Editar Espera' }).last().click();
  const editor = page.getByRole('dialog', { name: 'Espera' });
  const name = editor.getByLabel('Nome da playlist');
  await name.fill('Recepção');
  await name.press('Enter');
  await toastOf(page).getByText('Erro ao renomear').waitFor();
  await editor.getByText('Erro interno do servidor').waitFor();
  assert.equal(await name.inputValue(), 'Recepção', 'the typed name remains');
  await editor.getByRole('radio', { name: 'Sequencial' }).click();
  await toastOf(page).getByText('Erro ao atualizar configuração').waitFor();
  assert.equal(await editor.getByRole('radio', { name: 'Aleatório' }).getAttribute('aria-checked'), 'true');
  await editor.getByRole('button', { name: 'Adicionar Dois' }).click();
  await toastOf(page).getByText('Erro ao atribuir vídeo').waitFor();
  await editor.getByLabel('Frequência de Um').selectOption('3');
  await toastOf(page).getByText('Erro ao atualizar', { exact: true }).waitFor();
  assert.equal(await editor.getByLabel('Frequência de Um').inputValue(), '1');
  await editor.getByRole('button', { name: 'Remover Um da playlist' }).click();
  await toastOf(page).getByText('Erro ao remover vídeo').waitFor();
  await editor.getByRole('heading', { name: 'Na playlist (1)' }).waitFor();
  await page.unroute('**/api/**');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Minhas Telas' }).click();

  await app.admin.call('PATCH /api/admin/players/:id', {
    params: { id: screen.playerId },
    body: { status: 'paused' },
  });
  await page.getByText('Pausada pelo Admin', { exact: true }).waitFor();
  await page.getByText('Tela pausada/bloqueada pelo administrador').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Enviar playlist' }).count(), 0);
});

test('of 500 contents only those near the visible part are in the DOM', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  app.parts.database.tx(() => {
    for (let index = 0; index < 500; index += 1)
      addContent(app, {
        userId: customer.user.id,
        name: `Item ${index}`,
        mediaType: 'image',
        displayDuration: 20,
        status: 'pending',
      });
  });
  const page = await enter(customer, { path: 'about:blank' });
  // A busy browser can report two states of the list's end in one callback: first outside the window, then inside.
  await page.addInitScript(() => {
    const Real = IntersectionObserver;
    window.IntersectionObserver = class extends Real {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => callback([{ isIntersecting: false } as never, ...entries], observer), options);
      }
    };
  });
  await page.goto('/manage?aba=conteudos');
  const items = page.getByRole('list', { name: 'Conteúdos' }).getByRole('listitem');
  await items.first().waitFor();
  assert.ok((await items.count()) < 60);
  await page.locator('ul[aria-label="Conteúdos"] > li[aria-setsize="500"]').first().waitFor();
  const last = page.getByRole('heading', { name: 'Item 0', exact: true });
  await until('the last content is shown', async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    return last.isVisible();
  });
  assert.ok((await items.count()) < 60);
  await page.getByRole('searchbox', { name: 'Buscar por nome' }).fill('item 499');
  await page.waitForFunction(() => document.querySelectorAll('ul[aria-label="Conteúdos"] > li').length === 1);
});

test('a screen card shows the network address of the server, even if the studio runs on localhost', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await addScreens(app, customer, 1);
  const page = await enter(customer, { path: 'about:blank' });
  await page.route('**/api/installation', (route) =>
    route.fulfill({
      json: { addresses: ['http://192.168.0.10:8102'], secureAddresses: [], caCertificate: null },
    }),
  );
  await page.goto('/manage?aba=telas');
  await page.getByText('Abra 192.168.0.10:8102/player no navegador da TV.').waitFor();
});
