import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type NewInstallation, startNewInstallation } from '../../../src/testing/new-installation.ts';
import { assertAccessible } from '../../testing/axe.ts';
import { webDir } from '../../testing/browser.ts';
import { test } from '../../testing/studio-test.ts';
import { launchChromium } from '../../testing/chromium.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

async function open(t: TestContext, installation: NewInstallation, options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launchChromium();
  const context = await (
    await browser
  ).newContext({
    baseURL: installation.url,
    locale: 'pt-BR',
    reducedMotion: 'reduce',
    ...options,
  });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto('/');
  return page;
}

/** Folder for screenshots; undefined: none are taken. */
const pictures = process.env.TEST_PICTURES;
const picture = (page: Page, name: string) =>
  pictures ? page.screenshot({ path: `${pictures}/${name}.png` }) : undefined;

const next = (page: Page) => page.getByRole('button', { name: 'Continuar' });
const stepHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

/** Checks accessibility, and that the page is not wider than the window. */
async function assertUsable(page: Page, pageName: string): Promise<void> {
  await assertAccessible(page, pageName);
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return { clientWidth, scrollWidth };
  });
  assert.ok(scrollWidth <= clientWidth, `${pageName}: the page does not scroll sideways`);
}

for (const [device, options] of [
  ['a computer', { colorScheme: 'light', viewport: { width: 1366, height: 768 } }],
  ['a phone, dark', { colorScheme: 'dark', ...phone }],
] as const)
  test(`the setup of a new server leads to the code of the first TV, on ${device}`, async (t) => {
    const installation = await startNewInstallation(t, { webDir });
    const page = await open(t, installation, options);
    await page.waitForURL('**/primeiros-passos');
    await page.getByRole('heading', { level: 1, name: 'Primeiros passos' }).waitFor();
    await stepHeading(page, 'Clínica').waitFor();
    await assertUsable(page, 'Clínica');

    // Without any input the first wrong field shows its error and gets the focus.
    await next(page).click();
    await page.getByText('Informe o nome da clínica.').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await page.getByLabel('Nome da clínica').fill('Clínica Girassol');
    await page.getByLabel('Fuso horário').selectOption('America/Manaus');
    await picture(page, `relogio-${device}`);
    await page.getByLabel('Nome da clínica').press('Enter');

    await stepHeading(page, 'Administrador').waitFor();
    assert.equal(
      await page.locator('[aria-current="step"]').innerText(),
      device === 'a computer' ? '2\nAdministrador' : 'Administrador',
    );
    await page.getByLabel('Seu nome').fill('Helena');
    await page.getByLabel('Seu email').fill('helena@girassol.test');
    await page.getByLabel('Nova senha').fill('helena2026');
    await page.getByText('Fraca: contém o seu nome ou email.').waitFor();
    await page.getByLabel('Nova senha').fill('senha12345');
    await assertUsable(page, 'Administrador');
    await next(page).click();

    await stepHeading(page, 'Backups').waitFor();
    await page.getByText('mesmo disco dos dados').waitFor();
    await page.getByText(/Livres: /).waitFor();
    await assertUsable(page, 'Backups');
    await page.getByLabel('Pasta dos backups').fill('/nao/existe/mesmo');
    await next(page).click();
    await page.getByText('Esta pasta não existe. O disco está conectado?').waitFor();
    await page.getByLabel('Pasta dos backups').fill(`${installation.dataDir}/backups`);
    await next(page).click();

    // Going back and forward keeps the typed values.
    await stepHeading(page, 'Primeira TV').waitFor();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await stepHeading(page, 'Backups').waitFor();
    await next(page).click();
    assert.equal(await page.getByLabel('Nome da primeira TV').inputValue(), 'Recepção');
    await assertUsable(page, 'Primeira TV');
    // An error from the server opens the step with its field.
    await page.getByRole('button', { name: 'Concluir' }).click();
    await stepHeading(page, 'Administrador').waitFor();
    await page.getByText('Esta senha é uma das mais usadas').waitFor();
    await page.getByLabel('Nova senha').fill('azul lua janela');
    await next(page).click();
    await stepHeading(page, 'Backups').waitFor();
    await next(page).click();
    await page.getByRole('button', { name: 'Concluir' }).click();

    await page.getByRole('heading', { level: 1, name: 'Tudo pronto para a primeira TV' }).waitFor();
    const code = await page.getByTestId('activation-code').innerText();
    assert.match(code, /^[A-Z0-9]{10}/);
    await assertUsable(page, 'code');
    await installation.guest().call('POST /api/player/activate', {
      body: { activationCode: code.slice(0, 10), deviceInfo: 'test' },
    });
    await page.getByText('A TV Recepção está conectada.').waitFor();
    const user = (await (await page.request.get('/api/user')).json()) as { timeZone: string };
    assert.equal(user.timeZone, 'America/Manaus');

    await page.getByRole('link', { name: 'Ir para o início' }).click();
    await page.getByRole('heading', { level: 1, name: 'Studio Antessala' }).waitFor();
    assert.equal(await page.getByText('Primeiros passos').count(), 0);
    await page.goto('/primeiros-passos');
    await page.waitForURL((url) => url.pathname === '/');
  });

