import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerCall } from '../../../../src/contract/calls.ts';
import { playerCall } from '../../testing/items.ts';
import { kindOf } from './call-card.ts';
import {
  advance,
  addCalls,
  type CallQueue,
  cardMs,
  isTicket,
  noCalls,
  panelOf,
  stripAt,
  timesSpoken,
} from './call-queue.ts';

const ids = (list: CallQueue['strip']) => list.map((one) => one.call.id);
const responseWith = (...calls: PlayerCall[]) => ({ calls, recent: [] });

test('calls are shown one after the other in the order of the response, and then listed in the strip', () => {
  let queue = addCalls(noCalls, responseWith(playerCall(1), playerCall(2), playerCall(3)), 1_000);
  const shown: (number | undefined)[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    queue = advance(queue);
    shown.push(queue.shown?.call.id);
  }
  assert.deepEqual(shown, [1, 2, 3, undefined]);
  assert.deepEqual(ids(queue.strip), [3, 2, 1]);
});

test('a call that arrives while another is shown waits, and is added only once', () => {
  let queue = advance(addCalls(noCalls, responseWith(playerCall(1)), 1_000));
  queue = addCalls(queue, responseWith(playerCall(2)), 1_200);
  queue = addCalls(queue, { calls: [playerCall(1), playerCall(2)], recent: [playerCall(2), playerCall(1)] }, 1_300);
  assert.equal(queue.shown?.call.id, 1);
  assert.deepEqual(ids(queue.waiting), [2]);
  assert.deepEqual(ids(queue.strip), []);
});

test('a repeated call is shown again, and is in the strip once', () => {
  let queue = advance(addCalls(noCalls, responseWith(playerCall(1)), 1_000));
  queue = addCalls(queue, responseWith(playerCall(2, { label: 'N1', times: 2 })), 2_000);
  assert.deepEqual(ids(queue.waiting), [2]);
  queue = advance(advance(queue));
  assert.deepEqual(ids(queue.strip), [2]);
});

test('a repetition replaces its call while the call waits, even within one response', () => {
  const repetition = playerCall(4, { label: 'N2', times: 2, firstId: 2 });
  const third = playerCall(5, { label: 'N2', times: 3, firstId: 2 });
  let queue = advance(addCalls(noCalls, responseWith(playerCall(1), playerCall(2), playerCall(3)), 0));
  queue = addCalls(queue, { calls: [repetition, third], recent: [third, playerCall(3), playerCall(1)] }, 500);
  assert.deepEqual([ids(queue.waiting), ids(queue.strip)], [[5, 3], []]);
  queue = advance(queue);
  const again = playerCall(6, { label: 'N2', times: 4, firstId: 2 });
  assert.deepEqual(
    ids(addCalls(queue, responseWith(again), 900).waiting),
    [3, 6],
    'the repetition of a shown call waits behind the others',
  );
  const other = playerCall(7, { label: 'N9', firstId: 3 });
  assert.deepEqual(ids(addCalls(queue, responseWith(other), 900).waiting), [3, 7], 'another label replaces no call');
});

test('the strip orders calls by time and identifies them by key, because a restored backup reuses ids', () => {
  const [kept, lost] = [playerCall(6, { ageMs: 90_000 }), playerCall(5, { ageMs: 80_000 })];
  let queue = addCalls(noCalls, { calls: [], recent: [lost, kept] }, 100_000);
  assert.deepEqual(ids(queue.strip), [5, 6]);
  const again = playerCall(5, { key: 'another', label: 'P1' });
  const later = { ...kept, ageMs: 91_000 };
  queue = advance(advance(addCalls(queue, { calls: [again], recent: [again, later] }, 101_000)));
  assert.deepEqual(
    queue.strip.map(({ call }) => call.label),
    ['P1', 'N6'],
    'the call that the restored server does not know has left the strip',
  );
});

