import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { until } from '../../../../src/testing/until.ts';
import { openStudio } from '../../../testing/browser.ts';
import {
  heartbeat,
  internalError,
  openAccount,
  picture,
  renameScreen,
  sendPlaylist,
  test,
  toastOf,
} from '../../../testing/studio-test.ts';

/** Chooses pictures with different contents in the file field. */
async function choose(page: Page, ...names: string[]): Promise<void> {
  const pictures = names.map((name, index) => picture('#08f', 320 + 10 * name.length + index));
  const buffers = await Promise.all(pictures);
  await page
    .locator('input[type=file]')
    .setInputFiles(buffers.map((buffer, index) => ({ name: names[index] ?? '', mimeType: 'image/png', buffer })));
}

/** Drops files on the window, or pastes them. */
async function addFiles(
  page: Page,
  method: 'drop' | 'paste',
  ...files: { name: string; bytes: Buffer }[]
): Promise<void> {
  const contents = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  await page.evaluate(
    ([method, contents]) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of contents)
        transfer.items.add(
          new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: 'image/png' }),
        );
      const event =
        method === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    },
    [method, contents] as const,
  );
}

test('dropped and pasted files are previewed, named and sent together, and each becomes ready', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=conteudos' });
  await page.getByText('Nenhum conteúdo ainda').waitFor();
  await addFiles(
    page,
    'drop',
    { name: 'azul.png', bytes: await picture('#00f') },
    { name: 'verde.png', bytes: await picture('#0f0') },
  );
  await page.getByRole('tab', { name: 'Upload', selected: true }).waitFor();
  await addFiles(page, 'paste', { name: 'image.png', bytes: await picture('#f00') });
  const drafts = page.getByRole('list', { name: 'Arquivos escolhidos' }).getByRole('listitem');
  await page.getByLabel('Nome de image.png').waitFor();
  assert.equal(await drafts.count(), 3);
  assert.equal(await page.getByLabel('Nome de azul.png').inputValue(), 'azul');
  assert.equal(await page.getByLabel('Nome de image.png').inputValue(), 'Imagem colada');

  await page.getByRole('button', { name: 'Ver azul' }).click();
  await page.getByRole('dialog', { name: 'azul' }).getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Enviar' }).getByRole('radio', { name: '60s' }).click();
  await drafts
    .filter({ has: page.getByLabel('Nome de verde.png') })
    .getByRole('radio', { name: '20s' })
    .click();
  await page.getByText(/^\+ 3 neste envio$/).waitFor();

  await page.getByRole('button', { name: 'Enviar 3 arquivos' }).click();
  await page.getByText('Pronto', { exact: true }).nth(2).waitFor();
  const bars = page.getByRole('progressbar', { name: /^Envio de / });
  const percents = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-valuenow')));
  assert.deepEqual(percents, ['100', '100', '100'], 'the bars are full, although the processing has its own progress');
  const sent = (await customer.call('GET /api/videos'))
    .map(({ name, displayDuration }) => `${name} ${displayDuration}`)
    .sort();
  assert.deepEqual(sent, ['Imagem colada 60', 'azul 60', 'verde 20']);
  await page.getByRole('button', { name: 'Limpar concluídos' }).click();
  assert.equal(await page.getByRole('region', { name: 'Envios' }).count(), 0);
});

