import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Api } from '../../contract/api/index.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import type { DayWindow } from '../../contract/programme/schedules.ts';
import { ManualClock } from '../../platform/clock.ts';
import { type Customer, type Screen } from '../../testing/app.ts';
import { addContent } from '../../testing/contents.ts';
import {
  addItem,
  assertRefused,
  drain,
  failsWith,
  idsOf,
  newPlaylist,
  pollScreen,
  postWithKey,
  sendPlaylist,
  startClinic,
} from '../../testing/steps.ts';

const workdays = [0, 1, 2, 3, 4];
const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** Returns a time on a Monday in Brasília (UTC-3). */
const monday = (hours: string) => Date.parse(`2026-11-23T${hours}:00-03:00`);

/** Starts a clinic in Brasília with a screen, its base playlist 'Geral' and another playlist 'Infantil'; each has one item. */
async function start(t: TestContext, at = '06:00') {
  const { app, clinic } = await startClinic(t, { clock: new ManualClock(monday(at)), quotas: { maxPlaylists: 9 } });
  await setTimeZone(clinic, 'America/Sao_Paulo');
  const screen = await app.screen(clinic);
  const { id: geral } = await newPlaylist(clinic, 'Geral', false);
  const { id: infantil } = await newPlaylist(clinic, 'Infantil', false);
  const [picture, cartoon] = [addContent(app, { userId: clinic.user.id }), addContent(app, { userId: clinic.user.id })];
  await addItem(clinic, picture, geral);
  await addItem(clinic, cartoon, infantil);
  await sendPlaylist(clinic, screen.playerId, geral);
  return { app, clinic, screen, geral, infantil, picture, cartoon };
}

const on = ({ playerId: id }: Screen) => [{ kind: 'screen' as const, id }];
const playingOn = async (screen: Screen) => (await pollScreen(screen)).playlist?.id;
const cycleOf = async (screen: Screen, id: number, query: { hours?: 'own' } = {}) =>
  idsOf(await screen.call('GET /api/player/playlists/:id/randomized', { params: { id }, query }));
type Rule = BodyInput<Api['POST /api/schedules']>;
/** Creates a rule; by default for workdays from 7 to 12. */
const newRule = (owner: Customer, body: Pick<Rule, 'plays' | 'targets'> & Partial<Rule>) =>
  owner.call('POST /api/schedules', { body: { days: workdays, from: 420, to: 720, ...body } });
const changeRule = (owner: Customer, id: number, body: Partial<Rule>) =>
  owner.call('PATCH /api/schedules/:id', { params: { id }, body });
const removeRule = (owner: Customer, id: number) => owner.call('DELETE /api/schedules/:id', { params: { id } });
const setTimeZone = (owner: Customer, timeZone: string) =>
  owner.call('PUT /api/user/time-zone', { body: { timeZone } });
const changeItem = (owner: Customer, id: number, body: BodyInput<Api['PATCH /api/videos/:id']>) =>
  owner.call('PATCH /api/videos/:id', { params: { id }, body });

