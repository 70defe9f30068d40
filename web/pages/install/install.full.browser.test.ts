/** Tests the guide for installers, who use it without signing in. */
import assert from 'node:assert/strict';
import { openStudio } from '../../testing/browser.ts';
import { test } from '../../testing/studio-test.ts';

const installation = {
  addresses: ['http://192.168.0.10:8080', 'http://10.0.0.2:8080'],
  secureAddresses: ['https://192.168.0.10:8443'],
  caCertificate: '/antessala-ca.crt',
};

test('an installer finds the address, the steps and solutions without signing in', async (t) => {
  const studio = await openStudio(t);
  const page = await studio.visit('/instalar', { viewport: { width: 390, height: 844 } });
  await page.getByRole('heading', { level: 1, name: 'Instalar uma tela' }).waitFor();
  assert.equal(await page.title(), 'Instalar uma tela · Antessala');
  const { addresses, secureAddresses } = await studio.app.guest().call('GET /api/installation');
  const server = addresses[0] ?? secureAddresses[0] ?? studio.app.url;
  assert.equal(await page.getByTestId('play-address').textContent(), `${server}/play`);
  assert.equal(await page.getByRole('heading', { name: 'Certificado deste servidor' }).count(), 0);

  // The arrow keys open the tabs, each with its steps; a reload opens the same tab, because its name is in the address.
  await page.getByRole('tab', { name: 'TV Box Android' }).focus();
  for (const [name, sentence] of [
    ['Raspberry Pi', 'sudo raspi-config nonint do_blanking 1'],
    ['Windows', '--autoplay-policy=no-user-gesture-required'],
    ['Smart TV', 'Veja se a TV serve'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await page.getByRole('tabpanel', { name }).getByText(sentence).first().waitFor();
    await page.getByRole('tabpanel', { name }).getByText('Aponte a câmera do celular').waitFor();
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      true,
      `${name} fits in 390 px`,
    );
  }
  assert.match(page.url(), /\?aparelho=tv$/);
  await page.reload();
  await page.getByRole('tab', { name: 'Smart TV', selected: true }).waitFor();
  await page.getByText('Toca sem som').waitFor();

  // First a server with its own certificate authority, then a server that does not respond.
  await page.route('**/api/installation', (route) => route.fulfill({ json: installation }));
  await page.goto('/instalar?aparelho=windows');
  await page.getByText('http://192.168.0.10:8080/play', { exact: true }).waitFor();
  await page.getByText('Se não abrir, tente: http://10.0.0.2:8080/play ou https://192.168.0.10:8443/play').waitFor();
  await page.getByText('certutil -addstore -f Root antessala-ca.crt').waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Baixar o certificado' }).getAttribute('href'),
    '/antessala-ca.crt',
  );
  await page.route('**/api/installation', (route) => route.abort());
  await page.reload();
  await page.getByText(`${studio.app.url}/play`, { exact: true }).first().waitFor();

  // The settings of administrators have a link to the guide.
  const admin = await studio.enter(studio.app.admin, { path: '/admin/settings' });
  await admin.locator('a[href="/instalar"]').first().click();
  await admin.getByRole('heading', { level: 1, name: 'Instalar uma tela' }).waitFor();
  await admin.getByRole('link', { name: 'Ir para o Studio' }).waitFor();
}, 360_000);