test('on a phone neither a toast nor a long file name moves or widens the page', async (t) => {
  const { app, enterByForm } = await openStudio(t);
  const page = await enterByForm(await app.customer({ username: 'Joana Prado' }), {
    viewport: { width: 390, height: 844 },
  });
  await toastOf(page).getByText('Login realizado com sucesso!').waitFor();
  const [toast, bar] = await Promise.all([
    toastOf(page).getByRole('status').boundingBox(),
    page.getByRole('banner').boundingBox(),
  ]);
  assert.ok(toast && toast.height > 0, 'the toast is visible');
  assert.equal(bar?.y, 0, 'the page does not move');
  await page.goto('/manage');
  await page.getByRole('tab', { name: 'Upload', selected: true }).waitFor();
  const assertFits = async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      // The layout follows the window's size after a moment.
      await page.waitForFunction((wanted) => document.documentElement.scrollWidth === wanted, width);
      // The name must not be cut off.
      const isFirstNameWhole = await page
        .getByRole('banner')
        .getByText('Joana')
        .evaluate(({ clientWidth, scrollWidth }) => clientWidth <= 1 || scrollWidth <= clientWidth);
      assert.equal(isFirstNameWhole, true, `the first name at ${width} px`);
      assert.equal(
        await page.getByRole('banner').getByText('Joana').isVisible(),
        true,
        'the first name is shown on phones too',
      );
    }
  };
  const name = `${'raio-x_'.repeat(32)}`.slice(0, 221);
  await addFiles(page, 'drop', { name: `${name}.png`, bytes: await picture('#00f') });
  await page.getByRole('list', { name: 'Arquivos escolhidos' }).getByText(`${name}.png`, { exact: true }).waitFor();
  await assertFits();
  await page.route('**/api/upload-url', (route) => route.abort());
  await page.getByRole('button', { name: /^Enviar/ }).click();
  await page.getByRole('region', { name: 'Envios' }).waitFor();
  await assertFits();
});

test('an upload shows speed and remaining time and can be cancelled; a refused one shows the reason; drafts survive a sign-in', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage' });
  // Send random bytes: the server notices that they are not a video only after the last byte.
  await page.locator('input[type=file]').setInputFiles(
    ['longo', 'curto'].map((name) => ({
      name: `${name}.mp4`,
      mimeType: 'video/mp4',
      buffer: randomBytes(3_000_000),
    })),
  );
  const network = await page.context().newCDPSession(page);
  const limitUpload = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
  await limitUpload(100_000);
  await page.getByRole('button', { name: 'Enviar 2 arquivos' }).click();
  const cards = page.getByRole('region', { name: 'Envios' }).getByRole('listitem');
  const long = cards.filter({ hasText: 'longo' });
  await cards.filter({ hasText: 'curto' }).getByText('Na fila').waitFor();
  await long.getByText(/^[\d.,]+ [KM]B de 2,9 MB · [\d.,]+ [KM]B\/s · faltam \d+ s$/).waitFor();
  const percent = Number(await long.getByRole('progressbar').getAttribute('aria-valuenow'));
  assert.ok(percent >= 25 && percent < 75, `${percent} % is not between 25 and 75`);
  await page.getByRole('button', { name: 'Sair' }).click();
  const leaveQuestion = page.getByRole('alertdialog', { name: 'Deseja realmente sair do sistema?' });
  await leaveQuestion.getByText('O envio de arquivos será interrompido.').waitFor();
  await leaveQuestion.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Cancelar envio de curto' }).click();
  await page.getByRole('button', { name: 'Cancelar envio de longo' }).dblclick();
  await long.waitFor({ state: 'detached' });
  await limitUpload(-1);
  assert.deepEqual(await customer.call('GET /api/videos'), []);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);

  await page.route('**/api/upload-url', (route) =>
    route.fulfill({
      status: 507,
      json: { message: 'O servidor está sem espaço em disco. Avise o administrador.', code: 'disk_full' },
    }),
  );
  await choose(page, 'cartaz.png');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await toastOf(page).getByText('Falha no upload do arquivo').waitFor();
  await toastOf(page).getByText('O servidor está sem espaço em disco. Avise o administrador.').waitFor();
  await cards.getByText('O servidor está sem espaço em disco. Avise o administrador.').waitFor();
  await page.unroute('**/api/upload-url');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByText('Pronto', { exact: true }).waitFor();

  // The disk becomes full during an upload: the server deletes the bytes, and the next attempt starts again.
  const diskFull = { message: 'O servidor está sem espaço em disco. Avise o administrador.', code: 'disk_full' };
  const deletedKeys: string[] = [];
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    const key = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await customer.call('DELETE /api/uploads/:key', { params: { key } });
    deletedKeys.push(key);
    return route.fulfill({ status: 507, json: diskFull });
  });
  await choose(page, 'aviso.png');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await cards.filter({ hasText: 'aviso' }).getByText(diskFull.message).waitFor();
  assert.equal(deletedKeys.length, 1, 'nothing is sent again while the disk is full');
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), [], 'no interrupted upload is stored');
  await page.unroute('**/api/uploads/*');
  await cards.filter({ hasText: 'aviso' }).getByRole('button', { name: 'Tentar de novo' }).click();
  await until('the file is there', async () =>
    (await customer.call('GET /api/videos')).some(({ name }) => name === 'aviso'),
  );

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'estragado.png', mimeType: 'image/png', buffer: Buffer.from('isto não é uma imagem') });
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  const broken = cards.filter({ hasText: 'estragado' });
  await toastOf(page).getByText('Falha no upload do arquivo').waitFor();
  await broken.getByRole('button', { name: 'Tirar estragado da lista' }).waitFor();
  assert.equal(
    await broken.getByRole('button', { name: 'Tentar de novo' }).count(),
    0,
    'the same file would be refused again',
  );

  await choose(page, 'aviso.png');
  await page.getByLabel('Nome de aviso.png').fill('👩🏽‍⚕️'.repeat(80));
  await page.getByText('80/80', { exact: true }).waitFor();
  await page.getByLabel('Nome de aviso.png').fill('Aviso da recepção');
  await page.context().clearCookies();
  // The next request ends the session in the page: that of this click, or a refresh that removes the tab before the click.
  const email = page.getByLabel('Email');
  await page
    .getByRole('tab', { name: 'Playlists' })
    .click({ timeout: 20_000 })
    .catch(() => email.waitFor());
  await email.fill(customer.user.email);
  await page.getByLabel('Senha', { exact: true }).fill(customer.password);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Envie vídeos, organize o que será exibido' }).click();
  assert.equal(await page.getByLabel('Nome de aviso.png').inputValue(), 'Aviso da recepção');
  await page.getByRole('button', { name: 'Tirar aviso.png' }).click();
  await page.getByLabel('Nome de aviso.png').waitFor({ state: 'detached' });
});

