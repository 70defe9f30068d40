/** Tests /player without a pairing: the code for the phone beside the field for the screen's code (web/player/README 3.1). */
import assert from 'node:assert/strict';
import { openTv, startServer, test } from '../testing/tv.ts';

test('the code for the phone is refused with a hint when typed on the TV, the field gets no focus before somebody types, and no code is shown without the server', async (t) => {
  const server = await startServer(t);
  const tv = await openTv(t, server, { viewport: { width: 1920, height: 1080 } });
  const { page } = tv;
  await page.goto('/player');
  const code = page.getByTestId('pairing-code');
  await code.waitFor();
  const typedCode = ((await code.textContent()) ?? '').trim();
  const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
  assert.equal(await focused(), '');
  await page.keyboard.type(typedCode.toLowerCase());
  assert.equal(await page.getByTestId('activation-code').inputValue(), typedCode);
  await page.keyboard.press('Enter');
  await page.getByText('Este código vai no celular.', { exact: false }).waitFor();

  for (const [width, height] of [
    [720, 576],
    [1280, 720],
    [1080, 1920],
  ] as const) {
    await tv.resize({ width, height });
    const outside = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          '.pairing-qr, .pairing-code, .pairing-digits, .pairing-address, form button, form input, .logo',
        ),
      ]
        .filter((each) => {
          const { left, top, right, bottom, width } = each.getBoundingClientRect();
          return width === 0 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        })
        .map((each) => each.className.toString() || (each as SVGElement).getAttribute('class')),
    );
    assert.deepEqual(outside, [], `${width} x ${height}`);
  }

  await server.stop();
  await page.getByText('Sem resposta do servidor. Tentando de novo...').waitFor();
  assert.equal(await code.isVisible(), false);
  await server.start();
  await code.waitFor();
});
