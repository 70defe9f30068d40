/** Tests how the studio shows the state that a screen reports with its heartbeat (web/player/README 6.5). */
import assert from 'node:assert/strict';
import type { PlayerState } from '../../src/contract/players.ts';
import { formatMb, formatTime } from '../ui/text/format.ts';
import { playUntilSoundRefused } from './testing/refused-sound.ts';
import { arrivesWithinMs, openTv, test, startServer } from './testing/tv.ts';

test('the studio and the administration show the report of a real screen', async (t) => {
  const server = await startServer(t);
  // The browser refuses sound until a key is pressed. It reports free storage only at a trusted address.
  const tv = await openTv(t, server, { url: server.app.url, mustAskForSound: true });
  // The page may be opened a second time during the video, so the video lasts 8 s: with an image the page tries no sound.
  const video = await server.video('Boas-vindas', '#1e3cc8', 8);
  const broken = await server.image('Rasgada', '#148250');
  const image = await server.image('Vacinação', '#c81e1e', 600);
  await server.replace(broken, Buffer.from('no picture'));
  await server.sendTo(tv, [video, broken, image]);
  await tv.untilItem(video);

  await playUntilSoundRefused(tv);
  const reports: PlayerState[] = [];
  tv.page.on('request', (request) => {
    if (!request.url().endsWith('/api/player/heartbeat')) return;
    const { state } = request.postDataJSON() as { state: PlayerState };
    if (state.videoId === image) reports.push(state);
  });
  await tv.untilItem(image);

  const browser = tv.context.browser();
  assert.ok(browser, "the TV's browser also opens the windows of owner and administrator");
  const visit = async (person: { user: { email: string }; password: string }, path: string) => {
    const context = await browser.newContext({ baseURL: server.app.url });
    const page = await context.newPage();
    page.setDefaultTimeout(arrivesWithinMs);
    await page.request.post('/api/login', {
      data: { email: person.user.email, password: person.password },
      headers: { Origin: server.app.url },
    });
    await page.goto(path);
    return page;
  };
  const owner = await visit(server.owner, '/manage?aba=telas');
  await owner.getByText(/^Exibindo agora/).waitFor();
  await owner.getByText('Vacinação.jpg', { exact: true }).first().waitFor();
  const [first] = reports;
  assert.ok(first, 'a heartbeat reported the image');
  const { lastError, engine, version } = first;
  const playingSince = first.playingSince ?? '';
  assert.equal(Math.abs(Date.parse(playingSince) - Date.now()) < 60_000, true, playingSince);
  assert.deepEqual([first.soundBlocked, first.totalItems, typeof lastError], [true, 3, 'string']);
  assert.match(engine, /^Chromium \d+$/);

  await owner.getByText(`Exibindo agora, desde ${formatTime(playingSince)}`).waitFor();
  await owner.getByText('Som bloqueado pelo navegador da TV', { exact: false }).waitFor();
  await owner.getByText(lastError ?? '').waitFor();
  const storedText = await owner.getByText(/^Salvo na TV: /).textContent();
  assert.ok(
    reports.some(({ cachedItems, totalItems }) => storedText === `Salvo na TV: ${cachedItems} de ${totalItems}`),
    storedText ?? '',
  );
  const thumbnail = owner.locator('img[src^="/media/"]').first();
  assert.equal(
    await thumbnail.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth > 0)),
    true,
    'the thumbnail is a picture',
  );

  const admin = await visit(server.app.admin, '/admin/screens');
  await admin
    .getByRole('button', { name: /^Mais ações/ })
    .first()
    .click();
  await admin.getByRole('menuitem', { name: 'Detalhes do dispositivo' }).click();
  const rows = await admin
    .getByRole('dialog')
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    );
  const details = Object.fromEntries(rows) as Record<string, string>;
  assert.equal(details.Exibindo, `Vacinação.jpg, desde ${formatTime(playingSince)}`);
  assert.equal(details.Som, 'Bloqueado pelo navegador da TV');
  assert.equal(details['Último erro'], lastError);
  assert.equal(details['Versão do player'], version);
  assert.equal(details.Navegador, engine);
  const assertReported = (name: string, read: (report: PlayerState) => string) =>
    assert.equal(reports.map(read).includes(details[name] ?? ''), true, `${name}: ${details[name]}`);
  assertReported('Itens guardados na TV', ({ cachedItems, totalItems, downloadPercent }) => {
    const stored = `${cachedItems} de ${totalItems}`;
    return downloadPercent === null ? stored : `${stored}, baixando ${downloadPercent} %`;
  });
  assertReported('Espaço livre na TV', ({ freeStorageMb }) => (freeStorageMb === null ? '-' : formatMb(freeStorageMb)));
  assert.ok(
    reports.some(({ freeStorageMb }) => (freeStorageMb ?? 0) > 0),
    'the free storage is known here',
  );
});