test('a button that is always visible on phones sends only the files that fit into the quota', async (t) => {
  const { enter, customer } = await openAccount(t, { quotas: { maxVideos: 2 } });
  const page = await enter(customer, { path: '/manage?aba=upload', viewport: { width: 390, height: 844 } });
  await choose(page, 'sala-0.png', 'sala-1.png', 'sala-2.png', 'sala-3.png');
  const send = page.getByRole('button', { name: 'Enviar os 2 que cabem' });
  await send.waitFor();
  const box = await send.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 844, 'visible without scrolling');
  await send.click();
  await page.getByText('Pronto', { exact: true }).nth(1).waitFor();
  assert.deepEqual((await customer.call('GET /api/videos')).map(({ name }) => name).sort(), ['sala-0', 'sala-1']);
  assert.ok(await page.getByRole('button', { name: 'Enviar 2 arquivos' }).isDisabled(), 'nothing more fits');
});

test('the entry of a file sent to a TV shows its progress until the TV reports that it plays the file', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const device = await app.screen(customer);
  await renameScreen(customer, device.playerId, 'Recepção');
  const page = await enter(customer, { path: '/manage?aba=upload' });
  await choose(page, 'vacina.png');
  await page.getByRole('button', { name: 'Exibir na TV...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exibir na TV' });
  await dialog.getByText(/A TV Recepção ainda não tem playlist: a nova playlist “Recepção”/).waitFor();
  await dialog.getByRole('button', { name: 'Enviar para a TV' }).click();
  const card = page.getByRole('region', { name: 'Envios' }).getByRole('listitem').filter({ hasText: 'vacina' });
  await card.getByText('A TV Recepção está offline; aparece assim que voltar.').waitFor();
  const [screen] = await customer.call('GET /api/my-players');
  assert.equal(screen?.assignedPlaylist?.name, 'Recepção');
  const [video] = await customer.call('GET /api/videos');
  assert.deepEqual(
    video?.assignments.map(({ playlist }) => playlist.name),
    ['Recepção'],
  );

  await heartbeat(device, { totalItems: 0 });
  await card.getByText('Na playlist “Recepção”; a TV Recepção já vai buscá-lo.').waitFor();
  await heartbeat(device, { totalItems: 1, cachedItems: 0, downloadPercent: 40 });
  await card.getByText('Baixando na TV Recepção 40 %').waitFor();
  await heartbeat(device, { totalItems: 1, cachedItems: 1 });
  await card.getByText('Salvo na TV Recepção; aparece na sua vez.').waitFor();
  await page.getByRole('tab', { name: 'Playlists' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Início' }).click();
  await heartbeat(device, { totalItems: 1, cachedItems: 1, videoId: video?.id ?? null });
  await page.getByText('vacina').first().waitFor();
  await heartbeat(device, { totalItems: 1, cachedItems: 1, videoId: null });
  await page.getByRole('link', { name: 'Envie vídeos, organize o que será exibido' }).click();
  await card.getByText('No ar na TV Recepção').waitFor();
});

test('if several TVs have the same playlist, the user chooses between all of them and a copy for one TV', async (t) => {
  const { app, enter, customer } = await openAccount(t, { quotas: { maxPlayers: 2 } });
  const [device, other] = [await app.screen(customer), await app.screen(customer)];
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Manhã' } });
  for (const { playerId: id } of [device, other]) await sendPlaylist(customer, id, playlist.id);
  const page = await enter(customer, { path: '/manage?aba=upload', viewport: { width: 390, height: 844 } });
  await choose(page, 'aviso.png');
  await page.getByRole('button', { name: 'Exibir na TV...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exibir na TV' });
  await dialog.getByRole('radio', { name: 'Tela 2' }).check();
  await dialog.getByText('A playlist “Manhã” também passa em: Tela 1').waitFor();
  assert.ok(await dialog.getByRole('button', { name: 'Enviar para a TV' }).isDisabled(), 'the choice is required');
  await dialog.getByRole('radio', { name: 'Nova playlist só para esta TV' }).check();
  await dialog.getByRole('button', { name: 'Enviar para a TV' }).click();
  await page.getByText('A TV Tela 2 está offline; aparece assim que voltar.').waitFor();
  const screens = await customer.call('GET /api/my-players');
  assert.deepEqual(
    screens.map(({ name, assignedPlaylist }) => `${name}: ${assignedPlaylist?.name}`),
    ['Tela 1: Manhã', 'Tela 2: Tela 2'],
  );
  assert.deepEqual(
    (await customer.call('GET /api/playlists')).map(({ name, itemCount }) => `${name} ${itemCount}`),
    ['Manhã 0', 'Tela 2 1'],
  );
});

test('a file is added to a new playlist; if that fails, the entry shows the error and a retry button', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  await choose(page, 'cardapio.png');
  await page.getByRole('button', { name: 'Colocar na playlist...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Colocar na playlist' });
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  await dialog.getByText('Dê um nome à playlist.').waitFor();
  await dialog.getByLabel('Nome').fill('Cantina');
  await page.route('**/assignments', (route) =>
    route.request().method() === 'POST' ? route.fulfill(internalError) : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
  const card = page.getByRole('region', { name: 'Envios' }).getByRole('listitem');
  await card
    .getByText(
      'Não entrou na playlist “Cantina”. Erro interno do servidor. O arquivo está em Meus Conteúdos: tente de novo.',
    )
    .waitFor();
  assert.equal((await customer.call('GET /api/videos')).length, 1, 'the file is not lost');
  await page.unroute('**/assignments');
  await card.getByRole('button', { name: 'Tentar de novo' }).click();
  await card.getByText('Na playlist “Cantina”').waitFor();
  assert.deepEqual(
    (await customer.call('GET /api/playlists')).map(({ name, itemCount }) => `${name} ${itemCount}`),
    ['Cantina 1'],
  );
});

test('a full account requests more space, and shows at once that an administrator has raised its quota', async (t) => {
  const { app, enter, customer } = await openAccount(t, { username: 'Clinica Sol', quotas: { maxVideos: 1 } });
  const page = await enter(customer, { path: '/manage?aba=upload', viewport: { width: 390, height: 844 } });
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('button', { name: 'Pedir mais espaço' }).count(), 0, 'the quota is not used up');
  await choose(page, 'sala-0.png', 'sala-1.png');
  await page.getByRole('button', { name: 'Pedir mais espaço' }).click();
  await page.getByText(/^Pedido enviado em \d\d\/\d\d\/\d{4}\. Aguarde a resposta do administrador\.$/).waitFor();

  const admin = await enter(app.admin, { path: '/admin/users', viewport: { width: 1366, height: 768 } });
  await admin.getByRole('region', { name: 'Pedidos de espaço' }).getByText('1 conta pediu mais espaço').waitFor();
  await admin.getByText(/^Pediu mais espaço em \d\d\/\d\d\/\d{4}$/).waitFor();
  await admin.getByRole('button', { name: 'Responder ao pedido: Clinica Sol' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Gerenciar quotas' });
  await dialog.getByRole('button', { name: 'Dispensar pedido' }).waitFor();
  await dialog.getByLabel('Conteúdos', { exact: true }).fill('50');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await admin.getByRole('region', { name: 'Pedidos de espaço' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Enviar 2 arquivos' }).waitFor();
  assert.equal(await page.getByText(/^Pedido enviado em/).count(), 0);
});

test('chosen files and typed names survive a reload, and are deleted when sent or at sign-out', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  const warnsOnLeaving = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  const storedFileCount = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('antessala-uploads');
          request.onsuccess = () => {
            const count = request.result.transaction('files').objectStore('files').count();
            count.onsuccess = () => {
              request.result.close();
              resolve(count.result);
            };
          };
        }),
    );
  await choose(page, 'aviso.png');
  await choose(page, 'mapa.png');
  await page.getByLabel('Nome de mapa.png').fill('Mapa do andar');
  await until('2 stored', async () => (await storedFileCount()) === 2);
  assert.equal(await warnsOnLeaving(), false, 'a reload loses nothing');
  await page.reload();
  await page.getByLabel('Nome de mapa.png').waitFor();
  assert.equal(await page.getByLabel('Nome de mapa.png').inputValue(), 'Mapa do andar');
  assert.equal(await page.getByRole('list', { name: 'Arquivos escolhidos' }).getByRole('listitem').count(), 2);
  await page.getByRole('button', { name: /^Retirar aviso.png/ }).click();
  await until('1 stored', async () => (await storedFileCount()) === 1);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('Pronto', { exact: true }).waitFor();
  assert.deepEqual(
    (await customer.call('GET /api/videos')).map(({ name }) => name),
    ['Mapa do andar'],
    'the stored file is complete',
  );
  await until('0 stored', async () => (await storedFileCount()) === 0);
  await choose(page, 'aviso.png');
  await until('1 stored', async () => (await storedFileCount()) === 1);
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
  await page.getByLabel('Email').waitFor();
  await until('0 stored', async () => (await storedFileCount()) === 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /drafts/.test(key))), []);
});

