/** Photographs the player's pages, from the pairing by an installer to the states that a waiting room sees. */
import type { Browser, Page } from 'playwright-core';
import type { Clock } from '../../src/platform/clock.ts';
import type { Customer, TestApp } from '../../src/testing/app.ts';
import { drawSlide } from '../demo/slides.ts';
import { openAccount } from './clinic.ts';
import { type Camera, defineNameHelper } from './camera.ts';

const viewport = { width: 1920, height: 1080 };

/** Takes the pictures; returns the names of the states. */
export async function photographPlayer(app: TestApp<Clock>, browser: Browser, camera: Camera): Promise<string[]> {
  const before = camera.pictures.length;
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
  camera.collectFaults('player', page, true);
  const wait = (selector: string) => page.waitForSelector(selector, { state: 'attached' });
  try {
    await page.goto('/play');
    await page.waitForSelector('.pairing-qr path[d]', { state: 'attached' });
    await camera.snap('player-parear', page);
    await page.goto('/player');
    const code = page.getByLabel('Código de Ativação');
    await code.waitFor();
    await camera.snap('player-ativacao', page);
    await code.fill('AAAAA22222');
    await page.getByRole('button', { name: 'Ativar Player' }).click();
    await page.getByText('Código de ativação inválido').waitFor();
    await camera.snap('player-ativacao-recusada', page);
    await code.fill(screen.activationCode);
    await page.keyboard.press('Enter');
    await page.getByText('Player Ativo').waitFor();
    await page.getByText('Conectado', { exact: true }).waitFor();
    await camera.snap('player-aguardando', page);

    await page.goto('/player?stay');
    await page.getByRole('button', { name: 'Modo Reprodução' }).waitFor();
    await camera.snap('player-conectado', page);
    await page.goto('/player-launch');
    await page.getByText(`CANAL ID: ${screen.screenId}`).waitFor();
    await camera.snap('player-inicio', page);
    await page.getByRole('button', { name: 'Abrir Online' }).click();

    const playlist = await owner.call('POST /api/playlists', { body: { name: 'Recepção', isRandom: false } });
    await owner.call('POST /api/my-players/:id/assign-playlist', {
      params: { id: screen.id },
      body: { playlistId: playlist.id },
    });
    await page.getByText('Nenhum vídeo na playlist').waitFor();
    await camera.snap('player-playlist-vazia', page);

    const picture = await drawSlide({
      name: '',
      title: 'Vacina da gripe',
      text: 'Pergunte na recepção: leva cinco minutos.',
      from: '#1d4ed8',
      to: '#1e1b4b',
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
    // The ticker's text enters from the right.
    await page.waitForTimeout(5_000);
    await camera.snap('player-exibindo', page);
    await add('Vacina, segunda parte');
    await page.locator('.banner.is-visible').waitFor();
    await camera.snap('player-playlist-atualizada', page);
    for (const { id } of await app.admin.call('GET /api/admin/notices'))
      await app.admin.call('PATCH /api/admin/notices/:id/toggle', { params: { id }, body: { isActive: false } });
    await page.locator('[data-testid=notice]:not(.is-visible)').waitFor({ state: 'attached' });
    await camera.snap('player-sem-aviso', page);
    await showCalls(owner, page, camera);
    await showUrgent(owner, page, camera);
    await page.mouse.move(600, 300);
    await page.mouse.move(640, 320);
    await page.locator('body.has-pointer').waitFor();
    await camera.snap('player-botoes', page);
    await page.keyboard.press('Escape');
    await page.getByTestId('options').waitFor();
    await camera.snap('player-opcoes', page);
    await page.getByTestId('options-code').fill('ERRADA');
    await page.getByRole('button', { name: 'Resetar' }).click();
    await page.getByText('Senha incorreta').waitFor();
    await camera.snap('player-opcoes-senha-errada', page);
    await page.keyboard.press('Escape');
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.id }, body: { status: 'paused' } });
    await wait('body[data-state="paused"]');
    await camera.snap('player-pausado', page);
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.id }, body: { status: 'active' } });
    await wait('body[data-state="playing"]');
    const guest = app.guest();
    const { code: pairing, secret } = await guest.call('POST /api/player/pairing', { body: {} });
    const claim = { playerId: screen.id, replace: true };
    await owner.call('POST /api/pairing/:code/claim', { params: { code: pairing }, body: claim });
    await guest.call('POST /api/player/pairing/poll', { body: { secret } });
    await page.getByText('Esta tela foi trocada').waitFor();
    await camera.snap('player-trocada', page);
    await page.goto('/reset');
    await page.getByTestId('reset').waitFor();
    await camera.snap('player-reset', page);
  } catch (error) {
    camera.faults.push(
      `player: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)}`,
    );
  } finally {
    await context.close();
  }
  return camera.pictures.slice(before).map(({ shot }) => shot);
}

/** Photographs a call in the lower third, the strip of the last calls, and a call on the full screen. */
async function showCalls(owner: Customer, page: Page, camera: Camera): Promise<void> {
  const { id: roomId } = await owner.call('POST /api/call-rooms', {
    body: { name: 'Consultório 3', colour: '#B45309' },
  });
  await owner.call('PUT /api/call-settings', { body: { seconds: 5 } });
  for (const label of ['P041', 'N017', 'P042']) {
    const { id } = await owner.call('POST /api/calls', { body: { label, roomId } });
    await page.locator(`.call.is-visible[data-call-id="${id}"]`).waitFor();
    if (label === 'P042') {
      await page.waitForTimeout(1_000);
      await camera.snap('player-chamada', page);
    }
    await page.locator('.call:not(.is-visible)').waitFor({ state: 'attached' });
  }
  await page.locator('.call-strip li').first().waitFor();
  await camera.snap('player-chamada-faixa', page);
  await owner.call('PUT /api/call-settings', { body: { seconds: 5, layout: 'fullScreen' } });
  const { id } = await owner.call('POST /api/calls', { body: { label: '80-003', roomId } });
  await page.locator(`.call.is-visible[data-call-id="${id}"]`).waitFor();
  await page.waitForTimeout(1_000);
  await camera.snap('player-chamada-tela-cheia', page);
  await page.locator('.call:not(.is-visible)').waitFor({ state: 'attached' });
}

/** Photographs a notice of usual length and a short one, in landscape and portrait. */
async function showUrgent(owner: Customer, page: Page, camera: Camera): Promise<void> {
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
    await camera.snap(name, page);
    // A full-screen window cannot be resized.
    await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
    await page.setViewportSize({ width: viewport.height, height: viewport.width });
    await page.waitForTimeout(500);
    await camera.snap(`${name}-em-pe`, page);
    await page.setViewportSize(viewport);
    await owner.call('POST /api/urgent/:id/end', { params: { id } });
  }
  await page.locator('.urgent:not(.is-visible)').waitFor({ state: 'attached' });
}