test('a screen plays the playlist of a rule in the hours of the rule, and the base playlist before and after', async (t) => {
  const { app, clinic, screen, geral, infantil, cartoon } = await start(t);
  const fields = { plays: infantil, from: 420, to: 720 };
  const created = await newRule(clinic, { ...fields, days: [4, 0, 1, 2, 3, 0], targets: on(screen) });
  const { id, createdAt } = created;
  const defaults = {
    ...{ weeks: 'every', firstDate: null, lastDate: null, priority: 0, isExact: false },
    ...{ name: '', isPaused: false, dates: [] },
  };
  const targets = [{ kind: 'screen', id: screen.playerId, name: 'Tela 1' }];
  const playlist = { id: infantil, name: 'Infantil' };
  assert.deepEqual(created, { id, ...fields, days: workdays, ...defaults, playlist, targets, createdAt });
  assert.deepEqual(await clinic.call('GET /api/schedules'), [created]);

  assert.equal(await playingOn(screen), geral);
  app.clock.advance(3_600_000 - 1);
  assert.equal(await playingOn(screen), geral, 'a millisecond before seven');
  app.clock.advance(1);
  assert.equal(await playingOn(screen), infantil, 'seven');
  assert.deepEqual(await cycleOf(screen, infantil), [cartoon], "the screen gets the playlist's items");
  const { url } = await screen.call('GET /api/player/videos/:id/url', { params: { id: cartoon } });
  assert.match(url, /^\/media\//);
  app.clock.advance(5 * 3_600_000);
  assert.equal(await playingOn(screen), geral, 'twelve');
});

test('the poll of a dark screen contains `isDark` and no playlist', async (t) => {
  const { clinic, screen, geral } = await start(t);
  const rule = await newRule(clinic, { plays: 'dark', days: everyDay, from: 0, to: 0, targets: on(screen) });
  const dark = await pollScreen(screen);
  assert.deepEqual([dark.playlist, dark.isDark], [null, true]);
  await removeRule(clinic, rule.id);
  const light = await pollScreen(screen);
  assert.deepEqual([light.playlist?.id, light.isDark], [geral, undefined]);
  await assert.rejects(removeRule(clinic, rule.id), failsWith(404));
});

test('a screen that applies the rules itself gets its programme once, and then a short response', async (t) => {
  const { clinic, screen, geral, infantil } = await start(t, '08:00');
  assert.equal((await pollScreen(screen)).programme, undefined, 'without the parameter there is no programme');
  assert.deepEqual((await pollScreen(screen, '')).programme, { revision: '' }, 'no rules');

  for (const plays of [infantil, 'dark'] as const) await newRule(clinic, { plays, targets: on(screen) });
  const first = await pollScreen(screen, '');
  assert.equal(first.playlist?.id, geral, 'the playlist is the base playlist, whichever rule applies');
  assert.deepEqual(
    first.programme?.rules?.map(({ plays, target, days }) => [plays, target, days]),
    [
      [infantil, 'screen', workdays],
      ['dark', 'screen', workdays],
    ],
  );
  assert.deepEqual(
    first.programme?.playlists?.map(({ id, name }) => [id, name]),
    [[infantil, 'Infantil']],
  );

  const { revision = '' } = first.programme ?? {};
  const repeated = await pollScreen(screen, revision);
  assert.deepEqual(repeated.programme, { revision });
  assert.ok(JSON.stringify(repeated).length < 1024, 'under 1 KB');

  await clinic.call('PATCH /api/playlists/:id', { params: { id: infantil }, body: { name: 'Crianças' } });
  const renamed = (await pollScreen(screen, revision)).programme;
  assert.notEqual(renamed?.revision, revision);
  assert.equal(renamed?.playlists?.[0]?.name, 'Crianças');
});

test('a change of the current rule takes effect at once', async (t) => {
  const { clinic, screen, geral, infantil } = await start(t, '08:00');
  const { id } = await newRule(clinic, { plays: infantil, targets: on(screen) });
  assert.equal(await playingOn(screen), infantil);
  const shorter = await changeRule(clinic, id, { to: 480 });
  assert.deepEqual([shorter.from, shorter.to, shorter.plays], [420, 480, infantil], 'omitted fields stay unchanged');
  assert.equal(await playingOn(screen), geral);
  const newTargets = (await changeRule(clinic, id, { to: 720 })).targets;
  assert.deepEqual(idsOf(newTargets), [screen.playerId]);
  assert.equal(await playingOn(screen), infantil);
});

test("once the deletion of a rule's playlist is final, the base playlist plays", async (t) => {
  const { app, clinic, screen, geral, infantil } = await start(t, '08:00');
  await newRule(clinic, { plays: infantil, targets: on(screen) });
  const { revision = '' } = (await pollScreen(screen, '')).programme ?? {};
  await clinic.call('DELETE /api/playlists/:id', { params: { id: infantil } });
  assert.equal(await playingOn(screen), infantil, 'the deletion can still be undone');
  const socket = await screen.socket();
  app.clock.advance(limits.undoMs);
  await socket.waitFor('programmeUpdated');
  assert.equal(await playingOn(screen), geral);
  assert.deepEqual((await pollScreen(screen, revision)).programme, { revision: '', rules: [], playlists: [] });
  assert.deepEqual(await clinic.call('GET /api/schedules'), []);
});

test('screens with the same rules get the same programme, and a change for one of them does not affect the other', async (t) => {
  const { app, clinic, screen, infantil } = await start(t, '08:00');
  const second = await app.screen(clinic);
  const both = [...on(screen), ...on(second)];
  await newRule(clinic, { plays: infantil, targets: both });
  const { id } = await newRule(clinic, { plays: 'dark', from: 660, targets: both });
  const programmes = () => Promise.all([screen, second].map(async (tv) => (await pollScreen(tv, '')).programme));
  const [first, other] = await programmes();
  assert.equal(first?.rules?.length, 2);
  assert.deepEqual(first, other);

  await changeRule(clinic, id, { targets: on(second) });
  const [shorter, same] = await programmes();
  assert.equal(shorter?.rules?.length, 1);
  assert.deepEqual(same, other, 'an unchanged programme keeps its revision');
  assert.deepEqual([await playingOn(screen), await playingOn(second)], [infantil, infantil]);
  app.clock.advance(3_600_000 * 3);
  assert.deepEqual([await playingOn(screen), (await pollScreen(second)).isDark], [infantil, true]);
});

test('`shouldPlay` is true for a screen that has playlists only from rules, and false for a screen that has only dark rules', async (t) => {
  const { app, clinic, screen, infantil } = await start(t);
  const params = { id: screen.playerId };
  const shouldPlay = async () =>
    (await app.admin.call('GET /api/admin/players')).find(({ id }) => id === params.id)?.shouldPlay;
  await clinic.call('POST /api/my-players/:id/remove-playlist', { params });
  const rule = await newRule(clinic, { plays: 'dark', targets: on(screen) });
  assert.equal(await shouldPlay(), false);
  await changeRule(clinic, rule.id, { plays: infantil });
  assert.equal(await shouldPlay(), true);
});

test("hours are in the clinic's time zone", async (t) => {
  const { clinic, screen, geral, infantil } = await start(t, '07:30');
  await newRule(clinic, { plays: infantil, targets: on(screen) });
  assert.equal(await playingOn(screen), infantil);
  await setTimeZone(clinic, 'America/Manaus');
  assert.equal(await playingOn(screen), geral, 'in Manaus it is half past six');
});

test('the programme at a time contains the playlist, the rule that chose it, and the time of the next change', async (t) => {
  const { clinic, screen, geral, infantil } = await start(t, '06:00');
  const { id: scheduleId } = await newRule(clinic, { plays: infantil, targets: on(screen) });
  const params = { id: screen.playerId };
  const now = { at: '2026-11-23T09:00:00.000Z', until: '2026-11-23T10:00:00.000Z', scheduleId: null };
  assert.deepEqual(await clinic.call('GET /api/my-players/:id/programme', { params }), {
    ...now,
    playlist: { id: geral, name: 'Geral' },
    isDark: false,
  });
  const programmeAt = (at: string) => clinic.call('GET /api/my-players/:id/programme', { params, query: { at } });
  for (const wrong of ['amanhã', '2026-11-23', '1999-12-31T00:00:00Z', '9999-12-31T23:59:59Z'])
    await assert.rejects(programmeAt(wrong), failsWith(400, 'at'), wrong);
  const later = { at: '2027-03-02T11:00:00.000Z', until: '2027-03-02T15:00:00.000Z', scheduleId };
  assert.deepEqual(await programmeAt('2027-03-02T08:00:00-03:00'), {
    ...later,
    playlist: { id: infantil, name: 'Infantil' },
    isDark: false,
  });
});

test('a rule for fewer days has precedence over a rule that starts later in the day, and a higher priority over both', async (t) => {
  const { clinic, screen, geral, infantil } = await start(t);
  const { id: group } = await clinic.call('POST /api/screen-groups', {
    body: { name: 'Térreo', playerIds: [screen.playerId] },
  });
  const allDay = { days: everyDay, from: 0, to: 0 };
  const december = { firstDate: '2026-12-01', lastDate: '2026-12-31' };
  const day = { firstDate: '2026-12-25', lastDate: '2026-12-25' };
  await newRule(clinic, { plays: geral, ...allDay, from: 480, targets: on(screen) });
  const month = await newRule(clinic, { plays: infantil, ...allDay, ...december, targets: on(screen) });
  const holiday = await newRule(clinic, { plays: 'dark', targets: [{ kind: 'group', id: group }] });
  const params = { id: screen.playerId };
  const ruleAt = async (date: string) => {
    const query = { at: `${date}T12:00:00-03:00` };
    return (await clinic.call('GET /api/my-players/:id/programme', { params, query })).scheduleId;
  };
  assert.equal(await ruleAt('2026-12-25'), month.id, 'a rule for a month has precedence over a rule without dates');
  await changeRule(clinic, holiday.id, { ...allDay, ...day });
  assert.equal(await ruleAt('2026-12-25'), holiday.id, 'a rule for a day has precedence over a rule for a month');
  assert.equal(await ruleAt('2026-12-24'), month.id);
  const sent = (await pollScreen(screen, '')).programme?.rules?.map(({ priority }) => priority) ?? [];
  assert.deepEqual(
    [...sent].sort((a, b) => a - b),
    sent,
    'the priority that screens get takes the range of dates into account',
  );
  const preferred = await newRule(clinic, { plays: infantil, priority: 1, targets: on(screen) });
  assert.equal(await ruleAt('2026-12-25'), holiday.id, 'the rule with the chosen priority has ended at noon');
  await changeRule(clinic, preferred.id, { to: 780 });
  assert.equal(await ruleAt('2026-12-25'), preferred.id, 'a chosen priority has precedence');
});

test('invalid rules are refused, and change nothing', async (t) => {
  const { app, clinic, screen, infantil } = await start(t);
  const other = await app.customer();
  const foreign = { screen: await app.screen(other), playlist: (await newPlaylist(other)).id };
  const body = { plays: infantil, targets: on(screen) };
  const validRule = await newRule(clinic, body);
  const refusals: [Partial<Rule>, number, string?][] = [
    [{ days: [] }, 400, 'days'],
    [{ days: [7] }, 400],
    [{ from: 1440 }, 400, 'from'],
    [{ to: 0.5 }, 400, 'to'],
    [{ to: 1441 }, 400, 'to'],
    [{ name: 'x'.repeat(61) }, 400, 'name'],
    [{ firstDate: '2026-12-26', lastDate: '2026-12-27' }, 400, 'days'],
    [{ firstDate: '2026-11-23', lastDate: '2026-11-29', weeks: 'odd' }, 400, 'days'],
    [{ targets: [] }, 400, 'targets'],
    [{ firstDate: '2026-02-30' }, 400, 'firstDate'],
    [{ firstDate: '2026-12-26', lastDate: '2026-12-25' }, 400, 'lastDate'],
    [{ priority: 10 }, 400, 'priority'],
    [{ dates: ['2026-02-29'] }, 400],
    [{ dates: ['2026-12-24/2026-12-25/x 12-25'] }, 400],
    [{ dates: ['2026-12-26', 'easter+0'] }, 400, 'dates'],
    [{ plays: foreign.playlist }, 404],
    [{ targets: on(foreign.screen) }, 404],
    [{ targets: [...on(screen), ...on(foreign.screen)] }, 404],
  ];
  for (const [wrong, status, field] of refusals) {
    const what = JSON.stringify(wrong);
    await assert.rejects(newRule(clinic, { ...body, ...wrong }), failsWith(status, field), what);
    await assert.rejects(changeRule(clinic, validRule.id, wrong), failsWith(status, field), what);
  }
  assert.deepEqual(await clinic.call('GET /api/schedules'), [validRule]);
  assert.deepEqual(await other.call('GET /api/schedules'), []);
  const reception = await app.member(clinic, 'reception');
  assert.deepEqual(await reception.call('GET /api/schedules'), [validRule], 'all members see the rules');
});

test('a rule that can never begin is refused with the reason, and 24:00 is the end of the day', async (t) => {
  const { clinic, screen, infantil } = await start(t);
  const body = { plays: infantil, targets: on(screen) };
  const saturday = { firstDate: '2026-12-26', lastDate: '2026-12-26' };
  await assert.rejects(
    newRule(clinic, { ...body, ...saturday }),
    /A regra nunca valeria: 26\/12\/2026 não é seg a sex\./,
  );
  const oddWeek = { firstDate: '2026-11-23', lastDate: '2026-11-29', weeks: 'odd' as const };
  await assert.rejects(
    newRule(clinic, { ...body, ...oddWeek }),
    /23\/11\/2026 a 29\/11\/2026 não há seg a sex de semana ímpar/,
  );
  const outside = { days: everyDay, firstDate: '2027-01-01', dates: ['2026-12-25'] };
  await assert.rejects(newRule(clinic, { ...body, ...outside }), /nenhuma das datas atende ao período/);
  const evening = await newRule(clinic, { ...body, days: [5], ...saturday, from: 1080, to: 1440 });
  assert.deepEqual([evening.from, evening.to], [1080, 0]);
});

test('a rule with dates plays on each date, also in later years, and screens get one rule without `dates` for each date', async (t) => {
  const { app, clinic, screen, geral, infantil } = await start(t, '08:00');
  const allDay = { days: everyDay, from: 0, to: 0, targets: on(screen) };
  const dates = ['12-25', 'easter-2', '2026-11-24'];
  const { id, ...created } = await newRule(clinic, { plays: 'dark', name: 'Feriados', dates, ...allDay });
  assert.deepEqual(created.dates, dates);
  await newRule(clinic, { plays: infantil, ...allDay, firstDate: '2026-12-01', lastDate: '2027-01-31' });
  const params = { id: screen.playerId };
  const at = async (date: string) => {
    const query = { at: `${date}T12:00:00-03:00` };
    const found = await clinic.call('GET /api/my-players/:id/programme', { params, query });
    return found.scheduleId === id ? 'holiday' : found.playlist?.id;
  };
  const days = ['2026-11-24', '2026-11-25', '2026-12-24', '2026-12-25', '2027-03-26', '2031-04-11', '2099-12-25'];
  const shown = [];
  for (const day of days) shown.push(await at(day));
  assert.deepEqual(shown, ['holiday', geral, infantil, 'holiday', 'holiday', 'holiday', 'holiday']);

  const first = (await pollScreen(screen, '')).programme;
  const ranges = first?.rules?.filter((rule) => rule.id === id).map(({ firstDate, lastDate }) => [firstDate, lastDate]);
  assert.deepEqual(ranges?.filter(([day, last]) => day === last && String(day) >= '2026').length, 5);
  assert.ok(
    first?.rules?.every((rule) => !('dates' in rule)),
    'in the format of earlier versions of the player',
  );
  app.clock.advance(86_400_000);
  assert.equal((await pollScreen(screen)).isDark, true);
  app.clock.advance(40 * 86_400_000);
  const { revision = '', rules } = (await pollScreen(screen, first?.revision)).programme ?? {};
  assert.notEqual(revision, first?.revision, 'in 2027 the dates of 2028 are added');
  assert.ok(rules?.some(({ firstDate }) => firstDate === '2028-12-25'));
});

test("each date of a rule counts as a rule for the account's limit, also a date that is added later", async (t) => {
  const { clinic, screen } = await start(t);
  const datesOf = (count: number) =>
    Array.from({ length: count }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10));
  const body = { plays: 'dark' as const, days: everyDay, targets: on(screen) };
  for (let rule = 0; rule < 8; rule += 1) await newRule(clinic, { ...body, dates: datesOf(60) });
  const last = await newRule(clinic, { ...body, dates: datesOf(19) });
  await assertRefused(newRule(clinic, { ...body, dates: datesOf(2) }), 403, 'quota_exceeded');
  await newRule(clinic, body);
  await assertRefused(newRule(clinic, body), 403, 'quota_exceeded');
  await assertRefused(changeRule(clinic, last.id, { dates: datesOf(20) }), 403, 'quota_exceeded');
  assert.equal((await changeRule(clinic, last.id, { dates: datesOf(18), name: 'Menos' })).dates.length, 18);
  await newRule(clinic, body);
});

