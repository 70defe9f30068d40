import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { ManualClock } from '../../platform/clock.ts';
import { type Customer, type Screen } from '../../testing/app.ts';
import { failsWith, newPlaylist, pollScreen, setScreenStatus, startClinic } from '../../testing/steps.ts';

/** Starts a clinic with three screens and two playlists. */
async function start(t: TestContext) {
  const { app, clinic } = await startClinic(t, {
    clock: new ManualClock(Date.parse('2026-11-23T08:00:00-03:00')),
    quotas: { maxPlaylists: 9 },
  });
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Sao_Paulo' } });
  const screens = [await app.screen(clinic), await app.screen(clinic), await app.screen(clinic)] as const;
  const [general, paediatric] = [await newPlaylist(clinic, 'Geral'), await newPlaylist(clinic, 'Infantil')];
  return { app, clinic, screens, general: general.id, paediatric: paediatric.id };
}

const playerIdsOf = (screens: readonly Screen[]) => screens.map(({ playerId }) => playerId);
const group = (owner: Customer, name: string, playerIds: number[]) =>
  owner.call('POST /api/screen-groups', { body: { name, playerIds } });
const change = (owner: Customer, id: number, body: { name?: string; playerIds?: number[] }) =>
  owner.call('PATCH /api/screen-groups/:id', { params: { id }, body });
const playingOn = async (screen: Screen) => (await pollScreen(screen)).playlist?.id;

test('groups are created, renamed, listed by name and deleted, and their screens can be changed; a screen may be in several groups', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [first, second, third] = playerIdsOf(screens);
  assert.ok(first && second && third);
  const hall = await group(clinic, 'Térreo', [second, first, second]);
  const { id, createdAt } = hall;
  const stored = { name: 'Térreo', playerIds: [first, second] };
  assert.deepEqual(hall, { ...stored, id, ruleCount: 0, callRoomCount: 0, createdAt });
  const floors = await group(clinic, '  Andares  1 e 2 ', [first, third]);
  assert.deepEqual(
    (await clinic.call('GET /api/screen-groups')).map(({ name, playerIds }) => [name, playerIds]),
    [
      ['Andares 1 e 2', [first, third]],
      ['Térreo', [first, second]],
    ],
  );
  const studio = await clinic.socket();
  const changed = await change(clinic, hall.id, { name: 'Recepções' });
  assert.deepEqual([changed.name, changed.playerIds], ['Recepções', [first, second]], 'omitted fields stay unchanged');
  assert.equal((await studio.waitFor('contentChanged')).what, 'groups');
  const params = { id: floors.id };
  const other = await change(clinic, floors.id, { playerIds: [second] });
  assert.deepEqual(other.playerIds, [second]);

  await clinic.call('DELETE /api/screen-groups/:id', { params });
  assert.equal((await clinic.call('GET /api/my-players')).length, 3, 'the screens remain');
  await assert.rejects(clinic.call('DELETE /api/screen-groups/:id', { params }), failsWith(404));
  await app.admin.call('DELETE /api/admin/players/:id', { params: { id: first } });
  assert.deepEqual(
    (await clinic.call('GET /api/screen-groups')).map(({ playerIds }) => playerIds),
    [[second]],
    'a deleted screen leaves its groups',
  );
  const { entries } = await clinic.call('GET /api/user/audit', { query: { kind: 'group' } });
  assert.deepEqual(entries.map(({ sentence }) => sentence.replace(clinic.user.username, 'Ana')).reverse(), [
    'Ana criou o grupo de telas Térreo',
    'Ana criou o grupo de telas Andares 1 e 2',
    'Ana mudou o nome do grupo Térreo para Recepções',
    'Ana mudou as telas do grupo Andares 1 e 2 (1 tela)',
    'Ana excluiu o grupo de telas Andares 1 e 2',
  ]);
});

