/** Tests the pairing of a TV with a phone, without typing on the TV (contract/README 9.9). */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertNear } from '../../../../src/testing/media.ts';
import { newProfile, openPlaying, openTv, type Server, test, startServer, type Tv } from '../../testing/tv.ts';

const red = [200, 30, 30];

async function signIn(page: Page, { owner }: Server): Promise<void> {
  await page.getByLabel('Email').fill(owner.user.email);
  await page.getByLabel('Senha', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
}

const codeOn = async (tv: Tv) => ((await tv.page.getByTestId('pairing-code').textContent()) ?? '').trim();
const takePicture = (page: Page, name: string) =>
  process.env.PICTURES ? page.screenshot({ path: `${process.env.PICTURES}/${name}.png` }) : undefined;

test('the clinic’s picture appears within a minute after switching on; then another box takes over the screen', async (t) => {
  const server = await startServer(t);
  const image = await server.image('vermelho', '#c81e1e');
  await server.playlist([image]);
  const tv = await openTv(t, server, { viewport: { width: 1920, height: 1080 } });
  const { page: phone } = await openTv(t, server, { viewport: { width: 390, height: 844 } });
  await phone.goto('/');

  const startedAt = performance.now();
  await tv.page.goto('/play');
  await tv.until('.pairing-qr path[d]');
  const code = await codeOn(tv);
  assert.match(code, /^[A-Z2-9]{6}$/);
  await takePicture(tv.page, 'tv');
  // The QR code contains this address.
  await phone.goto(`/parear?c=${code}`);
  await signIn(phone, server);
  await phone.getByRole('heading', { name: 'Parear TV' }).waitFor();
  const digits = await tv.page.getByTestId('pairing-digits').textContent();
  await phone.getByText(digits ?? '', { exact: true }).waitFor();
  await phone.getByText('1920 x 1080').waitFor();
  await phone.getByLabel('Nome da tela').fill('Recepção');
  await takePicture(phone, 'phone');
  await phone.getByRole('button', { name: 'Parear TV' }).click();
  await tv.untilItem(image);
  const tookMs = performance.now() - startedAt;
  await tv.untilNoFade();
  assertNear(await tv.colour(), red);
  await phone.getByRole('heading', { name: 'TV pareada' }).waitFor();
  await takePicture(phone, 'phone-done');
  t.diagnostic(`from switch-on to pixels: ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < 60_000, `${tookMs} ms`);

  const box = await openTv(t, server, { profile: await newProfile(t) });
  await box.page.goto('/player');
  await box.until('.pairing-qr path[d]');
  const [screen] = await server.owner.call('GET /api/my-players');
  await phone.goto(`/parear?tela=${screen?.id}`);
  await phone.getByLabel('Código da TV').fill(await codeOn(box));
  await phone.getByRole('button', { name: 'Continuar' }).click();
  await phone.getByRole('button', { name: 'Trocar TV box' }).click();
  await phone.getByText('Continuam iguais: o nome “Recepção”').waitFor();
  await takePicture(phone, 'phone-swap');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Trocar TV box' }).click();
  await box.untilItem(image);
  await tv.page.getByText('Esta tela foi trocada').waitFor();
  await takePicture(tv.page, 'tv-swapped');
  assert.equal(await tv.pairing(), null);
  const databases = await tv.page.evaluate(async () => (await indexedDB.databases()).length);
  assert.equal(databases <= 1, true, 'only the database with the end of the pairing may remain');
  await tv.page.getByRole('button', { name: 'Conectar a outra tela' }).click();
  await tv.until('.pairing-qr path[d]');
});

test('a box whose screen was given to another box while it was off shows after its start that the screen was swapped', async (t) => {
  const server = await startServer(t);
  const image = await server.image('vermelho', '#c81e1e');
  const profile = await newProfile(t);
  const { tv: oldBox, playerId } = await openPlaying(t, server, [image], { profile });
  await oldBox.untilItem(image);
  await oldBox.turnOff();

  const { code, secret } = await server.app.guest().call('POST /api/player/pairing', { body: {} });
  await server.owner.call('POST /api/pairing/:code/claim', { params: { code }, body: { playerId, replace: true } });
  await server.app.guest().call('POST /api/player/pairing/poll', { body: { secret } });

  const restartedBox = await openTv(t, server, { profile });
  await restartedBox.page.goto('/play');
  await restartedBox.page.getByText('Esta tela foi trocada').waitFor();
  assert.equal(await restartedBox.pairing(), null);
});
