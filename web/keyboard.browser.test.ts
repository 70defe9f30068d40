/** The main job of the studio without a mouse; wherever the focus goes, it is seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openStudio, skip } from './testing/browser.ts';
import { untilFocusOn, press, tabTo } from './testing/keys.ts';

test('by keys a picture is sent, put into a new playlist and moved', { skip, timeout: 360_000 }, async (t) => {
  const { app, visit } = await openStudio(t);
  const customer = await app.customer();
  const page = await visit('/');
  await page.getByRole('heading', { level: 1, name: 'Acesse o Antessala' }).waitFor();
  await tabTo(page, 'Email');
  await page.keyboard.type(customer.user.email);
  await tabTo(page, 'Senha');
  await page.keyboard.type(customer.password);
  await press(page, 'Enter');
  await untilFocusOn(page, 'Studio Antessala');

  await tabTo(page, /^Vídeos/);
  await press(page, 'Enter');
  await untilFocusOn(page, 'Gestão');
  await page.getByRole('button', { name: 'Escolher arquivos' }).waitFor();
  // Listened for before the key: the browser must know that nobody will see its window.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, 'Escolher arquivos');
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#0b6b6b' } })
    .png()
    .toBuffer();
  await press(page, 'Enter');
  await (
    await choosing
  ).setFiles(['Fachada', 'Jardim'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: picture })));
  await page.getByLabel('Nome de Jardim.png').waitFor();
  await tabTo(page, 'Enviar 2 arquivos');
  await press(page, 'Enter');
  await untilFocusOn(page, 'Envios');
  await page.getByText('Pronto').nth(1).waitFor();

  await tabTo(page, 'Upload');
  await press(page, 'ArrowRight', 'ArrowRight');
  await untilFocusOn(page, 'Playlists');
  await tabTo(page, 'Nova playlist');
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Nova playlist' }).waitFor();
  await page.keyboard.type('Recepção');
  await tabTo(page, 'Aleatório');
  await press(page, 'ArrowRight');
  await tabTo(page, 'Criar playlist');
  await press(page, 'Enter');

  const editor = page.getByRole('dialog', { name: 'Recepção' });
  await editor.getByRole('button', { name: 'Adicionar Jardim' }).waitFor();
  for (const name of ['Fachada', 'Jardim']) {
    await tabTo(page, `Adicionar ${name}`);
    await press(page, 'Enter');
    await editor.getByRole('button', { name: new RegExp(`^Mover ${name}`) }).waitFor();
  }
  await page.getByText('Vídeo atribuído').waitFor();
  const [toast, dialog] = await Promise.all([page.getByText('Vídeo atribuído').boundingBox(), editor.boundingBox()]);
  assert.ok(toast && dialog && toast.y + toast.height < dialog.y, 'the toast covers nothing of the dialog');
  await tabTo(page, /^Mover Jardim/);
  await press(page, 'Space', 'ArrowUp');
  await page.getByText('Posição 1 de 2.').waitFor();
  await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/order') && response.ok()),
    press(page, 'Space'),
  ]);
  await press(page, 'Escape');
  await editor.waitFor({ state: 'detached' });
  await untilFocusOn(page, 'Gestão');

  await tabTo(page, 'Editar Recepção');
  await press(page, 'Enter');
  await editor.getByRole('button', { name: 'Mover Jardim, posição 1 de 2' }).waitFor();
  await press(page, 'Escape');
  await editor.waitFor({ state: 'detached' });
  await untilFocusOn(page, 'Editar Recepção');
});