test('names in use, more groups than allowed and foreign screens are refused', async (t) => {
  const { app, clinic, screens } = await start(t);
  const [mine] = playerIdsOf(screens);
  assert.ok(mine);
  const other = await app.customer();
  const foreign = await app.screen(other);
  const { id } = await group(clinic, 'Térreo', [mine]);
  await assert.rejects(group(clinic, 'TÉRREO', []), failsWith(409, 'name'));
  await assert.rejects(group(clinic, ' ', []), failsWith(400, 'name'));
  await assert.rejects(group(clinic, 'Deles', [mine, foreign.playerId]), failsWith(404));
  await assert.rejects(change(clinic, id, { playerIds: [foreign.playerId] }), failsWith(404));
  await change(clinic, id, { name: 'térreo' });
  await assert.rejects(change(other, id, { name: 'Minhas' }), failsWith(404));
  assert.deepEqual(await other.call('GET /api/screen-groups'), []);
  assert.deepEqual(
    (await clinic.call('GET /api/screen-groups')).map((it) => [it.name, it.playerIds]),
    [['térreo', [mine]]],
  );
  for (let count = 1; count < limits.screenGroup.perAccount; count += 1) await group(clinic, `Grupo ${count}`, []);
  await assert.rejects(group(clinic, 'Mais um', []), failsWith(403));
});

test('a playlist sent to a group plays on its active screens', async (t) => {
  const { app, clinic, screens, general } = await start(t);
  const [first, second, third] = screens;
  const { id } = await group(clinic, 'Térreo', playerIdsOf([first, second]));
  await setScreenStatus(app, second.playerId, 'paused');
  const socket = await first.socket();
  const send = (playlistId: number) =>
    clinic.call('POST /api/screen-groups/:id/assign-playlist', { params: { id }, body: { playlistId } });
  const { sent, skipped } = await send(general);
  assert.deepEqual([sent.map((it) => it.id), skipped.map((it) => it.id)], [[first.playerId], [second.playerId]]);
  assert.equal((await socket.waitFor('playlistAssigned')).playlist.id, general);
  assert.deepEqual(
    [await playingOn(first), await playingOn(second), await playingOn(third)],
    [general, undefined, undefined],
  );
  const foreign = await newPlaylist(await app.customer());
  await assert.rejects(send(foreign.id), failsWith(404));
  assert.equal(await playingOn(first), general);
});

test('a rule for a group applies to its screens, and at once to a screen that joins or leaves', async (t) => {
  const { clinic, screens, general, paediatric } = await start(t);
  const [first, second] = screens;
  const { id } = await group(clinic, 'Pediatria', [first.playerId]);
  const body = { days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0 };
  const rule = await clinic.call('POST /api/schedules', {
    body: { ...body, plays: paediatric, targets: [{ kind: 'group', id }] },
  });
  assert.deepEqual(rule.targets, [{ kind: 'group', id, name: 'Pediatria' }]);
  assert.deepEqual([await playingOn(first), await playingOn(second)], [paediatric, undefined]);

  const socket = await second.socket();
  const setMembers = (playerIds: number[]) => change(clinic, id, { playerIds });
  assert.equal((await setMembers([second.playerId])).ruleCount, 1);
  await socket.waitFor('programmeUpdated');
  assert.deepEqual([await playingOn(first), await playingOn(second)], [undefined, paediatric]);

  const screenRule = await clinic.call('POST /api/schedules', {
    body: { ...body, plays: general, targets: [{ kind: 'screen', id: second.playerId }] },
  });
  assert.equal(await playingOn(second), general, 'a rule for the screen has priority over a rule for its group');
  const { programme } = await second.call('GET /api/player/assigned-playlist', { query: { programme: '' } });
  assert.deepEqual(
    programme?.rules?.map((it) => [it.id, it.target]),
    [
      [rule.id, 'group'],
      [screenRule.id, 'screen'],
    ],
  );
  await clinic.call('DELETE /api/schedules/:id', { params: { id: screenRule.id } });
  assert.equal(await playingOn(second), paediatric);

  await clinic.call('DELETE /api/screen-groups/:id', { params: { id } });
  assert.equal(await playingOn(second), undefined);
  assert.deepEqual(
    (await clinic.call('GET /api/schedules')).map(({ targets }) => targets),
    [[]],
  );
});
