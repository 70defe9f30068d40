/** Takes screenshots of the player's pages, from the pairing by an installer to the states that a waiting room sees. */
import type { Browser, Page } from 'playwright-core';
import type { Clock } from '../../src/platform/clock.ts';
import type { Customer, TestApp } from '../../src/testing/app.ts';
import { drawSlide } from '../demo/slides.ts';
import { openAccount } from './clinic.ts';
import { type ScreenshotRecorder, defineNameHelper } from './screenshot-recorder.ts';

const viewport = { width: 1920, height: 1080 };

/** Takes the screenshots; returns their names. */
export async function capturePlayer(
  app: TestApp<Clock>,
  browser: Browser,
  recorder: ScreenshotRecorder,
): Promise<string[]> {
  const previousCount = recorder.pictures.length;
  const owner = await openAccount(app, 'Clínica da TV', 'tv@exemplo.com.br');
  const [screen] = await app.admin.call('POST /api/admin/users/:userId/players/batch', {
    params: { userId: owner.user.id },
    body: { quantity: 1 },
  });
  if (!screen) throw new Error('No screen was created.');
  const context = await browser.newContext({
    baseURL: app.url,
    viewport,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  await defineNameHelper(context);
  const page = await context.newPage();
  recorder.collectFaults('player', page, true);
  const wait = (selector: string) => page.waitForSelector(selector, { state: 'attached' });
  try {
    await page.goto('/play');
    await page.waitForSelector('.pairing-qr path[d]', { state: 'attached' });
    await recorder.capture('player-parear', page);
    await page.goto('/player');
    const code = page.getByLabel('Código de Ativação');
    await code.waitFor();
    await recorder.capture('player-ativacao', page);
    await code.fill('AAAAA22222');
    await page.getByRole('button', { name: 'Ativar Player' }).click();
    await page.getByText('Código de ativação inválido').waitFor();
    await recorder.capture('player-ativacao-recusada', page);
    await code.fill(screen.activationCode);
    await page.keyboard.press('Enter');
    await page.getByText('Player Ativo').waitFor();
    await page.getByText('Conectado', { exact: true }).waitFor();
    await recorder.capture('player-aguardando', page);

    await page.goto('/player?stay');
    await page.getByRole('button', { name: 'Modo Reprodução' }).waitFor();
    await recorder.capture('player-conectado', page);
    await page.goto('/player-launch');
    await page.getByText(`CANAL ID: ${screen.screenId}`).waitFor();
    await recorder.capture('player-inicio', page);
    await page.getByRole('button', { name: 'Abrir Online' }).click();

    const playlist = await owner.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
    await owner.call('POST /api/my-players/:id/assign-playlist', {
      params: { id: screen.id },
      body: { playlistId: playlist.id },
    });
    await page.getByText('Nenhum vídeo na playlist').waitFor();
    await recorder.capture('player-playlist-vazia', page);

    const picture = await drawSlide({
      name: '',
      title: 'Vacina da gripe',
      text: 'Pergunte na recepção: leva cinco minutos.',
      lightColour: '#1d4ed8',
      darkColour: '#1e1b4b',
    });
    const message = await owner.call('POST /api/breaking-news', {
      body: {
        title: 'Aviso da recepção',
        message: '💙 Traga seus exames anteriores na consulta. Wi-Fi gratuito: pergunte a senha na recepção.',
      },
    });
    await owner.call('POST /api/breaking-news/:id/playlists', {
      params: { id: message.id },
      body: { playlistIds: [playlist.id] },
    });
    const add = async (name: string) => {
      const { id: videoId } = await owner.upload(picture, { name, fileName: 'vacina.png', displayDuration: 60 });
      await app.parts.processing.whenIdle();
      await owner.call('POST /api/videos/:videoId/assignments', {
        params: { videoId },
        body: { playlistId: playlist.id },
      });
    };
    await add('Vacina');
    await wait('body[data-state="playing"]');
    await wait('.ticker:not([hidden])');
    await page.locator('[data-testid=notice].is-visible').waitFor();
    // In this time the ticker's text, which enters from the right, has become visible.
    await page.waitForTimeout(5_000);
    await recorder.capture('player-exibindo', page);
    await add('Vacina, segunda parte');
    await page.locator('.banner.is-visible').waitFor();
    await recorder.capture('player-playlist-atualizada', page);
    for (const { id } of await app.admin.call('GET /api/admin/notices'))
      await app.admin.call('PATCH /api/admin/notices/:id/toggle', { params: { id }, body: { isActive: false } });
    await page.locator('[data-testid=notice]:not(.is-visible)').waitFor({ state: 'attached' });
    await recorder.capture('player-sem-aviso', page);
    await captureCalls(owner, screen.id, page, recorder);
    await captureUrgent(owner, page, recorder);
    await page.mouse.move(600, 300);
    await page.mouse.move(640, 320);
    await page.locator('body.has-pointer').waitFor();
    await recorder.capture('player-botoes', page);
    await page.keyboard.press('Escape');
    await page.getByTestId('options').waitFor();
    await recorder.capture('player-opcoes', page);
    await page.getByTestId('options-code').fill('ERRADA');
    await page.getByRole('button', { name: 'Resetar' }).click();
    await page.getByText('Senha incorreta').waitFor();
    await recorder.capture('player-opcoes-senha-errada', page);
    await page.keyboard.press('Escape');
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.id }, body: { status: 'paused' } });
    await wait('body[data-state="paused"]');
    await recorder.capture('player-pausado', page);
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.id }, body: { status: 'active' } });
    await wait('body[data-state="playing"]');
    const guest = app.guest();
    const { code: pairing, secret } = await guest.call('POST /api/player/pairing', { body: {} });
    const claim = { playerId: screen.id, replace: true };
    await owner.call('POST /api/pairing/:code/claim', { params: { code: pairing }, body: claim });
    await guest.call('POST /api/player/pairing/poll', { body: { secret } });
    await page.getByText('Esta tela foi trocada').waitFor();
    await recorder.capture('player-trocada', page);
    await page.goto('/reset');
    await page.getByTestId('reset').waitFor();
    await recorder.capture('player-reset', page);
  } catch (error) {
    recorder.faults.push(
      `player: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`,
    );
  } finally {
    await context.close();
  }
  return recorder.pictures.slice(previousCount).map(({ shot }) => shot);
}