test('a stricter name policy shortens names on the card, in all waiting calls and in the strip', () => {
  const names = ['Ana Lima', 'Bia Souza', 'Caio Reis', 'Davi Sá', 'Edu Paz', 'Fábio Dias', 'Gil Luz'];
  const calls = names.map((label, index) => playerCall(index + 1, { label, sounds: ['/voice'] }));
  const queue = advance(advance(addCalls(noCalls, responseWith(...calls), 0)));
  const shorter = ['A. L.', 'B. S.', 'C. R.', 'D. S.', 'E. P.', 'F. D.', 'G. L.'].map((label, index) =>
    playerCall(index + 1, { label, ageMs: 5_000 }),
  );
  const recent = shorter.slice(-4).reverse();
  const { shown, waiting, strip } = addCalls(queue, { calls: [], recent }, 5_000, shorter);
  const labels = [strip, [shown], waiting].map((list) => list.map((one) => one?.call.label).join());
  assert.deepEqual(labels, ['A. L.', 'B. S.', 'C. R.,D. S.,E. P.,F. D.,G. L.']);
  assert.deepEqual(
    [shown, ...waiting].flatMap((one) => one?.call.sounds),
    [],
    'the former names are not spoken',
  );
});

test('a deleted name disappears from card, queue and strip; a ticket stays', () => {
  const calls = ['Ana Lima', 'Bia Souza', 'P1', 'Caio Reis', 'P2'].map((label, index) =>
    playerCall(index + 1, { label }),
  );
  let queue = advance(advance(addCalls(noCalls, responseWith(...calls), 0)));
  const tickets = calls.filter(({ label }) => label.startsWith('P'));
  queue = addCalls(queue, { calls: [], recent: tickets.toReversed() }, 5_000, tickets);
  assert.deepEqual([queue.shown?.call.label, ids(queue.waiting), ids(queue.strip)], ['', [3, 5], []]);
  assert.deepEqual(ids(advance(queue).strip), []);
});

test('a card ends 1 s after its announcement, but not before 5 s, if other calls wait or the call itself waited long', () => {
  const ms = (waiting: number, spokenMs: number, waitedMs = 0, seconds = 12) =>
    cardMs(addCalls(noCalls, responseWith(...[1, 2, 3].slice(0, waiting).map((id) => playerCall(id))), 0), {
      ...{ seconds, spokenMs, waitedMs },
    });
  assert.deepEqual([ms(0, 4_700), ms(1, 4_700), ms(3, 2_000)], [12_000, 5_700, 5_000]);
  assert.deepEqual([ms(0, 4_700, 12_000), ms(0, 4_700, 12_001)], [12_000, 5_700]);
  assert.deepEqual([ms(0, 14_000), ms(1, 14_000), ms(1, 4_700, 0, 5)], [14_000, 14_000, 5_000]);
});

test('a call older than 90 seconds on arrival goes to the strip at once', () => {
  const queue = addCalls(
    noCalls,
    responseWith(playerCall(1, { ageMs: 90_001 }), playerCall(2, { ageMs: 90_000 })),
    1_000,
  );
  assert.deepEqual(ids(queue.waiting), [2]);
  assert.deepEqual(ids(queue.strip), [1]);
});

test('the strip has the last four calls, without test calls and calls whose name was deleted', () => {
  const recent = [
    playerCall(9),
    playerCall(8, { isTest: true }),
    playerCall(7),
    playerCall(6, { label: '' }),
    playerCall(5),
    playerCall(4),
    playerCall(3),
  ];
  assert.deepEqual(ids(addCalls(noCalls, { calls: [], recent }, 1_000).strip), [9, 7, 5, 4]);
});

test('while more than two calls wait, each is spoken once', () => {
  const waiting = (count: number) =>
    advance(
      addCalls(noCalls, responseWith(...Array.from({ length: count + 1 }, (_, index) => playerCall(index + 1))), 0),
    );
  assert.equal(timesSpoken(waiting(2), 3), 3);
  assert.equal(timesSpoken(waiting(3), 3), 1);
});

