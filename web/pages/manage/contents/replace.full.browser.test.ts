import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { addContent } from '../../../../src/testing/contents.ts';
import { until } from '../../../../src/testing/until.ts';
import { openAccount, picture, test } from '../../../testing/studio-test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Substituir arquivo' });
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conteúdos' }).getByRole('listitem').filter({ hasText: name });

async function choose(page: Page, name: string, bytes: Buffer): Promise<void> {
  await dialogOf(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: bytes });
}

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await dialogOf(page)
    .getByText('Arraste o novo arquivo para cá')
    .evaluate(
      (target, file) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([content], file.name, { type: 'image/png' }));
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      },
      { name, base64: bytes.toString('base64') },
    );
}

test('a new file replaces the file of a content; an unreadable file changes nothing, and a valid file repairs a failed content', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const item = async (id: number) => (await customer.call('GET /api/videos')).find((video) => video.id === id);
  const { id } = await customer.upload(await picture('#0b6', 320), { name: 'Fachada', displayDuration: 40 });
  await app.parts.processing.whenIdle();
  const failed = addContent(app, { userId: customer.user.id, name: 'Quebrado', status: 'failed' });
  const page = await enter(customer, { path: '/manage?aba=conteudos' });

  // The user chooses a valid file from the menu, and opens another page during the upload.
  await app.parts.processing.stop();
  await page.getByRole('button', { name: 'Ações de Fachada' }).click();
  await page.getByRole('menuitem', { name: 'Substituir arquivo' }).click();
  await dialogOf(page).getByText('continua tocando o arquivo antigo até o novo ficar pronto').waitFor();
  await choose(page, 'nota.txt', Buffer.from('texto'));
  const send = dialogOf(page).getByRole('button', { name: 'Substituir arquivo' });
  await choose(page, 'nova.png', await picture('#0b6', 640));
  await dialogOf(page).getByText('nova.png').waitFor();
  await send.click();
  await page.getByText('Arquivo em processamento!').waitFor();
  await card(page, 'Fachada').getByText('Substituindo…').waitFor();
  await page.getByRole('tab', { name: 'Upload' }).click();
  await page.getByText('Substituir “Fachada”').waitFor();
  await page.getByText('Substituindo…').waitFor();
  assert.deepEqual([(await item(id))?.width, (await item(id))?.processingStatus], [320, 'completed']);
  await app.parts.processing.start();
  await page.getByText('Pronto', { exact: true }).waitFor();
  await app.parts.processing.whenIdle();
  assert.deepEqual([(await item(id))?.width, (await item(id))?.displayDuration], [640, 40]);

  // The server cannot read the new file: the old file stays in use, and one click discards the replacement.
  await page.getByRole('tab', { name: 'Meus Conteúdos' }).click();
  await page.getByRole('button', { name: 'Ações de Fachada' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('dialog', { name: 'Editar conteúdo' }).getByRole('button', { name: 'Substituir' }).click();
  const bytesToTruncate = await picture('#0b6', 900);
  await choose(page, 'cortada.png', bytesToTruncate.subarray(0, bytesToTruncate.length - 40));
  await send.click();
  await card(page, 'Fachada').getByText('A substituição falhou.').waitFor();
  assert.equal((await item(id))?.width, 640);
  await card(page, 'Fachada').getByRole('button', { name: 'Descartar a substituição de Fachada' }).click();
  await until('the replacement is discarded', async () => (await item(id))?.replacement === null);

  // A failed content has lost its file: a file dropped into the dialog is processed.
  await card(page, 'Quebrado').getByRole('button', { name: 'Substituir arquivo' }).click();
  await dialogOf(page).getByText('O novo arquivo entra no lugar do que falhou.').waitFor();
  await drop(page, 'boa.png', await picture('#0b6', 480));
  await send.click();
  await until('the item is ready', async () => (await item(failed))?.processingStatus === 'completed');
  assert.deepEqual([(await item(failed))?.name, (await item(failed))?.width], ['Quebrado', 480]);
  await page.getByRole('button', { name: 'Ver Quebrado' }).waitFor();
});
