/** Tests queues by service (contract/README 15.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallService, TicketKind } from '../../../contract/calls.ts';
import { callOrder, isForRoom, servicesOfRoom } from '../../../contract/text/queue-order.ts';
import { assertRefused, startClinic, startClinics } from '../../../testing/steps.ts';
import type { Client } from '../../../testing/client.ts';
import { call, labelsOf, callNext, createRoom, callsOfToday } from '../testing/steps.ts';

type Input = { name: string; prefix: string; roomIds?: number[] };
const create = (client: Client, body: Input) => client.call('POST /api/call-services', { body });
const change = (client: Client, id: number, body: Partial<Input> & { position?: number }) =>
  client.call('PATCH /api/call-services/:id', { params: { id }, body });
const names = async (client: Client) => (await client.call('GET /api/call-services')).map(({ name }) => name);
const issue = async (client: Client, service: CallService | undefined, kind: TicketKind = 'normal') =>
  (await client.call('POST /api/tickets', { body: { kind, ...(service && { serviceId: service.id }) } })).label;

test('services have names, prefixes, rooms and an order; other accounts neither see nor change them', async (t) => {
  const { clinic, other } = await startClinics(t);
  const roomId = await createRoom(clinic);
  const studio = await clinic.socket();
  const lab = await create(clinic, { name: 'Coleta', prefix: 'C', roomIds: [roomId] });
  assert.deepEqual(lab, { id: lab.id, name: 'Coleta', prefix: 'C', roomIds: [roomId] });
  assert.equal((await studio.waitFor('callsChanged')).patch, undefined);
  const exams = await create(clinic, { name: 'Exames', prefix: 'E' });
  await change(clinic, exams.id, { position: 0 });
  assert.deepEqual(await names(clinic), ['Exames', 'Coleta']);
  assert.deepEqual(await change(clinic, lab.id, { name: 'Sangue', roomIds: [] }), {
    ...lab,
    name: 'Sangue',
    roomIds: [],
  });

  assert.deepEqual(await names(other), []);
  const foreign = { name: 'X', prefix: 'X', roomIds: [roomId] };
  await assertRefused(create(other, foreign), 404, 'not_found');
  await assertRefused(change(other, lab.id, { name: 'X' }), 404, 'not_found');
  await assertRefused(issue(other, lab), 404, 'not_found');
  await assertRefused(other.call('DELETE /api/call-services/:id', { params: { id: lab.id } }), 404, 'not_found');

  await assertRefused(create(clinic, { name: 'EXAMES', prefix: 'X' }), 409, 'conflict');
  const { entries } = await clinic.call('GET /api/user/audit', { query: { kind: 'call' } });
  assert.deepEqual(
    entries
      .filter(({ sentence }) => sentence.includes('serviço'))
      .map(({ sentence, details }) => [sentence.replace(/^.*? (?=criou|mudou)/, ''), ...details]),
    [
      ['mudou o serviço Sangue', 'Nome: Coleta para Sangue', 'Locais: Consultório 3 para todos'],
      ['mudou o serviço Exames', 'Posição: 2 para 1'],
      ['criou o serviço Exames'],
      ['criou o serviço Coleta'],
    ],
  );
  for (let count = 2; count < 12; count += 1)
    await create(clinic, { name: `Serviço ${count}`, prefix: String.fromCharCode(63 + count) + 'Z' });
  await assertRefused(create(clinic, { name: 'Mais um', prefix: 'Z' }), 403, 'quota_exceeded');
});

test('a prefix that would make two labels equal, or a label that looks like a name, is refused', async (t) => {
  const { clinic } = await startClinic(t);
  await create(clinic, { name: 'Coleta', prefix: 'C' });
  const refuse = (prefix: string) =>
    assertRefused(create(clinic, { name: 'Outro', prefix }), 400, 'invalid_input', prefix);
  for (const prefix of ['N', 'P', 'C', 'CP', 'c', '8', 'ABC', '']) await refuse(prefix);
  const prefixes = { normal: 'N', preferential: 'PR', over80: '80' };
  await clinic.call('PUT /api/call-settings', { body: { prefixes } });
  await refuse('RX');
  const equal = { body: { prefixes: { ...prefixes, normal: 'C' } } };
  await assertRefused(clinic.call('PUT /api/call-settings', equal), 400, 'invalid_input');
});

test('the only room of a service cannot be deleted', async (t) => {
  const { clinic } = await startClinic(t);
  const [lab, desk] = [await createRoom(clinic, 'Coleta 1'), await createRoom(clinic, 'Guichê')];
  const blood = await create(clinic, { name: 'Coleta', prefix: 'C', roomIds: [lab] });
  const remove = (id: number) => clinic.call('DELETE /api/call-rooms/:id', { params: { id } });
  const message = 'O serviço Coleta só é atendido neste local. Mude o serviço antes.';
  await assertRefused(remove(lab), 409, { code: 'conflict', message });
  await change(clinic, blood.id, { roomIds: [lab, desk] });
  await remove(lab);
  const [service] = await clinic.call('GET /api/call-services');
  assert.deepEqual(service?.roomIds, [desk]);
});

test('tickets are numbered by service and kind, and a room calls those of its services, the preferential ones first', async (t) => {
  const { app, clinic } = await startClinic(t);
  const [desk, lab, hall] = [
    await createRoom(clinic, 'Guichê'),
    await createRoom(clinic, 'Coleta 1'),
    await createRoom(clinic, 'Hall'),
  ];
  const blood = await create(clinic, { name: 'Coleta', prefix: 'C', roomIds: [lab] });
  const exams = await create(clinic, { name: 'Exames', prefix: 'E', roomIds: [lab, desk] });
  const advice = await create(clinic, { name: 'Consulta', prefix: 'D', roomIds: [desk] });
  const vaccination = await create(clinic, { name: 'Vacina', prefix: 'V' });
  const issued: [CallService | undefined, TicketKind][] = [
    [advice, 'normal'],
    [exams, 'normal'],
    [blood, 'normal'],
    [blood, 'preferential'],
    [blood, 'over80'],
    [blood, 'normal'],
    [undefined, 'normal'],
    [vaccination, 'preferential'],
  ];
  const labels: string[] = [];
  for (const [service, kind] of issued) labels.push(await issue(clinic, service, kind));
  assert.deepEqual(labels, ['D001', 'E001', 'C001', 'CP001', 'C80-001', 'C002', 'N001', 'VP001']);

  const services = await clinic.call('GET /api/call-services');
  const day = await callsOfToday(clinic);
  const kinds: TicketKind[] = ['normal', 'preferential', 'over80'];
  const orderOf = (id: number) => {
    const serviceIds = servicesOfRoom(services, id);
    const ticketsOfRoom = day.tickets.filter((ticket) => isForRoom(ticket, { id, serviceIds }));
    return labelsOf(callOrder({ ...day, tickets: ticketsOfRoom }, { alternation: 0, kinds }));
  };
  assert.deepEqual(orderOf(lab), ['C80-001', 'CP001', 'VP001', 'E001', 'C001', 'C002', 'N001']);
  assert.deepEqual(orderOf(desk), ['VP001', 'D001', 'E001', 'N001']);
  assert.equal(orderOf(hall).length, 8, 'a room that belongs to no service calls the tickets of all services');
  const expected = orderOf(lab);
  const called: string[] = [];
  for (const _ of expected) called.push((await callNext(clinic, lab)).label);
  assert.deepEqual(called, expected, 'the server calls in the order that the desk shows');
  await assertRefused(callNext(clinic, lab), 409, 'queue_empty');
  assert.equal((await callNext(clinic, hall)).label, 'D001');

  await issue(clinic, advice, 'over80');
  assert.equal((await call(clinic, 'd80-1', lab)).label, 'D80-001', 'a typed number can be called to any room');
  await issue(clinic, advice);
  await clinic.call('DELETE /api/call-services/:id', { params: { id: advice.id } });
  assert.equal((await callNext(clinic, lab)).label, 'D002', 'any room calls the tickets of a deleted service');
  const again = await create(clinic, { name: 'Consulta', prefix: 'D' });
  assert.equal(await issue(clinic, again), 'D003', 'no two tickets of a day have the same label');
  await change(clinic, exams.id, { prefix: 'X' });
  await change(clinic, again.id, { prefix: 'E' });
  assert.deepEqual([await issue(clinic, again), await issue(clinic, exams)], ['E004', 'X002']);
  await change(clinic, again.id, { prefix: 'D' });
  await change(clinic, exams.id, { prefix: 'E' });
  assert.deepEqual([await issue(clinic, again), await issue(clinic, exams)], ['D005', 'E003']);
  app.clock.advance(24 * 3_600_000);
  assert.equal(await issue(clinic, blood), 'C001');
});
