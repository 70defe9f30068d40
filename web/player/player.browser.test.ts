/** Tests the player's pages against the real server (web/player/README 3). */
import assert from 'node:assert/strict';
import type { Request } from 'playwright-core';
import { assertNear } from '../../src/testing/media.ts';
import { recordItems } from './testing/recording.ts';
import { recordReactions } from './testing/reactions.ts';
import { delay, installClock, newProfile, openTv, startServer, test, tickerMessage } from './testing/tv.ts';

const red = [200, 30, 30];
const blue = [30, 60, 200];
const green = [20, 130, 80];

test('a device passes through launch, pairing, block, disconnection and reset', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const { page } = tv;
  const { owner, app } = server;
  const { activationCode, playerId } = await server.screen();
  const field = page.getByLabel('Código de Ativação');

  await t.test('without a pairing the launch page opens the activation', async () => {
    await page.goto('/player-launch');
    await page.getByRole('heading', { name: 'Antessala TV' }).waitFor();
    for (const label of ['TV Box', 'Online', 'Player'])
      await page.getByRole('listitem').filter({ hasText: label }).waitFor();
    await page.getByRole('button', { name: 'Abrir Online' }).click();
    await page.waitForURL('**/player');
  });

  await t.test('a device is paired by its code and waits for a playlist', async () => {
    await page.goto('/play');
    await page.waitForURL('**/player');
    const activate = page.getByRole('button', { name: 'Ativar Player' });
    assert.equal(await field.getAttribute('placeholder'), 'Ex: X9G4F2');
    assert.equal(await activate.isDisabled(), true);
    await field.fill('   ');
    assert.equal(await activate.isDisabled(), true);
    await field.pressSequentially('zzzzz222223');
    assert.equal(await field.inputValue(), 'ZZZZZ22222');
    await activate.click();
    await page.getByText('Código de ativação inválido').waitFor();

    // A code pasted from a message: spaces are removed before the length limit applies.
    await field.fill(`   ${activationCode.toLowerCase()} `);
    assert.equal(await field.inputValue(), activationCode);
    await field.fill(app.codes.deviceResetCode);
    await field.press('Enter');
    await page.getByText('Dispositivo resetado com sucesso. Digite o código da tela.').waitFor();

    await page.goto(`/player?code=${activationCode.toLowerCase()}`);
    assert.equal(await field.inputValue(), activationCode);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/play');
    await page.getByText('Player Ativo').waitFor();
    await page.getByText('Aguardando comandos do sistema...').waitFor();
    await page.getByText('Conectado', { exact: true }).waitFor();
    await page.getByText('CANAL ID:').waitFor();
    assert.equal(await tv.state(), 'waiting');

    const screens = await owner.call('GET /api/my-players');
    assert.equal(screens.find(({ id }) => id === playerId)?.isOnline, true);
    const keys = ['player_token', 'player_mode', 'player_id', 'player_user_id'];
    const isStored = await page.evaluate((keys) => keys.map((key) => sessionStorage.getItem(key) !== null), keys);
    assert.deepEqual(isStored, [true, true, true, true]);
  });

  await t.test('with a pairing the launch page shows the owner of the screen and opens the player', async () => {
    await page.goto('/player-launch');
    await page.getByText(owner.user.username, { exact: true }).waitFor();
    await page.getByText(owner.user.email).waitFor();
    await page.getByText(/CANAL ID: [A-Z2-9]{6}/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/play');
  });

  await t.test('the screen of a blocked account shows that it is blocked, and offers no reset', async () => {
    const { id } = owner.user;
    await app.admin.call('POST /api/admin/users/:id/block', { params: { id } });
    await page.goto('/player?stay');
    await page.getByRole('heading', { name: 'Tela bloqueada' }).waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    await app.admin.call('POST /api/admin/users/:id/approve', { params: { id } });
    await page.getByRole('heading', { name: `Player ${playerId}` }).waitFor();
  });

  await t.test('/reset unpairs the device and leads to the activation', async () => {
    // Record the headings, because the page is left too soon for a check on a busy machine.
    const headings = new Set<string>();
    await page.exposeFunction('reportHeading', (text: string) => void headings.add(text));
    await page.addInitScript(() => {
      const { reportHeading } = window as unknown as { reportHeading(text: string): void };
      const report = () => reportHeading(document.querySelector('h1')?.textContent ?? '');
      new MutationObserver(report).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/reset', { waitUntil: 'commit' });
    await page.waitForURL('**/player');
    await field.waitFor();
    assert.ok(headings.has('Limpando cache do player...'), [...headings].join());
  });

  await t.test('a screen disconnected in the studio shows the form for a code', async () => {
    // The block above ended the account's sessions: sign in again.
    server.owner = await app.login(owner.user.email, owner.password);
    await tv.pair(activationCode);
    await server.owner.call('POST /api/my-players/:id/disconnect', { params: { id: playerId } });
    await field.waitFor();
    assert.equal(await page.evaluate(() => localStorage.length), 0);
  });
});

test('a screen unplugged right after pairing starts as paired, and one unplugged after a reset does not', async (t) => {
  const server = await startServer(t);
  const profile = await newProfile(t);
  const { activationCode } = await server.screen();
  let tv = await openTv(t, server, { profile });
  await tv.pair(activationCode);
  const pairing = JSON.parse((await tv.pairing()) ?? 'null') as unknown;
  await tv.cutPower();

  tv = await openTv(t, server, { profile });
  await tv.page.goto('/player-launch');
  await tv.page.getByText(server.owner.user.email).waitFor();
  await tv.page.goto('/play');
  await tv.page.getByText('Player Ativo').waitFor();
  assert.deepEqual(JSON.parse((await tv.pairing()) ?? ''), pairing);

  // After 5 s the browser has written the pairing to the disk; its removal from local storage below is lost with the power.
  await delay(6_000);
  await tv.page.goto('/reset');
  await tv.page.getByLabel('Código de Ativação').waitFor();
  await tv.cutPower();
  tv = await openTv(t, server, { profile });
  await tv.page.goto('/play');
  await tv.page.getByLabel('Código de Ativação').waitFor();
  assert.equal(await tv.pairing(), null);
});

test('an assigned playlist, a change, a pause and a removal are each on the screen within a second', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const { page } = tv;
  const reactions = await recordReactions(tv);
  const tookMs: number[] = [];
  const first = await server.image('vermelho', '#c81e1e');
  const second = await server.video('azul', '#1e3cc8', 6);
  const third = await server.image('verde', '#148250');
  const other = await server.playlist([third]);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  await reactions.untilSubscribed();

  await server.send(playerId, await server.playlist([first, second]));
  await tv.untilItem(first);
  tookMs.push(await reactions.to('playlistAssigned'));
  await tv.untilNoFade();
  assertNear(await tv.colour(), red);
  assert.equal(await tv.state(), 'playing');
  await page.locator('.overlay').getByTestId('logo').waitFor();
  await page
    .getByTestId('clock')
    .filter({ hasText: /^\d\d:\d\d$/ })
    .waitFor();

  await server.send(playerId, other);
  await tv.untilItem(third);
  tookMs.push(await reactions.to('playlistAssigned'));
  await tv.untilNoFade();
  assertNear(await tv.colour(), green);

  await server.add(other, second);
  await page.getByText('Playlist atualizada!').waitFor();
  assert.equal(await tv.itemId(), third);
  await server.remove(other, third);
  await tv.untilItem(second);
  tookMs.push(await reactions.to('playlist_update'));
  await tv.untilNoFade();
  assertNear(await tv.colour(), blue, 20);

  await server.setStatus(playerId, 'paused');
  await tv.until('body[data-state="paused"]');
  tookMs.push(await reactions.to('playerStatusChanged'));
  await page.getByText('Tela pausada').waitFor();
  await server.setStatus(playerId, 'active');
  await tv.untilPlaying();
  tookMs.push(await reactions.to('playerStatusChanged'));
  // Polls alone take up to 3 s. The median counts, because another test may delay some of the changes.
  assert.ok((tookMs.sort((a, b) => a - b)[2] ?? NaN) < 500, `${tookMs.map(Math.round)} ms`);

  await server.setStatus(playerId, 'blocked');
  await tv.until('body[data-state="waiting"]');
  await server.setStatus(playerId, 'active');
  await tv.untilPlaying();

  await server.send(playerId, await server.playlist([]));
  await page.getByText('Nenhum vídeo na playlist').waitFor();
  await server.owner.call('POST /api/my-players/:id/remove-playlist', { params: { id: playerId } });
  await page.getByText('Aguardando comandos do sistema...').waitFor();
  assert.equal(await tv.state(), 'waiting');
});

/** Runs in the page: records for each video that begins to play whether it is still invisible, and its volume. */
function recordVolumes(): void {
  const { play } = HTMLMediaElement.prototype;
  const starts: string[] = [];
  Object.assign(window, { starts });
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    const layer = this.closest('.layer');
    if (layer) starts.push(`${layer.classList.contains('is-preparing') ? 'invisible' : 'visible'} ${this.volume}`);
    return play.call(this);
  };
}

