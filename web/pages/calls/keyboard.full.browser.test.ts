/** Tests the page 'Chamada' and its settings without a mouse (contract/README 15). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { fixture } from '../../../src/testing/media.ts';
import { untilFocused } from '../../testing/browser.ts';
import { asMember, openAccount, pressOn, tabToElement, test } from '../../testing/studio-test.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Runs in the page. `window.playback` resolves when a recording plays; polling would miss a recording of 0.5 s. */
function observePlayback(): void {
  const playback = new Promise<void>((resolve) => {
    new MutationObserver(() => {
      if (document.querySelector('[aria-label="Parar Senha"]')) resolve();
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  Object.assign(window, { playback });
}

test('rooms are created, changed and deleted by keyboard; a closed dialog returns the focus to its button', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  const group = await owner.call('POST /api/screen-groups', { body: { name: 'Térreo' } });
  const page = await enter(owner, { path: '/chamada' });
  // The first room: its name is typed into the focused field.
  await page.getByText('Crie o primeiro local').waitFor();
  await tabToElement(page, page.getByLabel('Nome do local'));
  await page.keyboard.type('Guichê 1');
  await page.keyboard.press('Enter');
  await page.getByLabel('Senha', { exact: true }).waitFor();

  await pressOn(page, page.getByRole('tab', { name: 'Chamar' }), 'End', 'Shift+Tab');
  await page.getByRole('tab', { name: 'Ajustes', selected: true }).waitFor();
  const newRoom = page.getByRole('button', { name: 'Novo local' });
  await pressOn(page, newRoom, 'Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await untilFocused(page, newRoom);
  await page.keyboard.press('Enter');
  await dialog(page).waitFor();
  // A duplicate name shows an error below the field, which gets the focus.
  await page.keyboard.type('GUICHÊ 1');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Já existe um local com este nome.').waitFor();
  await untilFocused(page, dialog(page).getByRole('textbox').first());
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Consultório 3');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  const rooms = page.getByRole('list', { name: 'Locais' });
  await rooms.getByText('Consultório 3').waitFor();

  await pressOn(page, page.getByRole('button', { name: 'Editar Guichê 1' }), 'Enter');
  await pressOn(page, dialog(page).getByRole('switch', { name: /todas as TVs/ }), 'Space');
  await pressOn(page, dialog(page).getByRole('button', { name: 'Salvar' }), 'Enter');
  await rooms.getByText('em nenhuma TV').waitFor();
  // This room appears on the screens of a group.
  await pressOn(page, page.getByRole('button', { name: 'Editar Guichê 1' }), 'Enter');
  await pressOn(page, dialog(page).getByRole('checkbox', { name: /^Térreo/ }), 'Space');
  await page.keyboard.press('Enter');
  await rooms.getByText('em Térreo').waitFor();
  assert.deepEqual(
    (await owner.call('GET /api/call-rooms')).map(({ groupIds }) => groupIds),
    [[group.id], []],
  );

  await pressOn(page, page.getByRole('button', { name: 'Excluir Consultório 3' }), 'Enter');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.equal((await owner.call('GET /api/call-rooms')).length, 2);
  await page.keyboard.press('Enter');
  await pressOn(page, question.getByRole('button', { name: 'Excluir' }), 'Enter');
  await rooms.getByText('Consultório 3').waitFor({ state: 'detached' });
}, 360_000);

test('patients are called by keyboard, and the downloaded table contains the calls', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  const reception = await app.member(owner, 'reception');
  const page = await enter(asMember(reception), { path: '/chamada' });
  const calls = page.getByRole('list', { name: 'Últimas chamadas' });
  const waiting = page.getByRole('list', { name: 'Esperando' });
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');

  await page.keyboard.type('p7');
  await page.keyboard.press('Enter');
  await calls.getByText('P7').waitFor();
  await page.keyboard.type('Maria da Silva');
  await page.keyboard.press('Enter');
  await page.getByText('Sua clínica chama só por senha').first().waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByLabel('Senha', { exact: true }).inputValue(), '');
  // A key is ignored while the same key's action runs. The action may end after the list has changed: wait until no action runs.
  const spinner = page.getByRole('button', { name: /^Chamar/ }).locator('circle');
  const untilIdle = async () => {
    await spinner.waitFor({ state: 'detached' });
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
  };
  await untilIdle();
  await page.keyboard.press('F4');
  await calls.getByText('2 vezes').waitFor();
  await untilIdle();

  for (const [kind, label] of [
    ['Normal', 'N001'],
    ['80\\+', '80-001'],
  ] as const) {
    await pressOn(page, page.getByRole('button', { name: new RegExp(`Senha ${kind}`) }), 'Enter');
    await waiting.getByText(label).waitFor();
    await untilIdle();
  }
  await page.keyboard.press('F2');
  await calls.getByText('80-001').waitFor();
  await untilIdle();
  await page.getByRole('button', { name: 'Não compareceu' }).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('F8');
  await page.getByRole('list', { name: 'Não compareceram' }).getByText('80-001').waitFor();
  await untilIdle();
  await page.keyboard.press('F2');
  await calls.getByText('N001').waitFor();
  await untilIdle();
  await page.keyboard.press('F2');
  await page.getByText('Ninguém está esperando').first().waitFor();

  // getUTCDay() counts from Sunday, opening hours from Monday: its number of today is their number of tomorrow. Brazil is UTC-3.
  const tomorrow = new Date(Date.now() - 3 * 3_600_000).getUTCDay();
  const windows = [{ days: [tomorrow], from: 420, to: 480 }];
  await owner.call('PUT /api/opening-hours', { body: { windows, outside: 'base' } });
  await page.getByText('A clínica está fechada agora').waitFor();

  await pressOn(page, page.getByRole('tab', { name: 'Chamar' }), 'ArrowRight', 'Shift+Tab');
  const table = page.getByRole('link', { name: /Baixar planilha/ });
  await tabToElement(page, table);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.match(download.suggestedFilename(), /^chamadas-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  const [heading = '', ...rows] = csv.replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.equal(
    heading,
    'Hora;Local;Tipo de senha;Preferencial;Vezes;Espera (s);Ausente;Telas que mostraram;Na TV em (s);Fora do horário;Serviço;Atendimento (s);Dia',
  );
  const reported = rows.map((row) =>
    row
      .replace(/^\d\d:\d\d:\d\d;/, '')
      .replace(/;\d+,\d;/, ';…;')
      .replace(/;[\d/]+$/, ''),
  );
  assert.deepEqual(reported, [
    'Triagem;;não;2;;não;0;;sim;;',
    'Triagem;80+;sim;1;…;sim;0;;sim;;',
    'Triagem;Normal;não;1;…;não;0;;sim;;',
  ]);
  assert.doesNotMatch(csv, /P7|N001|80-001|Maria/);
}, 360_000);

test('settings, voice and Novo SGA are changed by keyboard; only the owner may change the name policy', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const page = await enter(owner, { path: '/chamada?aba=ajustes' });

  await pressOn(page, page.getByRole('switch', { name: /Toque de atenção/ }), 'Space');
  await pressOn(page, page.getByRole('radio', { name: /Só a senha/ }), 'ArrowDown');
  await page.locator('input[value=initials]:checked').waitFor();
  await page.waitForFunction(async () => {
    const settings = (await (await fetch('/api/call-settings')).json()) as { namePolicy: string; chime: boolean };
    return settings.namePolicy === 'initials' && !settings.chime;
  });

  // Listen for the file dialog before the focus moves to the button: on a busy machine the page otherwise handles
  // the key before Playwright intercepts the dialog.
  const choosing = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Enviar gravação de Senha' }), 'Enter', 'Shift+Tab');
  await (await choosing).setFiles(await fixture('word.mp3'));
  await page.getByText('gravada, 0,5 s').waitFor();
  await page.getByText('1 palavra gravada').waitFor();
  await tabToElement(page, page.getByRole('button', { name: 'Ouvir Senha' }), 'Shift+Tab');
  await page.evaluate(observePlayback);
  await page.keyboard.press('Enter');
  await page.evaluate(() => (window as unknown as { playback: Promise<void> }).playback);
  await page.getByRole('button', { name: 'Ouvir Senha' }).waitFor();
  const choosingAgain = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Trocar gravação de Senha' }), 'Enter');
  await (await choosingAgain).setFiles(await fixture('logo.png'));
  await page.getByText('Formato não suportado. Envie a gravação em MP3').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Apagar gravação de Senha' }), 'Enter', 'Shift+Tab');
  const question = page.getByRole('alertdialog');
  await pressOn(page, question.getByRole('button', { name: 'Apagar' }), 'Enter');
  await page.getByText('Nenhuma gravação ainda').waitFor();

  await pressOn(page, page.getByRole('button', { name: 'Configurar' }), 'Enter');
  await dialog(page).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Comece com http:// ou https://.').waitFor();
  await untilFocused(page, dialog(page).getByLabel('Endereço', { exact: true }));
  for (const [label, text] of [
    ['Endereço', 'https://sga.test/novosga'],
    ['Número da unidade', '7'],
    ['Números dos serviços', '1, 2'],
    ['Client ID', 'antessala'],
    ['Client secret', 'segredo'],
    ['Usuário', 'painel'],
  ] as const) {
    await tabToElement(page, dialog(page).getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await untilFocused(page, page.getByRole('button', { name: 'Configurar' }));
  const source = await owner.call('GET /api/call-source');
  assert.deepEqual(
    [source.url, source.unitId, source.serviceIds, source.hasSecret],
    ['https://sga.test/novosga', 7, [1, 2], true],
  );

  const reception = await app.member(owner, 'reception');
  const desk = await enter(asMember(reception), { path: '/chamada?aba=ajustes' });
  await desk.getByText('Só o proprietário da conta muda esta escolha.').waitFor();
  assert.equal(await desk.locator('input[value=full]').isDisabled(), true);
  assert.equal(await desk.getByRole('button', { name: 'Configurar' }).count(), 0);
}, 360_000);
