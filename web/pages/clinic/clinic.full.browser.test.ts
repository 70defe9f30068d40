/** Tests the clinic's profile, and the purpose of contents (contract/README 3.10). */
import assert from 'node:assert/strict';
import { assertAccessible } from '../../testing/axe.ts';
import { asMember, openAccount, picture, pressOn, tabToElement, test, toastOf } from '../../testing/studio-test.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('the owner fills in the profile by keyboard from the account page, and members read it', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/account' });
  await pressOn(page, page.getByRole('link', { name: 'Ver identificação' }), 'Enter');
  await page.getByText('Falta: nome da clínica, CRM-PJ').waitFor();
  const type = async (label: string, text: string) => {
    await tabToElement(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await type('Nome da clínica', 'Clínica Sol');
  await type('CRM-PJ', '98765');
  await type('CNPJ (opcional)', '11.222.333/0001-82');
  await type('Nome do diretor técnico', 'Dra. Ana Souza');
  await type('Estado do CRM do diretor', 'SP');
  await type('CRM do diretor', '123456');
  await page.keyboard.press('Enter');
  await page.getByText('Este CNPJ não existe: confira os números.').waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('11222333000181');
  await pressOn(page, page.getByRole('button', { name: 'Adicionar médico' }), 'Enter');
  await page.getByLabel('Nome do médico 1').fill('Dr. Rui Lima');
  await page.getByLabel('CRM do médico 1', { exact: true }).fill('um');
  await pressOn(page, page.getByRole('button', { name: 'Salvar identificação' }), 'Enter');
  await page.getByText('Digite só os números do CRM, sem pontos.').waitFor();
  await page.getByLabel('CRM do médico 1', { exact: true }).fill('654321');
  await page.keyboard.press('Enter');
  await toastOf(page).getByText('Identificação salva').waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === 'Salvar identificação');
  const saved = await customer.call('GET /api/clinic-profile');
  assert.deepEqual([saved.cnpj, saved.director.crmState, saved.doctors[0]?.crm], ['11222333000181', 'SP', '654321']);
  await page.getByText('Clínica Sol · CRM-PJ 98765 · Direção técnica médica: Dra. Ana Souza · CRM/SP 123456').waitFor();
  await assertAccessible(page, 'profile');

  // Another window saves: what is typed here is kept until the person decides.
  const nameField = page.getByLabel('Nome da clínica', { exact: true });
  await customer.call('PUT /api/clinic-profile', { body: { ...saved, name: 'Clínica Lua' } });
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input')?.value === 'Clínica Lua');
  await nameField.fill('Clínica Estrela');
  await customer.call('PUT /api/clinic-profile', { body: { ...saved, name: 'Clínica Mar' } });
  await page.getByText('A identificação foi salva em outra janela.').waitFor();
  assert.equal(await nameField.inputValue(), 'Clínica Estrela');
  await assertAccessible(page, 'profile that was saved in another window');
  await page.getByRole('button', { name: 'Ver o que foi salvo' }).press('Enter');
  assert.equal(await nameField.inputValue(), 'Clínica Mar');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Salvar identificação');
  await customer.call('PUT /api/clinic-profile', { body: saved });
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input')?.value === 'Clínica Sol');

  await page.getByRole('button', { name: 'Remover Dr. Rui Lima' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Adicionar médico');

  const reader = await enter(asMember(await app.member(customer, 'reader')), {
    ...phone,
    path: '/account/clinic',
  });
  assert.equal(await reader.getByLabel('Nome da clínica').inputValue(), 'Clínica Sol');
  assert.equal(await reader.getByLabel('Nome da clínica').isDisabled(), true);
  assert.equal(await reader.getByRole('button', { name: 'Salvar identificação' }).count(), 0);
  await assertAccessible(reader, 'profile of a reader on a phone');
});

test('an upload for the purpose "Medicamento" is refused before a byte is sent, and the chosen purpose is remembered', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  const choose = async (name: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: await picture('#08f') });
  await choose('promo.png');
  let requests = 0;
  page.on('request', (request) => (requests += /upload-url|uploads/.test(request.url()) ? 1 : 0));
  await page.getByRole('radio', { name: 'Medicamento' }).click();
  await page.getByText('Resolução CFM 2.336/2023').waitFor();
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await toastOf(page).getByText('Erro no upload').waitFor();
  assert.equal(requests, 0);
  await page.getByRole('radio', { name: 'Publicidade' }).click();
  await page.getByText('Falta: nome da clínica').waitFor();
  await page.getByRole('link', { name: 'Completar a identificação' }).waitFor();
  await assertAccessible(page, 'upload of advertising');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('Envio concluído').first().waitFor();
  assert.deepEqual(
    (await customer.call('GET /api/videos')).map(({ purpose }) => purpose),
    ['advertising'],
  );

  await page.reload();
  await choose('outra.png');
  await page.getByRole('radio', { name: 'Publicidade', checked: true }).waitFor();
  await page.getByRole('button', { name: 'Retirar outra.png' }).click();
  await page.goto(new URL('/manage?aba=conteudos', page.url()).href);
  await page.getByRole('button', { name: 'Ações de promo' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  const editor = page.getByRole('dialog', { name: 'Editar conteúdo' });
  await editor.getByRole('radio', { name: 'Medicamento' }).click();
  await editor.getByRole('alert').waitFor();
  await editor.getByRole('radio', { name: 'Informativo' }).click();
  await editor.getByRole('button', { name: 'Salvar' }).click();
  await toastOf(page).getByText('Conteúdo atualizado').waitFor();
  assert.deepEqual(
    (await customer.call('GET /api/videos')).map(({ purpose }) => purpose),
    ['information'],
  );
});
