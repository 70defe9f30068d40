/** Tests the first minutes of a person in each role, and counts clicks and typed fields. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../src/testing/until.ts';
import type { MemberRole } from '../src/contract/accounts/capabilities.ts';
import { openTv, type Server } from './player/testing/tv.ts';
import { pairedTv } from './testing/paired-tv.ts';
import { asMember, openAccount, picture, renameScreen, test } from './testing/studio-test.ts';

/** Counts clicks and typed fields, so that a test can limit their number. */
function countInputs() {
  const counts = { clicks: 0, fields: 0 };
  return {
    counts,
    async click(target: Locator): Promise<void> {
      counts.clicks += 1;
      await target.click();
    },
    async type(target: Locator, text: string): Promise<void> {
      counts.fields += 1;
      await target.fill(text);
    },
  };
}

/** Returns true if the whole element is visible without scrolling, above the phone's navigation bar. */
async function isAboveTheFold(page: Page, target: Locator): Promise<boolean> {
  const box = await target.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  const bar = await page.locator('nav[aria-label="Páginas principais"]').boundingBox();
  return box !== null && box.y + box.height <= (bar?.y ?? height);
}

test('a new owner shows the first content on a TV with at most seven clicks and two typed fields', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const tv = await openTv(t, { url: `http://tv.lan:${new URL(app.url).port}` } as Server);
  await tv.page.goto('/play');
  await tv.until('.pairing-qr path[d]');
  const code = ((await tv.page.getByTestId('pairing-code').textContent()) ?? '').trim();

  const page = await enter(customer);
  const { counts, click, type } = countInputs();
  const steps = page.getByRole('region', { name: 'Coloque o seu canal no ar' });
  await click(steps.getByRole('link', { name: 'Parear TV' }));
  await type(page.getByLabel('Código da TV'), code);
  await click(page.getByRole('button', { name: 'Continuar' }));
  await type(page.getByLabel('Nome da tela'), 'Recepção');
  await click(page.getByRole('button', { name: 'Parear TV' }));
  await click(page.getByRole('link', { name: 'Enviar um conteúdo' }));
  counts.clicks += 1; // The button that opens the browser's own file dialog, which a test cannot see.
  const file = { name: 'Boas-vindas.png', mimeType: 'image/png', buffer: await picture('#1e8c3c') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await click(page.getByRole('button', { name: 'Enviar e exibir na TV Recepção' }));
  await page.getByText('No ar na TV Recepção').first().waitFor();
  t.diagnostic(`${counts.clicks} clicks, ${counts.fields} fields`);
  assert.ok(counts.clicks <= 7 && counts.fields <= 2, JSON.stringify(counts));

  await page.getByRole('navigation', { name: 'Páginas', exact: true }).getByRole('link', { name: 'Início' }).click();
  await steps.getByText('3 de 5').waitFor();
  await steps.getByRole('button', { name: 'Pular: Convidar a recepção' }).click();
  await steps.getByText('4 de 5').waitFor();
  await steps.getByRole('button', { name: 'Pular: Criar o primeiro local de chamada' }).click();
  await steps.waitFor({ state: 'hidden' });
});

test('a new poster is on the TV after at most four clicks, one typed field and one minute', async (t) => {
  const studio = await openAccount(t);
  const { enter, customer } = studio;
  const tv = await pairedTv(t, studio, customer);
  const page = await enter(customer);
  const { counts, click, type } = countInputs();
  const steps = page.getByRole('region', { name: 'Coloque o seu canal no ar' });
  const startedAt = performance.now();
  await click(steps.getByRole('link', { name: 'Criar cartaz' }));
  await click(page.getByRole('link', { name: 'Feriado' }));
  await type(page.getByLabel('Título'), 'Na sexta não abrimos');
  await click(page.getByRole('button', { name: 'Exibir na TV...' }));
  await click(page.getByRole('button', { name: 'Enviar para a TV' }));
  await tv.untilPlaying();
  const seconds = (performance.now() - startedAt) / 1_000;
  t.diagnostic(`${counts.clicks} clicks, ${counts.fields} field, ${seconds.toFixed(1)} s of the machine`);
  assert.ok(counts.clicks <= 4 && counts.fields <= 1, JSON.stringify(counts));
  assert.ok(seconds < 60, `${seconds} s`);
});

test('a receptionist calls with two clicks from the home page, the first of them above the fold', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  await app.screen(customer);
  await customer.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  const reception = asMember(await app.member(customer, 'reception'));
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const page = await enter(reception, { viewport });
    const card = page.getByRole('main').getByRole('link', { name: /^Chamada/ });
    assert.ok(await isAboveTheFold(page, card), `${viewport.width}`);
    const [first] = await page.getByRole('main').getByRole('listitem').getByRole('link').allInnerTexts();
    assert.match(first ?? '', /^Chamada/);
    const { counts, click, type } = countInputs();
    await click(card);
    await type(page.getByLabel('Senha', { exact: true }), 'P042');
    await click(page.getByRole('button', { name: 'Chamar', exact: true }));
    await page.getByText('P042').first().waitFor();
    assert.ok(counts.clicks <= 2 && counts.fields <= 1, JSON.stringify(counts));
  }
});

