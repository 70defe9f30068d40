/** Tests the card 'Voz' of the call settings: speech engines, and recording from the microphone (contract/README 15.8, 15.14). */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { faultsInBothThemes } from '../../../../testing/axe.ts';
import { openStudio, untilFocused } from '../../../../testing/browser.ts';
import { openAccount, pressOn, test } from '../../../../testing/studio-test.ts';

const path = '/chamada?aba=ajustes';
const openRecorder = (page: Page) =>
  pressOn(page, page.getByRole('button', { name: 'Gravar com o microfone' }), 'Enter');

/** Waits until the fake microphone has beeped twice. A single beep is as short as a click, which the server refuses. */
async function untilHeard(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const meter = document.querySelector('[role=dialog] [aria-hidden=true] > div');
        let beeps = 0;
        let wasLoud = false;
        if (!meter) throw new Error('no meter');
        new MutationObserver(() => {
          const isLoud = Number(/scaleX\((.*)\)/.exec((meter as HTMLElement).style.transform)?.[1]) > 0.05;
          if (isLoud && !wasLoud) beeps += 1;
          wasLoud = isLoud;
          if (beeps === 2) resolve();
        }).observe(meter, { attributes: true });
      }),
  );
}

test('words are recorded from the microphone one after the other, without a mouse', async (t) => {
  const { enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const page = await enter(owner, { path });
  await openRecorder(page);
  const dialog = page.getByRole('dialog', { name: 'Gravar com o microfone' });
  await dialog.getByText(/^1 de \d\d$/).waitFor();
  const buttonOf = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
  await untilFocused(page, buttonOf('Gravar'));
  assert.deepEqual(await faultsInBothThemes(page), []);

  async function recordWord(): Promise<void> {
    await page.keyboard.press('Enter');
    await untilFocused(page, buttonOf('Parar'));
    await untilHeard(page);
    await page.keyboard.press('Enter');
    await untilFocused(page, buttonOf('Usar e seguir'));
  }
  await recordWord();
  await page.keyboard.press('o');
  await buttonOf('Parar').waitFor();
  await buttonOf('Ouvir').waitFor();
  assert.deepEqual(await faultsInBothThemes(page), []);
  await page.keyboard.press('Enter');
  await dialog.getByText(/^2 de/).waitFor();
  await dialog.getByText('1 palavra gravada').waitFor();

  // Record the second word twice before it is saved, skip the third, and go back to the first.
  await recordWord();
  await page.keyboard.press('r');
  await buttonOf('Parar').waitFor();
  await untilHeard(page);
  await page.keyboard.press('Enter');
  await buttonOf('Usar e seguir').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText(/^3 de/).waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText(/^4 de/).waitFor();
  for (let back = 0; back < 3; back += 1) await page.keyboard.press('ArrowLeft');
  await dialog.getByText(/^1 de/).waitFor();
  await buttonOf('Ouvir a atual').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('2 palavras gravadas').waitFor();
  const recorded = (await owner.call('GET /api/call-recordings')).filter(({ url }) => url !== null);
  assert.deepEqual(
    recorded.map(({ word }) => word),
    ['senha', 'zero'],
  );
  // Silence around the beeps is cut off.
  for (const { durationMs } of recorded)
    assert.ok((durationMs ?? 0) >= 120 && (durationMs ?? 0) < 5_000, `${durationMs}`);

  // The dialog begins with the first word that has no recording.
  await openRecorder(page);
  await dialog.getByText(/^3 de/).waitFor();
});

test('the recorder shows what to do if the microphone cannot be used', async (t) => {
  const { app, enter, customer: owner } = await openAccount(t);
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  for (const [name, sentence] of [
    ['NotAllowedError', 'O microfone não foi permitido'],
    ['NotFoundError', 'Nenhum microfone foi encontrado'],
    ['NotReadableError', 'O microfone não responde'],
  ] as const) {
    const page = await enter(owner, { path });
    await page.evaluate((reason) => {
      MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException('', reason));
    }, name);
    await openRecorder(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Gravar/ }).click();
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.context().close();
  }

  const { port } = new URL(app.url);
  const insecure = await enter(owner, { path, baseURL: `http://clinica.lan:${port}` });
  await openRecorder(insecure);
  const help = insecure.getByRole('alert');
  await help.getByText('Neste endereço o navegador não libera o microfone').waitFor();
  await help.getByText('ANTESSALA_TLS=local').waitFor();
});

test('a voice of the server can be chosen and heard, and the page explains how to install a missing voice', async (t) => {
  const { app, enter } = await openStudio(t, { speaks: true });
  const owner = await app.customer();
  await owner.call('POST /api/call-rooms', { body: { name: 'Triagem' } });
  const voices = await owner.call('GET /api/call-voices');
  if (voices.at(-1)?.voice === null) return t.skip('espeak-ng is not installed');
  const page = await enter(owner, { path });
  await page
    .getByRole('radio', { name: /^Piper/ })
    .and(page.locator(':disabled'))
    .waitFor();
  await page.getByText('MODEL_CARD').waitFor();
  await page.getByRole('radio', { name: /^espeak-ng, pt-br/ }).check();
  await page.waitForFunction(
    async () => ((await (await fetch('/api/call-settings')).json()) as { engine: string }).engine === 'espeak',
  );
  await page.getByRole('button', { name: 'Ouvir a amostra de espeak-ng' }).click();
  await page.getByRole('button', { name: 'Parar a amostra de espeak-ng' }).waitFor();
  await page.getByRole('button', { name: 'Ouvir a amostra de espeak-ng' }).waitFor();

  await page.route('**/api/voice/**', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Ouvir a amostra de espeak-ng' }).click();
  await page.getByRole('alert').getByText('espeak-ng não falou a amostra').waitFor();
  await page.getByRole('link', { name: 'Como instalar' }).first().click();
  await page.getByRole('heading', { name: 'Voz que chama os pacientes' }).waitFor();
  await page.getByLabel('instalar a voz Letícia-F123', { exact: true }).waitFor();
});
