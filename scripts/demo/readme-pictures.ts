/**
 * Takes the two pictures of the root README: web/pictures/studio.webp and web/pictures/tv.webp, each at most 60 KB. Starts the
 * program in a temporary directory and fills it with the demo. Needs a build.
 *
 *   node --import tsx scripts/demo/readme-pictures.ts
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { builtWebDir } from '../../src/platform/process/assets.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { type Customer, startTestApp, type TestApp, testAdmin, testCodes } from '../../src/testing/app.ts';
import { launchChromium } from '../../web/testing/chromium.ts';
import { demoCustomer, fillDemo } from './demo.ts';

const directory = fileURLToPath(new URL('../../web/pictures/', import.meta.url));
const maxBytes = 60_000;
/** The screens, each with a playlist of one content. */
const scenes = [
  { screen: 'Recepção', playlist: 'Campanhas', content: 'Vacina da gripe' },
  { screen: 'Sala de espera', playlist: 'Acolhimento', content: 'Boas-vindas' },
  { screen: 'Consultório 2', playlist: 'Vida saudável', content: 'Água é saúde' },
];
/** Time that the pictures show: always the morning of a working day. */
const takenAt = Date.parse('2026-11-23T09:41:00-03:00');
const clockOffsetMs = takenAt - systemClock.now();
const clock: Clock = { ...systemClock, now: () => systemClock.now() + clockOffsetMs };

async function main(): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  const lifetime = { after: (cleanUp: () => unknown) => void cleanUps.unshift(cleanUp) };
  try {
    const app = await startTestApp(lifetime, { clock, webDir: builtWebDir });
    const past = { database: app.parts.database, now: clock.now() };
    await fillDemo(app.url, { ...testAdmin, accessCode: testCodes.accessCode }, past);
    const clinic = await app.login(demoCustomer.email, demoCustomer.password);
    await app.parts.processing.whenIdle();
    const browser = await launchChromium();
    cleanUps.unshift(() => browser.close());
    await mkdir(directory, { recursive: true });

    await addScenes(app, clinic);
    const televisions: Page[] = [];
    for (const { activationCode } of await clinic.call('GET /api/my-players'))
      televisions.push(await openTelevision(browser, app.url, activationCode ?? ''));
    const [television] = televisions;
    if (!television) throw new Error('The demo has no screen.');
    await waitForTicker(television);
    await write('tv.webp', await television.screenshot());
    await write('studio.webp', await captureStudio(browser, app.url, clinic));
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

/** Adds the third screen, lets each screen show its scene, and replaces the messages: a machine may have no font for emojis. */
async function addScenes({ admin }: TestApp<Clock>, clinic: Customer): Promise<void> {
  const { id: userId } = clinic.user;
  const quotas = await admin.call('GET /api/admin/users/:id/quotas', { params: { id: userId } });
  await admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: userId },
    body: { ...quotas, maxPlaylists: 10 },
  });
  await admin.call('POST /api/admin/users/:userId/players/batch', { params: { userId }, body: { quantity: 1 } });
  const videos = await clinic.call('GET /api/videos');
  const screens = await clinic.call('GET /api/my-players');
  const playlistIds: number[] = [];
  for (const [index, { screen, playlist, content }] of scenes.entries()) {
    const { id: playlistId } = await clinic.call('POST /api/playlists', { body: { name: playlist, isRandom: false } });
    const videoId = videos.find(({ name }) => name === content)?.id ?? 0;
    await clinic.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });
    const params = { id: screens[index]?.id ?? 0 };
    await admin.call('PATCH /api/admin/players/:id', { params, body: { name: screen } });
    await clinic.call('POST /api/my-players/:id/assign-playlist', { params, body: { playlistId } });
    playlistIds.push(playlistId);
  }
  const message = 'Traga seus exames anteriores na consulta. Wi-Fi gratuito: pergunte a senha na recepção.';
  for (const { id, title } of await clinic.call('GET /api/breaking-news')) {
    await clinic.call('PATCH /api/breaking-news/:id', { params: { id }, body: { title, message } });
    await clinic.call('POST /api/breaking-news/:id/playlists', { params: { id }, body: { playlistIds } });
  }
}

/** Opens the player, activates it and waits until it plays. */
async function openTelevision(browser: Browser, url: string, activationCode: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1920, height: 1080 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  await page.goto('/player');
  await page.getByLabel('Código de Ativação').fill(activationCode);
  await page.keyboard.press('Enter');
  await page.waitForSelector('body[data-state="playing"]', { state: 'attached', timeout: 60_000 });
  return page;
}

/** Waits until the ticker's text, which enters from the right, has reached the left edge of the screen. */
async function waitForTicker(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (document.querySelector('.ticker-track')?.getBoundingClientRect().left ?? Infinity) < 120,
    undefined,
    { timeout: 60_000, polling: 100 },
  );
}

async function captureStudio(browser: Browser, url: string, clinic: Customer): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1366, height: 768 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.addCookies([...clinic.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto('/manage?aba=telas');
  await page
    .getByText('Exibindo agora')
    .nth(scenes.length - 1)
    .waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
  return page.screenshot();
}

/** Writes a picture with the best quality for which the file does not exceed `maxBytes`. */
async function write(name: string, png: Buffer): Promise<void> {
  const file = join(directory, name);
  for (let quality = 90; quality > 0; quality -= 5) {
    const { size } = await sharp(png).resize({ width: 1280, withoutEnlargement: true }).webp({ quality }).toFile(file);
    if (size > maxBytes) continue;
    console.log(`${file}: ${Math.round(size / 1000)} KB, quality ${quality}`);
    return;
  }
  throw new Error(`${name} does not fit into ${maxBytes} bytes`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
