/** What a rule of the programme does to a screen that hears of it (contract/README 16). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openTv, skip, startServer } from './testing/tv.ts';

const viewport = { width: 640, height: 360 };
const everyDay = [0, 1, 2, 3, 4, 5, 6];

test(
  'a rule changes the picture at once, a dark one makes it black, and without it the sent one is back',
  {
    skip,
    timeout: 240_000,
  },
  async (t) => {
    const server = await startServer(t);
    const { activationCode, playerId } = await server.screen();
    const tv = await openTv(t, server, { viewport });
    await tv.pair(activationCode);
    await server.send(playerId, await server.playlist([await server.image('verde', '#14b450')]));
    await tv.until('body[data-state="playing"]');

    /** Mean colour of the middle of the picture. */
    const seen = async () => {
      const middle = { left: 200, top: 120, width: 200, height: 60 };
      const { channels } = await sharp(await tv.page.screenshot())
        .extract(middle)
        .stats();
      return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
    };
    const until = async (colour: number[]) => {
      const since = performance.now();
      for (;;) {
        const now = await seen();
        if (now.every((value, index) => Math.abs(value - (colour[index] ?? 0)) < 40)) return;
        assert.ok(performance.now() - since < 20_000, `seen: ${now.join()}, not ${colour.join()}`);
      }
    };
    await until([20, 180, 80]);

    const { owner } = server;
    const whole = { days: everyDay, from: 0, to: 0, targets: [{ kind: 'screen' as const, id: playerId }] };
    const red = await server.playlist([await server.image('vermelho', '#c81e1e')]);
    const { id } = await owner.call('POST /api/schedules', { body: { plays: red, ...whole } });
    await until([200, 30, 30]);

    await owner.call('PATCH /api/schedules/:id', { params: { id }, body: { plays: 'dark' } });
    await tv.until('body[data-state="dark"]');
    await until([0, 0, 0]);
    const { channels } = await sharp(await tv.page.screenshot()).stats();
    assert.ok(
      channels.slice(0, 3).every(({ max }) => max === 0),
      'black everywhere, clock and ticker too',
    );

    await owner.call('DELETE /api/schedules/:id', { params: { id } });
    await tv.until('body[data-state="playing"]');
    await until([20, 180, 80]);
  },
);
