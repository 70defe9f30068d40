import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticketsMatching } from './ticket-labels.ts';

const ticket = (label: string, status: 'waiting' | 'absent' | 'called' = 'waiting') => {
  const number = Number(label.slice(-3));
  return { label, number, status };
};
const queue = [
  ticket('N001', 'called'),
  ticket('N006'),
  ticket('P006'),
  ticket('N012'),
  ticket('80-012'),
  ticket('N080'),
  ticket('N007', 'absent'),
  ticket('P007'),
  ticket('P009', 'absent'),
];
const found = (typed: string) => ticketsMatching(queue, typed).map(({ label }) => label);

test('a typed label finds only its waiting ticket, and ignores case, leading zeros, hyphens and spaces', () => {
  for (const typed of ['N006', 'n006', 'n6', ' N 6 ', 'N-06']) assert.deepEqual(found(typed), ['N006'], typed);
  for (const typed of ['80-012', '80012', '80 12', '8012']) assert.deepEqual(found(typed), ['80-012'], typed);
  assert.deepEqual([found('80'), found('n80')], [['N080'], ['N080']]);
  for (const typed of ['N001', '1', 'X6', '', 'Ana', '6.0', '99']) assert.deepEqual(found(typed), [], typed);
});

test('a number finds the waiting tickets of all kinds, and absent ones only if no waiting ticket matches', () => {
  assert.deepEqual(found('6'), ['N006', 'P006']);
  assert.deepEqual(found('012'), ['N012', '80-012']);
  assert.deepEqual([found('7'), found('n7'), found('9')], [['P007'], ['N007'], ['P009']]);
});
