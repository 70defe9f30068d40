/** A customer's pages outside of 'Gestão': home, messages, radio, TV boxes. */
import type { Page } from 'playwright-core';
import {
  button,
  fails,
  hangs,
  heading,
  inOrder,
  main,
  opens,
  opensMenu,
  overlay,
  refuses,
  type Shot,
  shotsOf,
  shows,
} from './shot.ts';

const clinic = shotsOf('clinic');
const newcomer = shotsOf('newcomer');
const restricted = shotsOf('restricted');

const emojis = async (page: Page) => {
  await button(page, 'Emojis para a mensagem').click();
  await page.getByRole('tab', { name: 'Pessoas' }).waitFor();
};
const write = async (page: Page) => {
  await page.getByLabel('Título (opcional)').fill('Vacinação');
  await page
    .getByLabel('Mensagem', { exact: true })
    .fill('💉 Vacina da gripe até sexta-feira: traga a carteirinha e fale com a recepção.');
};
const chooseTest = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Vídeo' }).selectOption({ label: 'Vacina da gripe' });
  await page.getByRole('combobox', { name: 'Playlist' }).selectOption({ label: 'Recepção' });
  await button(page, 'Gerar Sequência Aleatória').click();
  await page.getByRole('list', { name: 'Sequência aleatória' }).waitFor();
};
/** The live connection ends as soon as it begins: what a server that goes away looks like. */
const unplugged = {
  isOverlay: true,
  hasFailingCalls: true,
  prepare: (page: Page) => page.routeWebSocket(/\/ws$/, (socket) => socket.close({ code: 1001 })),
};

export const customerShots: readonly Shot[] = [
  clinic('inicio', '/dashboard', inOrder(heading('Studio Antessala'), shows(/TVs online/)), main),
  clinic('inicio-aparencia', '/dashboard', opensMenu('Aparência'), overlay),
  clinic('inicio-sair', '/dashboard', opens('Sair'), overlay),
  clinic(
    'inicio-sem-conexao',
    '/dashboard',
    inOrder(shows(/TVs online/), shows('Sem conexão com o servidor. Reconectando…')),
    unplugged,
  ),
  newcomer('inicio-vazio', '/dashboard', inOrder(heading('Studio Antessala'), shows('Nenhuma TV ainda'))),
  restricted('inicio-sem-recursos', '/dashboard', heading('Studio Antessala')),

  clinic('chamada', '/chamada', shows('Fila de hoje'), main),
  clinic('chamada-relatorio', '/chamada?aba=relatorio', shows('Baixar planilha'), main),
  clinic('chamada-ajustes', '/chamada?aba=ajustes', shows('Só a senha'), main),
  clinic('chamada-local', '/chamada?aba=ajustes', opens('Editar Guichê 1'), overlay),
  newcomer('chamada-vazio', '/chamada', shows('Crie o primeiro local')),

  clinic('mensagens', '/breaking-news', shows('Estacionamento'), main),
  newcomer('mensagens-vazio', '/breaking-news', shows('Nenhuma mensagem ainda')),
  clinic('mensagens-carregando', '/breaking-news', heading('Mensagens'), hangs('**/api/breaking-news')),
  clinic('mensagens-erro', '/breaking-news', shows('Não foi possível carregar'), fails('**/api/breaking-news')),
  restricted('mensagens-sem-recurso', '/breaking-news', shows('Este recurso não está liberado')),
  clinic('mensagem-nova', '/breaking-news', opens('Nova mensagem'), overlay),
  clinic(
    'mensagem-erros',
    '/breaking-news',
    inOrder(opens('Nova mensagem'), refuses('Criar mensagem', 'Mensagem é obrigatória')),
    overlay,
  ),
  clinic('mensagem-emojis', '/breaking-news', inOrder(opens('Nova mensagem'), write, emojis), overlay),
  clinic('mensagem-editar', '/breaking-news', opens('Editar: Estacionamento'), overlay),
  clinic(
    'mensagem-descartar',
    '/breaking-news',
    inOrder(
      opens('Nova mensagem'),
      write,
      (page) => button(page, 'Cancelar').click(),
      heading('Descartar o que você escreveu?'),
    ),
    overlay,
  ),
  clinic('mensagem-excluir', '/breaking-news', opens('Excluir: Estacionamento'), overlay),

  clinic('som', '/radio', heading('Som Ambiente'), main),
  clinic(
    'som-ouvindo',
    '/radio',
    inOrder(
      (page) => button(page, /^Ouvir: /).click(),
      (page) => page.getByRole('region', { name: 'Ouvindo neste computador' }).waitFor(),
    ),
    { ...overlay, ...fails('**/api/radio-stations/*/stream*') },
  ),
  clinic('som-carregando', '/radio', heading('Som Ambiente'), hangs('**/api/radio-stations')),
  clinic('som-erro', '/radio', shows('Não foi possível carregar'), fails('**/api/radio-stations')),
  restricted('som-sem-recurso', '/radio', shows('Este recurso não está liberado')),

  clinic('tv-box', '/players', shows('Código de ativação'), main),
  newcomer('tv-box-vazio', '/players', shows('Nenhum TV Box ainda')),
  clinic('tv-box-carregando', '/players', heading('Dashboard de TV Box'), hangs('**/api/my-players')),
  clinic('tv-box-erro', '/players', shows('Não foi possível carregar'), fails('**/api/my-players')),
  clinic(
    'tv-box-sem-escolha',
    '/players',
    inOrder(
      (page) => button(page, /^Enviar playlist para /).click(),
      (page) => page.locator('[data-always-reachable] [role] > *').first().waitFor(),
    ),
    overlay,
  ),
  clinic('tv-box-desconectar', '/players', opens(/^Desconectar /), overlay),

  clinic('teste', '/test-new-system', heading('Teste do Novo Sistema')),
  clinic('teste-sequencia', '/test-new-system', chooseTest),
  restricted('teste-sem-recurso', '/test-new-system', shows('Este recurso não está liberado')),
  clinic('acesso-negado', '/admin/users', heading('Acesso Negado')),
  clinic('acesso-negado-telas', '/admin/screens', heading('Acesso Negado')),
];