test('a doctor with a phone calls the first patient with four clicks, and each later one with two', async (t) => {
  const { enter, app, customer } = await openAccount(t);
  const { id: roomId } = await customer.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await customer.call('POST /api/call-rooms', { body: { name: 'Coleta' } });
  await customer.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  const service = { name: 'Consulta', prefix: 'C', roomIds: [roomId] };
  const { id: serviceId } = await customer.call('POST /api/call-services', { body: service });
  for (let count = 0; count < 3; count += 1) await customer.call('POST /api/tickets', { body: { serviceId } });
  const doctor = asMember(await app.member(customer, 'reception'));
  const page = await enter(doctor, { viewport: { width: 390, height: 844 } });
  const now = page.getByRole('region', { name: 'Paciente agora' });
  const { counts, click } = countInputs();
  const clickHere = (name: string) => click(now.getByRole('button', { name }));
  // The paragraph 'A seguir: C002 ...' contains the next patient's label too.
  const untilText = (text: string) =>
    now
      .locator('p')
      .filter({ hasText: new RegExp(`^${text}$`) })
      .waitFor();
  const card = page.getByRole('main').getByRole('link', { name: /^Chamada/ });

  await click(card);
  await click(page.getByRole('button', { name: 'Modo consultório' }));
  counts.clicks += 1; // Choosing the room.
  await page.getByLabel('Você atende em').selectOption('Consultório 3');
  await clickHere('Próxima');
  await untilText('C001');
  assert.ok(counts.clicks <= 4, JSON.stringify(counts));

  counts.clicks = 0;
  await clickHere('Repetir');
  await untilText('Chamado 2 vezes');
  await clickHere('Atendido');
  await untilText('Atendido');
  await clickHere('Próxima');
  await untilText('C002');
  await clickHere('Não veio');
  await untilText('Não veio');
  assert.ok(counts.clicks <= 4, JSON.stringify(counts));

  // The page remembers the mode and the room: two clicks from the home page call the next patient.
  counts.clicks = 0;
  await page.goto('/dashboard');
  await click(card);
  await clickHere('Próxima');
  await untilText('C003');
  assert.ok(counts.clicks <= 2, JSON.stringify(counts));
  const { calls } = await customer.call('GET /api/calls');
  assert.deepEqual(
    calls.map(({ label, ticketStatus }) => `${label} ${ticketStatus}`),
    ['C003 called', 'C002 absent', 'C001 done'],
  );
});

test('an editor shows a new content on the only TV with four clicks and no typed field', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const { playerId } = await app.screen(customer);
  await renameScreen(customer, playerId, 'Recepção');
  const page = await enter(asMember(await app.member(customer, 'editor')));
  const { counts, click } = countInputs();
  await click(page.getByRole('main').getByRole('link', { name: /^Vídeos/ }));
  counts.clicks += 1; // The button that opens the browser's own file dialog, which a test cannot see.
  const file = { name: 'Campanha.png', mimeType: 'image/png', buffer: await picture('#1e8c3c') };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await click(page.getByRole('button', { name: 'Exibir na TV...' }));
  await click(page.getByRole('button', { name: 'Enviar para a TV' }));
  await until('a playlist on the TV', async () =>
    (await customer.call('GET /api/my-players')).some(({ assignedPlaylist }) => assignedPlaylist),
  );
  assert.ok(counts.clicks <= 4, JSON.stringify(counts));
});

/** Titles of the home page's cards for each role: those for the role's own work, and those of pages that the role may only read. */
const cardsOfRole: readonly [role: MemberRole, ownWork: string[], onlyRead: string[]][] = [
  ['editor', ['Vídeos', 'Mensagens', 'Música', 'Programação', 'Dashboard de TV Box'], ['Chamada']],
  ['reception', ['Chamada', 'Mensagens'], ['Vídeos', 'Música', 'Programação', 'Dashboard de TV Box']],
  ['reader', [], ['Vídeos', 'Mensagens', 'Música', 'Chamada', 'Programação', 'Dashboard de TV Box']],
];

for (const [role, ownWork, onlyRead] of cardsOfRole)
  test(`the home page of the role ${role} has a separate section for pages that the role may only read`, async (t) => {
    const { app, enter, customer } = await openAccount(t);
    const page = await enter(asMember(await app.member(customer, role)));
    const titlesIn = async (part: Locator) =>
      (await part.getByRole('listitem').getByRole('link').allInnerTexts()).map((text) => text.split('\n')[0]);
    const consult = page.getByRole('region', { name: 'Só para consultar' });
    await consult.waitFor();
    assert.deepEqual(await titlesIn(consult), onlyRead);
    assert.deepEqual(
      (await titlesIn(page.getByRole('main'))).filter((title) => !onlyRead.includes(title ?? '')),
      ownWork,
    );
  });

test('a manager reaches pending users with one click and approves with a second', async (t) => {
  const { app, enter } = await openAccount(t);
  await app.guest().call('POST /api/register', {
    body: { username: 'Nova', email: 'nova@clinica.test', password: 'segredo1', accessCode: app.codes.accessCode },
  });
  const page = await enter(app.admin);
  const { counts, click } = countInputs();
  await click(page.getByRole('navigation', { name: 'Páginas', exact: true }).getByRole('link', { name: 'Usuários' }));
  await click(page.getByRole('button', { name: /^Aprovar/ }).first());
  await page.getByText('Usuário aprovado').first().waitFor();
  assert.ok(counts.clicks <= 2, JSON.stringify(counts));
});
