/** Tests how much data frequent changes transfer to an open studio. pages/calls/desk/traffic.full.browser.test.ts tests calls. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { loopTurns } from '../src/testing/until.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { TestApp } from '../src/testing/app.ts';
import { heartbeat, openAccount, picture, test } from './testing/studio-test.ts';
import { countTraffic } from './testing/traffic.ts';

test('three uploads make at most 12 requests, and the list shows them when they are ready', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: 'about:blank' });
  const traffic = countTraffic(page);
  await page.goto('/manage?aba=upload');
  const buffers = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => picture(colour)));
  await page
    .locator('input[type=file]')
    .setInputFiles(buffers.map((buffer, index) => ({ name: `cor-${index}.png`, mimeType: 'image/png', buffer })));
  await page.getByLabel('Nome de cor-2.png').waitFor();
  await loopTurns(2_000);
  traffic.reset();
  await page.getByRole('button', { name: 'Enviar 3 arquivos' }).click();
  await page.getByText('Pronto', { exact: true }).nth(2).waitFor();
  await loopTurns(2_000);
  const { requests } = traffic.reset();
  t.diagnostic(requests.join(', '));
  assert.ok(requests.length <= 12, requests.join(', '));
});

/** Adds screens without a device, directly to the database: 2,000 calls would take a minute. */
function insertScreens({ parts }: TestApp<Clock>, userId: number, count: number): void {
  const insert = parts.database.prepare<[number, string, string, string, number]>(
    'INSERT INTO players (user_id, name, screen_id, activation_code, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  parts.database.tx(() => {
    for (let index = 0; index < count; index += 1) {
      const [id, code] = [String(index).padStart(6, '0'), String(index).padStart(10, '0')];
      insert.run(userId, `Sala ${index}`, id, code, parts.clock.now());
    }
  });
}

/** Starts counting changed, added and removed DOM nodes of the page. */
const countMutations = (page: Page) =>
  page.evaluate(() => {
    const counter = ((globalThis as { counter?: { mutations: number } }).counter = { mutations: 0 });
    new MutationObserver((list) => {
      for (const { addedNodes, removedNodes } of list) counter.mutations += 1 + addedNodes.length + removedNodes.length;
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });

/** Returns how many nodes have changed since the last call. */
const takeMutations = (page: Page) =>
  page.evaluate(() => {
    const { counter } = globalThis as unknown as { counter: { mutations: number } };
    const { mutations } = counter;
    counter.mutations = 0;
    return mutations;
  });

test("a screen's change of state costs at most 2 KB and 100 changed nodes in a list of 2,000", async (t) => {
  const { app, enter, customer } = await openAccount(t);
  insertScreens(app, customer.user.id, 1_999);
  const screen = await app.screen(customer);
  const lists = [
    { person: customer, path: '/manage?aba=telas' },
    { person: customer, path: '/players' },
    { person: app.admin, path: '/admin/screens' },
  ];
  for (const { person, path } of lists) {
    const page = await enter(person, { path: 'about:blank' });
    const traffic = countTraffic(page);
    const nextRead = () =>
      page.waitForResponse((response) => /\/api\/(my-players|admin\/players)$/.test(new URL(response.url()).pathname));
    const firstRead = nextRead();
    await page.goto(path);
    await firstRead;
    await countMutations(page);
    const sizes: number[] = [];
    const mutations: number[] = [];
    // Rounds in which the page also made its regular read (every ten seconds) are left out: they do not measure the message alone.
    for (let round = 1; round <= 10 && sizes.length < 3; round += 1) {
      await (await nextRead()).finished();
      await loopTurns(3_000);
      traffic.reset();
      await takeMutations(page);
      await heartbeat(screen, { lastError: `falha ${round}` });
      await loopTurns(1_500);
      const changed = await takeMutations(page);
      const { requests, bytes } = traffic.reset();
      if (requests.some((request) => request.includes('players'))) continue;
      sizes.push(bytes);
      mutations.push(changed);
    }
    t.diagnostic(`${path}: ${sizes.join(', ')} bytes; ${mutations.join(', ')} changed nodes`);
    assert.ok(sizes.length > 0 && Math.min(...sizes) > 0, 'the message arrived between two reads');
    assert.ok(Math.max(...sizes) <= 2_048, `${Math.max(...sizes)} bytes`);
    assert.ok(Math.max(...mutations) <= 100, `${Math.max(...mutations)} changed nodes`);
  }
}, 600_000);

test('an urgent notice to 300 screens costs each open studio at most 5 requests', async (t) => {
  const { app, enter, customer } = await openAccount(t);
  const screens = [];
  while (screens.length < 300) screens.push(await app.screen(customer));
  await Promise.all(screens.map((screen) => heartbeat(screen)));
  const open = async () => {
    const page = await enter(customer, { path: 'about:blank' });
    const traffic = countTraffic(page);
    await page.goto('/chamada');
    await page.getByRole('button', { name: 'Aviso urgente', exact: true }).waitFor();
    return { page, traffic };
  };
  const [sending, watching] = [await open(), await open()];
  await sending.page.getByRole('button', { name: 'Aviso urgente', exact: true }).click();
  await sending.page.getByLabel('Texto na tela').fill('Evacue o prédio');
  await loopTurns(2_000);
  for (const { traffic } of [sending, watching]) traffic.reset();
  await sending.page.getByRole('button', { name: 'Mostrar em 300 telas' }).click();
  await sending.page.getByRole('button', { name: 'Mostrar agora' }).click();
  await watching.page.getByRole('region', { name: 'Aviso urgente no ar' }).waitFor();
  const [notice] = (await customer.call('GET /api/urgent')).notices;
  const receipt = { params: { id: notice?.id ?? 0 }, body: { hadSound: true } };
  for (const screen of screens) await screen.call('POST /api/player/urgent/:id/shown', receipt);
  await sending.page.getByText('300 de 300 telas mostrando').waitFor();
  await loopTurns(2_000);
  for (const [name, { traffic }] of Object.entries({ sending, watching })) {
    const { requests } = traffic.reset();
    t.diagnostic(`${name}: ${requests.join(', ')}`);
    assert.ok(requests.length <= 5, `${name}: ${requests.join(', ')}`);
  }
}, 600_000);