test('screens turn dark a minute after closing, and during the opening hours the programme plays', async (t) => {
  const { app, clinic, screen, geral, infantil } = await start(t, '17:59');
  const hours = { windows: [{ days: workdays, from: 420, to: 1080 }], outside: 'dark' as const };
  const { id } = await newRule(clinic, { plays: infantil, from: 0, to: 0, priority: 9, targets: on(screen) });
  const dark = async () => (await pollScreen(screen)).isDark ?? false;
  const [socket, studio] = [await screen.socket(), await clinic.socket()];
  assert.deepEqual(await clinic.call('GET /api/opening-hours'), { windows: [], outside: 'dark' });
  assert.deepEqual(await clinic.call('PUT /api/opening-hours', { body: hours }), hours);
  await socket.waitFor('programmeUpdated');
  await studio.waitFor('contentChanged');
  assert.deepEqual(await clinic.call('GET /api/opening-hours'), hours);
  const now = async () => (await clinic.call('GET /api/my-players'))[0]?.playsNow;
  assert.deepEqual([(await now())?.scheduleId, (await now())?.until], [id, '2026-11-23T21:01:00.000Z']);
  app.clock.advance(60_000);
  assert.equal(await dark(), false, 'not yet in the first minute after closing');
  app.clock.advance(60_000);
  assert.equal(await dark(), true, 'with precedence over any priority');
  assert.deepEqual(await now(), {
    ...{ playlist: null, isDark: true, scheduleId: null, until: '2026-11-24T10:00:00.000Z' },
    next: { playlist: { id: infantil, name: 'Infantil' }, isDark: false },
  });
  const sent = (await pollScreen(screen, '')).programme;
  assert.deepEqual(new Set(sent?.rules?.map(({ plays }) => plays)), new Set([infantil, 'dark']));
  const second = await app.screen(clinic);
  assert.equal((await pollScreen(second)).isDark, true, 'a new screen too');

  await clinic.call('PUT /api/opening-hours', { body: { ...hours, outside: 'base' } });
  assert.equal(await playingOn(screen), geral);
  const params = { id: screen.playerId };
  assert.deepEqual((await clinic.call('GET /api/my-players/:id/programme', { params })).scheduleId, null);
  await clinic.call('PUT /api/opening-hours', { body: { ...hours, windows: [] } });
  assert.equal(await playingOn(screen), infantil, 'always open');
  const { entries } = await clinic.call('GET /api/user/audit', { query: { kind: 'programme' } });
  assert.deepEqual(
    entries.slice(0, 2).map(({ action, target }) => [action, target.name]),
    [
      ['programme.opening', 'sempre aberta'],
      ['programme.opening', 'seg a sex, 7:00 às 18:00'],
    ],
  );
  const wrong = { windows: [{ days: [], from: 0, to: 0 }], outside: 'dark' as const };
  await assertRefused(clinic.call('PUT /api/opening-hours', { body: wrong }), 400);
  const reception = await app.member(clinic, 'reception');
  assert.equal((await reception.call('GET /api/opening-hours')).outside, 'dark');
  await assertRefused(reception.call('PUT /api/opening-hours', { body: hours }), 403);
});

