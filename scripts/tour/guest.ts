/** Defines the shots for people who are not signed in: sign-in, registration, the guide for installers. */
import type { Page } from 'playwright-core';
import { testCodes } from '../../src/testing/app.ts';
import { button, dialog, heading, inOrder, onAllSizes, opensMenu, overlay, type Shot, shotsOf, shows } from './shot.ts';

const guest = shotsOf('guest');

const openRegistration = (page: Page) => page.getByRole('tab', { name: 'Registrar' }).click();
const fillRegistration = async (page: Page) => {
  await page.getByLabel('Nome de usuário').fill('Clínica Vida');
  await page.getByLabel('Email').fill('vida@clinica.test');
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await button(page, 'Criar Conta').click();
};
const sendCode = (code: string) => async (page: Page) => {
  await page.getByLabel('Código', { exact: true }).fill(code);
  await button(page, 'Validar Código').click();
};
const openAccessCode = inOrder(openRegistration, fillRegistration, heading('Código de Acesso'));
const signInAs = (email: string) => async (page: Page) => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('segredo1');
  await button(page, 'Entrar no Studio').click();
};

/** Simulates a successful registration, so that it does not depend on existing accounts. */
const simulatedRegistration = {
  prepare: (page: Page) =>
    page.route('**/api/register', (route) =>
      route.fulfill({ status: 201, json: { message: 'Aguarde a aprovação do administrador para fazer login.' } }),
    ),
};
/** Simulates a new installation whose studio is opened on the server's own machine. */
const newInstallation = {
  prepare: (page: Page) =>
    page.route('**/api/first-steps*', (route) =>
      route.fulfill({
        json: {
          areOpen: true,
          given: {
            username: 'Administrador',
            email: 'admin@antessala.local',
            clinicName: null,
            contact: { name: null, url: null },
            timeZone: 'America/Sao_Paulo',
            zones: ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha'],
            backup: {
              ...{ directory: '/data/backups', isGiven: false, problem: null },
              ...{ isSameDisk: true, freeMb: 90_000, totalMb: 240_000 },
            },
          },
        },
      }),
    ),
};
/** The steps of the setup. `fillSteps` types what a step needs and continues to the next one. */
const steps = [
  { name: 'primeiros-passos', title: 'Clínica' },
  { name: 'primeiros-passos-administrador', title: 'Administrador' },
  { name: 'primeiros-passos-backups', title: 'Backups' },
  { name: 'primeiros-passos-tela', title: 'Primeira TV' },
];
const fillSteps = [
  [['Nome da clínica', 'Clínica Girassol']],
  [
    ['Seu nome', 'Helena'],
    ['Seu email', 'helena@girassol.test'],
    ['Nova senha', 'girassol amarelo 7'],
  ],
  [],
].map((fields) => async (page: Page) => {
  for (const [label = '', text = ''] of fields) await page.getByLabel(label, { exact: true }).fill(text);
  await button(page, 'Continuar').click();
});
const invited = {
  prepare: (page: Page) =>
    page.route('**/api/invitations/find', (route) =>
      route.fulfill({
        json: {
          ...{ clinic: 'Clínica Boa Vida', name: null, email: 'rita@exemplo.com.br', role: 'reception' },
          expiresAt: '2099-01-01T12:00:00.000Z',
        },
      }),
    ),
};
const failing = { hasFailingCalls: true } as const;

export const guestShots: readonly Shot[] = [
  guest('entrar', '/', heading('Acesse o Antessala'), onAllSizes),
  ...steps.map(({ name, title }, index) =>
    guest(name, '/', inOrder(heading('Clínica'), ...fillSteps.slice(0, index), heading(title)), newInstallation),
  ),
  guest('convite', '/convite#rita', heading('Entre na equipe de Clínica Boa Vida'), { ...onAllSizes, ...invited }),
  guest('convite-usado', '/convite#nada', heading('Este convite não vale'), { hasFailingCalls: true }),
  guest(
    'entrar-erros',
    '/',
    inOrder((page) => button(page, 'Entrar no Studio').click(), shows('Email inválido')),
  ),
  guest('entrar-recusado', '/', inOrder(signInAs('ninguem@clinica.test'), shows('Falha no login')), {
    ...overlay,
    ...failing,
  }),
  guest('entrar-aparencia', '/', opensMenu('Aparência'), overlay),
  guest(
    'entrar-modo-player',
    '/',
    inOrder(
      (page) => page.getByRole('radio', { name: 'Player' }).click(),
      (page) => dialog(page).waitFor(),
    ),
    overlay,
  ),
  guest(
    'registrar',
    '/',
    inOrder(openRegistration, (page) => page.getByLabel('Nome de usuário').waitFor()),
    onAllSizes,
  ),
  guest(
    'registrar-erros',
    '/',
    inOrder(openRegistration, (page) => button(page, 'Criar Conta').click(), shows('Email inválido')),
  ),
  guest('codigo-de-acesso', '/', openAccessCode),
  guest('codigo-de-acesso-errado', '/', inOrder(openAccessCode, sendCode('ERRADO'), shows('Código inválido')), failing),
  guest(
    'aguardando-aprovacao',
    '/',
    inOrder(openAccessCode, sendCode(testCodes.accessCode), heading('Conta Aguardando Aprovação')),
    simulatedRegistration,
  ),
  guest('servidor-mudo', '/dashboard', heading('O servidor não respondeu'), {
    hasFailingCalls: true,
    prepare: (page) => page.route('**/api/**', (route) => route.abort()),
  }),
  guest('nao-encontrada', '/nada', heading('Página não encontrada'), failing),
  guest('instalar', '/instalar', heading('Instalar uma tela'), onAllSizes),
  ...(['raspberry', 'windows', 'tv'] as const).map((device) =>
    guest(`instalar-${device}`, `/instalar?aparelho=${device}`, heading('Instalar uma tela')),
  ),
  guest('instalar-certificado', '/instalar', heading('Certificado deste servidor'), {
    prepare: (page) =>
      page.route('**/api/installation', (route) =>
        route.fulfill({
          json: {
            addresses: ['http://192.168.0.10:8080', 'http://10.0.0.2:8080'],
            secureAddresses: ['https://192.168.0.10:8443'],
            caCertificate: '/antessala-ca.crt',
          },
        }),
      ),
  }),
  guest('api-docs', '/api/docs', (page) => page.locator('h1').first().waitFor()),
];
