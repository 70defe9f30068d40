/** Tests the page 'Programação' (contract/README 16) with mouse, touch and keyboard, and on a phone. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Customer } from '../../../src/testing/app.ts';
import { faultsInBothThemes } from '../../testing/axe.ts';
import { addContent } from '../../../src/testing/contents.ts';
import { addItem } from '../../../src/testing/steps.ts';
import { until } from '../../../src/testing/until.ts';
import { untilAnimationsEnd, untilFocused } from '../../testing/browser.ts';
import {
  asMember,
  openAccount,
  pressOn,
  renameScreen,
  sendPlaylist,
  tabToElement,
  test,
  toastOf,
} from '../../testing/studio-test.ts';

const workdays = [0, 1, 2, 3, 4];
const weekend = [5, 6];
const ruleList = (page: Page) => page.getByRole('list', { name: 'Regras da programação' });

/** Creates a clinic with three playlists and two screens. The base playlist of the first screen is 'Recepção'. */
async function openClinic(t: TestContext) {
  const studio = await openAccount(t, { quotas: { maxPlayers: 10, maxPlaylists: 10 } });
  const { app, customer: owner } = studio;
  const create = async (name: string) => (await owner.call('POST /api/playlists', { body: { name } })).id;
  const playlists = {
    base: await create('Recepção'),
    children: await create('Infantil'),
    general: await create('Geral'),
  };
  for (const playlist of Object.values(playlists))
    await addItem(owner, addContent(app, { userId: owner.user.id }), playlist);
  const [screen, other] = [await app.screen(owner), await app.screen(owner)];
  for (const [{ playerId: id }, name] of [
    [screen, 'Entrada'],
    [other, 'Fundos'],
  ] as const)
    await renameScreen(owner, id, name);
  await sendPlaylist(owner, screen.playerId, playlists.base);
  const createRule = (plays: number | 'dark', days: number[], from: number, to: number) =>
    owner.call('POST /api/schedules', {
      body: { plays, days, from: from * 60, to: to * 60, targets: [{ kind: 'screen', id: screen.playerId }] },
    });
  return { ...studio, owner, playlists, screen, other, createRule };
}

const rulesOf = async (owner: Customer) =>
  (await owner.call('GET /api/schedules')).map(({ playlist, days, from, to }) => [
    playlist?.name ?? 'dark',
    days.join(''),
    from / 60,
    to / 60,
  ]);

const untilRules = (owner: Customer, wanted: unknown[][]) =>
  until(JSON.stringify(wanted), async () => JSON.stringify(await rulesOf(owner)) === JSON.stringify(wanted));

async function open(page: Page): Promise<void> {
  await page.goto('/programacao');
  await page.getByRole('button', { name: 'Nova regra' }).waitFor();
}

const takePicture = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

/** Returns the position of a day and hour in the week, in px. */
async function pointAt(page: Page, day: number, hour: number): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('grid').boundingBox();
  assert.ok(box);
  return { x: box.x + ((day + 0.5) / 7) * box.width, y: box.y + (hour / 24) * box.height };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

test('rules for morning, afternoon and a dark weekend are created with at most 12 actions', async (t) => {
  const { enter, owner } = await openClinic(t);
  const page = await enter(owner);
  await page.getByRole('main').getByRole('link', { name: 'Programação' }).click();
  await page.getByText('Entrada mostra “Recepção” o tempo todo').waitFor();
  let actions = 0;
  const act = async (action: () => Promise<unknown>) => {
    actions += 1;
    await action();
  };
  const since = performance.now();
  const create = page.getByRole('dialog').getByRole('button', { name: 'Criar regra' });
  await act(() => page.getByRole('button', { name: /^Manhã infantil/ }).click());
  await act(() => create.click());
  await ruleList(page).getByText('seg a sex, 7:00 às 12:00').waitFor();
  await act(() => page.getByRole('button', { name: 'Nova regra' }).click());
  await act(() => create.click());
  await ruleList(page).getByText('seg a sex, 12:00 às 18:00').waitFor();
  await act(() => page.getByRole('button', { name: 'Fim de semana escuro' }).click());
  await act(() => create.click());
  await ruleList(page).getByText('sáb, dom, o dia inteiro').waitFor();
  t.diagnostic(`${actions} actions, ${Math.round(performance.now() - since)} ms`);
  assert.ok(actions <= 12);
  assert.deepEqual(await rulesOf(owner), [
    ['Infantil', '01234', 7, 12],
    ['Geral', '01234', 12, 18],
    ['dark', '56', 0, 0],
  ]);

  await page.getByLabel('Dia', { exact: true }).fill('2026-11-24');
  await page.getByLabel('Hora').fill('9h');
  const playback = page.getByTestId('answer');
  await playback.getByText('Infantil').waitFor();
  assert.equal(await playback.textContent(), 'Infantilaté as 12:00porque vale a regra “seg a sex, 7:00 às 12:00”.');
  await page.getByLabel('Dia', { exact: true }).fill('2026-11-28');
  await playback.getByText('Tela escura').waitFor();
  await page.getByLabel('Dia', { exact: true }).fill('2026-11-27');
  await page.getByLabel('Hora').fill('2000');
  await playback.getByText('é a playlist enviada para a tela').waitFor();

  await page.getByRole('button', { name: 'Copiar para outras telas' }).click();
  await page.getByRole('dialog').getByLabel('Fundos').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Copiar' }).click();
  await toastOf(page).getByText('3 regras valem agora também em Fundos.').waitFor();
  await page.getByLabel('Tela', { exact: true }).selectOption({ label: 'Fundos' });
  await ruleList(page).getByText('Infantil').waitFor();
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Fundos ainda não tem o que mostrar').waitFor();
});

