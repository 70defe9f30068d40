/** Defines the shots of urgent notices in the studio: the form, the running notice, and those that have ended. */
import type { Page } from 'playwright-core';
import { button, dialog, heading, inOrder, onAllSizes, opens, overlay, type Shot, shotsOf, shows } from './shot.ts';

const clinic = shotsOf('clinic');
const newcomer = shotsOf('newcomer');
const urgentClinic = shotsOf('urgentClinic');
const admin = shotsOf('admin');

const home = '/dashboard';
const openForm = inOrder(heading('Studio Antessala'), opens('Aviso urgente'), (page) =>
  dialog(page).getByLabel('Texto na tela').waitFor(),
);
const choose = (label: string) => (page: Page) => dialog(page).getByLabel(label).first().check();
const openRunning = inOrder(
  (page) => page.getByRole('region', { name: 'Aviso urgente no ar' }).getByRole('button').first().click(),
  (page) => dialog(page).getByText('4 de 6 telas mostrando').waitFor(),
);
const openHistory = async (page: Page) => {
  await dialog(page).getByText('Últimos avisos').click();
  await dialog(page).getByText('Últimos avisos').scrollIntoViewIfNeeded();
};
const scrollTo = (text: string) => (page: Page) => dialog(page).getByText(text).last().scrollIntoViewIfNeeded();

export const urgentShots: readonly Shot[] = [
  clinic('urgente', home, openForm, overlay),
  clinic(
    'urgente-grupos',
    home,
    inOrder(openForm, choose('Escolher grupos e telas'), choose('Térreo'), scrollTo('Pediatria')),
    overlay,
  ),
  clinic('urgente-texto-livre', home, inOrder(openForm, choose('Texto livre')), overlay),
  clinic(
    'urgente-confirmar',
    home,
    inOrder(
      openForm,
      choose('Evacuação'),
      (page) =>
        dialog(page)
          .getByRole('button', { name: /^Mostrar em / })
          .click(),
      heading('Mostrar o aviso agora?'),
    ),
    overlay,
  ),
  newcomer('urgente-sem-telas', home, openForm, overlay),
  admin(
    'urgente-clientes',
    home,
    inOrder(openForm, choose('Escolher clientes'), choose('Policlínica Central'), scrollTo('Policlínica Central')),
    overlay,
  ),
  admin(
    'urgente-todos',
    home,
    inOrder(openForm, choose('Todas as telas de todos os clientes'), scrollTo('Todas as telas')),
    overlay,
  ),
  urgentClinic('urgente-sinal', home, shows(/no ar/), onAllSizes),
  urgentClinic('urgente-sinal-telas', '/manage?aba=telas', inOrder(shows('Recepção 1'), shows(/no ar/))),
  urgentClinic('urgente-no-ar', home, openRunning, overlay),
  urgentClinic(
    'urgente-no-ar-telas',
    home,
    inOrder(openRunning, (page) => button(page, 'Ver cada tela').click(), shows('ainda sem resposta')),
    overlay,
  ),
  urgentClinic(
    'urgente-anteriores',
    home,
    inOrder(
      openRunning,
      openHistory,
      (page) => dialog(page).locator('li summary').nth(1).click(),
      (page) => dialog(page).getByRole('list', { name: 'Telas' }).scrollIntoViewIfNeeded(),
    ),
    overlay,
  ),
  urgentClinic(
    'urgente-encerrar',
    home,
    inOrder((page) => button(page, 'Encerrar').click(), heading('Encerrar o aviso agora?')),
    overlay,
  ),
];