test('a paused rule reaches no screen until it is resumed, and the audit log contains its name', async (t) => {
  const { clinic, screen, geral, infantil } = await start(t, '08:00');
  const { id } = await newRule(clinic, { plays: infantil, name: '  Manhã\ninfantil ', targets: on(screen) });
  assert.equal(await playingOn(screen), infantil);
  const socket = await screen.socket();
  const paused = await changeRule(clinic, id, { isPaused: true });
  await socket.waitFor('programmeUpdated');
  assert.deepEqual([paused.name, paused.isPaused, idsOf(paused.targets)], ['Manhã infantil', true, [screen.playerId]]);
  assert.equal(await playingOn(screen), geral);
  assert.deepEqual((await pollScreen(screen, '')).programme, { revision: '' });
  await changeRule(clinic, id, { isPaused: false });
  assert.equal(await playingOn(screen), infantil);
  const { entries } = await clinic.call('GET /api/user/audit', { query: { kind: 'programme' } });
  assert.equal(entries[1]?.target.name, 'Manhã infantil, seg a sex, 7:00 às 12:00: Infantil (em pausa)');
});

test("a change notifies studios and the rule's old and new screens, and is in the audit log", async (t) => {
  const { app, clinic, screen, infantil } = await start(t);
  const [second, other] = [await app.screen(clinic), await app.customer()];
  const sockets = {
    studio: await clinic.socket(),
    screen: await screen.socket(),
    second: await second.socket(),
    other: await other.socket(),
  };
  const received = async (change: () => Promise<unknown>) => {
    for (const { messages } of Object.values(sockets)) messages.length = 0;
    await change();
    const names: string[] = [];
    for (const [name, socket] of Object.entries(sockets)) {
      await drain(socket);
      for (const message of socket.messages)
        if (message.type === 'programmeUpdated' || (message.type === 'contentChanged' && message.what === 'programme'))
          names.push(name);
    }
    return names;
  };
  const body = { plays: infantil, targets: on(screen) };
  let id = 0;
  assert.deepEqual(await received(async () => ({ id } = await newRule(clinic, body))), ['studio', 'screen']);
  const move = () => changeRule(clinic, id, { targets: on(second) });
  assert.deepEqual(await received(move), ['studio', 'screen', 'second']);
  assert.deepEqual(await received(() => removeRule(clinic, id)), ['studio', 'second']);

  const { entries } = await clinic.call('GET /api/user/audit', { query: { kind: 'programme' } });
  assert.deepEqual(
    entries.map(({ action, target }) => [action, target.name]),
    ['deleted', 'changed', 'created'].map((verb) => [`programme.${verb}`, 'seg a sex, 7:00 às 12:00: Infantil']),
  );
});