test('images and videos follow each other in order, and the previous button goes back', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  await tv.page.addInitScript(recordVolumes);
  const first = await server.image('vermelho', '#c81e1e', 3);
  const second = await server.video('azul', '#1e3cc8', 8);
  const third = await server.image('verde', '#148250', 30);
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  const items = await recordItems(tv);
  await server.send(playerId, await server.playlist([first, second, third]));
  await items.until(2, 60_000);
  const visibleVolume = await tv.page
    .locator('.layer.is-visible video')
    .evaluate((video: HTMLVideoElement) => video.volume);
  await items.until(3, 60_000);
  assert.deepEqual(await items.ids(), [first, second, third]);
  const starts = await tv.page.evaluate(() => (window as unknown as { starts: string[] }).starts);
  assert.deepEqual([starts[0], visibleVolume], ['invisible 0', 1], 'a video is not heard before it is seen');
  const [firstAt = NaN, secondAt = NaN, thirdAt = NaN] = await items.times();
  for (const [ms, expectedMs] of [
    [secondAt - firstAt, 3_000],
    [thirdAt - secondAt, 8_000],
  ] as const)
    // A busy machine may record the start of an item late: its measured time is then shorter.
    assert.ok(ms > expectedMs - 1_500 && ms < expectedMs + 4_000, `stayed ${ms} ms`);
  await tv.untilNoFade();
  await tv.page.keyboard.press('ArrowLeft');
  await items.until(4, 15_000);
  await tv.untilNoFade();
  await tv.page.mouse.move(600, 300);
  await tv.page.getByRole('button', { name: 'Anterior' }).click();
  await items.until(5, 15_000);
  assert.deepEqual(await items.ids(), [first, second, third, second, first]);
});

