import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../platform/clock.ts';
import { createTickets } from './tickets.ts';

test('a ticket is good once, for ten minutes', () => {
  const clock = new ManualClock();
  const tickets = createTickets(clock);
  const ticket = tickets.issue();
  assert.ok(tickets.take(ticket));
  assert.equal(tickets.take(ticket), undefined);

  const late = tickets.issue();
  clock.advance(10 * 60_000);
  assert.equal(tickets.take(late), undefined);
  assert.equal(tickets.take(''), undefined);
});

test('a ticket given back is good again, but not for longer', () => {
  const clock = new ManualClock();
  const tickets = createTickets(clock);
  const ticket = tickets.issue();
  tickets.take(ticket)?.();
  clock.advance(9 * 60_000);
  tickets.take(ticket)?.();
  clock.advance(60_000);
  assert.equal(tickets.take(ticket), undefined);
});

test('a jump of the wall clock does not end a ticket, and only a thousand are kept', () => {
  const clock = new ManualClock();
  const tickets = createTickets(clock);
  const first = tickets.issue();
  const second = tickets.issue();
  clock.jump(86_400_000);
  for (let i = 0; i < 999; i += 1) tickets.issue();
  assert.equal(tickets.take(first), undefined);
  assert.ok(tickets.take(second));
});
