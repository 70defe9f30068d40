import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../clock.ts';
import { createDoorman } from './doorman.ts';

const start = (most = 1_000) => {
  const clock = new ManualClock();
  const doorman = createDoorman({ clock, most, isProxy: (address) => address === 'proxy' });
  const open = (address: string, count: number) => {
    let taken = 0;
    for (let i = 0; i < count; i += 1) {
      if (doorman.opened(address)) taken += 1;
      else doorman.closed();
    }
    return taken;
  };
  return { clock, doorman, open };
};

test('one address that opens without end leaves room for all others', () => {
  const { clock, open } = start();
  assert.equal(open('greedy', 20_000), 250);
  for (let i = 0; i < 100; i += 1) assert.equal(open(`tv ${i}`, 2), 2);
  clock.advance(1_000);
  assert.equal(open('greedy', 20_000), 20);
});

test('when nearly all places are taken, they are for addresses that somebody proven came from', () => {
  const { doorman, open } = start();
  doorman.proven('clinic');
  for (let i = 0; i < 80; i += 1) open(`stranger ${i}`, 10);
  assert.equal(open('another stranger', 1), 0);
  assert.equal(open('clinic', 5), 5);
});

test('never more than the process can hold, not for a proxy either', () => {
  const { open } = start();
  assert.equal(open('proxy', 2_000), 1_000);
});

test('a network of IPv6 is one address', () => {
  const { doorman, open } = start();
  const host = (last: number) => `2001:0db8:0001:0002:0000:0000:0000:${last.toString(16).padStart(4, '0')}`;
  let taken = 0;
  for (let i = 0; i < 1_000; i += 1) taken += open(host(i), 1);
  assert.equal(taken, 250);
  doorman.proven('2001:0db8:0001:0003:0000:0000:0000:0001');
  for (let i = 0; i < 80; i += 1) open(`stranger ${i}`, 10);
  assert.equal(open('another stranger', 1), 0);
  assert.equal(open('2001:0db8:0001:0003:0000:0000:0000:0002', 5), 5);
});
