/** Tests the doctor's desk, on a phone and by keyboard (contract/README 15.12). */
import assert from 'node:assert/strict';
import { asMember, openAccount, test, toastOf } from '../../../testing/studio-test.ts';
import { faultsInBothThemes } from '../../../testing/axe.ts';

test("the doctor's desk has buttons large enough for a thumb, shows the next ticket, and is remembered on the device", async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  const roomId = (await owner.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } })).id;
  await owner.call('POST /api/call-rooms', { body: { name: 'Coleta' } });
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  const { id: serviceId } = await owner.call('POST /api/call-services', {
    body: { name: 'Consulta', prefix: 'C', roomIds: [roomId] },
  });
  for (const kind of ['normal', 'normal', 'preferential'] as const)
    await owner.call('POST /api/tickets', { body: { kind, serviceId } });
  const doctor = await app.member(owner, 'reception');
  const page = await enter(asMember(doctor), { path: '/chamada', viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Modo consultório' }).click();
  const now = page.getByRole('region', { name: 'Paciente agora' });
  const next = page.getByRole('group', { name: 'A seguir' });
  const room = page.getByLabel('Você atende em');
  await page.keyboard.press('F2');
  await page.getByText('Escolha primeiro o local').and(page.getByRole('alert')).waitFor();
  assert.equal(await room.evaluate((field) => field === document.activeElement && field.ariaInvalid), 'true');
  await room.selectOption('Consultório 3');
  await next.getByText('CP001').waitFor();
  await next.getByText('Consulta, Preferencial, espera há menos de 1 min').waitFor();
  const names = ['Próxima', 'Repetir', 'Não veio', 'Atendido', 'Encaminhar'];
  await page.evaluate(() => scrollTo(0, 0));
  for (const name of names) {
    const box = await now.getByRole('button', { name }).boundingBox();
    assert.ok(
      box && box.height >= 48 && box.width >= 48 && box.y + box.height <= 788,
      `${name}: ${JSON.stringify(box)}`,
    );
  }
  assert.equal(await now.getByRole('button').count(), names.length);
  assert.deepEqual(await faultsInBothThemes(page), []);

  await now.getByRole('button', { name: 'Próxima' }).click();
  await now.getByText('CP001').waitFor();
  await now.getByRole('button', { name: 'Encaminhar' }).click();
  await page.getByRole('menuitem', { name: 'Consulta' }).click();
  await now.getByText('Saiu deste local').waitFor();
  await next.getByText('CP001').waitFor();
  await now.getByRole('button', { name: 'Próxima' }).click();
  await now.getByText('Chamado', { exact: true }).waitFor();
  await next.getByText('C001').waitFor();
  await now.getByRole('button', { name: 'Atendido' }).click();
  await now.getByText('Atendido', { exact: true }).first().waitFor();
  await page.reload();
  await now.getByText('CP001').waitFor();
  await page.keyboard.press('F2');
  // Do not wait for C001: `now` also shows C001 while it is the next ticket, and a key pressed then would act on CP001.
  await now.getByText('CP001').waitFor({ state: 'detached' });
  const untilIdle = () => now.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
  await untilIdle();
  await page.keyboard.press('F4');
  await now.getByText('Chamado 2 vezes').waitFor();
  await untilIdle();
  await page.keyboard.press('F8');
  await now.getByText('Não veio', { exact: true }).first().waitFor();
  await untilIdle();
  await page.keyboard.press('F2');
  await now.getByText('C002').waitFor();
  await next.getByText('Ninguém está esperando.').waitFor();
  await untilIdle();
  await page.keyboard.press('F3');
  const states = (await owner.call('GET /api/calls')).calls.map(
    ({ label, ticketStatus }) => `${label} ${ticketStatus}`,
  );
  assert.deepEqual(states.slice(1), ['C001 absent', 'CP001 done', 'CP001 null']);
  await page.getByRole('button', { name: 'Mesa completa' }).click();
  await page.getByRole('heading', { name: 'Fila de hoje' }).waitFor();
});

test('a patient is not forwarded if another desk called the next patient into the room while the menu was open', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  const { id: roomId } = await owner.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await owner.call('POST /api/call-rooms', { body: { name: 'Coleta' } });
  await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
  for (let count = 0; count < 2; count += 1) await owner.call('POST /api/tickets', { body: { kind: 'normal' } });
  const page = await enter(owner, { path: '/chamada' });
  await page.getByRole('button', { name: 'Modo consultório' }).click();
  await page.getByLabel('Você atende em').selectOption('Consultório 3');
  const callNext = () => owner.call('POST /api/calls/next', { body: { roomId, kinds: ['normal'] } });
  const patient = page.getByRole('region', { name: 'Paciente agora' }).locator('[aria-live=polite]');
  await callNext();
  await patient.getByText('N001').waitFor();
  await page.getByRole('button', { name: 'Encaminhar' }).click();
  await callNext();
  await patient.getByText('N002').waitFor();
  await page.getByRole('menuitem', { name: 'Coleta' }).click();
  await toastOf(page).getByText('O paciente deste local mudou').waitFor();
  const { calls } = await owner.call('GET /api/calls');
  assert.deepEqual(
    calls.map(({ label, ticketStatus }) => `${label} ${ticketStatus}`),
    ['N002 called', 'N001 done'],
  );
});
