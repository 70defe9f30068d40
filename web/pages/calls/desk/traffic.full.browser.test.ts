/** Tests how many requests and bytes one call costs each desk on a busy day. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { loopTurns } from '../../../../src/testing/until.ts';
import { heartbeat, openAccount, test } from '../../../testing/studio-test.ts';
import { countTraffic } from '../../../testing/traffic.ts';

const limitBytes = 4 * 1024;

test('on a day with 1,000 calls a new call costs each desk at most 2 requests and 4 KB, with 1 TV and with 20 TVs', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  const { id: roomId } = await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
  app.parts.database.tx(() => {
    const label = (number: number) => `A${String(number).padStart(3, '0')}`;
    for (let number = 0; number < 1_000; number += 1)
      app.parts.calls.service.callTyped(owner.user.id, {
        label: label(number),
        roomId,
        isPriority: false,
        isTest: false,
      });
  });
  const open = async () => {
    const page = await enter(owner, { path: 'about:blank' });
    const traffic = countTraffic(page);
    await page.goto('/chamada');
    await page.getByRole('list', { name: 'Últimas chamadas' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    return { page, traffic };
  };
  const [calling, watching] = [await open(), await open()];
  const untilShown = (page: Page, count: number) =>
    page
      .getByRole('list', { name: 'Últimas chamadas' })
      .getByRole('listitem')
      .first()
      .getByText(count === 1 ? /^na TV em / : new RegExp(`^em ${count} TVs`))
      .waitFor();
  const screens = [];
  for (const [count, label] of [
    [1, '101'],
    [20, '202'],
  ] as const) {
    while (screens.length < count) screens.push(await app.screen(owner));
    for (const screen of screens) await heartbeat(screen);
    await loopTurns(2_000);
    for (const { traffic } of [calling, watching]) traffic.reset();
    await calling.page.keyboard.type(label);
    await calling.page.keyboard.press('Enter');
    await watching.page.getByText(label, { exact: true }).first().waitFor();
    const [call] = (await owner.call('GET /api/calls')).calls;
    assert.equal(call?.label, label);
    const receipt = { params: { id: call.id }, body: { hadSound: true } };
    await Promise.all(screens.map((screen) => screen.call('POST /api/player/calls/:id/shown', receipt)));
    for (const { page } of [calling, watching]) await untilShown(page, count);
    await loopTurns(2_000);
    for (const [name, { traffic }] of Object.entries({ calling, watching })) {
      const { requests, bytes } = traffic.reset();
      t.diagnostic(`${name}, ${count} TVs: ${requests.length} requests, ${bytes} bytes`);
      assert.ok(requests.length <= 2, requests.join(', '));
      assert.ok(bytes <= limitBytes, `${bytes} bytes`);
    }
  }
}, 600_000);
