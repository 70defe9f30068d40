import assert from 'node:assert/strict';
import { fixture } from '../../../../src/testing/media.ts';
import { until } from '../../../../src/testing/until.ts';
import { assertAccessible } from '../../../testing/axe.ts';
import { fillSignIn, untilAnimationsEnd, untilFocused } from '../../../testing/browser.ts';
import { internalError, openAccount, test } from '../../../testing/studio-test.ts';

test('own music is sent, listened to, licensed, chosen for the clinic and for a screen, and deleted; a deleted track can be restored', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screen = await app.screen(customer);
  const page = await enter(customer, { path: '/radio' });
  await page.getByRole('radio', { name: 'Trilha própria' }).click();
  await page.getByText('Nenhuma trilha ainda').waitFor();
  await page.getByRole('button', { name: 'Criar trilha' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Manhã calma');
  await page.getByRole('button', { name: 'Criar', exact: true }).click();

  const files = await Promise.all(['loud.mp3', 'tone.ogg', 'plain.mp4'].map(fixture));
  await page.getByLabel('Músicas para Manhã calma').setInputFiles(files);
  const tracks = page.getByRole('list', { name: 'Músicas de Manhã calma' });
  await page.getByRole('button', { name: /^Ouvir: .*loud/ }).waitFor();
  await tracks.getByText('Este arquivo é um vídeo.').waitFor();
  await page.getByLabel('Músicas para Manhã calma').setInputFiles({
    ...{ name: 'pasta.zip', mimeType: 'application/zip' },
    buffer: Buffer.from(`PK\x03\x04${'x'.repeat(99)}`),
  });
  await page.getByRole('alert').getByText('Este arquivo não é uma música').waitFor();
  await page.getByRole('button', { name: 'Dispensar: pasta' }).click();

  await page.getByRole('radio', { name: /^Manhã calma/ }).check();
  await page.getByRole('switch', { name: 'Som ambiente' }).click();
  await page.getByText(/A trilha Manhã calma (não toca|está escolhida)/).waitFor();
  await tracks.getByRole('button', { name: /^Ouvir: .*loud/ }).click();
  await tracks.getByRole('button', { name: /^Parar: .*loud/ }).click();

  await tracks.getByRole('button', { name: /^Ações: .*loud/ }).click();
  await page.getByRole('menuitem', { name: 'Licença' }).click();
  await page.getByLabel('Por que a clínica pode tocar esta música').fill('Comprada em 2026');
  await page.getByLabel('Arquivo da licença').setInputFiles({
    ...{ name: 'recibo.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(`%PDF-1.4 ${'x'.repeat(99)}`),
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^licenca-\d+\.pdf$/);
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await tracks.getByText('Licença', { exact: true }).waitFor();

  await assertAccessible(page, 'a soundtrack with tracks');
  await tracks.getByRole('button', { name: /^Ações: .*tone/ }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await tracks.getByRole('button', { name: /^Ouvir: .*tone/ }).waitFor();

  await page.getByText('Todas as telas tocam o som da clínica: Manhã calma.').waitFor();
  await page.getByRole('button', { name: 'Escolher para uma tela' }).click();
  await page.getByRole('option', { name: /^Tela/ }).click();
  await page.getByRole('button', { name: 'Escolher', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Telas com trilha própria' }).getByRole('combobox').waitFor();
  const screenTrackCount = async () => (await screen.call('GET /api/player/radio-settings')).soundtrack?.tracks.length;
  await page.waitForFunction(
    async () => ((await (await fetch('/api/radio-settings')).json()) as { screens: object[] }).screens.length === 1,
  );
  assert.equal(await screenTrackCount(), 2);
  await page.getByRole('button', { name: /^Usar o da clínica: / }).click();
  await page.getByText('Todas as telas tocam o som da clínica: Manhã calma.').waitFor();
  await untilFocused(page, page.getByRole('button', { name: 'Escolher para uma tela' }));

  // Scroll first: a click on a button outside of the window scrolls the page, which closes the menu.
  await page.evaluate(() => scrollTo(0, 0));
  await untilAnimationsEnd(page);
  await page.getByRole('button', { name: 'Ações da trilha Manhã calma' }).click();
  await page.getByRole('menuitem', { name: 'Excluir trilha' }).click();
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByText('Nenhuma trilha ainda').waitFor();
  assert.equal(await screenTrackCount(), undefined);
});

test('an upload of music can be cancelled, a failed one can be repeated, and signing out stops them', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await customer.call('POST /api/soundtracks', { body: { name: 'Manhã calma' } });
  const otherCustomer = await app.customer();
  await otherCustomer.call('POST /api/soundtracks', { body: { name: 'Outra clínica' } });
  await app.screen(customer);
  const page = await enter(customer, { path: '/radio' });
  await page.route('**/api/my-players*', (route) => route.fulfill(internalError));
  await page.reload();
  await page.getByRole('heading', { name: 'Telas com trilha própria' }).waitFor();
  await page.unroute('**/api/my-players*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByText('Todas as telas tocam o som da clínica').waitFor();
  await page.getByRole('radio', { name: 'Trilha própria' }).click();
  const choose = async (names: string[]) =>
    page.getByLabel('Músicas para Manhã calma').setInputFiles(await Promise.all(names.map(fixture)));
  let isHeld = true;
  const methods: string[] = [];
  await page.route('**/api/uploads/*', (route) => {
    const method = route.request().method();
    methods.push(method);
    if (isHeld && method === 'PUT') return;
    return route.continue();
  });
  await choose(['tone.ogg', 'loud.mp3']);
  await until('the first file is sent', () => methods.includes('PUT'));
  isHeld = false;
  await page.getByRole('button', { name: 'Cancelar envio de tone' }).click();
  await until('the cancelled upload is deleted', () => methods.includes('DELETE'));
  await page.getByRole('button', { name: /^Ouvir: loud/ }).waitFor();
  assert.equal(await page.getByText('tone').count(), 0);

  await page.route('**/api/upload-url', (route) => route.fulfill(internalError), { times: 1 });
  await choose(['quiet.m4a']);
  await page.getByRole('alert').getByText('Erro interno do servidor').waitFor();
  await page.getByRole('button', { name: 'Tentar de novo: quiet' }).click();
  await page.getByRole('button', { name: /^Ouvir: quiet/ }).waitFor();

  isHeld = true;
  await choose(['tone.wav']);
  await page.getByRole('button', { name: 'Cancelar envio de tone' }).waitFor();
  await page.getByRole('button', { name: 'Sair' }).click();
  await page.getByText('O envio de músicas será interrompido.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair' }).click();
  isHeld = false;
  await fillSignIn(page, otherCustomer);
  await page.getByRole('link', { name: 'Som', exact: true }).click();
  await page.getByRole('radio', { name: 'Trilha própria' }).click();
  await page.getByText('Outra clínica').waitFor();
  assert.equal(await page.getByText('tone').count(), 0);
  const names = (await customer.call('GET /api/soundtracks')).flatMap(({ tracks }) => tracks.map(({ name }) => name));
  assert.deepEqual(names, ['loud', 'quiet']);
});

test('quiet times and the contract with ECAD are saved, and the radio page and home page announce the end of the contract', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await customer.call('POST /api/playlists', { body: { name: 'Palestra' } });
  const page = await enter(customer, { path: '/radio' });
  await page.getByRole('button', { name: 'Mudar silêncio' }).click();
  await page.getByRole('button', { name: 'Adicionar horário' }).click();
  await page.getByRole('checkbox', { name: 'Palestra' }).check();
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.getByText('seg a sex, 7:00 às 12:00').waitFor();
  await page.getByText('enquanto toca “Palestra”').waitFor();

  const dateInTenDays = new Date(app.clock.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Número do contrato').fill('123-4');
  await page.getByRole('textbox', { name: 'Válido até' }).fill(dateInTenDays.split('-').reverse().join('/'));
  await page.getByRole('button', { name: 'Salvar contrato' }).click();
  await page.getByText(/^O contrato com o ECAD vence em \d+ dias/).waitFor();
  assert.equal((await customer.call('GET /api/radio-settings')).ecad.contract, '123-4');
  await assertAccessible(page, 'a reminder of the contract');
  await page.goto(app.url);
  await page.getByText(/^O contrato com o ECAD vence em \d+ dias/).waitFor();
  await page.getByRole('link', { name: 'Abrir Som Ambiente' }).click();
  await page.getByRole('heading', { level: 1, name: 'Som Ambiente' }).waitFor();
});