test('ticker, notice, radio and time zone follow changes in the studio', async (t) => {
  const server = await startServer(t);
  const image = await server.image('verde', '#148250');
  const tv = await openTv(t, server);
  const { page } = tv;
  const reactions = await recordReactions(tv);
  const { playlistId } = await server.sendTo(tv, [image]);
  await tv.untilPlaying();
  assert.equal(await page.getByTestId('ticker').isVisible(), false);

  await t.test('the ticker runs to the left', async () => {
    await server.addTicker(playlistId);
    await page.getByText(tickerMessage.message).waitFor();
    const leftPx = () =>
      page.evaluate(() => document.querySelector('.ticker-track')?.getBoundingClientRect().left ?? 0);
    await tv.untilTrue(
      (before) => (document.querySelector('.ticker-track')?.getBoundingClientRect().left ?? 0) < before - 20,
      await leftPx(),
    );
  });

  await t.test('a notice has its own colours', async () => {
    await server.addNotice();
    await page.getByRole('heading', { name: 'Obras' }).waitFor();
    const colour = await page.getByTestId('notice').evaluate((node) => getComputedStyle(node).backgroundColor);
    assert.equal(colour, 'rgb(17, 51, 170)');
  });

  await t.test('the radio is turned on and off', async () => {
    const [station] = await server.owner.call('GET /api/radio-stations');
    // Without the internet the server refuses the stream, and the page removes its address until the next attempt.
    await page.route('**/api/radio/*/stream', () => undefined);
    await server.owner.call('PUT /api/radio-settings', {
      body: { selectedRadioId: station?.id ?? null, isEnabled: true, volume: 40 },
    });
    await tv.untilTrue(
      (url) => document.querySelector('[data-testid="radio"]')?.getAttribute('src') === url,
      station?.streamUrl,
    );
    await server.owner.call('PUT /api/radio-settings', { body: { isEnabled: false } });
    await tv.untilTrue(() => !document.querySelector('[data-testid="radio"]')?.hasAttribute('src'));
  });

  await t.test('a changed time zone is on the TV’s clock within half a second', async (t) => {
    await reactions.untilSubscribed();
    const shows = (hours: number[]) =>
      tv.untilTrue(
        (wanted) => wanted.some((hour) => document.querySelector('[data-testid=clock]')?.textContent?.startsWith(hour)),
        hours.map((hour) => `${String(hour % 24).padStart(2, '0')}:`),
      );
    const localHour = new Date(Date.now() - 3 * 3_600_000).getUTCHours();
    await shows([localHour, localHour + 1]);
    await reactions.watch('[data-testid=clock]');
    const tookMs: number[] = [];
    for (const [timeZone, ahead] of [
      ['Asia/Tokyo', 12],
      ['America/Noronha', 1],
      ['UTC', 3],
    ] as const) {
      await server.owner.call('PUT /api/user/time-zone', { body: { timeZone } });
      await shows([localHour + ahead, localHour + ahead + 1]);
      tookMs.push(await reactions.to('timeZoneUpdated'));
    }
    t.diagnostic(`from the message to the clock: ${tookMs.map(Math.round)} ms`);
    // Polls alone take up to 3 s. The median counts, because another test may delay some of the changes.
    assert.ok((tookMs.sort((first, second) => first - second)[1] ?? NaN) < 1_000, `${tookMs.map(Math.round)} ms`);
  });
});

