import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photo, zipFrom } from '../../../src/features/media/import/testing/archives.ts';
import { openAccount, test } from '../../testing/studio-test.ts';

test('a folder of this computer is sent, previewed and imported with a playlist for each folder in it', async (t) => {
  const { enter, customer } = await openAccount(t, { quotas: { maxPlaylists: 5 } });
  const folder = mkdtempSync(join(tmpdir(), 'antessala-pasta-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [index, path] of ['Recepção/1.jpg', 'Recepção/2.jpg', `Sala ${'de espera '.repeat(12)}/3.jpg`].entries()) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), await photo(index));
  }
  writeFileSync(join(folder, 'Recepção', 'site.html'), '<html></html>');
  const page = await enter(customer, { path: '/manage?aba=upload' });
  await page.getByRole('link', { name: 'Importar de outro sistema' }).click();
  await page.getByRole('heading', { name: 'Importar', level: 1 }).waitFor();
  await page.locator('input[data-testid=folder]').setInputFiles(folder);
  await page.getByText('Pronta para importar: 3 conteúdos.').waitFor();
  const left = page.getByRole('region', { name: 'Não vem (1)' });
  await left.getByText('É uma página da web').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Playlists (2)' }).getByRole('row').count(), 3);

  await page.getByRole('button', { name: 'Importar 3 conteúdos' }).click();
  await page.getByText('3 conteúdos vieram, 1 item não veio.').waitFor();
  await page.getByRole('link', { name: 'Recepção', exact: true }).click();
  await page.getByRole('textbox', { name: 'Nome da playlist' }).waitFor();
});

test('an archive that cannot be read is refused with the reason, and can be removed from the list', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/importar' });
  const buffer = zipFrom({ 'a.jpg': await photo(1) }).subarray(0, 200);
  await page.locator('input[accept*=".zip"]').setInputFiles({ name: 'Fotos.zip', mimeType: 'application/zip', buffer });
  await page.getByRole('alert').getByText('incompleto ou danificado').waitFor();
  await page.getByRole('button', { name: 'Tirar da lista' }).click();
  await page.getByRole('heading', { name: 'Fotos' }).waitFor({ state: 'detached' });
});

test('an import that stopped before its files were listed can be read again', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const r2Path = await customer.send(zipFrom({ 'a.jpg': await photo(1) }), { fileName: 'a.zip', isArchive: true });
  await customer.call('POST /api/imports', { body: { r2Path, name: 'Fotos' } });
  await app.parts.imports.whenIdle();
  app.parts.database.exec(`DELETE FROM import_files;
    UPDATE imports SET status = 'stopped', format = NULL, playlists = '[]', error = 'Não há espaço no servidor.'`);
  const page = await enter(customer, { path: '/importar' });
  await page.getByText('Parada antes de ler o que há dentro.').waitFor();
  await page.getByRole('alert').getByText('Não há espaço no servidor.').waitFor();
  assert.equal(await page.getByText('Não há nenhuma foto').count(), 0);
  await page.getByRole('button', { name: 'Ler de novo' }).click();
  await page.getByRole('button', { name: 'Importar 1 conteúdo' }).waitFor();
});
