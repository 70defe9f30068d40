import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addContent } from '../../../src/testing/contents.ts';
import { until } from '../../../src/testing/until.ts';
import { openStudio, skip } from '../../testing/browser.ts';
import { register } from '../../testing/register.ts';
import { toastOf } from '../../testing/studio-test.ts';

test('the overview counts what needs attention, and each number links to its page', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const { database } = app.parts;
  const customer = await app.customer({ username: 'Clinica Sol', quotas: { maxPlayers: 10 } });
  await register(app, 'Pediatria');
  const device = await app.screen(customer);
  await app.screen(customer);
  await device.call('POST /api/player/heartbeat', {
    body: { token: device.token, playerId: device.playerId, state: { soundBlocked: true } },
  });
  // Heartbeats are written in batches: write the state here instead of waiting for the next batch.
  database.exec(`UPDATE players SET state = '{"lastError":null,"soundBlocked":true}' WHERE id = ${device.playerId}`);
  await app.parts.processing.stop();
  addContent(app, { userId: customer.user.id, name: 'Campanha', status: 'failed' });
  const failedId = addContent(app, { userId: customer.user.id, name: 'Vacina', status: 'failed' });
  database.exec(
    `UPDATE videos SET processing_error = 'O servidor não teve memória.', original_r2_path = CASE id WHEN ${failedId} THEN 'uploads/vacina' END WHERE processing_status = 'failed'`,
  );

  const page = await enter(app.admin, { viewport: { width: 1366, height: 768 } });
  const overview = page.getByRole('region', { name: 'Situação' });
  const figure = (label: string) => overview.getByRole('listitem').filter({ hasText: label });
  await figure('Contas pendentes').getByText('1', { exact: true }).waitFor();
  await figure('Telas online').getByText('de 2').waitFor();
  await figure('Último backup').getByText('Nenhum', { exact: true }).waitFor();
  await figure('Disco livre').getByText(/GB|MB/).waitFor();

  // In a browser that has seen an older version, the changes are shown until the user dismisses them.
  const news = page.getByText(/^Novidades da versão \d/);
  assert.equal(await news.count(), 0, 'the first visit shows no changes');
  await page.evaluate(() => localStorage.setItem('antessala-version-seen', '0.0.1'));
  await page.reload();
  await news.waitFor();
  await page.getByRole('button', { name: 'Entendi' }).click();
  await news.waitFor({ state: 'detached' });
  await page.reload();
  await figure('Disco livre').getByText(/GB|MB/).waitFor();
  assert.equal(await news.count(), 0);

  const assertLink = async (label: string, untilOpened: () => Promise<void>) => {
    await figure(label).getByRole('link').click();
    await untilOpened();
    await page.goto('/dashboard');
    await overview.waitFor();
  };
  await assertLink('Contas pendentes', () => page.getByRole('button', { name: 'Aprovar: Pediatria' }).waitFor());
  await assertLink('Telas com problema', async () => {
    await page.getByRole('radio', { name: 'Problemas', checked: true }).waitFor();
    const listed = page.getByRole('list', { name: 'Telas' }).getByRole('heading');
    assert.deepEqual(await listed.allInnerTexts(), ['Tela 1']);
  });
  await assertLink('Disco livre', () => page.getByRole('progressbar', { name: 'Disco usado' }).waitFor());
  await assertLink('Último backup', () => page.getByRole('button', { name: 'Fazer backup agora' }).waitFor());

  await figure('Mídias com falha').getByRole('button').click();
  const failed = page.getByRole('dialog', { name: 'Mídias com falha' });
  await failed.getByText('O servidor não teve memória.').first().waitFor();
  const retry = failed.getByRole('button', { name: 'Tentar novamente: Campanha' });
  assert.equal(await retry.count(), 0, 'a content without its original cannot be processed again');
  await failed.getByRole('button', { name: 'Tentar novamente: Vacina' }).click();
  await toastOf(page).getByText('Na fila de processamento').waitFor();
  await failed.getByRole('button', { name: 'Excluir: Campanha' }).click();
  await page.getByRole('alertdialog').getByText('“Campanha” será excluído da conta de Clinica Sol.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await failed.getByText('Nenhuma mídia com falha').waitFor();
  await page.keyboard.press('Escape');
  await figure('Mídias com falha').getByText('0', { exact: true }).waitFor();
  const videos = await customer.call('GET /api/videos');
  assert.deepEqual([videos.length, videos[0]?.name, videos[0]?.processingStatus], [1, 'Vacina', 'pending']);

  assert.equal(await overview.getByText('O servidor precisa de atenção').count(), 0);
  // Every 15 s the server writes a file as a test. A directory with the file's name makes that fail.
  mkdirSync(join(app.dataDir, '.write-probe'));
  await until('the problem', async () =>
    (await app.admin.call('GET /api/admin/overview')).problems.some((text) => /gravar/.test(text)),
  );
  await page.reload();
  await overview.getByText('O servidor não consegue gravar dados').waitFor();

  const action = app.parts.throttles.action('options-code');
  for (let i = 0; i < 60; i += 1) action.failed({ address: `10.0.0.${i}` });
  await page.reload();
  await overview.getByText(/^Alguém está tentando adivinhar o código de saída/).waitFor();
  if (process.env.TEST_PICTURES) await page.screenshot({ path: `${process.env.TEST_PICTURES}/codigo-adivinhado.png` });

  const gestor = await enter(await app.gestor());
  const gestorOverview = gestor.getByRole('region', { name: 'Situação' });
  await gestorOverview.getByText('Contas pendentes').waitFor();
  const serverFigures = gestorOverview.getByText(/Disco livre|Último backup|precisa de atenção/);
  assert.equal(await serverFigures.count(), 0, 'only administrators see the state of the server');
  const link = gestorOverview.getByRole('link', { name: /Telas com problema/ });
  assert.match((await link.getAttribute('href')) ?? '', /^\/gestor\/screens/);
});
