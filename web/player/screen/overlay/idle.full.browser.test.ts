/** Tests a screen that is set up and has nothing to show: the clinic's name and the clock, no instruction. */
import assert from 'node:assert/strict';
import { callPatient, createCallRoom } from '../../testing/calls.ts';
import { between, everyDay, minuteAhead } from '../../testing/programme.ts';
import { newProfile, openPlaying, openTv, type Server, startServer, test, type Tv } from '../../testing/tv.ts';

const setWindows = (server: Server, playlistId: number, videoId: number, hours: { from: number; to: number }[]) =>
  server.owner.call('PUT /api/videos/:videoId/assignments/:playlistId/windows', {
    params: { videoId, playlistId },
    body: { windows: hours.map((each) => ({ days: everyDay, ...each })) },
  });

async function assertIdle(tv: Tv, server: Server): Promise<void> {
  await tv.until('body[data-state="idle"]');
  const { page } = tv;
  await page.getByTestId('clinic').getByText(server.owner.user.username).waitFor();
  await page
    .getByTestId('clock')
    .getByText(/^\d\d:\d\d$/)
    .waitFor();
  await page.locator('.ticker').getByText('Hoje das 9h às 17h').first().waitFor();
  for (const part of ['clinic', 'clock', 'logo'])
    assert.ok(await page.locator(`.overlay [data-testid="${part}"]`).isVisible(), part);
  assert.equal(await page.getByTestId('card').innerText(), '', 'no instruction in front of patients');
}

test('a screen whose contents are outside their hours or removed shows clinic, clock, ticker and calls, also without the server', async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  const image = await server.image('vermelho', '#c81e1e', 600);
  const { playerId, playlistId, ...first } = await openPlaying(t, server, [image], { profile });
  let { tv } = first;
  await server.addTicker(playlistId);
  const roomId = await createCallRoom(server);

  await setWindows(server, playlistId, image, [between(minuteAhead(120), minuteAhead(180))]);
  await assertIdle(tv, server);
  await callPatient(server, roomId, '42');
  await tv.page.locator('.call.is-visible').getByText('42', { exact: true }).waitFor();

  await tv.turnOff();
  await server.stop();
  tv = await openTv(t, server, { profile });
  await tv.page.goto('/play');
  await assertIdle(tv, server);

  await server.start();
  await setWindows(server, playlistId, image, []);
  await tv.untilPlaying();
  await server.remove(playlistId, image);
  await assertIdle(tv, server);

  // An empty playlist of which this screen has never shown an item causes an instruction.
  await server.send(playerId, await server.playlist([]));
  await tv.page.getByText('Nenhum vídeo na playlist').waitFor();
});