test("an item is shown from its first to its last day in the clinic's time zone", async (t) => {
  const { app, clinic, screen, geral, picture } = await start(t, '23:00');
  const changed = await changeItem(clinic, picture, { validUntil: '2026-11-23' });
  assert.deepEqual([changed.validFrom, changed.validUntil], [null, '2026-11-23']);
  const revision = async (repeated?: string) => (await pollScreen(screen, repeated)).playlist?.revision;
  const [before, whole] = [await revision(), await revision('')];
  assert.deepEqual(await cycleOf(screen, geral), [picture]);
  app.clock.advance(3_600_000);
  assert.notEqual(await revision(), before, 'the poll contains a new revision');
  assert.deepEqual(await cycleOf(screen, geral), []);
  assert.deepEqual(
    await cycleOf(screen, geral, { hours: 'own' }),
    [picture],
    'a screen that applies the hours itself gets all items',
  );
  assert.equal(await revision(''), whole, 'the revision does not change with the hours');

  await changeItem(clinic, picture, { validFrom: '2026-11-25', validUntil: null });
  assert.deepEqual(await cycleOf(screen, geral), []);
  app.clock.advance(86_400_000);
  assert.deepEqual(await cycleOf(screen, geral), [picture]);
  const refusedChange = changeItem(clinic, picture, { validUntil: '2026-11-24' });
  await assert.rejects(refusedChange, failsWith(400, 'validUntil'));
});

