/** Tests the clinic's own logo beside the clock (contract/README 9.8). */
import assert from 'node:assert/strict';
import sharp from 'sharp';
import {
  eventually,
  isNear,
  newProfile,
  openPlaying,
  openTv,
  type Server,
  smallViewport,
  startServer,
  test,
  type Tv,
} from '../../testing/tv.ts';

const logoImage = (colour: string) =>
  sharp({ create: { width: 300, height: 100, channels: 4, background: colour } })
    .png()
    .toBuffer();

async function sendLogo(server: Server, bytes: Buffer): Promise<string> {
  const response = await server.owner.request('/api/display-settings/logo', {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'image/png' },
  });
  assert.equal(response.status, 200);
  const { logo } = (await response.json()) as { logo: { sha256: string } };
  return logo.sha256;
}

/** Returns the mean colour of the visible logo, or undefined if no logo is visible. */
async function visibleColour(tv: Tv): Promise<number[] | undefined> {
  const image = tv.page.getByTestId('own-logo').locator('img');
  if (!(await image.isVisible())) return undefined;
  const { channels } = await sharp(await image.screenshot()).stats();
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean));
}

const untilSeen = (tv: Tv, colour: number[] | undefined) =>
  eventually(`the logo is ${colour?.join()}`, async () => {
    const now = await visibleColour(tv).catch(() => undefined);
    return colour && now ? isNear(now, colour, 12) : now === colour;
  });

const blue = [20, 60, 200];
const red = [200, 30, 30];

test("a clinic's logo is shown, changed and removed at once, and is shown after a start without the server", async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  const image = await server.image('verde', '#14b450');
  const first = await openPlaying(t, server, [image], { ...smallViewport, profile });
  let { tv } = first;
  assert.equal(await visibleColour(tv), undefined);

  await sendLogo(server, await logoImage('#143cc8'));
  await untilSeen(tv, blue);
  await sendLogo(server, await logoImage('#c81e1e'));
  await untilSeen(tv, red);

  await tv.turnOff();
  await server.stop();
  tv = await openTv(t, server, { ...smallViewport, profile });
  await tv.page.goto('/play');
  await tv.untilPlaying();
  await untilSeen(tv, red);
  await server.start();
  await server.owner.call('DELETE /api/display-settings/logo');
  await untilSeen(tv, undefined);
  assert.equal(await tv.state(), 'playing');
});

test('a logo that fails to load does not affect the picture, and appears as soon as it is loaded', async (t) => {
  const server = await startServer(t);
  const sha256 = await sendLogo(server, await logoImage('#143cc8'));
  const tv = await openTv(t, server, smallViewport);
  let serverResponse: 'none' | 'portal' | 'logo' = 'none';
  await tv.page.route(`**/media/${sha256}*`, (route) =>
    serverResponse === 'logo'
      ? route.continue()
      : serverResponse === 'none'
        ? route.abort()
        : route.fulfill({ contentType: 'image/png', body: 'no picture' }),
  );
  await server.sendTo(tv, [await server.image('verde', '#14b450')]);
  await tv.untilPlaying();
  assert.equal(await visibleColour(tv), undefined);
  serverResponse = 'portal';
  await tv.page.waitForResponse(`**/media/${sha256}*`);
  assert.equal(await visibleColour(tv), undefined);
  serverResponse = 'logo';
  await untilSeen(tv, blue);
});
