/** Tests the volume and the quiet hours of a screen (contract/README 9.13), and the levelled loudness of films (10.6). */
import assert from 'node:assert/strict';
import type { ScreenSettings } from '../../../src/contract/display.ts';
import { callPatient, createCallRoom, receiptsOf, untilPlayed } from '../testing/calls.ts';
import { startRadio } from '../testing/tone-station.ts';
import { openTv, smallViewport, startServer, test, type Tv } from '../testing/tv.ts';

/** Waits until film and radio have these volumes; `undefined`: the radio is stopped. */
const untilVolumes = (tv: Tv, film: number, radio?: number) =>
  tv.untilTrue(
    ([film, radio]) => {
      const near = (media: HTMLMediaElement | null, value: number) => media && Math.abs(media.volume - value) < 0.005;
      const audio = document.querySelector<HTMLAudioElement>('[data-testid="radio"]');
      const isRadioRight = radio === undefined ? !audio?.hasAttribute('src') : audio?.src && near(audio, radio);
      return near(document.querySelector('.layer.is-visible video'), film as number) && isRadioRight;
    },
    [film, radio],
  );

test('films and radio follow volume and quiet hours, also without the server; calls stay audible', async (t) => {
  const server = await startServer(t);
  await startRadio(t, server);
  const tv = await openTv(t, server, smallViewport);
  const film = await server.video('filme', '#1e3cc8', 20);
  const { playerId } = await server.sendTo(tv, [film]);
  await tv.untilPlaying();
  const change = (body: Partial<ScreenSettings>) =>
    server.owner.call('PATCH /api/my-players/:id/settings', { params: { id: playerId }, body });
  await untilVolumes(tv, 1, 0.6 * 0.15);
  await change({ volume: 50 });
  await untilVolumes(tv, 0.5, 0.5 * 0.6 * 0.15);

  const always = { days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 0 };
  await change({ quietHours: { ...always, mutesCalls: false } });
  await untilVolumes(tv, 0);
  const roomId = await createCallRoom(server);
  await untilPlayed(server, (await callPatient(server, roomId, 'P042')).id);
  await untilVolumes(tv, 0);

  await server.stop();
  await tv.restart();
  await tv.untilPlaying();
  await untilVolumes(tv, 0);
  await server.start();

  await change({ quietHours: { ...always, mutesCalls: true } });
  await tv.untilTrue(() => document.querySelector<HTMLAudioElement>('[data-testid="call-sound"]')?.volume === 0);
  const silent = await callPatient(server, roomId, 'P043');
  await tv.until('.call.is-visible');
  const [receipt] = await receiptsOf(server, silent.id);
  assert.deepEqual([receipt?.hadSound, receipt?.isQuietTime], [false, true], 'the desk knows that silence is wanted');

  await change({ volume: 80, quietHours: null });
  await untilVolumes(tv, 0.8, 0.8 * 0.6 * 0.15);

  // The film counts as 6 LU louder than the target.
  server.app.parts.database.connection.prepare('UPDATE videos SET loudness = -17 WHERE id = ?').run(film);
  await server.owner.call('PATCH /api/videos/:id', { params: { id: film }, body: { name: 'Filme alto' } });
  await untilVolumes(tv, 0.8 * 0.501, 0.8 * 0.6 * 0.15);
});
