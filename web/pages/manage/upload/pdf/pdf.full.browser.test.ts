/** Tests the choice of PDF pages (contract/README 3.2). */
import assert from 'node:assert/strict';
import { faultsInBothThemes } from '../../../../testing/axe.ts';
import { numberedPdf } from '../../../../testing/pdf/build-pdf.ts';
import { choosePdf, option, picker } from '../../../../testing/pdf/pdf-picker.ts';
import { scannedPdfs } from '../../../../testing/pdf/scans.ts';
import { openAccount, pressOn, test, toastOf } from '../../../../testing/studio-test.ts';

test('pages are chosen with keyboard and mouse, sent as images, and put into a new playlist in their order', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  await choosePdf(page, 'Preparo de exames.pdf', numberedPdf(6));
  await option(page, 1).locator('img').waitFor();
  assert.deepEqual(await faultsInBothThemes(page, 'everything', 'layer'), []);
  await picker(page).getByRole('listbox', { name: 'Páginas' }).focus();
  for (const key of ['ArrowRight', 'Space', 'End', 'Space', 'Shift+ArrowLeft']) await page.keyboard.press(key);
  await picker(page).getByText('3 de 6 páginas escolhidas').waitFor();
  await page.keyboard.press('Control+a');
  await picker(page).getByText('6 de 6 páginas escolhidas').waitFor();
  await picker(page).getByRole('button', { name: 'Nenhuma' }).click();
  await option(page, 4).click();
  await option(page, 2).click({ modifiers: ['Shift'] });
  await pressOn(page, picker(page).getByRole('radio', { name: '20s' }), 'ArrowRight');
  await pressOn(page, picker(page).getByRole('checkbox', { name: 'Criar playlist com estas páginas' }), 'Space');
  await picker(page).getByLabel('Nome da playlist').fill('Preparos');
  await pressOn(page, picker(page).getByRole('button', { name: 'Enviar 3 páginas' }), 'Enter');
  await page.getByText('Na playlist “Preparos”').nth(2).waitFor();
  const [playlist] = await customer.call('GET /api/playlists');
  assert.equal(playlist?.name, 'Preparos');
  const items = await customer.call('GET /api/playlists/:id/assignments', { params: { id: playlist?.id ?? 0 } });
  const names = [2, 3, 4].map((number) => `Preparo de exames – página ${number}`);
  assert.deepEqual(
    items.map(({ video }) => video.name),
    names,
  );
  const [video] = await customer.call('GET /api/videos');
  assert.equal(video?.displayDuration, 40);
  assert.equal(video?.mediaType, 'image');
});

test('texts in fonts that the file does not contain are drawn, and the image of a page is as high as a TV', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  for (const font of ['Helvetica', 'Times-Roman', 'Arial', 'Courier', 'Calibri']) {
    const bytes = numberedPdf(1, {
      font: `<< /Type /Font /Subtype /TrueType /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
      mediaBox: '0 0 960 720',
    });
    await choosePdf(page, `${font}.pdf`, bytes);
    await option(page, 1).click();
    await picker(page).getByRole('button', { name: 'Só adicionar' }).click();
    const measured = await page
      .getByRole('button', { name: `Ver ${font} – página 1` })
      .locator('img')
      .evaluate(measure);
    assert.deepEqual(measured.size, [1440, 1080], font);
    assert.ok(measured.darkPixels > 1_000, `${font}: ${measured.darkPixels} dark pixels`);
  }
});

test('pages that a scanner compressed are drawn', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  for (const [name, bytes] of Object.entries(await scannedPdfs())) {
    await choosePdf(page, `${name}.pdf`, bytes);
    await option(page, 1).click();
    await picker(page).getByRole('button', { name: 'Só adicionar' }).click();
    const measured = await page
      .getByRole('button', { name: `Ver ${name} – página 1` })
      .locator('img')
      .evaluate(measure);
    assert.ok(measured.darkPixels > 100_000, `${name}: ${measured.darkPixels} dark pixels`);
  }
});

test('an office document is refused with a text on how to export it; a PDF can also be dropped on the window', async (t) => {
  const { enter, customer } = await openAccount(t);
  const page = await enter(customer, { path: '/manage?aba=upload' });
  await page.locator('input[type=file]').setInputFiles({
    name: 'Campanha.pptx',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    buffer: Buffer.from('x'),
  });
  await toastOf(page)
    .getByText(/Exporte o arquivo como PDF/)
    .waitFor();
  await page.evaluate((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], 'Solto.pdf', { type: 'application/pdf' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, numberedPdf(2).toString('base64'));
  await option(page, 2).locator('img').waitFor();
});

/** Returns the size of an image, and how many of its pixels are dark. */
async function measure(element: SVGElement | HTMLElement): Promise<{ size: number[]; darkPixels: number }> {
  const image = element as HTMLImageElement;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let darkPixels = 0;
  for (let index = 0; index < data.length; index += 4) if ((data[index] ?? 255) < 100) darkPixels += 1;
  return { size: [canvas.width, canvas.height], darkPixels };
}