test('files for a TV keep their destination after a reload, and the user can remove the destination of each file', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  const [{ name } = { name: '' }] = await customer.call('GET /api/my-players');
  const page = await enter(customer, { path: 'about:blank' });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/manage?aba=upload');
  await choose(page, 'aviso.png');
  await choose(page, 'mapa.png');
  await page.route('**/api/upload-url', () => undefined);
  await page.getByRole('button', { name: 'Exibir na TV...' }).click();
  await page.getByRole('button', { name: 'Enviar para a TV' }).click();
  const destination = new RegExp(`vai para a .*${name}`);
  await page.getByText(destination).first().waitFor();
  await page.reload();
  await page.unroute('**/api/upload-url');
  await page.getByText(destination).nth(1).waitFor();
  await page.getByRole('button', { name: 'Só enviar mapa.png' }).click();
  assert.equal(await page.getByText(destination).count(), 1);
  await page.getByRole('button', { name: /^Enviar 2 arquivos/ }).click();
  await page.getByText('Pronto', { exact: true }).waitFor();
  const namesInPlaylists = async () =>
    (await customer.call('GET /api/videos'))
      .filter(({ assignments }) => assignments.length > 0)
      .map((item) => item.name);
  await until('one is in a playlist', async () => (await namesInPlaylists()).length > 0);
  assert.deepEqual(await namesInPlaylists(), ['aviso']);
  assert.equal((await customer.call('GET /api/my-players'))[0]?.id, screen.playerId);
});
