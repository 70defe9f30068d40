import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket, TicketKind } from '../../contract/calls.ts';
import { callOrder, nextKind } from '../../contract/text/queue-order.ts';
import { dayIn, isTicketNumber, maskLabel, ticketLabel } from './call-policies.ts';
import { spokenNumber } from './voice/number-words.ts';

test('a short code of letters and digits is a ticket, a name is not', () => {
  for (const ticket of [
    '42',
    '042',
    'P042',
    'p42',
    '80-012',
    'RX 7',
    'USG15',
    '12B',
    'N-1',
    '000123',
    '12345678',
    'USG 15',
    'rx-7',
  ])
    assert.ok(isTicketNumber(ticket), ticket);
  for (const name of [
    'Maria',
    'M',
    'ANA',
    'José 3º',
    'Maria 1985',
    '11999998888',
    '123.456.789-00',
    'P0 42x',
    '🎉',
    '1🎉',
    'Ana 12',
    'LÉO 7',
    '123456789',
    'Ivo 1980',
    'Eva 7 S',
    ' 7',
  ])
    assert.ok(!isTicketNumber(name), name);
});

test('each name policy shortens names as configured, leaves ticket numbers unchanged, and refuses document numbers', () => {
  const cases: [typed: string, initials: string, firstAndInitial: string][] = [
    ['Maria da Silva Souza', 'M. S. S.', 'Maria S.'],
    ['José', 'J.', 'José'],
    ['ângela DOS SANTOS', 'Â. S.', 'Ângela S.'],
    ['E\u0301rica e Lima', 'É. L.', 'Érica L.'],
    ['Dra. Ana de Paula', 'A. P.', 'Ana P.'],
    ['Silva, Maria da', 'M. S.', 'Maria S.'],
    ['Ana 🎉 Lúcia 1985', 'A. L.', 'Ana L.'],
    ['Maria-da-Silva_Souza', 'M. S. S.', 'Maria S.'],
    ["Joana D'Ávila", 'J. D. Á.', 'Joana Á.'],
    ['De Di', 'D. D.', 'De D.'],
  ];
  for (const [typed, initials, first] of cases) {
    assert.deepEqual(maskLabel(typed, 'initials'), { label: initials, isName: true });
    assert.deepEqual(maskLabel(typed, 'firstNameAndInitial'), { label: first, isName: true });
    assert.equal(maskLabel(typed, 'ticket'), undefined);
    assert.deepEqual(maskLabel(typed, 'full'), { label: typed.normalize('NFC'), isName: true });
  }
  for (const policy of ['ticket', 'initials', 'firstNameAndInitial', 'full'] as const)
    assert.deepEqual(maskLabel('p042', policy), { label: 'P042', isName: false });
  const documents = [
    '123.456.789-09',
    '12345678909',
    '(11) 99999-8888',
    '12.345.678-9',
    '80 12345678',
    'Ana 123456789',
  ];
  for (const document of documents)
    for (const policy of ['ticket', 'initials', 'firstNameAndInitial', 'full'] as const)
      assert.equal(maskLabel(document, policy), undefined, document);
  for (const ticket of ['80-012', '80-1234', 'P042', '12345678', 'USG 15'])
    assert.deepEqual(maskLabel(ticket, 'full'), { label: ticket, isName: false });
  for (const unusable of ['🎉', '...', '11999998888'])
    for (const policy of ['ticket', 'initials', 'firstNameAndInitial'] as const)
      assert.equal(maskLabel(unusable, policy), undefined);
});

test('patients of 80 and older are called before other preferential ones, and these before normal ones', () => {
  const all = new Set(['normal', 'preferential', 'over80'] as const);
  assert.equal(nextKind(all, { alternation: 0, lastKinds: ['over80', 'over80'] }), 'over80');
  assert.equal(nextKind(new Set(['normal', 'preferential']), { alternation: 0, lastKinds: [] }), 'preferential');
  assert.equal(nextKind(new Set(['normal']), { alternation: 0, lastKinds: [] }), 'normal');
  assert.equal(nextKind(new Set(), { alternation: 3, lastKinds: [] }), undefined);
});

test('the queue is listed in the order in which it is called', () => {
  const ticket = (label: string, kind: TicketKind, number: number, status: Ticket['status'] = 'waiting'): Ticket => ({
    ...{ id: number, label, kind, number, serviceId: null, toRoomId: null, status },
    ...{ createdAt: '', queuedAt: `2026-11-20T12:0${number}:00.000Z` },
  });
  const tickets = [
    ticket('N002', 'normal', 2),
    ticket('N001', 'normal', 1),
    ticket('P002', 'preferential', 2),
    ticket('P001', 'preferential', 1, 'absent'),
    ticket('P003', 'preferential', 3),
  ];
  const order = (alternation: number, lastKinds: TicketKind[], kinds: TicketKind[] = ['normal', 'preferential']) =>
    callOrder({ tickets, lastKinds }, { alternation, kinds }).map(({ label }) => label);
  assert.deepEqual(order(0, []), ['P002', 'P003', 'N001', 'N002']);
  assert.deepEqual(order(1, ['over80']), ['N001', 'P002', 'N002', 'P003']);
  assert.deepEqual(order(1, ['over80'], ['preferential']), ['P002', 'P003']);
});

test('with an alternation of 2, a waiting normal ticket is called after each two preferential ones', () => {
  const all = new Set(['normal', 'preferential', 'over80'] as const);
  assert.equal(nextKind(all, { alternation: 2, lastKinds: ['over80'] }), 'over80');
  assert.equal(nextKind(all, { alternation: 2, lastKinds: ['preferential', 'over80'] }), 'normal');
  assert.equal(nextKind(all, { alternation: 2, lastKinds: ['normal', 'over80'] }), 'over80');
  assert.equal(nextKind(new Set(['over80']), { alternation: 2, lastKinds: ['over80', 'over80'] }), 'over80');
});

test('a ticket label is the prefix and a three-digit number, with a dash after a prefix that ends in a digit', () => {
  assert.deepEqual([ticketLabel('P', 42), ticketLabel('80', 7), ticketLabel('N', 1234)], ['P042', '80-007', 'N1234']);
});

test('a number of up to four digits is spoken as one number, unless it begins with 0', () => {
  const numbers = ['0', '7', '10', '16', '20', '21', '99', '100', '115', '200', '999', '1000', '07'];
  assert.deepEqual(numbers.map(spokenNumber), [
    'zero',
    'sete',
    'dez',
    'dezesseis',
    'vinte',
    'vinte e um',
    'noventa e nove',
    'cem',
    'cento e quinze',
    'duzentos',
    'novecentos e noventa e nove',
    'mil',
    'zero sete',
  ]);
});

test("a day begins at midnight of the clinic's time zone", () => {
  const at = Date.parse('2026-11-22T03:30:00Z');
  assert.equal(dayIn('America/Sao_Paulo', at), '2026-11-22');
  assert.equal(dayIn('America/Manaus', at), '2026-11-21');
});
