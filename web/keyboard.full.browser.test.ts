/** Tests the main tasks of the studio by keyboard alone. The focused element must always be visible. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FileChooser, Page } from 'playwright-core';
import { photo } from '../src/features/media/import/testing/archives.ts';
import { fixture } from '../src/testing/media.ts';
import { newScreens } from '../src/testing/steps.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';
import { openStudio, skip } from './testing/browser.ts';
import { untilFocusOn, press, tabTo } from './testing/keys.ts';
import { openAccount, picture, renameScreen } from './testing/studio-test.ts';

/** Presses the button that opens the browser's file dialog, and chooses files in the dialog. */
async function chooseFiles(page: Page, label: string, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  // Listen before the key is pressed, so that the browser opens no window of its own.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, label);
  await press(page, 'Enter');
  await (await choosing).setFiles(files);
}

test('by keyboard, pictures are uploaded, put into a playlist and sorted', { skip, timeout: 360_000 }, async (t) => {
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
  const buffer = await picture('#0b6b6b');
  const files = ['Fachada', 'Jardim'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer }));
  await chooseFiles(page, 'Escolher arquivos', files);
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

test(
  'by keyboard, a soundtrack is created, filled and chosen for one of many screens',
  { skip, timeout: 360_000 },
  async (t) => {
    const { app, enter, customer } = await openAccount(t, { quotas: { maxPlayers: 6 } });
    const screens = await newScreens(app.admin, customer.user.id, 5);
    await renameScreen(customer, screens[3]?.id ?? 0, 'Corredor');
    const page = await enter(customer, { path: '/radio' });
    await tabTo(page, 'Estação');
    await press(page, 'ArrowRight');
    await tabTo(page, 'Criar trilha');
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: 'Nova trilha' }).waitFor();
    await page.keyboard.type('Manhã calma');
    await press(page, 'Enter');
    await chooseFiles(page, 'Enviar músicas', await fixture('tone.ogg'));
    await page.getByRole('button', { name: /^Ouvir: tone/ }).waitFor();

    await tabTo(page, 'Escolher para uma tela');
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: 'Trilha de uma tela' }).waitFor();
    await page.keyboard.type('corred');
    await press(page, 'Enter');
    await untilFocusOn(page, 'Trocar Tela: Corredor');
    await tabTo(page, 'Escolher');
    await press(page, 'Enter');
    await untilFocusOn(page, 'Outra tela');
    const screensWithOwnSoundtrack = async () =>
      (await customer.call('GET /api/radio-settings')).screens.map(({ playerId }) => playerId);
    assert.deepEqual(await screensWithOwnSoundtrack(), [screens[3]?.id]);
    await tabTo(page, 'Usar o da clínica: Corredor');
    await press(page, 'Enter');
    await untilFocusOn(page, 'Escolher para uma tela');
  },
);

test('by keyboard, a folder is imported', { skip, timeout: 360_000 }, async (t) => {
  const { enter, customer } = await openAccount(t);
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'Recepção'));
  for (const index of [1, 2]) writeFileSync(join(folder, 'Recepção', `${index}.jpg`), await photo(index));
  const page = await enter(customer, { path: '/importar' });
  await chooseFiles(page, 'Escolher pasta', join(folder, 'Recepção'));
  await tabTo(page, 'Importar 2 conteúdos');
  await press(page, 'Enter');
  await page.getByText('2 conteúdos vieram.').waitFor();
  await tabTo(page, 'Recepção');
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Recepção' }).waitFor();
});
