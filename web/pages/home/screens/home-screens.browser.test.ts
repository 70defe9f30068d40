import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addContent } from '../../../../src/testing/contents.ts';
import { openStudio, skip } from '../../../testing/browser.ts';
import { heartbeat as sendHeartbeat } from '../../../testing/studio-test.ts';

test('the home page shows live what each TV plays, with a button for each problem', { skip }, async (t) => {
  const { app, enter } = await openStudio(t);
  const customer = await app.customer({ quotas: { maxPlayers: 10 } });
  const screen = await app.screen(customer);
  const params = { userId: customer.user.id };
  await app.admin.call('POST /api/admin/users/:userId/players/batch', { params, body: { quantity: 5 } });
  const videoId = addContent(app, { userId: customer.user.id, name: 'Vacinação', withThumbnail: true });
  const playlist = await customer.call('POST /api/playlists', { body: { name: 'Recepção' } });
  let heartbeats: NodeJS.Timeout | undefined;
  t.after(() => clearInterval(heartbeats));
  /** Sends heartbeats with this state until it is called again, so that the TV remains online on a busy machine. */
  const heartbeat = async (state?: object) => {
    clearInterval(heartbeats);
    await sendHeartbeat(screen, state);
    heartbeats = setInterval(() => void sendHeartbeat(screen, state).catch(() => undefined), 10_000);
  };
  const page = await enter(customer);
  const rows = page.getByRole('list', { name: 'O que cada TV exibe' }).getByRole('listitem');
  await page.getByText('0 de 6 TVs online').waitFor();
  assert.equal(await rows.count(), 4, 'only the first rows are shown');
  await page.getByRole('button', { name: 'Mostrar as outras 2 TVs' }).click();
  assert.equal(await rows.count(), 6);

  const screens = await customer.call('GET /api/my-players');
  const paired = screens.find(({ isPaired }) => isPaired);
  const unpaired = screens.find(({ isPaired }) => !isPaired);
  assert.ok(paired && unpaired, 'there are paired and unpaired screens');
  await page.getByRole('button', { name: `Parear TV: ${unpaired.name}`, exact: true }).click();
  const pairing = page.getByRole('dialog', { name: 'Parear TV' });
  await pairing.getByText(unpaired.activationCode).waitFor();
  await pairing.getByRole('button', { name: 'Fechar', exact: true }).last().click();

  // The page polls only every 10 s: the following changes arrive over the socket.
  await page.clock.install();
  await heartbeat();
  const tv = rows.filter({ has: page.getByRole('heading', { name: paired.name, exact: true }) });
  await tv.getByText('Aguardando uma playlist').waitFor();
  await tv.getByRole('button', { name: 'Enviar playlist' }).click();
  const sending = page.getByRole('dialog', { name: 'Enviar playlist' });
  await sending.getByRole('radio', { name: /Recepção/ }).check({ force: true });
  await sending.getByRole('button', { name: 'Enviar', exact: true }).click();
  await tv.getByText('Playlist vazia').waitFor();
  const fill = tv.getByRole('link', { name: 'Adicionar conteúdos' });
  assert.match((await fill.getAttribute('href')) ?? '', /aba=playlists/);
  const assignment = { params: { videoId }, body: { playlistId: playlist.id } };
  await customer.call('POST /api/videos/:videoId/assignments', assignment);
  await heartbeat({ videoId, playingSince: new Date().toISOString(), cachedItems: 1, totalItems: 1 });
  await tv.getByText('Vacinação').waitFor();
  await tv.getByText(/^Exibindo desde \d\d:\d\d · Playlist: Recepção$/).waitFor();
  assert.match((await tv.locator('img').getAttribute('src')) ?? '', /^\/media\//);
  // The row shows a rule while it plays. The socket reports each change.
  const targets = [{ kind: 'screen', id: screen.playerId } as const];
  const allWeek = { plays: 'dark' as const, days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0 };
  const rule = await customer.call('POST /api/schedules', { body: { ...allWeek, targets } });
  await tv.getByText('Tela escura').waitFor();
  await tv.getByText('Pela programação', { exact: true }).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/home-dark-rule.png` });
  await customer.call('PATCH /api/schedules/:id', { params: { id: rule.id }, body: { plays: playlist.id } });
  await tv.getByText(/^Exibindo desde \d\d:\d\d · Programação: Recepção$/).waitFor();
  await customer.call('DELETE /api/schedules/:id', { params: { id: rule.id } });
  await tv.getByText(/^Exibindo desde \d\d:\d\d · Playlist: Recepção$/).waitFor();
  // A TV with a problem moves to the first row, but not while the pointer is on the rows.
  const names = () => rows.getByRole('heading').allTextContents();
  const previousNames = await names();
  await rows.last().hover();
  const lastName = previousNames.at(-1);
  const target = screens.find(({ name }) => name === lastName);
  assert.ok(target && target.id !== paired.id);
  await app.admin.call('PATCH /api/admin/players/:id', { params: { id: target.id }, body: { status: 'paused' } });
  await rows.last().getByText('Pausada pelo Admin').waitFor();
  assert.deepEqual(await names(), previousNames);
  await page.mouse.move(0, 0);
  await rows.first().getByText('Pausada pelo Admin').waitFor();
  await app.admin.call('PATCH /api/admin/players/:id', { params: { id: target.id }, body: { status: 'active' } });
  await app.admin.call('PATCH /api/admin/players/:id', { params: { id: paired.id }, body: { status: 'paused' } });
  await tv.getByText('Pausada pelo Admin').waitFor();
  assert.equal(await tv.getByRole('button').count(), 0);

  // The pairing dialog closes when the TV is paired, and does not open again when the TV is disconnected.
  const other = screens.find(({ isPaired, id }) => !isPaired && id !== unpaired.id);
  assert.ok(other);
  await page.getByRole('button', { name: `Parear TV: ${other.name}`, exact: true }).click();
  await pairing.getByText(other.activationCode).waitFor();
  const device = app.guest();
  const deviceInfo = { userAgent: 'TV', timestamp: new Date().toISOString() };
  const { token, playerId } = await device.call('POST /api/player/activate', {
    body: { activationCode: other.activationCode, deviceInfo },
  });
  await device.call('POST /api/player/heartbeat', { body: { token, playerId } });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await customer.call('POST /api/my-players/:id/disconnect', { params: { id: other.id } });
  await page.getByRole('button', { name: `Parear TV: ${other.name}`, exact: true }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test(
  'with 205 screens, those with a problem are reloaded each minute, and when the number of online screens changes',
  { skip },
  async (t) => {
    const { app, enter } = await openStudio(t);
    const customer = await app.customer();
    const screen = await app.screen(customer);
    app.parts.database.exec(`
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 204)
    INSERT INTO players (user_id, name, screen_id, activation_code, created_at)
    SELECT ${customer.user.id}, 'Sala ' || number, printf('%06d', number), printf('%010d', number), 0 FROM numbers`);
    const page = await enter(customer, { path: '/account' });
    const requests = { problems: 0, lists: 0 };
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/my-players') requests[searchParams.has('state') ? 'problems' : 'lists'] += 1;
    });
    await page.clock.install();
    await page.getByRole('link', { name: 'Início', exact: true }).first().click();
    await page.getByText('0 de 205 TVs online').waitFor();
    for (let polls = 0; polls < 4; polls += 1) {
      const reload = page.waitForResponse(/my-players\?limit/);
      await page.clock.runFor(10_000);
      await reload;
    }
    assert.equal(requests.problems, 1);
    assert.ok(requests.lists >= 5);
    await sendHeartbeat(screen);
    const nextRequest = page.waitForRequest(/state=problem/);
    await page.clock.runFor(10_000);
    await nextRequest;
  },
);
