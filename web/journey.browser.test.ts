/** Tests what a clinic and an administrator do from the registration to a TV that shows pictures (src/README 8). */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { run } from '../src/platform/process/processes.ts';
import { fillSignIn, openStudio, skip } from './testing/browser.ts';

type Colour = [red: number, green: number, blue: number];
const red: Colour = [200, 30, 30];
const blue: Colour = [30, 60, 200];

const clinic = { username: 'Clínica Aurora', email: 'recepcao@aurora.test', password: 'ipê manga sabiá' };

test(
  'a clinic registers and uploads, and its TV shows the video, then the photo, and nothing after a stop',
  { skip, timeout: 600_000 },
  async (t) => {
    const studio = await openStudio(t);
    const video = join(tmpdir(), `antessala-journey-${process.pid}.mp4`);
    const photo = join(tmpdir(), `antessala-journey-${process.pid}.jpg`);
    t.after(() => Promise.all([rm(video, { force: true }), rm(photo, { force: true })]));
    const source = `color=c=0x${hex(red)}:size=1280x720:rate=25:duration=60`;
    await run('ffmpeg', [...`-y -v error -f lavfi -i ${source} -c:v libx264 -pix_fmt yuv420p`.split(' '), video]);
    await sharp({ create: { width: 1600, height: 900, channels: 3, background: `#${hex(blue)}` } }).toFile(photo);

    const staff = await register(await studio.visit(), studio.app.codes.accessCode);
    const administrator = await studio.enterByForm(studio.app.admin);
    await approve(administrator);
    await staff.getByRole('button', { name: 'Voltar ao Login' }).click();
    await staff.getByRole('tab', { name: 'Entrar' }).click();
    await fillSignIn(staff, { user: clinic, password: clinic.password });
    await staff.waitForURL('**/dashboard');

    await upload(staff, video, 'Vídeo vermelho');
    await upload(staff, photo, 'Foto azul');
    await makePlaylist(staff, 'Filmes', 'Vídeo vermelho');
    await makePlaylist(staff, 'Retratos', 'Foto azul');

    const code = await createScreen(administrator);
    const tv = await pair(await studio.visit('/player', { viewport: { width: 1280, height: 720 } }), code);

    await send(staff, 'Filmes');
    await untilShown(tv, red, 60_000);
    assert.equal(await tv.evaluate(() => document.querySelectorAll('video').length > 0), true);
    await send(staff, 'Retratos');
    await untilShown(tv, blue, 60_000);

    await staff.getByRole('button', { name: 'Parar reprodução' }).click();
    await tv.getByText('Aguardando comandos do sistema...').waitFor();
  },
);

const hex = (colour: Colour) => colour.map((part) => part.toString(16).padStart(2, '0')).join('');

async function register(page: Page, accessCode: string): Promise<Page> {
  await page.getByRole('tab', { name: 'Registrar' }).click();
  await page.getByLabel(/usuário/i).fill(clinic.username);
  await page.getByLabel('Email').fill(clinic.email);
  await page.getByLabel('Senha', { exact: true }).fill(clinic.password);
  await page.getByRole('button', { name: 'Criar Conta' }).click();
  await page.getByRole('heading', { name: 'Código de Acesso' }).waitFor();
  await page.getByRole('textbox').fill(accessCode);
  await page.getByRole('button', { name: 'Validar Código' }).click();
  await page.getByRole('heading', { name: 'Conta Aguardando Aprovação' }).waitFor();
  return page;
}

async function approve(page: Page): Promise<void> {
  await page.goto('/admin/users');
  await page.getByRole('tab', { name: /^Pendentes/ }).click();
  await page.getByText(clinic.email).first().waitFor();
  await page
    .getByRole('button', { name: /^Aprovar/ })
    .first()
    .click();
  await page.getByText('Usuário aprovado').first().waitFor();
}

/** Uploads a file with this name, and waits until the server has processed it. */
async function upload(page: Page, file: string, name: string): Promise<void> {
  await page.goto('/manage?aba=upload');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel(/^Nome de /).fill(name);
  await page.getByRole('region', { name: 'Enviar' }).getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Arquivo em processamento! Estará em seus conteúdos em alguns minutos.').first().waitFor();
  await page.goto('/manage?aba=conteudos');
  await page.getByText(name).first().waitFor();
  await page.getByText('Processando').waitFor({ state: 'detached', timeout: 60_000 });
}

async function makePlaylist(page: Page, name: string, item: string): Promise<void> {
  await page.goto('/manage?aba=playlists');
  await page.getByRole('button', { name: 'Nova playlist' }).first().click();
  await page.getByLabel('Nome').fill(name);
  await page.getByRole('button', { name: 'Criar playlist' }).click();
  await page.getByRole('button', { name: `Adicionar ${item}` }).click();
  await page.getByText('Vídeo atribuído').first().waitFor();
}

/** Creates a screen for the clinic, and returns its activation code. */
async function createScreen(page: Page): Promise<string> {
  await page.goto('/admin/screens');
  await page.getByRole('button', { name: 'Criar telas' }).first().click();
  await page.getByRole('combobox', { name: 'Usuário' }).fill(clinic.email);
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Criar 1 tela' }).click();
  await page.getByText('Telas criadas com sucesso!').first().waitFor();
  const code = /[A-HJKMNP-Z2-9]{10}/.exec(await page.getByRole('dialog').innerText())?.[0];
  assert.ok(code, 'the new code is shown');
  return code;
}

async function pair(page: Page, code: string): Promise<Page> {
  await page.getByRole('textbox').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Ativar Player' }).click();
  await page.waitForURL('**/play');
  await page.getByText('Aguardando comandos do sistema...').waitFor();
  return page;
}

async function send(page: Page, playlist: string): Promise<void> {
  await page.goto('/manage?aba=telas');
  await page
    .getByRole('button', { name: /^(Enviar|Trocar) playlist$/ })
    .first()
    .click();
  await page.getByRole('radio', { name: new RegExp(playlist) }).check({ force: true });
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByText('✓ Playlist enviada').first().waitFor();
}

/** Waits until the middle of the picture, without clock and ticker, has about this colour. A codec changes colours a little. */
async function untilShown(tv: Page, wanted: Colour, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  let shown: number[] = [];
  do {
    const picture = sharp(await tv.screenshot({ clip: { x: 500, y: 300, width: 200, height: 120 } }));
    shown = (await picture.stats()).channels.slice(0, 3).map((channel) => channel.mean);
    if (shown.every((part, index) => Math.abs(part - (wanted[index] ?? 0)) < 24)) return;
  } while (Date.now() < end);
  assert.fail(`the screen shows ${shown.map(Math.round).join(', ')} instead of ${wanted.join(', ')}`);
}