test('leaving and resetting need a code', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, { prepare: installClock });
  const { page } = tv;
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);
  const field = page.getByTestId('options-code');

  await page.keyboard.press('Escape');
  await page.clock.fastForward(50_000);
  await page.keyboard.press('ArrowDown');
  await page.clock.fastForward(50_000);
  assert.equal(await field.isVisible(), true);
  await page.clock.fastForward(11_000);
  assert.equal(await field.isVisible(), false, 'the dialog closes after a minute without input');

  await page.keyboard.press('Escape');
  await field.fill('errado');
  await page.keyboard.press('Enter');
  await page.getByText('Senha incorreta').waitFor();
  assert.equal(await field.inputValue(), '');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Resetar');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  assert.equal(await field.isVisible(), false);

  await page.goBack({ timeout: 1_000 }).catch(() => undefined);
  await field.waitFor();
  await page.goBack({ timeout: 1_000 }).catch(() => undefined);
  await field.waitFor({ state: 'hidden' });
  const focused = await page.evaluate(() => {
    const escape = () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    escape();
    const whenOpen = document.activeElement?.tagName;
    escape();
    return [whenOpen, document.activeElement?.tagName];
  });
  assert.deepEqual(focused, ['INPUT', 'BODY'], 'closing removes the focus at once, not with the next frame');
  await page.keyboard.press('Backspace');
  await field.pressSequentially('123');
  await page.keyboard.press('Backspace');
  assert.equal(await field.inputValue(), '12');
  await field.fill(server.app.codes.playerExitCode);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(`Player ${playerId}`).waitFor();
  await page.getByText(`Conectado (Usuário ${server.owner.user.id})`).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/play');

  await page.keyboard.press('Escape');
  const chooseReset = async () => {
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  };
  await field.fill(server.app.codes.playerExitCode);
  await chooseReset();
  await page.getByText('Senha incorreta').waitFor();
  // Record the texts, because the page is left too soon for a check on a busy machine.
  await page.evaluate(() => {
    const texts = new Set<string>();
    Object.assign(window, { texts });
    new MutationObserver(() => {
      for (const found of document.querySelectorAll('[data-testid=reset] h1, [data-testid=reset] [role=status]'))
        texts.add(found.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
  await field.fill(server.app.codes.playerResetCode);
  await chooseReset();
  await page.waitForURL('**/player');
  const seen = await page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts]);
  assert.deepEqual(seen, ['Limpando cache do player...', 'Redirecionando em instantes...']);
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  assert.equal((await server.owner.call('GET /api/my-players'))[0]?.status, 'disconnected');
});

test('the check of a pairing shows errors and continues by itself, and the loading card shows the progress', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server);
  const { page } = tv;
  const { activationCode, playerId } = await server.screen();
  await tv.pair(activationCode);

  const checkUrl = '**/api/player/validate-token';
  await page.route(checkUrl, (route) => route.abort());
  await page.goto('/player?stay');
  await page.getByRole('heading', { name: 'Verificando conexão...' }).waitFor();
  await page.getByText('Erro de conexão', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resetar Conexão' }).waitFor();
  // The server accepts the call and never responds.
  await page.route(checkUrl, () => undefined);
  await page.getByText('Timeout na verificação - tentando novamente').waitFor();
  await page.unroute(checkUrl);
  await page.getByRole('heading', { name: `Player ${playerId}` }).waitFor();

  const playlistUrl = '**/api/player/assigned-playlist?*';
  await page.route(playlistUrl, () => undefined);
  await page.keyboard.press('Enter');
  // The notices are loaded, the playlist is not.
  await page.waitForFunction(
    () =>
      document.body.innerText.includes('Ajustando a tela...') &&
      document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') === '90',
  );
  await page.unroute(playlistUrl);
  await page.getByText('Player Ativo').waitFor();

  await page.goto('/player?stay');
  await page.getByRole('heading', { name: `Player ${playerId}` }).waitFor();
  const disconnect = async () => {
    await page.getByRole('heading', { name: `Player ${playerId}` }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Desconectar esta tela?' }).waitFor();
  };
  const statusNow = async () => (await server.owner.call('GET /api/my-players'))[0]?.status;
  await disconnect();
  await page.keyboard.press('Enter');
  // The page asks for confirmation; the focused button is "no".
  await disconnect();
  assert.equal(await statusNow(), 'active');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByLabel('Código de Ativação').waitFor();
  assert.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  assert.equal(await statusNow(), 'disconnected');

  // Without the server the device deletes its pairing, and explains that the studio has to free the screen.
  await tv.pair(activationCode);
  await page.route('**/api/player/disconnect', (route) => route.abort());
  await page.goto('/player?stay');
  await disconnect();
  await page.getByRole('button', { name: 'Desconectar' }).click();
  await page.getByText('Para liberar a tela, use “Desconectar” em Minhas Telas').waitFor();
  assert.equal(await statusNow(), 'active');
  await page.unroute('**/api/player/disconnect');

  // The response to a check arrives after the pairing was deleted.
  await tv.pair(activationCode);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(checkUrl, async (route) => {
    await released;
    await route.continue();
  });
  const responded = new Promise<void>((resolve) => {
    const onEnd = (request: Request) => void (request.url().endsWith('/validate-token') && resolve());
    // On a busy machine the page may have cancelled the request after its time limit.
    page.on('requestfinished', onEnd).on('requestfailed', onEnd);
  });
  await page.goto('/player?stay');
  await page.getByRole('button', { name: 'Resetar Conexão' }).click();
  await page.getByLabel('Código de Ativação').fill('ABC');
  release();
  await responded;
  await delay(200);
  assert.equal(await page.getByLabel('Código de Ativação').inputValue(), 'ABC');
});
