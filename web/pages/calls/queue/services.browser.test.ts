/** Tests queues by service and a patient's path at the desk (contract/README 15.11, 15.12). */
import assert from 'node:assert/strict';
import { asMember, openAccount, pressOn, test } from '../../../testing/studio-test.ts';

test('services are created, sorted and changed in the settings, and a clinic without a queue does not see them', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Sala 1' } });
  const page = await enter(owner, { path: '/chamada?aba=ajustes' });
  await page.getByText('Usar a fila do Antessala').waitFor();
  assert.equal(await page.getByText('Novo serviço').count(), 0);
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  await page.getByText('Uma fila só').waitFor();
  const add = page.getByRole('button', { name: 'Novo serviço' });
  const dialog = page.getByRole('dialog');
  await pressOn(page, add, 'Enter');
  await page.keyboard.type('Coleta');
  await page.keyboard.press('Tab');
  await page.keyboard.type('n');
  await page.keyboard.press('Enter');
  await dialog.getByText('Duas filas teriam senhas com o prefixo N. Escolha outro.').first().waitFor();
  await dialog.getByLabel('Prefixo das senhas').fill('c');
  await dialog.getByText('Senhas como C001, CP001, C80-001.').waitFor();
  await dialog.getByRole('checkbox', { name: 'Sala 1' }).check();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await owner.call('POST /api/call-services', { body: { name: 'Exames', prefix: 'E' } });
  const list = page.getByRole('list', { name: 'Serviços' });
  await list.getByText('todos os locais').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Mover Exames, posição 2 de 2' }), 'Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Mover Exames, posição 1 de 2' }).waitFor();
  await page.getByRole('button', { name: 'Excluir Exames' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await list.getByText('Exames').waitFor({ state: 'detached' });
  const [service] = await owner.call('GET /api/call-services');
  assert.deepEqual([service?.name, service?.prefix, service?.roomIds.length], ['Coleta', 'C', 1]);
});

test('tickets are issued by service, called by the rooms that serve them, forwarded and finished with F3', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  const createRoom = async (name: string) => (await owner.call('POST /api/call-rooms', { body: { name } })).id;
  const [triage, office] = [await createRoom('Triagem'), await createRoom('Sala 1')];
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  await owner.call('POST /api/call-services', { body: { name: 'Acolhida', prefix: 'A', roomIds: [triage] } });
  await owner.call('POST /api/call-services', { body: { name: 'Consulta', prefix: 'C', roomIds: [office] } });
  const reception = await app.member(owner, 'reception');
  const page = await enter(asMember(reception), { path: '/chamada' });
  const waiting = page.getByRole('list', { name: 'Esperando' });
  const lastCall = page.getByRole('list', { name: 'Últimas chamadas' }).getByRole('listitem').first();
  const room = page.getByLabel('Você chama para');
  await room.waitFor();
  await page.keyboard.press('F2');
  await page.getByText('Escolha primeiro o local').waitFor();
  assert.equal(await room.evaluate((field) => field === document.activeElement && field.ariaInvalid), 'true');
  assert.equal(await page.getByLabel('Senha', { exact: true }).getAttribute('aria-invalid'), null);
  await room.selectOption('Triagem');
  await page.getByRole('button', { name: 'Senha Normal para Acolhida' }).click();
  await waiting.getByText('A001').waitFor();
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Senha Preferencial para Consulta' }).click();
  await waiting.getByText('CP001').waitFor();
  await waiting.getByText('Consulta').waitFor();
  const next = page.getByRole('button', { name: /^Próxima/ });
  assert.match(await next.innerText(), /\(1\)/, 'only the tickets of this room count');
  await page.keyboard.press('F2');
  await lastCall.getByText('A001').waitFor();
  await page.getByRole('button', { name: 'A001 chegou' }).click();
  await lastCall.getByText('Em atendimento').waitFor();

  await pressOn(page, page.getByRole('button', { name: 'Encaminhar para...' }), 'Enter');
  await page.getByRole('menuitem', { name: 'Consulta' }).click();
  await waiting.getByText('A001').waitFor();
  await page.getByText('Senha A001 encaminhada para Consulta').waitFor();
  assert.equal(await next.isDisabled(), true);

  await room.selectOption('Sala 1');
  for (const label of ['CP001', 'A001']) {
    await page.keyboard.press('F2');
    await lastCall.getByText(label, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Chamar', exact: true }).and(page.locator(':enabled')).waitFor();
  }
  await page.getByRole('list', { name: 'Últimas chamadas' }).getByText('Atendida').waitFor();
  await page.keyboard.press('F3');
  await lastCall.getByText('Atendida').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await lastCall.getByText('Atendida').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'A001 atendido' }).click();
  await lastCall.getByText('Atendida').waitFor();
});
