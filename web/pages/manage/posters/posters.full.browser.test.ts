/** Tests the poster editor: making, showing, changing and copying a poster (contract/README 3.11). */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { until } from '../../../../src/testing/until.ts';
import { faultsInBothThemes } from '../../../testing/axe.ts';
import { openAccount, test } from '../../../testing/studio-test.ts';

/** Folder in which the test stores pictures of the editor, if set. */
const folder = process.env.POSTER_PICTURES;

async function openClinic(t: TestContext) {
  const { app, enter, customer: owner } = await openAccount(t);
  const screen = await app.screen(owner);
  const page = await enter(owner, { path: '/cartaz' });
  const contents = () => owner.call('GET /api/videos');
  return { app, owner, screen, page, contents };
}

test('a poster is made from a template, shown on a TV until its last day, changed and copied', async (t) => {
  const { app, owner, screen, page, contents } = await openClinic(t);
  await page.getByRole('link', { name: 'Foto com legenda' }).waitFor();
  assert.equal(await page.getByRole('list', { name: 'Modelos' }).getByRole('link').count(), 10);
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  await page.getByRole('link', { name: 'Feriado' }).press('Enter');
  await page.getByLabel('Título').fill('No Natal não abrimos');
  await page.getByRole('img', { name: /Prévia do cartaz Feriado: Feriado, No Natal não abrimos/ }).waitFor();
  assert.equal(await page.getByLabel('Nome do conteúdo').inputValue(), 'No Natal não abrimos');
  await page.getByLabel('Até quando?').fill('25/12/2090');
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  if (folder) await page.screenshot({ path: `${folder}/editor.png`, fullPage: true });
  await page.getByRole('button', { name: 'Exibir na TV...' }).click();
  await page.getByRole('button', { name: 'Enviar para a TV' }).click();
  await page.getByRole('heading', { name: 'Envios' }).waitFor();
  await until('the poster is processed', async () => (await contents())[0]?.processingStatus === 'completed');
  const [createdPoster] = await contents();
  assert.ok(createdPoster);
  assert.deepEqual(
    [createdPoster.name, createdPoster.validUntil, createdPoster.isPoster, createdPoster.width, createdPoster.height],
    ['No Natal não abrimos', '2090-12-25', true, 1920, 1080],
  );
  await until('the TV gets the poster', async () => {
    const playlistId = (await contents())[0]?.assignments[0]?.playlist.id;
    if (playlistId === undefined) return false;
    const items = await screen.call('GET /api/player/playlists/:id/randomized', { params: { id: playlistId } });
    return items.some(({ id }) => id === createdPoster.id);
  });

  await page.goto('/manage?aba=conteudos');
  await page.getByRole('button', { name: `Ações de ${createdPoster.name}` }).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Editar texto' }).click();
  await page.getByRole('heading', { name: `Editar “${createdPoster.name}”` }).waitFor();
  assert.equal(await page.getByLabel('Título').inputValue(), 'No Natal não abrimos');
  await page.getByLabel('Data').fill('24 e 25 de dezembro');
  await page.getByRole('button', { name: 'Salvar cartaz' }).click();
  await until('the picture is replaced', async () => {
    const [item] = await contents();
    return item?.replacement === null && item.mediaUrl !== createdPoster.mediaUrl;
  });
  const [changed, ...others] = await contents();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [changed?.id, changed?.validUntil, changed?.assignments, changed?.name],
    [createdPoster.id, createdPoster.validUntil, (await contents())[0]?.assignments, createdPoster.name],
  );
  assert.equal(changed?.assignments.length, 1);
  const { texts } = await owner.call('GET /api/videos/:id/poster', { params: { id: createdPoster.id } });
  assert.equal(texts.highlight, '24 e 25 de dezembro');

  await page.goto('/manage?aba=conteudos');
  await page.getByRole('button', { name: `Ações de ${createdPoster.name}` }).press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await page.getByRole('radio', { name: 'TV em pé (9:16)' }).click();
  await page.getByLabel('Nome do conteúdo').fill('Natal em pé');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await until('the copy is processed', async () =>
    (await contents()).some(({ name, processingStatus }) => name === 'Natal em pé' && processingStatus === 'completed'),
  );
  const copy = (await contents()).find(({ name }) => name === 'Natal em pé');
  assert.deepEqual([copy?.width, copy?.height, copy?.validUntil], [1080, 1920, null]);
  await app.parts.processing.whenIdle();
});

test('on a phone: texts that are too long are not sent, a large photo is scaled down, and an unreadable photo is refused', async (t) => {
  const { owner, page, contents } = await openClinic(t);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cartaz?modelo=photo');
  await page.getByLabel('Texto').fill(Array.from({ length: 300 }, () => 'otorrinolaringologista').join(' '));
  await page.getByText(/^Texto demais para o cartaz: tire \d+ palavras\.$/).waitFor();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('Há texto demais no cartaz: tire algumas palavras.').waitFor();
  await page.getByLabel('Texto').fill('Curto');
  await page.getByText(/^Texto demais/).waitFor({ state: 'detached' });

  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  await page.getByLabel('Arquivo da foto').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page.getByLabel('Ampliar').fill('2');
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  if (folder) await page.screenshot({ path: `${folder}/phone.png` });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 390);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await until('the poster is sent', async () => (await contents())[0]?.isPoster === true);
  await page.goto('/cartaz?modelo=photo');
  await page.getByLabel('Arquivo da foto').setInputFiles({
    ...{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
  });
  await page.getByText('A foto não pôde ser lida.').waitFor();

  await page.getByLabel('Arquivo da foto').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: picture });
  await page.getByRole('button', { name: 'Tirar foto' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Escolher foto');
  const [createdPoster] = await contents();
  const params = { id: createdPoster?.id ?? 0 };
  const { photo, ...fields } = await owner.call('GET /api/videos/:id/poster', { params });
  const size = await page.evaluate(async (data) => {
    const { width, height } = await createImageBitmap(
      new Blob([Uint8Array.from(atob(data.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0))]),
    );
    return [width, height];
  }, photo?.data ?? '');
  assert.ok((size[0] ?? 0) <= 1920 && size[0] === Math.round(((size[1] ?? 0) * 4) / 3), String(size));
  const damaged = { data: 'data:image/jpeg;base64,AAAA', x: 0, y: 0, zoom: 1 };
  const { id } = await owner.upload(picture, { name: 'Danificado', poster: { ...fields, photo: damaged } });
  await page.goto(`/cartaz?editar=${id}`);
  await page.getByText('A foto não pôde ser aberta. Troque ou tire a foto para enviar o cartaz.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Salvar cartaz' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Tirar foto' }).click();
  assert.equal(await page.getByRole('button', { name: 'Salvar cartaz' }).isDisabled(), false);
});
