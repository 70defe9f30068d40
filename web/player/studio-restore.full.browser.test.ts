/** Tests that a TV plays on while an administrator goes back to a backup in the studio (src/features/backups/README). */
import assert from 'node:assert/strict';
import { testAdmin } from '../../src/testing/admin.ts';
import { Client } from '../../src/testing/client.ts';
import { freePort } from '../../src/testing/ports.ts';
import { programEnvironment, startServer } from '../../src/testing/program.ts';
import { temporaryFolder } from '../../src/testing/temporary-folder.ts';
import { until } from '../../src/testing/until.ts';
import { launchChromium } from '../testing/chromium.ts';
import { addToPlaylist, picture, sendPlaylist } from '../testing/studio-test.ts';
import { assertNeverDark } from './testing/recording.ts';
import { openTv, smallViewport, test } from './testing/tv.ts';

test('while an administrator restores a backup in the studio, a TV that shows an image of the backup is never dark, stays paired, and then shows its playlist', async (t) => {
  const [port, dataDir] = [await freePort(), temporaryFolder(t)];
  startServer(t, programEnvironment(dataDir, port));
  const url = `http://127.0.0.1:${port}`;
  const owner = new Client(url);
  await until('the server is ready', async () => (await owner.request('/readyz').catch(() => ({ ok: false }))).ok);
  const user = await owner.call('POST /api/login', { body: testAdmin });
  const params = { userId: user.id };
  const [screen] = await owner.call('POST /api/admin/users/:userId/players/batch', { params, body: { quantity: 1 } });
  assert.ok(screen);
  const tv = await openTv(t, { url: `http://tv.lan:${port}` }, smallViewport);
  await tv.pair(screen.activationCode);

  const upload = async (name: string, colour: string) =>
    (await owner.upload(await picture(colour, 1280, 720), { fileName: `${name}.png`, name })).id;
  /** Shows an image on the TV, in a new playlist. */
  async function show(id: number, name: string): Promise<void> {
    const playlist = await owner.call('POST /api/playlists', { body: { name, isRandom: false } });
    await addToPlaylist(owner, playlist.id, id);
    await sendPlaylist(owner, screen!.id, playlist.id);
    await tv.untilItem(id);
  }
  const [before, after] = [await upload('Antes', '#c81e1e'), await upload('Depois', '#1e3cc8')];
  await show(before, 'Antes');

  const browser = await launchChromium();
  t.after(() => browser.close());
  const context = await browser.newContext({ baseURL: url, locale: 'pt-BR', reducedMotion: 'reduce' });
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })));
  const studio = await context.newPage();
  studio.setDefaultTimeout(120_000);
  await studio.goto('/admin/settings?secao=backups');
  await studio.getByRole('button', { name: 'Fazer backup agora' }).click();
  const goBack = studio.getByRole('button', { name: /^Voltar para o backup/ });
  await goBack.and(studio.locator(':enabled')).waitFor();

  // The TV shows a playlist that the backup does not have; the image of the one in the backup is deleted. A TV shows an
  // image that the backup does not have only until the server says that it no longer exists.
  await show(after, 'Depois');
  const lost = await upload('Perdido', '#14b450');
  await owner.call('DELETE /api/videos/:id', { params: { id: before } });
  await tv.untilNoFade();
  const pairing = await tv.pairing();
  await tv.page.evaluate(() => {
    const states = new Set([document.body.dataset.state]);
    new MutationObserver(() => states.add(document.body.dataset.state)).observe(document.body, { attributes: true });
    Object.assign(window, { states });
  });

  await assertNeverDark(tv, async () => {
    await goBack.click();
    await studio.getByLabel('Senha atual', { exact: true }).fill(testAdmin.password);
    await studio.getByRole('dialog').getByRole('button', { name: 'Voltar', exact: true }).click();
    await studio.getByText('O servidor voltou para o backup de hoje').waitFor();
    await tv.untilItem(before);
    await tv.untilNoFade();
  });

  // A page that was loaded again would not have `window.states`.
  const states = await tv.page.evaluate(() => [...(window as unknown as { states: Set<string> }).states]);
  assert.deepEqual(states, ['playing']);
  assert.equal(await tv.pairing(), pairing);
  await until('the screen reports what it shows', async () => {
    const [{ isOnline, state } = {}] = await owner.call('GET /api/my-players');
    return isOnline && state?.videoId === before;
  });
  assert.deepEqual(
    (await owner.call('GET /api/playlists')).map(({ name }) => name),
    ['Antes'],
  );
  assert.deepEqual(
    (await owner.call('GET /api/videos')).map(({ id }) => id).sort((left, right) => left - right),
    [before, after],
    `${lost} was created after the backup`,
  );
  // The TV has a connection again: what is sent now arrives.
  await show(await upload('De novo', '#14b450'), 'De novo');
});