test('a call leaves the strip after two hours, or after 15 minutes without the server', () => {
  const queue = advance(advance(addCalls(noCalls, responseWith(playerCall(1, { ageMs: 60_000 })), 60_000)));
  const minutes = (count: number) => count * 60_000;
  assert.deepEqual(ids(stripAt(queue, minutes(120) - 1, null)), [1]);
  assert.deepEqual(ids(stripAt(queue, minutes(120), null)), []);
  assert.deepEqual(ids(stripAt(queue, minutes(20), minutes(6))), [1]);
  assert.deepEqual(ids(stripAt(queue, minutes(21), minutes(6))), []);
});

test('shown and waiting calls take their age from the latest response, because the device may have slept', () => {
  const sleptMs = 3 * 3_600_000;
  let queue = advance(addCalls(noCalls, responseWith(playerCall(1), playerCall(2)), 1_000));
  queue = addCalls(queue, { calls: [], recent: [playerCall(2), playerCall(1)] }, 1_000 + sleptMs);
  queue = advance(advance(queue));
  assert.deepEqual(ids([...stripAt(queue, 2_000 + sleptMs, null)]), [2, 1]);
});

test('labels such as P042 are tickets, names are not', () => {
  for (const label of ['42', 'P042', 'N-7', '80-012', 'A 3', '12B', 'RX 700'])
    assert.equal(isTicket({ label }), true, label);
  for (const label of ['Maria S.', 'M. S.', 'Ana', '']) assert.equal(isTicket({ label }), false, label);
});

test('the server decides which labels are names: a stricter name policy empties a shown name, not a shown ticket', () => {
  const [ticket, name] = [
    playerCall(1, { label: 'C80-001', isName: false }),
    playerCall(2, { label: 'ANA 12', isName: true }),
  ];
  assert.deepEqual([kindOf(ticket), kindOf(name)], ['Senha', 'Chamando']);
  const recent = [5, 6, 7, 8].map((id) => playerCall(id));
  const shown = advance(addCalls(noCalls, responseWith(ticket), 1_000));
  assert.equal(addCalls(shown, { calls: [], recent }, 2_000, []).shown?.call.label, 'C80-001');
  const named = advance(addCalls(noCalls, responseWith(name), 1_000));
  assert.equal(addCalls(named, { calls: [], recent }, 2_000, []).shown?.call.label, '');
});

test('the panel shows the announced or last call and the three before it, and a repeated call only once', () => {
  const idsOf = (queue: CallQueue) => {
    const { last, isCalling, previous } = panelOf(queue.shown, stripAt(queue, 1_000, null));
    return [last?.call.id, isCalling, ids(previous)];
  };
  assert.deepEqual(idsOf(noCalls), [undefined, false, []]);
  let queue = addCalls(noCalls, responseWith(...[1, 2, 3, 4, 5].map((id) => playerCall(id))), 1_000);
  for (let turn = 0; turn < 5; turn += 1) queue = advance(queue);
  assert.deepEqual(idsOf(queue), [5, true, [4, 3, 2]]);
  queue = advance(queue);
  assert.deepEqual(idsOf(queue), [5, false, [4, 3, 2]]);
  const repetition = playerCall(6, { label: 'N4', times: 2, firstId: 4 });
  const recent = [repetition, playerCall(5), playerCall(3), playerCall(2)];
  queue = advance(addCalls(queue, { calls: [repetition], recent }, 1_000));
  assert.deepEqual(idsOf(queue), [6, true, [5, 3, 2]]);
  queue = advance(addCalls(queue, { calls: [playerCall(7, { isTest: true })], recent }, 1_000));
  assert.deepEqual(idsOf(queue), [7, true, [6, 5, 3]]);
  assert.deepEqual(idsOf(advance(queue)), [6, false, [5, 3, 2]], 'a test call is not listed');
});

test('calls shortly after one another stay in order, although a slow response makes the earlier one look newer', () => {
  const first = addCalls(noCalls, responseWith(playerCall(1, { ageMs: 100_000 })), 2_000);
  const both = addCalls(
    first,
    { calls: [playerCall(2, { ageMs: 99_900 })], recent: [playerCall(1, { ageMs: 99_500 })] },
    2_000,
  );
  assert.deepEqual(ids(both.strip), [2, 1]);
});
