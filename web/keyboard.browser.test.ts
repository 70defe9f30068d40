/** The main job of the studio without a mouse; wherever the focus goes, it is seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openStudio, skip } from './testing/browser.ts';

interface Focus {
  /** As a screen reader says it, near enough. */
  name: string;
  /** Something shows where the focus is. */
  isSeen: boolean;
  /** In the open dialog, or on the toast; true when no dialog is open. */
  isInside: boolean;
}

/** What has the focus; undefined: nothing in particular. */
function focusOf(page: Page): Promise<Focus | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name =
      element.getAttribute('aria-label') ??
      (labels.map(({ textContent }) => textContent).join(' ') || element.textContent) ??
      '';
    // A control in a card may show the ring on the card, a text field as a shadow.
    const outlines = [element, element.parentElement ?? element].map((box) => getComputedStyle(box));
    const isSeen =
      outlines.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px') ||
      getComputedStyle(element).boxShadow !== 'none';
    const dialog = document.querySelector('[aria-modal]');
    return {
      name: name.trim(),
      isSeen,
      isInside: !dialog || dialog.contains(element) || element.closest('[data-always-reachable]') !== null,
    };
  });
}

/** Presses Tab until the focus is on what has the name; every stop on the way has a name and is seen. */
async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  const stops: string[] = [];
  const matches = (name: string) => (typeof wanted === 'string' ? name === wanted : wanted.test(name));
  while (stops.length < 60) {
    await page.keyboard.press('Tab');
    const focus = await focusOf(page);
    stops.push(focus?.name ?? '(end of the page)');
    if (!focus) continue;
    assert.notEqual(focus.name, '', `no name: ${stops.join(' > ')}`);
    assert.equal(focus.isSeen, true, `nothing shows the focus: ${stops.join(' > ')}`);
    assert.equal(focus.isInside, true, `behind the dialog: ${stops.join(' > ')}`);
    if (matches(focus.name)) return;
  }
  assert.fail(`${wanted} was not reached: ${stops.join(' > ')}`);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const focusIsOn = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) =>
      [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].includes(wanted),
    name,
  );

test(
  'a picture is sent, put into a new playlist and moved, with the keyboard alone',
  { skip, timeout: 120_000 },
  async (t) => {
    const { app, visit } = await openStudio(t);
    const customer = await app.customer();
    const page = await visit('/');
    await page.getByRole('heading', { level: 1, name: 'Acesse o Antessala' }).waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type(customer.user.email);
    await tabTo(page, 'Senha');
    await page.keyboard.type(customer.password);
    await press(page, 'Enter');
    await focusIsOn(page, 'Studio Antessala');

    await tabTo(page, /^Vídeos/);
    await press(page, 'Enter');
    await focusIsOn(page, 'Gestão');
    await page.getByRole('button', { name: 'Escolher arquivos' }).waitFor();
    // Listened for before the key: the browser must know that nobody will see its window.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, 'Escolher arquivos');
    const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#0b6b6b' } })
      .png()
      .toBuffer();
    await press(page, 'Enter');
    await (
      await choosing
    ).setFiles(['Fachada', 'Jardim'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer: picture })));
    await page.getByLabel('Nome de Jardim.png').waitFor();
    await tabTo(page, 'Enviar 2 arquivos');
    await press(page, 'Enter');
    await focusIsOn(page, 'Envios');
    await page.getByText('Pronto').nth(1).waitFor({ timeout: 30_000 });

    await tabTo(page, 'Upload');
    await press(page, 'ArrowRight', 'ArrowRight');
    await focusIsOn(page, 'Playlists');
    await tabTo(page, 'Nova playlist');
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: 'Nova playlist' }).waitFor();
    await page.keyboard.type('Recepção');
    await tabTo(page, 'Aleatório');
    await press(page, 'ArrowRight');
    await tabTo(page, 'Criar playlist');
    await press(page, 'Enter');

    const editor = page.getByRole('dialog', { name: 'Recepção' });
    await editor.getByRole('button', { name: 'Adicionar Jardim' }).waitFor();
    for (const name of ['Fachada', 'Jardim']) {
      await tabTo(page, `Adicionar ${name}`);
      await press(page, 'Enter');
      await editor.getByRole('button', { name: new RegExp(`^Mover ${name}`) }).waitFor();
    }
    await page.getByText('Vídeo atribuído').waitFor();
    const [toast, dialog] = await Promise.all([page.getByText('Vídeo atribuído').boundingBox(), editor.boundingBox()]);
    assert.ok(toast && dialog && toast.y + toast.height < dialog.y, 'the toast covers nothing of the dialog');
    await tabTo(page, /^Mover Jardim/);
    await press(page, 'Space', 'ArrowUp');
    await page.getByText('Posição 1 de 2.').waitFor();
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/order') && response.ok()),
      press(page, 'Space'),
    ]);
    await press(page, 'Escape');
    await editor.waitFor({ state: 'detached' });
    await focusIsOn(page, 'Gestão');

    await tabTo(page, 'Editar Recepção');
    await press(page, 'Enter');
    await editor.getByRole('button', { name: 'Mover Jardim, posição 1 de 2' }).waitFor();
    await press(page, 'Escape');
    await editor.waitFor({ state: 'detached' });
    await focusIsOn(page, 'Editar Recepção');
  },
);
