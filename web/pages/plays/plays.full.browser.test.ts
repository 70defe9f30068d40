/** Tests the page 'Exibições' (contract/README 19.5). */
import assert from 'node:assert/strict';
import { addContent } from '../../../src/testing/contents.ts';
import { faultsInBothThemes } from '../../testing/axe.ts';
import { press, tabTo, untilFocusOn } from '../../testing/keys.ts';
import { openAccount, test } from '../../testing/studio-test.ts';

test("two clicks show last month's plays of one content, printed with the clinic's name; keys set and remove filters", async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const { playerId } = await app.screen(customer);
  const userId = customer.user.id;
  const flu = addContent(app, { userId, name: 'Campanha da gripe' });
  const parking = addContent(app, { userId, name: 'Estacionamento' });
  const now = new Date();
  const middleOfMonth = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 15) / 86_400_000;
  const hours = JSON.stringify([...Array<number>(8).fill(0), 300, 12, ...Array<number>(14).fill(0)]);
  const insertPlays = app.parts.database.connection.prepare(
    'INSERT INTO plays_daily VALUES (@userId, @day, @item, @playerId, 0, @plays, @plays, 0, @plays * 20000, @hours)',
  );
  const insertName = app.parts.database.connection.prepare('INSERT INTO plays_names VALUES (?, ?, ?, ?, 1)');
  for (const [day, item, plays] of [
    [middleOfMonth(-1), flu, 312],
    [middleOfMonth(-1), parking, 999],
    [middleOfMonth(0), flu, 5],
    [middleOfMonth(0), parking, 7],
  ])
    insertPlays.run({ userId, playerId, hours, day, item, plays });
  insertName.run(userId, 'content', flu, 'Campanha da gripe');
  insertName.run(userId, 'content', parking, 'Estacionamento');
  insertName.run(userId, 'screen', playerId, 'Recepção');

  const page = await enter(customer, { path: '/exibicoes' });
  const untilTotal = (plays: number) =>
    page.locator('dl, section, div').getByText(String(plays), { exact: true }).first().waitFor();
  await untilTotal(12);
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);
  await page.getByRole('button', { name: 'Campanha da gripe', exact: true }).click();
  await page.getByRole('button', { name: 'Período anterior' }).click();
  await untilTotal(312);
  assert.deepEqual(await faultsInBothThemes(page, 'everything'), []);

  await page.emulateMedia({ media: 'print' });
  await page.getByText('Relatório de exibição: Campanha da gripe').waitFor();
  assert.equal(await page.getByText(customer.user.username, { exact: true }).last().isVisible(), true);
  const controls = ['Imprimir', 'Período anterior', /mostrar todos os conteúdos/].map((name) =>
    page.getByRole('button', { name }),
  );
  for (const button of controls) assert.equal(await button.isVisible(), false);
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await untilTotal(12);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await tabTo(page, 'Campanha da gripe');
  await press(page, 'Enter');
  await untilFocusOn(page, 'Campanha da gripe: mostrar todos os conteúdos');
  await untilTotal(5);
  await press(page, 'Enter');
  await untilTotal(12);
  await tabTo(page, 'Recepção');
  await press(page, 'Enter');
  await untilFocusOn(page, 'Recepção: mostrar todas as telas');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});