/** Takes screenshots of a call in the lower third, the strip of the last calls, a call on the full screen, and the panel. */
async function captureCalls(owner: Customer, screenId: number, page: Page, recorder: ScreenshotRecorder) {
  const { id: roomId } = await owner.call('POST /api/call-rooms', {
    body: { name: 'Consultório 3', colour: '#B45309' },
  });
  await owner.call('PUT /api/call-settings', { body: { seconds: 5 } });
  for (const label of ['P041', 'N017', 'P042']) {
    const { id } = await owner.call('POST /api/calls', { body: { label, roomId } });
    await page.locator(`.call.is-visible[data-call-id="${id}"]`).waitFor();
    if (label === 'P042') {
      await page.waitForTimeout(1_000);
      await recorder.capture('player-chamada', page);
    }
    await page.locator('.call:not(.is-visible)').waitFor({ state: 'attached' });
  }
  await page.locator('.call-strip li').first().waitFor();
  await recorder.capture('player-chamada-faixa', page);
  await owner.call('PUT /api/call-settings', { body: { seconds: 5, layout: 'fullScreen' } });
  const { id } = await owner.call('POST /api/calls', { body: { label: '80-003', roomId } });
  await page.locator(`.call.is-visible[data-call-id="${id}"]`).waitFor();
  await page.waitForTimeout(1_000);
  await recorder.capture('player-chamada-tela-cheia', page);
  await captureUpright('player-chamada-tela-cheia', page, recorder);
  await page.locator('.call:not(.is-visible)').waitFor({ state: 'attached' });
  const params = { id: screenId };
  await owner.call('PUT /api/my-players/:id/call-layout', { params, body: { callLayout: 'panel' } });
  await page.locator('.call-panel').waitFor();
  await owner.call('POST /api/calls', { body: { label: 'N018', roomId } });
  await page.locator('.panel-last.is-calling').waitFor();
  await page.waitForTimeout(1_000);
  await recorder.capture('player-painel', page);
  await captureUpright('player-painel', page, recorder);
  await page.locator('.panel-last:not(.is-calling)').waitFor();
  await owner.call('PUT /api/my-players/:id/call-layout', { params, body: { callLayout: null } });
  await page.locator('.call-panel').waitFor({ state: 'hidden' });
}

/** Takes a screenshot of the page on a screen in portrait. */
async function captureUpright(name: string, page: Page, recorder: ScreenshotRecorder): Promise<void> {
  // A full-screen window cannot be resized.
  await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
  await page.setViewportSize({ width: viewport.height, height: viewport.width });
  await page.waitForTimeout(500);
  await recorder.capture(`${name}-em-pe`, page);
  await page.setViewportSize(viewport);
}

/** Takes screenshots of a long and a short urgent notice, each in landscape and in portrait. */
async function captureUrgent(owner: Customer, page: Page, recorder: ScreenshotRecorder): Promise<void> {
  const notices = [
    [
      'player-urgente',
      'evacuation',
      'Por favor, saiam do prédio agora, com calma, pela saída mais próxima. Não usem os elevadores.',
    ],
    ['player-urgente-curto', 'delay', 'A dra. Helena atrasa 40 minutos.'],
  ] as const;
  for (const [name, preset, text] of notices) {
    const { id } = await owner.call('POST /api/urgent', { body: { preset, text, isForAll: true, chime: false } });
    await page.locator(`.urgent.is-visible[data-urgent-id="${id}"]`).waitFor();
    await recorder.capture(name, page);
    await captureUpright(name, page, recorder);
    await owner.call('POST /api/urgent/:id/end', { params: { id } });
  }
  await page.locator('.urgent:not(.is-visible)').waitFor({ state: 'attached' });
}
