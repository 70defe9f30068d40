/** Tests the sign-in page for somebody who pairs a TV, and for somebody whose account waits for approval. */
import { test } from 'node:test';
import { accountIdOf } from '../../../src/testing/admin.ts';
import { openStudio, skip } from '../../testing/browser.ts';

test(
  'after the QR code of a TV was scanned, the sign-in page says which TV will be paired',
  { skip, timeout: 120_000 },
  async (t) => {
    const { visit } = await openStudio(t);
    const page = await visit('/parear?c=k7m2qx', { viewport: { width: 390, height: 844 } });
    await page.getByText('Para parear a TV com o código K7M 2QX').waitFor();
  },
);

test(
  'the page of a pending account says that the server sends no emails, and opens the studio when the account is approved',
  { skip, timeout: 120_000 },
  async (t) => {
    const { app, visit } = await openStudio(t);
    const body = {
      username: 'Nova Vida',
      email: 'nova@vida.test',
      password: 'segredo1',
      accessCode: app.codes.accessCode,
    };
    await app.guest().call('POST /api/register', { body });
    const id = await accountIdOf(app.admin, body.email);
    const page = await visit('/');
    await page.getByLabel('Email').fill(body.email);
    await page.getByLabel('Senha', { exact: true }).fill(body.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Conta Aguardando Aprovação' }).waitFor();
    await page.getByText('Este servidor ainda não envia emails').waitFor();
    await app.admin.call('POST /api/admin/users/:id/approve', { params: { id } });
    await page.getByText('Sua conta foi aprovada').waitFor();
    await page.waitForURL('**/dashboard');
  },
);
