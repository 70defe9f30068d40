import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../platform/clock.ts';
import { createStepTickets } from './step-tickets.ts';

function setUp() {
  const clock = new ManualClock();
  const tickets = createStepTickets<string>(clock, 10 * 60_000);
  return { clock, tickets, issue: () => tickets.issue('subject') };
}

test('a ticket returns its subject, and is valid once, for ten minutes', () => {
  const { clock, tickets, issue } = setUp();
  const ticket = issue();
  assert.equal(tickets.find(ticket), 'subject');
  assert.ok(tickets.redeem(ticket));
  assert.equal(tickets.redeem(ticket), undefined);

  const expiring = issue();
  clock.advance(10 * 60_000);
  assert.equal(tickets.find(expiring), undefined);
  assert.equal(tickets.redeem(expiring), undefined);
  assert.equal(tickets.redeem(''), undefined);
});

test('a restored ticket is valid again, but not for longer than before', () => {
  const { clock, tickets, issue } = setUp();
  const ticket = issue();
  tickets.redeem(ticket)?.();
  clock.advance(9 * 60_000);
  tickets.redeem(ticket)?.();
  clock.advance(60_000);
  assert.equal(tickets.redeem(ticket), undefined);
});

test('a jump of the wall clock does not end a ticket, and only the newest thousand tickets are valid', () => {
  const { clock, tickets, issue } = setUp();
  const [first, second] = [issue(), issue()];
  clock.jump(86_400_000);
  for (let i = 0; i < 999; i += 1) issue();
  assert.equal(tickets.redeem(first), undefined);
  assert.ok(tickets.redeem(second));
});
