import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { Api } from '../../contract/api/index.ts';
import { limits } from '../../contract/limits.ts';
import { type Customer, type Screen } from '../../testing/app.ts';
import { assertRefused, failsWith, heartbeat, idsOf, pollScreen, startClinic } from '../../testing/steps.ts';

const minute = 60_000;

/** Starts a clinic with three screens; the first one is online. */
async function start(t: TestContext) {
  const { app, clinic } = await startClinic(t);
  const screens = [await app.screen(clinic), await app.screen(clinic), await app.screen(clinic)] as const;
  for (const [index, name] of ['Recepção 1', 'Recepção 2', 'Corredor'].entries())
    await clinic.call('PATCH /api/my-players/:id/rename', {
      params: { id: screens[index]?.playerId ?? 0 },
      body: { name },
    });
  await heartbeat(screens[0]);
  return { app, clinic, screens };
}

const send = (owner: Customer, body: Partial<BodyInput<Api['POST /api/urgent']>> = { isForAll: true }) =>
  owner.call('POST /api/urgent', { body: { text: 'Saiam pela porta da frente', ...body } });
const runningOn = async (screen: Screen) => (await screen.call('GET /api/player/urgent')).notices;
const idsOn = async (screen: Screen) => (await pollScreen(screen)).urgent;
const sendReceipt = (screen: Screen, id: number, hadSound = true) =>
  screen.call('POST /api/player/urgent/:id/shown', { params: { id }, body: { hadSound } });
const end = (owner: Customer, id: number) => owner.call('POST /api/urgent/:id/end', { params: { id } });
const noticeOf = (owner: Customer, id: number) => owner.call('GET /api/urgent/:id', { params: { id } });

test('an urgent notice is published to its screens at once, and the studio sees their receipts', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first, second, third] = screens;
  const [studio, tv] = [await clinic.socket(), await first.socket()];
  const sent = await send(clinic, { preset: 'evacuation', minutes: 30, isForAll: true });
  assert.deepEqual(
    {
      ...sent,
      id: 0,
      createdAt: '',
      endsAt: '',
      receipts: sent.receipts.map(({ name, isOnline }) => [name, isOnline]),
    },
    {
      ...{ id: 0, preset: 'evacuation', text: 'Saiam pela porta da frente', chime: true, author: clinic.user.username },
      ...{ isPlatform: false, createdAt: '', endsAt: '', endedAt: null, isRunning: true },
      remainingMs: 30 * minute,
      screens: { total: 3, shown: 0 },
      receipts: [
        ['Corredor', false],
        ['Recepção 2', false],
        ['Recepção 1', true],
      ],
    },
  );
  assert.equal(Date.parse(sent.endsAt) - Date.parse(sent.createdAt), 30 * minute);
  await tv.waitFor('urgentChanged');
  await studio.waitFor('urgentChanged');
  assert.deepEqual(await idsOn(first), [sent.id]);
  const [notice] = await runningOn(first);
  assert.deepEqual(
    { ...notice, key: notice?.key.length },
    {
      ...{ id: sent.id, key: 12, preset: 'evacuation', text: sent.text, chime: true, ageMs: 0 },
      ...{ remainingMs: 30 * minute, endsAt: sent.endsAt },
    },
  );

  app.clock.advance(400);
  const receipt = { params: { id: sent.id }, body: { key: 'another', hadSound: true } };
  await assertRefused(first.call('POST /api/player/urgent/:id/shown', receipt), 404, 'not_found');
  await sendReceipt(first, sent.id);
  assert.deepEqual(await studio.waitFor('urgentShown'), {
    ...{ type: 'urgentShown', urgentId: sent.id, to: 'account', screens: { total: 3, shown: 1 } },
    receipts: [{ playerId: first.playerId, delayMs: 400, hadSound: true }],
    n: 2,
  });
  app.clock.advance(5_000);
  await sendReceipt(first, sent.id, false);
  await sendReceipt(third, sent.id, false);
  const details = await noticeOf(clinic, sent.id);
  assert.deepEqual(
    details.receipts.map(({ name, delayMs, hadSound }) => [name, delayMs, hadSound]),
    [
      ['Recepção 2', null, null],
      ['Corredor', 5_400, false],
      ['Recepção 1', 400, true],
    ],
    "a screen's first receipt counts",
  );
  assert.deepEqual(details.screens, { total: 3, shown: 2 });
  assert.ok(second);
});

