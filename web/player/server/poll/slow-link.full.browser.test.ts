/** Tests that a new playlist is downloaded before it replaces the old one, over a slow connection (web/player/README 1.3 and 4.2). */
import assert from 'node:assert/strict';
import { assertNeverDark, recordItems, recordLag } from '../../testing/recording.ts';
import { openLink } from '../../testing/link.ts';
import type { TestContext } from 'node:test';
import { delay, openTv, smallViewport, startServer, test } from '../../testing/tv.ts';

/** Opens a paired TV without a playlist behind a slow connection, and uploads a video of `bytes`. */
async function openBehindLink(t: TestContext, bytes: number) {
  const server = await startServer(t);
  const link = await openLink(t, server.url);
  const heavy = await server.video('pesado', '#14b450', 2);
  await server.pad(heavy, bytes);
  const { activationCode, playerId } = await server.screen();
  const tv = await openTv(t, server, { ...smallViewport, url: link.url });
  await tv.pair(activationCode);
  const send = async (videoIds: number[]) => server.send(playerId, await server.playlist(videoIds));
  return { server, link, heavy, playerId, tv, send };
}

for (const [name, bytesPerS, bytes] of [
  ['400 kB/s', 400_000, 6_000_000],
  ['50 kB/s', 50_000, 900_000],
] as const) {
  test(`a playlist over a connection of ${name} begins when its first item is stored, and until then the old one plays`, async (t) => {
    const { server, link, heavy, playerId, tv, send } = await openBehindLink(t, bytes);
    const red = await server.image('vermelho', '#c81e1e', 2);
    const blue = await server.video('azul', '#1e3cc8', 2);
    await send([red, blue]);
    for (const id of [blue, red]) await tv.untilItem(id);

    const aborted: string[] = [];
    tv.page.on('requestfailed', (request) => {
      if (request.url().includes('/media/')) aborted.push(request.url());
    });
    await tv.untilNoFade();
    const items = await recordItems(tv);
    await tv.page.evaluate(recordLag);
    link.set({ type: 'good', bytesPerS });
    const bytesBefore = link.bytes();
    const second = await server.image('verde', '#c8a01e', 2);
    await send([heavy, second]);
    await assertNeverDark(tv, async () => {
      const percents = new Set<number>();
      const deadline = performance.now() + 200_000;
      while (!(await items.ids()).includes(heavy)) {
        const state = await server.state(playerId);
        if (state?.downloadPercent != null) percents.add(state.downloadPercent);
        const sent = link.bytes() - bytesBefore;
        assert.ok(performance.now() < deadline, `not played: ${sent} bytes, ${JSON.stringify(state)}`);
        await delay(300);
      }
      assert.ok(
        [...percents].some((percent) => percent > 0 && percent < 100),
        `reported: ${[...percents].join()}`,
      );
      const sent = link.bytes() - bytesBefore;
      assert.ok(sent < bytes * 1.25 + 300_000, `${sent} bytes for ${bytes}`);
      await tv.untilItem(second);
    });
    const seen = await items.ids();
    const times = await items.times();
    const oldCount = seen.indexOf(heavy);
    assert.ok(oldCount > 2, `the old playlist went on: ${seen.join()}`);
    assert.ok(seen.slice(0, oldCount).every((id) => id === red || id === blue));
    const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
    const lagMs = await tv.page.evaluate(() => (window as unknown as { lagMs: number }).lagMs);
    assert.ok(
      Math.max(...gaps) < 8_000 + lagMs,
      `no picture stayed too long: ${gaps.map(Math.round).join()}, ${Math.round(lagMs)} ms of lag`,
    );
    assert.deepEqual(aborted, []);
  });
}

test('an empty screen shows the downloaded share of its first item', async (t) => {
  const { link, heavy, tv, send } = await openBehindLink(t, 900_000);
  link.set({ type: 'good', bytesPerS: 100_000 });
  const bytesBefore = link.bytes();
  await send([heavy]);
  const reported: number[] = [];
  for (let tries = 0; tries < 900 && (await tv.state()) !== 'playing'; tries += 1) {
    const text = (await tv.page.getByTestId('card').textContent()) ?? '';
    const percent = /Baixando conteúdos: (\d+) %/.exec(text)?.[1];
    if (percent) reported.push(Number(percent));
    if (reported.length > 0) assert.doesNotMatch(text, /Aguardando/);
    await delay(100);
  }
  // The item's id is set with the frame that shows it.
  await tv.untilItem(heavy);
  const rising = reported.filter((percent, index) => index === 0 || percent > (reported[index - 1] as number));
  assert.ok(rising.length >= 4, `reported: ${rising.join()}`);
  assert.deepEqual(
    reported,
    reported.slice().sort((a, b) => a - b),
  );
  assert.ok(link.bytes() - bytesBefore < 1_300_000, 'the video was not streamed during its download');
});

test('an empty screen shows an image first, and downloads the video after it without interruption', async (t) => {
  const { server, link, heavy, tv, send } = await openBehindLink(t, 900_000);
  const red = await server.image('vermelho', '#c81e1e', 2);
  link.set({ type: 'good', bytesPerS: 50_000 });
  const bytesBefore = link.bytes();
  await send([heavy, red]);
  await tv.untilItem(red);
  // The image appears before the video is complete; how long that takes depends on this machine.
  const bytesOfImage = link.bytes() - bytesBefore;
  assert.ok(bytesOfImage < 900_000, `${bytesOfImage} bytes before the first picture`);
  await tv.untilItem(heavy);
  const sent = link.bytes() - bytesBefore;
  assert.ok(sent < 1_300_000, `${sent} bytes`);
});