test('the mouse creates, moves and resizes rules in the week; changes can be undone, and conflicts show their reason', async (t) => {
  const { enter, owner, playlists, createRule } = await openClinic(t);
  const page = await enter(owner, { path: 'about:blank', viewport: { width: 1366, height: 1000 } });
  await open(page);
  await page.getByTestId('week').scrollIntoViewIfNeeded();
  await drag(page, await pointAt(page, 0, 7.1), await pointAt(page, 4, 11.9));
  const sentence = page.getByTestId('sentence');
  await sentence.getByText('seg a sex, 7:00 às 12:00: Infantil').waitFor();
  await page.getByRole('button', { name: 'Criar regra' }).click();
  await untilRules(owner, [['Infantil', '01234', 7, 12]]);

  await page.locator('[data-rule]').first().waitFor();
  await page.getByTestId('week').scrollIntoViewIfNeeded();
  await drag(page, await pointAt(page, 2, 9), await pointAt(page, 2, 10));
  await untilRules(owner, [['Infantil', '01234', 8, 13]]);
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await untilRules(owner, [['Infantil', '01234', 7, 12]]);
  await ruleList(page).getByText('7:00 às 12:00').waitFor();
  await drag(page, await pointAt(page, 1, 11.95), await pointAt(page, 1, 13.9));
  await untilRules(owner, [['Infantil', '01234', 7, 14]]);

  // Esc cancels a drag. A click opens the rule.
  const [start, end] = [await pointAt(page, 3, 10), await pointAt(page, 3, 15)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await untilRules(owner, [['Infantil', '01234', 7, 14]]);
  await page.mouse.click(start.x, start.y);
  await page.getByRole('dialog', { name: 'Editar regra' }).getByRole('button', { name: 'Cancelar' }).click();

  await createRule(playlists.general, workdays, 11, 18);
  await ruleList(page).getByText('Perde para “Geral”, que começa mais tarde').waitFor();
  assert.equal(await page.locator('[data-rule] > [data-conflict]').count(), 5);

  await page.getByRole('button', { name: /^Excluir: .*: Geral$/ }).click();
  await toastOf(page).getByText('Regra excluída').waitFor();
  await untilRules(owner, [['Infantil', '01234', 7, 14]]);
  await toastOf(page).getByRole('button', { name: 'Desfazer' }).click();
  await untilRules(owner, [
    ['Infantil', '01234', 7, 14],
    ['Geral', '01234', 11, 18],
  ]);
});

test('a group has its own week, its rules appear on its screens, and a rule whose group was deleted can be given a screen', async (t) => {
  const { enter, owner, playlists, screen, other } = await openClinic(t);
  const { id: group } = await owner.call('POST /api/screen-groups', {
    body: { name: 'Térreo', playerIds: [screen.playerId, other.playerId] },
  });
  const page = await enter(owner, { path: 'about:blank', viewport: { width: 1366, height: 1000 } });
  await open(page);
  const target = page.getByLabel('Tela ou grupo', { exact: true });
  await target.selectOption({ label: 'Térreo (grupo de 2 telas)' });
  await page.getByText('Em Térreo, cada tela mostra a sua playlist o tempo todo').waitFor();
  assert.ok(page.url().endsWith(`?grupo=${group}`), page.url());
  await page.getByRole('button', { name: /^Manhã infantil/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mais opções' }).click();
  await dialog.getByLabel('Trocar no minuto exato').click();
  await dialog.getByLabel('Último dia').fill('31122027');
  await page.getByTestId('sentence').getByText('até 31/12/2027, no minuto exato: Infantil').waitFor();
  await takePicture(page, 'rule-options');
  await dialog.getByRole('button', { name: 'Criar regra' }).click();
  await untilRules(owner, [['Infantil', '01234', 7, 12]]);
  const [created] = await owner.call('GET /api/schedules');
  assert.deepEqual(
    [created?.targets, created?.isExact, created?.lastDate],
    [[{ kind: 'group', id: group, name: 'Térreo' }], true, '2027-12-31'],
  );
  await ruleList(page).getByText('no minuto exato').waitFor();
  await page.reload();
  await ruleList(page).getByText('Infantil').waitFor();
  assert.equal(await target.inputValue(), `group:${group}`, 'the address contains the group');
  await takePicture(page, 'group-week');

  await owner.call('POST /api/schedules', {
    body: {
      plays: playlists.general,
      days: workdays,
      from: 480,
      to: 600,
      targets: [{ kind: 'screen', id: screen.playerId }],
    },
  });
  await target.selectOption({ label: 'Entrada' });
  await ruleList(page).getByText('do grupo Térreo').waitFor();
  await ruleList(page).getByText('Perde para “Geral”, que é desta tela, e não de um grupo').waitFor();
  assert.equal(await page.locator('[data-rule]').filter({ hasText: 'Infantil' }).count(), 5);
  await page
    .getByRole('button', { name: /Do grupo Térreo/ })
    .first()
    .waitFor();
  await untilAnimationsEnd(page);
  await takePicture(page, 'screen-with-group');
  await ruleList(page)
    .getByRole('button', { name: /no minuto exato/ })
    .first()
    .click();
  await dialog.getByText('Esta regra é do grupo Térreo').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  await owner.call('DELETE /api/screen-groups/:id', { params: { id: group } });
  const withoutTargets = page.getByRole('list', { name: 'Regras sem tela' });
  await withoutTargets.getByText('Infantil').waitFor();
  await untilAnimationsEnd(page);
  await takePicture(page, 'rules-without-targets');
  assert.deepEqual(await faultsInBothThemes(page), []);
  await withoutTargets.getByRole('button', { name: /^Escolher telas/ }).click();
  await dialog.getByLabel('Fundos').check();
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await withoutTargets.waitFor({ state: 'detached' });
  assert.deepEqual((await owner.call('GET /api/schedules'))[0]?.targets, [
    { kind: 'screen', id: other.playerId, name: 'Fundos' },
  ]);
});

test('when a rule begins or ends, the page requests the list of screens once, even if the computer’s clock is ahead', async (t) => {
  const { enter, owner, playlists, createRule } = await openClinic(t);
  await createRule(playlists.children, [0, 1, 2, 3, 4, 5, 6], 7, 12);
  const page = await enter(owner, { path: 'about:blank' });
  await page.clock.install();
  await open(page);
  await ruleList(page).getByText('Infantil').waitFor();
  await untilAnimationsEnd(page);
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/my-players') requests += 1;
  });
  const screen = (await owner.call('GET /api/my-players')).find(({ playsNow }) => playsNow.until !== null);
  assert.ok(screen?.playsNow.until);
  const aheadMs = Date.parse(screen.playsNow.until) - Date.now();
  await page.clock.fastForward(Math.max(0, aheadMs - 20_000));
  await page.waitForTimeout(500);
  assert.equal(requests, 0);
  await page.clock.fastForward(21_000);
  await until('the screens are requested', () => requests > 0);
  await page.waitForTimeout(500);
  assert.equal(requests, 1);
  await page.clock.fastForward(5_000);
  await page.waitForTimeout(500);
  assert.equal(requests, 1, 'after the same response the page waits 10 s');
});

test('dates are typed as day, month and year, and an invalid date shows an error at its field', async (t) => {
  const { enter, owner } = await openClinic(t);
  const page = await enter(owner, { path: 'about:blank' });
  await open(page);
  await page.getByRole('button', { name: 'Nova regra' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mais opções' }).click();
  const first = dialog.getByLabel('Primeiro dia');
  await first.pressSequentially('3102');
  assert.equal(await first.inputValue(), '31/02/');
  await dialog.getByRole('button', { name: 'Criar regra' }).click();
  await dialog.getByText('Informe o dia como 25/12/2026.').waitFor();
  await first.fill('');
  await first.pressSequentially('25122026');
  assert.equal(await first.inputValue(), '25/12/2026');
  await dialog.getByLabel('Último dia').fill('25/12/2026');
  await dialog.getByRole('button', { name: 'Criar regra' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [created] = await owner.call('GET /api/schedules');
  assert.deepEqual([created?.firstDate, created?.lastDate, created?.priority], ['2026-12-25', '2026-12-25', 0]);
});

test('the keyboard alone selects hours and creates, opens, deletes and restores a rule', async (t) => {
  const { enter, owner } = await openClinic(t);
  const page = await enter(owner, { path: 'about:blank' });
  await open(page);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const grid = page.getByRole('grid');
  await tabToElement(page, grid);
  const cell = () => grid.getByRole('gridcell').textContent();
  assert.equal(await cell(), 'seg, 7:00: Recepção');
  await press('ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight');
  assert.equal(await cell(), 'marcado: seg a ter, 8:00 às 10:00');
  await press('Enter');
  await page.getByTestId('sentence').getByText('seg, ter, 8:00 às 10:00: Infantil').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Criar regra' }), 'Enter');
  await untilRules(owner, [['Infantil', '01', 8, 10]]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilFocused(page, grid);

  await press('Escape');
  await page.waitForFunction(() => document.querySelector('[role=gridcell]')?.textContent === 'ter, 9:30: Infantil');
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Editar regra' });
  await dialog.waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press('Delete');
  await untilRules(owner, []);
  const undo = toastOf(page).getByRole('button', { name: 'Desfazer' });
  await undo.focus();
  await press('Enter');
  await untilRules(owner, [['Infantil', '01', 8, 10]]);
});

test('a phone shows the list first; in the week, touch drags after a long press, and scrolls otherwise', async (t) => {
  const { enter, owner, createRule, playlists } = await openClinic(t);
  await createRule(playlists.children, workdays, 7, 12);
  const page = await enter(owner, {
    path: 'about:blank',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await open(page);
  await ruleList(page).getByText('Infantil').waitFor();
  assert.equal(await page.getByTestId('week').count(), 0);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.getByRole('radio', { name: 'Semana' }).click();
  await page.getByRole('grid').evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }, restMs: number) => {
    await touch('touchStart', from);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await touch('touchEnd');
  };
  await swipe(await pointAt(page, 5, 9.1), await pointAt(page, 6, 12.9), 600);
  await page.getByTestId('sentence').getByText('sáb, dom, 9:00 às 13:00').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const previousScrollY = await page.evaluate(() => window.scrollY);
  await swipe(await pointAt(page, 5, 12), await pointAt(page, 5, 8), 0);
  await page.waitForFunction((y) => window.scrollY !== y, previousScrollY);
  assert.equal(await page.getByRole('dialog').count(), 0);

  await page.getByRole('grid').evaluate((grid) => grid.scrollIntoView({ block: 'center' }));
  await swipe(await pointAt(page, 1, 9), await pointAt(page, 1, 11), 600);
  await untilRules(owner, [['Infantil', '01234', 9, 14]]);
});

test('a member whose role may not change the programme sees it, and can change nothing', async (t) => {
  const { app, enter, owner, createRule } = await openClinic(t);
  await createRule('dark', weekend, 0, 0);
  const reception = await app.member(owner, 'reception');
  const page = await enter(asMember(reception), { path: '/programacao' });
  await page.getByText('Você pode ver, mas não mudar').waitFor();
  await ruleList(page).getByText('Tela escura').waitFor();
  await page.getByTestId('now').waitFor();
  await page.getByRole('grid').focus();
  for (const key of ['Enter', 'Delete']) await page.keyboard.press(key);
  const spot = await pointAt(page, 5, 10);
  await page.mouse.click(spot.x, spot.y);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.getByRole('button', { name: /Nova regra|Excluir|Pausar|Copiar/ }).count(), 0);
});

test('opening hours are set in one form, the page says when the clinic is closed, and a rule can be paused in the list', async (t) => {
  const { enter, owner, createRule, playlists } = await openClinic(t);
  await createRule(playlists.children, [0, 1, 2, 3, 4, 5, 6], 0, 0);
  const page = await enter(owner, { path: 'about:blank', viewport: { width: 1366, height: 1000 } });
  await open(page);
  await page.getByRole('button', { name: 'Informar horário' }).click();
  await page.getByRole('button', { name: 'Adicionar horário' }).click();
  await page.getByLabel('Às').fill('24:00');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('seg a sex, 7:00 às 0:00').waitFor();
  assert.deepEqual(await owner.call('GET /api/opening-hours'), {
    ...{ windows: [{ days: workdays, from: 420, to: 0 }], outside: 'dark' },
  });
  assert.equal(await page.getByTestId('closed-hours').count(), 7, 'the week shades the nights and the weekend');
  await page.getByText('Fora do horário da clínica').waitFor();
  const answer = page.getByTestId('answer');
  await page.getByLabel('Dia', { exact: true }).fill('28/11/2026');
  await page.getByLabel('Hora', { exact: true }).fill('10:00');
  await answer.getByText('porque a clínica está fechada').waitFor();
  assert.match((await answer.textContent()) ?? '', /^Tela escura/);
  await page.getByLabel('Dia', { exact: true }).fill('27/11/2026');
  await answer.getByText('Infantil').waitFor();

  await page.getByRole('button', { name: /^Pausar: / }).click();
  await answer.getByText('Recepção').waitFor();
  await until('the rule is paused', async () => (await owner.call('GET /api/schedules'))[0]?.isPaused === true);
  await page.getByRole('button', { name: /^Retomar: / }).click();
  await answer.getByText('Infantil').waitFor();

  await page.getByText('Mês', { exact: true }).click();
  await page.getByRole('button', { name: '28/11/2026: fechado; ' }).getByText('fechado').waitFor();
});

test('a holiday is set with three actions, and the rule of an added holiday is paused instead of deleted', async (t) => {
  const { enter, owner, screen, other } = await openClinic(t);
  const page = await enter(owner, { path: 'about:blank' });
  await open(page);
  await page.getByRole('button', { name: 'Feriados' }).click();
  await page.getByLabel(/^Natal/).selectOption({ label: 'Tela escura' });
  await page.getByRole('button', { name: 'Salvar' }).click();
  const rules = async () =>
    (await owner.call('GET /api/schedules')).map(({ name, plays, dates, isPaused, targets }) => [
      ...[name, plays, dates.join(), isPaused],
      targets.map(({ id }) => id).join(),
    ]);
  const screens = [screen.playerId, other.playerId].join();
  await until('the rule exists', async () => (await rules()).length === 1);
  assert.deepEqual(await rules(), [['Natal', 'dark', '12-25', false, screens]]);

  await page.getByRole('button', { name: 'Feriados' }).click();
  await page.getByLabel('Nome').fill('São João');
  await page.getByLabel('Data').fill('24/6');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await until('the second rule exists', async () => (await rules()).length === 2);
  assert.deepEqual((await rules())[1], ['São João', 'dark', '06-24', false, screens]);
  await page.getByRole('button', { name: 'Feriados' }).click();
  for (const name of [/^Natal/, /^São João/]) await page.getByLabel(name).selectOption({ label: 'Como sempre' });
  await page.getByRole('button', { name: 'Salvar' }).click();
  await until('one rule is left', async () => (await rules()).length === 1);
  await until('the rule of the added holiday is paused', async () => (await rules())[0]?.[3] === true);
});

test('the page and its dialogs pass WCAG 2.2 A and AA in the light and the dark theme', async (t) => {
  const { enter, owner, createRule, playlists, screen } = await openClinic(t);
  const page = await enter(owner, { path: 'about:blank' });
  const faults: string[] = [];
  const check = async (name: string) => {
    await takePicture(page, `axe-${name}`);
    faults.push(...(await faultsInBothThemes(page, 'everything')).map((fault) => `${name}, ${fault}`));
  };
  await open(page);
  await check('empty');
  await createRule(playlists.children, workdays, 7, 12);
  await createRule(playlists.general, workdays, 11, 18);
  await createRule('dark', [0, 1, 2, 3, 4, 5, 6], 21, 6);
  await owner.call('POST /api/schedules', {
    body: {
      ...{ plays: playlists.general, days: [0], from: 0, to: 60, lastDate: '2020-01-01', priority: 2 },
      targets: [{ kind: 'screen', id: screen.playerId }],
    },
  });
  await page.getByText('1 regra que já passou').click();
  await page.getByRole('list', { name: 'Regras que já passaram' }).getByText('já passou').waitFor();
  await check('week');
  await page.getByRole('radio', { name: 'Mês' }).click();
  await check('month');
  await page.getByRole('button', { name: 'Nova regra' }).click();
  await page.getByRole('button', { name: 'Mais opções: nome, datas, prioridade, telas' }).click();
  await check('rule');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copiar para outras telas' }).click();
  await check('copy');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Feriados' }).click();
  await check('holidays');
  assert.deepEqual(faults, []);
});