test('an urgent notice ends after its duration, 15 minutes by default, or when someone ends it', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first] = screens;
  const { id, endsAt } = await send(clinic);
  assert.equal(Date.parse(endsAt) - app.clock.now(), 15 * minute);
  app.clock.advance(15 * minute - 1);
  assert.deepEqual(await idsOn(first), [id]);
  app.clock.advance(1);
  assert.deepEqual([await idsOn(first), await runningOn(first)], [undefined, []]);
  assert.deepEqual((({ isRunning, remainingMs }) => [isRunning, remainingMs])(await noticeOf(clinic, id)), [false, 0]);

  for (const minutes of [4, 1441, 0.5])
    await assert.rejects(send(clinic, { minutes, isForAll: true }), failsWith(400, 'minutes'));
  const other = await send(clinic, { minutes: 1440, isForAll: true });
  const tv = await first.socket();
  app.clock.advance(minute);
  const ended = await end(clinic, other.id);
  assert.deepEqual(
    [ended.isRunning, ended.remainingMs, ended.endedAt],
    [false, 0, new Date(app.clock.now()).toISOString()],
  );
  await tv.waitFor('urgentChanged');
  assert.deepEqual(await runningOn(first), []);
  app.clock.advance(minute);
  assert.deepEqual(await end(clinic, other.id), ended, 'a second end changes nothing');
});

test('a screen gets its running urgent notices, the newest first, and keeps an older one when a newer one ends', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first, second] = screens;
  const olderNotice = await send(clinic, { minutes: 20, isForAll: true });
  const short = await send(clinic, { minutes: 5, playerIds: [first.playerId] });
  const ids = async () => [await idsOn(first), await idsOn(second)];
  assert.deepEqual(await ids(), [[short.id, olderNotice.id], [olderNotice.id]]);
  assert.deepEqual(idsOf(await runningOn(first)), [short.id, olderNotice.id]);
  app.clock.advance(5 * minute);
  assert.deepEqual(await ids(), [[olderNotice.id], [olderNotice.id]]);
  const third = await send(clinic, { minutes: 60, playerIds: [first.playerId] });
  await end(clinic, third.id);
  assert.deepEqual(await ids(), [[olderNotice.id], [olderNotice.id]]);
  app.clock.advance(15 * minute);
  assert.deepEqual(await ids(), [undefined, undefined]);
});

test('a screen gets the newest urgent notices up to a limit, and an older one again once these have ended', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first] = screens;
  const olderNotice = await send(clinic, { minutes: 60, isForAll: true });
  for (let sent = 0; sent < limits.urgent.perScreen; sent += 1) await send(clinic, { minutes: 5, isForAll: true });
  assert.equal((await idsOn(first))?.includes(olderNotice.id), false);
  app.clock.advance(5 * minute);
  assert.deepEqual(await idsOn(first), [olderNotice.id]);
});

test('an account can send 200 urgent notices a day, including ended ones; other accounts and managers have their own limit', async (t) => {
  const { app, clinic } = await start(t);
  const other = await app.customer();
  await app.screen(other);
  for (let sent = 0; sent < limits.urgent.perDay; sent += 1) {
    await end(clinic, (await send(clinic)).id);
    app.clock.advance(1_000);
  }
  await assert.rejects(send(clinic), (error) => failsWith(403)(error) && /200 avisos/.test(String(error)));
  assert.equal((await send(other)).isRunning, true);
  const byManager = await app.admin.call('POST /api/admin/urgent', { body: { text: 'Falta de luz', isForAll: true } });
  assert.equal(byManager.isRunning, true);
  app.clock.advance(24 * 3_600_000 - limits.urgent.perDay * 1_000);
  assert.equal((await send(clinic)).isRunning, true, 'the first notice is a day old and does not count any more');
  await assert.rejects(send(clinic), failsWith(403));
});

test("an urgent notice is shown on chosen screens, groups or all screens of the account, never on another account's screens", async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first, second, third] = screens;
  const other = await app.customer();
  const foreignScreen = await app.screen(other);
  const group = await clinic.call('POST /api/screen-groups', {
    body: { name: 'Recepções', playerIds: [first.playerId, second.playerId] },
  });
  const { id } = await send(clinic, { playerIds: [second.playerId], groupIds: [group.id] });
  assert.deepEqual([await idsOn(first), await idsOn(second), await idsOn(third)], [[id], [id], undefined]);
  await assert.rejects(sendReceipt(third, id), failsWith(404));
  await assert.rejects(sendReceipt(foreignScreen, id), failsWith(404));
  await assert.rejects(noticeOf(other, id), failsWith(404));
  await assert.rejects(end(other, id), failsWith(404));
  assert.deepEqual((await other.call('GET /api/urgent')).notices, []);
  await assert.rejects(send(clinic, {}), failsWith(400, 'playerIds'));
  await assert.rejects(send(clinic, { playerIds: [foreignScreen.playerId] }), failsWith(404));
  await assert.rejects(send(other, { groupIds: [group.id] }), failsWith(404));
  await assert.rejects(send(clinic, { isForAll: true, text: 'a'.repeat(501) }), failsWith(400, 'text'));
  const tooManyLines = send(clinic, { isForAll: true, text: 'a\n'.repeat(60) });
  await assertRefused(tooManyLines, 400, { fields: { text: 'Cabem 20 linhas na tela, e o aviso tem 60.' } });
  await assert.rejects(send(await app.customer()), failsWith(409), 'an account without screens');
  for (let count = 1; count < limits.urgent.running; count += 1) await send(clinic);
  await assert.rejects(send(clinic), failsWith(409), 'too many running notices');
});