test('a reload keeps all but the password; if another computer finishes the setup, the page asks to sign in', async (t) => {
  const installation = await startNewInstallation(t, { webDir });
  const page = await open(t, installation);
  await page.waitForURL('**/primeiros-passos');
  await page.getByLabel('Nome da clínica').fill('Clínica Girassol');
  await next(page).click();
  await page.getByLabel('Seu nome').fill('Helena');
  await page.getByLabel('Seu email').fill('helena@girassol.test');
  await page.getByLabel('Nova senha').fill('azul lua janela');
  await page.reload();
  await stepHeading(page, 'Clínica').waitFor();
  assert.equal(await page.getByLabel('Nome da clínica').inputValue(), 'Clínica Girassol');
  await next(page).click();
  assert.equal(await page.getByLabel('Seu email').inputValue(), 'helena@girassol.test');
  assert.equal(await page.getByLabel('Nova senha').inputValue(), '', 'a password is never stored');
  await page.getByLabel('Nova senha').fill('azul lua janela');
  await next(page).click();
  await next(page).click();

  const onOtherComputer = await installation.guest().call('GET /api/first-steps');
  assert.equal(onOtherComputer.isNew, true);
  await installation.guest().call('POST /api/first-steps', {
    body: {
      ...{ clinicName: 'Clínica Ipê', username: 'Dr. Ivo', email: 'ivo@ipe.test', password: 'verde sol portão' },
      ...{ contact: { name: null, address: null }, timeZone: null, backupDirectory: null, screenName: 'Recepção' },
    },
  });
  await page.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('heading', { name: 'Entre para continuar' }).waitFor();
  await assertUsable(page, 'done elsewhere');
  await page.getByRole('link', { name: 'Entrar' }).click();
  await page.getByRole('heading', { name: 'Acesse o Antessala' }).waitFor();
});

test('on another computer the sign-in page says where the first password is, until somebody has signed in', async (t) => {
  const installation = await startNewInstallation(t, { webDir, env: { PUBLIC_URL: 'http://tv.clinica.test' } });
  const note = (page: Page) => page.getByText('no arquivo first-run.txt');
  const page = await open(t, installation);
  await note(page).waitFor();
  await assertUsable(page, 'a new server from another computer');
  await installation.signIn();
  await page.reload();
  await page.getByRole('heading', { name: 'Acesse o Antessala' }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await note(page).count(), 0);
});

test('an administrator with the printed password finds the setup at home, and dismisses it for all browsers', async (t) => {
  const installation = await startNewInstallation(t, { webDir });
  const page = await open(t, installation);
  await page.waitForURL('**/primeiros-passos');
  await page.getByRole('button', { name: 'Entrar com senha' }).click();
  await page.getByLabel('Email').fill(installation.printedEmail);
  await page.getByLabel('Senha', { exact: true }).fill(installation.printedPassword);
  await page.getByRole('button', { name: 'Entrar no Studio' }).click();
  await page.getByRole('link', { name: 'Começar' }).click();
  await stepHeading(page, 'Clínica').waitFor();
  await page.goBack();
  await assertUsable(page, 'home');
  await page.getByRole('button', { name: 'Deixar para depois' }).click();
  await page.getByText('Primeiros passos deixados para depois').waitFor();
  await page.getByRole('link', { name: 'Começar' }).waitFor({ state: 'detached' });
  const other = await open(t, installation);
  await other.getByRole('heading', { name: 'Acesse o Antessala' }).waitFor();
  await other.waitForLoadState('networkidle');
  assert.equal(new URL(other.url()).pathname, '/');
});