test("an item is shown in its hours in the clinic's time zone, and a copied playlist has the same hours", async (t) => {
  const { app, clinic, screen, geral, picture } = await start(t, '06:59');
  const setWindows = (windows: DayWindow[], videoId = picture) =>
    clinic.call('PUT /api/videos/:videoId/assignments/:playlistId/windows', {
      params: { videoId, playlistId: geral },
      body: { windows },
    });
  const windows = [{ days: workdays, from: 420, to: 720 }];
  assert.deepEqual((await setWindows(windows)).windows, windows);
  assert.deepEqual(await cycleOf(screen, geral), []);
  app.clock.advance(60_000);
  assert.deepEqual(await cycleOf(screen, geral), [picture]);
  await setTimeZone(clinic, 'America/Manaus');
  assert.deepEqual(await cycleOf(screen, geral), [], 'six in Manaus');

  const copy = await clinic.call('POST /api/playlists', { body: { name: 'Cópia', copyOf: geral } });
  const [item] = await clinic.call('GET /api/playlists/:id/assignments', { params: { id: copy.id } });
  assert.deepEqual(item?.windows, windows);

  await assertRefused(setWindows(windows, 9999), 404);
  await assertRefused(setWindows([{ days: [], from: 0, to: 0 }]), 400);
  await setWindows([]);
  assert.deepEqual(await cycleOf(screen, geral), [picture], 'at all hours again');
});

