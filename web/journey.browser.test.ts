/**
 * The whole job as people do it (DESIGN.md section 2): a clinic registers, an administrator lets it in, staff
 * upload and make playlists, a screen is created, a television is paired and really shows the pictures.
 */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { run } from '../src/platform/processes.ts';
import { openStudio, skip } from './testing/browser.ts';

type Colour = [red: number, green: number, blue: number];
const red: Colour = [200, 30, 30];
const blue: Colour = [30, 60, 200];

const clinic = { username: 'Clínica Aurora', email: 'recepcao@aurora.test', password: 'aurora12' };

test('a clinic registers, uploads, and its television shows the video, the photo, the change and the removal', { skip, timeout: 240_000 }, async (t) => {
  const studio = await openStudio(t);
  const video = join(tmpdir(), `antessala-journey-${process.pid}.mp4`);
  const photo = join(tmpdir(), `antessala-journey-${process.pid}.jpg`);
  t.after(() => Promise.all([rm(video, { force: true }), rm(photo, { force: true })]));
  await run('ffmpeg', ['-y', '-v', 'error', '-f', 'lavfi', '-i', `color=c=0x${hex(red)}:size=1280x720:rate=25:duration=60`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', video]);
  await writeFile(photo, await sharp({ create: { width: 1600, height: 900, channels: 3, background: `#${hex(blue)}` } }).jpeg().toBuffer());

  const staff = await register(await studio.visit(), studio.app.codes.accessCode);
  const administrator = await studio.enter(studio.app.admin);
  await approve(administrator);
  await staff.getByRole('button', { name: 'Voltar ao Login' }).click();
  await signIn(staff);

  await upload(staff, video, 'Vídeo vermelho');
  await upload(staff, photo, 'Foto azul');
  await staff.getByRole('tab', { name: 'Meus Conteúdos' }).click();
  for (const name of ['Vídeo vermelho', 'Foto azul']) await staff.getByText(name).first().waitFor();
  await staff.getByText('Processando').first().waitFor({ state: 'hidden', timeout: 60_000 });
  await makePlaylist(staff, 'Vídeos', 'Vídeo vermelho');
  await makePlaylist(staff, 'Fotos', 'Foto azul');

  const code = await createScreen(administrator);
  const television = await pair(await studio.visit('/player', { viewport: { width: 1280, height: 720 } }), code);
  await television.getByText('Aguardando comandos do sistema...').waitFor();

  await send(staff, 'Vídeos');
  await shows(television, red, 20_000);
  await send(staff, 'Fotos');
  await shows(television, blue, 1_000);

  await staff.getByRole('button', { name: 'Parar reprodução' }).click();
  const confirmation = staff.getByRole('alertdialog').getByRole('button', { name: /Parar/ });
  if (await confirmation.isVisible().catch(() => false)) await confirmation.click();
  await television.getByText('Aguardando comandos do sistema...').waitFor({ timeout: 5_000 });
});

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
  await page.getByRole('button', { name: /^Aprovar/ }).first().click();
  await page.getByText('Usuário aprovado').first().waitFor();
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Entrar' }).click();
  await page.getByLabel('Email').fill(clinic.email);
  await page.getByLabel('Senha', { exact: true }).fill(clinic.password);
  await page.getByRole('button', { name: 'Entrar no Studio' }).click();
  await page.waitForURL('**/dashboard');
}