test('managers send to the screens of every account; accounts see the notice and cannot end it', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first] = screens;
  const other = await app.customer();
  const foreignScreen = await app.screen(other);
  const outsider = await app.customer();
  const sent = await app.admin.call('POST /api/admin/urgent', { body: { text: 'Manutenção', isForAll: true } });
  assert.equal(sent.screens.total, 4);
  assert.ok(sent.receipts.some(({ owner }) => owner === other.user.username));
  assert.deepEqual([await idsOn(first), await idsOn(foreignScreen)], [[sent.id], [sent.id]]);
  await sendReceipt(foreignScreen, sent.id);

  const details = await noticeOf(clinic, sent.id);
  assert.deepEqual([details.isPlatform, details.screens, details.receipts.length], [true, { total: 3, shown: 0 }, 3]);
  assert.ok(details.receipts.every(({ owner }) => owner === null));
  await assert.rejects(noticeOf(outsider, sent.id), failsWith(404));
  await assert.rejects(end(clinic, sent.id), failsWith(403));
  const params = { id: sent.id };
  assert.deepEqual((await app.admin.call('GET /api/admin/urgent/:id', { params })).screens, { total: 4, shown: 1 });
  await app.admin.call('POST /api/admin/urgent/:id/end', { params });
  assert.equal(await idsOn(foreignScreen), undefined);

  const body = { text: 'Só deles', userIds: [other.user.id] };
  const { id } = await app.admin.call('POST /api/admin/urgent', { body });
  assert.deepEqual([await idsOn(first), await idsOn(foreignScreen)], [undefined, [id]]);
  assert.deepEqual(idsOf((await app.admin.call('GET /api/admin/urgent')).notices), [id, sent.id]);
  assert.deepEqual((await app.admin.call('GET /api/urgent')).notices, [], 'the notice is not one of its own account');
});

test('urgent notices are stored for a year, with the names of deleted screens, and are in the audit log', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first, second, third] = screens;
  const { id } = await send(clinic, { playerIds: [first.playerId, second.playerId] });
  await sendReceipt(second, id);
  await end(clinic, id);
  const { entries } = await clinic.call('GET /api/user/audit', { query: { kind: 'urgent' } });
  assert.deepEqual(entries.map(({ sentence }) => sentence.replace(clinic.user.username, 'Ana')).reverse(), [
    'Ana mostrou o aviso urgente “Saiam pela porta da frente” em 2 telas',
    'Ana encerrou o aviso urgente “Saiam pela porta da frente”',
  ]);
  await app.admin.call('DELETE /api/admin/players/:id', { params: { id: second.playerId } });
  await clinic.call('POST /api/my-players/:id/disconnect', { params: { id: first.playerId } });
  const stored = await noticeOf(clinic, id);
  assert.deepEqual(
    stored.receipts.map(({ name, playerId }) => [name, playerId]),
    [['Recepção 2', null]],
    'no receipt is expected of a screen without a device',
  );
  assert.ok(third);

  const next = [];
  for (let count = 0; count < limits.urgent.page; count += 1) {
    const more = await send(clinic);
    await end(clinic, more.id);
    next.push(more.id);
  }
  const page = await clinic.call('GET /api/urgent');
  assert.deepEqual([page.notices.map((it) => it.id), page.next], [next.reverse(), next.at(-1)]);
  const nextPage = await clinic.call('GET /api/urgent', { query: { before: page.next ?? 0 } });
  assert.deepEqual([nextPage.notices.map((it) => it.id), nextPage.next], [[id], null]);

  const sweep = () => app.parts.urgentService.sweep();
  app.clock.advance(limits.urgent.retentionDays * 86_400_000);
  const countRows = (table: string) =>
    app.parts.database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0;
  const rowCounts = () => ['urgent_notices', 'urgent_screens'].map(countRows);
  const before = rowCounts();
  await sweep();
  assert.deepEqual(rowCounts(), before);
  assert.ok(before.every((count) => count > limits.urgent.page));
  app.clock.advance(1);
  await sweep();
  assert.deepEqual(rowCounts(), [0, 0]);
});

test('a program with the scope `urgent` can send and end an urgent notice', async (t) => {
  const { app, clinic, screens } = await start(t);
  const token = async (scope: 'urgent' | 'calls') => {
    const program = app.guest();
    const body = { name: scope, scopes: [scope], days: 1 };
    program.bearer = (await clinic.call('POST /api/tokens', { body })).token;
    return program as Customer;
  };
  await assert.rejects(send(await token('calls')), failsWith(403));
  const program = await token('urgent');
  const { id, author } = await send(program);
  assert.match(author, /urgent/);
  assert.deepEqual(await idsOn(screens[0]), [id]);
  assert.equal((await end(program, id)).isRunning, false);
});