test('lists of screens contain the current playlist, its end, and the next playlist', async (t) => {
  const { app, clinic, screen, geral, infantil } = await start(t);
  const unassigned = await app.screen(clinic);
  const now = async (id = screen.playerId) =>
    (await clinic.call('GET /api/my-players')).find((each) => each.id === id)?.playsNow;
  const base = { playlist: { id: geral, name: 'Geral' }, isDark: false };
  const children = { playlist: { id: infantil, name: 'Infantil' }, isDark: false };
  const noRule = { scheduleId: null, until: null, next: null };
  assert.deepEqual(await now(), { ...base, ...noRule }, 'without rules');
  const ofGroup = { name: 'Térreo', playerIds: [screen.playerId] };
  const { id: group } = await clinic.call('POST /api/screen-groups', { body: ofGroup });
  const targets = [{ kind: 'group' as const, id: group }];
  const rule = await newRule(clinic, { plays: infantil, days: everyDay, targets });
  const at = (clock: string) => new Date(monday(clock)).toISOString();
  assert.deepEqual(await now(), { ...base, scheduleId: null, until: at('07:00'), next: children });
  app.clock.advance(3_600_000);
  const morning = { ...children, scheduleId: rule.id, until: at('12:00'), next: base };
  assert.deepEqual(await now(), morning);
  const ofAll = await app.admin.call('GET /api/admin/players');
  assert.deepEqual(ofAll.find(({ id }) => id === screen.playerId)?.playsNow, morning, 'managers see the same');
  const night = await newRule(clinic, { plays: 'dark', days: everyDay, from: 720, to: 360, targets: on(screen) });
  assert.deepEqual((await now())?.next, { playlist: null, isDark: true });
  app.clock.advance(5 * 3_600_000);
  const dark = await now();
  assert.deepEqual([dark?.isDark, dark?.playlist, dark?.scheduleId], [true, null, night.id]);
  assert.equal(dark?.until, new Date(monday('06:00') + 86_400_000).toISOString());
  assert.deepEqual(await now(unassigned.playerId), { playlist: null, isDark: false, ...noRule });
  await clinic.call('DELETE /api/screen-groups/:id', { params: { id: group } });
  assert.deepEqual((await now())?.next, base, 'a rule without targets no longer applies');
});

test('consecutive rules with the same playlist count as one, and a permanent rule has no end', async (t) => {
  const { app, clinic, screen, infantil } = await start(t, '08:00');
  const now = async () => (await clinic.call('GET /api/my-players'))[0]?.playsNow;
  const body = { plays: infantil, days: everyDay, targets: on(screen) };
  await newRule(clinic, { ...body, from: 420, to: 600 });
  await newRule(clinic, { ...body, from: 600, to: 720 });
  assert.equal((await now())?.until, new Date(monday('12:00')).toISOString());
  await newRule(clinic, { ...body, plays: 'dark', from: 0, to: 0, priority: 5 });
  const dark = { playlist: null, isDark: true, until: null, next: null };
  for (let day = 0; day < 9; day += 1) {
    const reported = await now();
    assert.deepEqual(reported, { ...dark, scheduleId: reported?.scheduleId }, `day ${day}`);
    app.clock.advance(86_400_000);
  }
});

test("if a rule's playlist has nothing to show, the server chooses the base playlist", async (t) => {
  const { app, clinic, screen, geral, infantil, cartoon } = await start(t, '08:00');
  const { id: empty } = await newPlaylist(clinic, 'Vazia');
  const body = { days: everyDay, from: 0, to: 0, targets: on(screen) };
  const { id } = await newRule(clinic, { ...body, plays: empty });
  const plays = () => playingOn(screen);
  const now = async () => (await clinic.call('GET /api/my-players'))[0]?.playsNow;
  assert.equal(await plays(), geral);
  assert.deepEqual([(await now())?.playlist?.id, (await now())?.scheduleId], [geral, null]);
  const params = { id: screen.playerId };
  assert.equal((await clinic.call('GET /api/my-players/:id/programme', { params })).playlist?.id, geral);
  await addItem(clinic, cartoon, empty);
  assert.equal(await plays(), empty, "the rule's playlist plays as soon as it has an item");
  assert.equal((await now())?.scheduleId, id);

  await changeItem(clinic, cartoon, { validUntil: '2026-11-23' });
  assert.equal(await plays(), empty);
  app.clock.advance(16 * 3_600_000);
  assert.equal(await plays(), geral, 'all items of the playlist ended at midnight');
  assert.equal((await now())?.playlist?.id, geral);

  await changeItem(clinic, cartoon, { validFrom: '2026-11-25', validUntil: null });
  assert.equal(await plays(), geral);
  assert.deepEqual((await now())?.next?.playlist, { id: empty, name: 'Vazia' });
  app.clock.advance(86_400_000);
  assert.equal(await plays(), empty, 'the change of day alone starts the playlist');

  await changeRule(clinic, id, { plays: infantil });
  await clinic.call('POST /api/my-players/:id/remove-playlist', { params });
  await clinic.call('DELETE /api/videos/:videoId/assignments/:playlistId', {
    params: { videoId: cartoon, playlistId: infantil },
  });
  assert.equal(await plays(), infantil, 'without a base playlist the empty playlist of the rule remains');
});

test('the programme at a later time respects the validity and the hours of contents, and `hours` of a listed playlist contains both', async (t) => {
  const { clinic, screen, geral, infantil, cartoon } = await start(t, '06:00');
  const { id } = await newRule(clinic, { plays: infantil, targets: on(screen) });
  const windows = [{ days: everyDay, from: 480, to: 540 }];
  await clinic.call('PUT /api/videos/:videoId/assignments/:playlistId/windows', {
    params: { videoId: cartoon, playlistId: infantil },
    body: { windows },
  });
  await changeItem(clinic, cartoon, { validUntil: '2026-11-24' });
  const at = async (time: string) => {
    const query = { at: `2026-11-${time}:00-03:00` };
    const found = await clinic.call('GET /api/my-players/:id/programme', { params: { id: screen.playerId }, query });
    return [found.playlist?.id, found.scheduleId, found.until];
  };
  assert.deepEqual(await at('24T07:30'), [geral, null, '2026-11-24T11:00:00.000Z']);
  assert.deepEqual(await at('24T08:00'), [infantil, id, '2026-11-24T12:00:00.000Z']);
  assert.deepEqual((await at('25T08:00')).slice(0, 2), [geral, null], 'its last day was the 24th');
  const now = (await clinic.call('GET /api/my-players'))[0]?.playsNow;
  assert.deepEqual([now?.until, now?.next?.playlist?.id], ['2026-11-23T11:00:00.000Z', infantil]);
  const hours = (await clinic.call('GET /api/playlists')).map((playlist) => playlist.hours);
  assert.deepEqual(hours, [null, [{ validFrom: null, validUntil: '2026-11-24', windows }]]);
});

test('only an exact rule has `isExact` in the programme of its screens', async (t) => {
  const { clinic, screen, infantil } = await start(t);
  const { id, isExact } = await newRule(clinic, { plays: infantil, targets: on(screen) });
  assert.equal(isExact, false);
  const reported = async () => (await pollScreen(screen, '')).programme;
  const before = await reported();
  assert.ok(before?.rules?.every((rule) => !('isExact' in rule)));
  const changed = await changeRule(clinic, id, { isExact: true });
  assert.equal(changed.isExact, true);
  const after = await reported();
  assert.equal(after?.rules?.[0]?.isExact, true);
  assert.notEqual(after?.revision, before?.revision);
  await changeRule(clinic, id, { to: 700 });
  assert.equal((await reported())?.rules?.[0]?.isExact, true, 'omitted fields stay unchanged');
});

test('requests with the same Idempotency-Key create a rule only once in twelve hours', async (t) => {
  const { app, clinic, screen, infantil } = await start(t);
  const rule = { plays: infantil, days: workdays, from: 420, to: 720, targets: on(screen) };
  const createWithKey = async (key: string, changes: object = {}, who: Customer = clinic) => {
    const { status, body } = await postWithKey<{ id?: number }>(who, '/api/schedules', key, { ...rule, ...changes });
    return { status, ...body };
  };
  const count = async () => (await clinic.call('GET /api/schedules')).length;
  const first = await createWithKey('a');
  assert.deepEqual(await createWithKey('a'), first);
  assert.equal(await count(), 1);
  assert.equal((await createWithKey('a', { to: 600 })).status, 409);
  assert.notEqual((await createWithKey('b')).id, first.id);
  assert.equal((await createWithKey('a b')).status, 400);
  const other = await app.customer({ quotas: { maxPlaylists: 9 } });
  const foreign = await app.screen(other);
  const { id: otherPlaylistId } = await newPlaylist(other, 'Deles');
  assert.notEqual((await createWithKey('a', { plays: otherPlaylistId, targets: on(foreign) }, other)).id, first.id);
  assert.ok(first.id);
  await removeRule(clinic, first.id);
  assert.deepEqual(await createWithKey('a'), first, 'the response is repeated, the deleted rule is not made again');
  assert.equal(await count(), 1);
  app.clock.advance(limits.idempotency.lifeMs);
  assert.equal((await createWithKey('a')).status, 201);
  assert.equal(await count(), 2);
});
