/** Defines the shots of a customer's pages except 'Gestão': home, calls, programme, messages, radio, TV boxes and account. */
import type { Page } from 'playwright-core';
import type { Schedule } from '../../src/contract/programme/schedules.ts';
import { importShots } from './imports.ts';
import {
  alters,
  button,
  dialog,
  fails,
  hangs,
  heading,
  inOrder,
  onAllSizes,
  opens,
  opensMenu,
  overlay,
  type Shot,
  shotsOf,
  shows,
  submitsRefused,
} from './shot.ts';
import { soundShots } from './sound.ts';

const clinic = shotsOf('clinic');
const newcomer = shotsOf('newcomer');
const restricted = shotsOf('restricted');
const reception = shotsOf('reception');

const openEmojis = async (page: Page) => {
  await button(page, 'Emojis para a mensagem').click();
  await page.getByRole('tab', { name: 'Pessoas' }).waitFor();
};
const writeMessage = async (page: Page) => {
  await page.getByLabel('Título (opcional)').fill('Vacinação');
  await page
    .getByLabel('Mensagem', { exact: true })
    .fill('💉 Vacina da gripe até sexta-feira: traga a carteirinha e fale com a recepção.');
};
const chooseProgramme = async (page: Page) => {
  await page.getByRole('combobox', { name: /^Tela( ou grupo)?$/ }).selectOption({ label: 'TV da recepção' });
  await page.getByText('Infantil').first().waitFor();
};
/** Shows the whole week: on a phone it has to be chosen first. */
const showWeek = async (page: Page) => {
  const week = page.getByRole('radio', { name: 'Semana' });
  if (await week.isVisible()) await week.click();
  await page.getByRole('grid').waitFor();
};
const chooseGroup = async (page: Page) => {
  const select = page.getByRole('combobox', { name: /^Tela( ou grupo)?$/ });
  await select.selectOption((await select.locator('option', { hasText: 'Térreo' }).textContent()) ?? '');
  await showWeek(page);
};
const chooseTest = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Vídeo' }).selectOption({ label: 'Vacina da gripe' });
  await page.getByRole('combobox', { name: 'Playlist' }).selectOption({ label: 'Recepção' });
  await button(page, 'Gerar Sequência Aleatória').click();
  await page.getByRole('list', { name: 'Sequência aleatória' }).waitFor();
};
/** Closes the live connection as soon as it is opened, as a server does when it stops. */
const disconnected = {
  showsViewport: true,
  hasFailingCalls: true,
  prepare: (page: Page) => page.routeWebSocket(/\/ws$/, (socket) => socket.close({ code: 1001 })),
};

/** Simulates the server's response to a change, so that nobody is invited and no token is created. */
const simulatesChange = (address: string, json: object) => ({
  ...overlay,
  prepare: (page: Page) =>
    page.route(address, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 201, json }),
    ),
});
const waitingTv = {
  prepare: (page: Page) =>
    page.route('**/api/pairing/*', (route) =>
      route.fulfill({
        json: {
          ...{ code: 'ABC234', checkDigits: '47', expiresAt: '2099-01-01T12:00:00.000Z' },
          device: { model: 'TX9 Pro', engine: 'Chromium 79', resolution: '1920 x 1080', address: '192.168.0.31' },
        },
      }),
    ),
};
const openSwap = async (page: Page) => {
  await page.getByRole('radio', { name: /^TV da recepção/ }).check();
  await button(page, 'Trocar TV box').click();
  await page.getByRole('heading', { name: /^Trocar o aparelho de/ }).waitFor();
};
const farFuture = '2099-01-01T12:00:00.000Z';
const invitationCreated = simulatesChange('**/api/team/members', {
  member: {
    ...{ id: 99, name: null, email: 'ana@exemplo.com.br', role: 'reception', status: 'invited' },
    ...{ createdAt: farFuture, invitedUntil: farFuture, lastSeenAt: null },
  },
  ...{ code: 'x'.repeat(43), expiresAt: farFuture, isMailed: false },
});
const tokenCreated = simulatesChange('**/api/tokens', {
  ...{ id: 99, name: 'Sistema de senhas', scopes: ['messages'], createdAt: farFuture, expiresAt: farFuture },
  ...{ lastUsedAt: null, token: `ats_${'x'.repeat(43)}` },
});

/** Shots of 'Minha conta' and 'Equipe', the log of activities, and pairing. */
const accountShots: readonly Shot[] = [
  clinic('conta', '/account', shows('Esta sessão'), onAllSizes),
  clinic('equipe', '/equipe', inOrder(shows('Caio Nunes'), shows('Painel')), onAllSizes),
  newcomer('equipe-vazia', '/equipe', shows('Nenhum token.')),
  reception('equipe-negado', '/equipe', heading('Acesso Negado')),
  clinic('identificacao', '/account/clinic', shows('Nome da clínica'), onAllSizes),
  clinic('exibicoes', '/exibicoes', shows('Por conteúdo'), onAllSizes),
  clinic(
    'exibicoes-conteudo',
    '/exibicoes',
    inOrder(
      (page) => page.getByRole('button', { name: 'Vacina da gripe', exact: true }).click(),
      (page) => button(page, /mostrar todos os conteúdos/).waitFor(),
    ),
  ),
  newcomer('exibicoes-vazio', '/exibicoes', shows('Nenhuma exibição neste período')),
  reception('identificacao-leitura', '/account/clinic', shows('Só proprietários')),
  reception('conta-recepcao', '/account', shows('Recepção em Clínica Boa Vida')),
  reception('telas-recepcao', '/manage?aba=telas', shows(/seu papel na equipe é Recepção/)),
  clinic('equipe-convidar', '/equipe', inOrder(shows('Caio Nunes'), opens('Convidar')), overlay),
  clinic(
    'equipe-link',
    '/equipe',
    inOrder(shows('Caio Nunes'), opens('Convidar'), async (page) => {
      await page.getByLabel('Email da pessoa').fill('ana@exemplo.com.br');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Link do convite' }).waitFor();
    }),
    invitationCreated,
  ),
  clinic('equipe-pessoa', '/equipe', inOrder(shows('Caio Nunes'), opensMenu('Ações: Caio Nunes')), overlay),
  clinic('equipe-token-novo', '/equipe', inOrder(shows('Painel'), opens('Novo token')), overlay),
  clinic(
    'equipe-token',
    '/equipe',
    inOrder(shows('Painel'), opens('Novo token'), async (page) => {
      await page.getByLabel('Nome', { exact: false }).last().fill('Sistema de senhas');
      await dialog(page).getByRole('checkbox').first().check();
      await page.keyboard.press('Enter');
      await page
        .getByText(/^ats_/)
        .or(page.getByRole('textbox', { name: 'Token' }))
        .first()
        .waitFor();
    }),
    tokenCreated,
  ),
  clinic(
    'conta-segunda-etapa',
    '/account',
    inOrder(
      (page) => page.getByRole('button', { name: 'Ligar', exact: true }).click(),
      (page) => page.getByRole('img', { name: /QR code/ }).waitFor(),
    ),
    overlay,
  ),
  clinic('conta-atividades', '/account/audit', shows('Rita Campos (Recepção)'), onAllSizes),
  newcomer('conta-atividades-poucas', '/account/audit', shows('entrou no Studio')),
  clinic('parear', '/parear', (page) => page.getByLabel('Código da TV').waitFor(), onAllSizes),
  reception('parear-recepcao', '/parear?c=ABC234', shows('Você não pareia TVs')),
  reception('conta-atividades-negado', '/account/audit', heading('Acesso Negado')),
  clinic('parear-tv', '/parear?c=ABC234', shows('TX9 Pro'), { ...onAllSizes, ...waitingTv }),
  clinic('parear-trocar', '/parear?c=ABC234', inOrder(shows('TX9 Pro'), openSwap), { ...overlay, ...waitingTv }),
];

export const customerShots: readonly Shot[] = [
  clinic('inicio', '/dashboard', inOrder(heading('Studio Antessala'), shows(/TVs online/)), onAllSizes),
  clinic('inicio-aparencia', '/dashboard', opensMenu('Aparência'), overlay),
  clinic('inicio-sair', '/dashboard', opens('Sair'), overlay),
  clinic(
    'inicio-sem-conexao',
    '/dashboard',
    inOrder(shows(/TVs online/), shows('Sem conexão com o servidor. Reconectando…')),
    disconnected,
  ),
  newcomer('inicio-vazio', '/dashboard', inOrder(heading('Studio Antessala'), shows('Nenhuma TV ainda'))),
  restricted('inicio-sem-recursos', '/dashboard', heading('Studio Antessala')),

  clinic('chamada', '/chamada', shows('Fila de hoje'), onAllSizes),
  clinic(
    'chamada-consultorio',
    '/chamada',
    inOrder((page) => button(page, 'Modo consultório').click(), shows('A seguir:')),
  ),
  clinic('chamada-relatorio', '/chamada?aba=relatorio', shows('Baixar planilha'), onAllSizes),
  clinic('chamada-ajustes', '/chamada?aba=ajustes', shows('Só a senha'), onAllSizes),
  clinic('chamada-voz', '/chamada?aba=ajustes', opens('Apagar gravação de Senha'), overlay),
  clinic('chamada-servico', '/chamada?aba=ajustes', opens('Novo serviço'), overlay),
  clinic('chamada-local', '/chamada?aba=ajustes', opens('Editar Guichê 1'), overlay),
  newcomer('chamada-vazio', '/chamada', shows('Crie o primeiro local')),

  clinic('programacao', '/programacao', chooseProgramme, onAllSizes),
  clinic('programacao-semana', '/programacao', inOrder(chooseProgramme, showWeek), onAllSizes),
  clinic('programacao-vazio', '/programacao', shows('Comece por uma ideia')),
  clinic('programacao-regra', '/programacao', inOrder(chooseProgramme, opens('Nova regra')), overlay),
  clinic(
    'programacao-regra-opcoes',
    '/programacao',
    inOrder(chooseProgramme, opens('Nova regra'), (page) =>
      button(page, 'Mais opções: nome, datas, prioridade, telas').click(),
    ),
    overlay,
  ),
  clinic('programacao-grupo', '/programacao', chooseGroup),
  clinic(
    'programacao-regra-sem-tela',
    '/programacao',
    shows(/não vale em nenhuma tela/),
    alters<Schedule[]>('**/api/schedules', ([first, ...others]) =>
      first ? [{ ...first, targets: [] }, ...others] : [],
    ),
  ),
  clinic('programacao-copiar', '/programacao', inOrder(chooseProgramme, opens('Copiar para outras telas')), overlay),
  reception('programacao-recepcao', '/programacao', inOrder(shows(/seu papel na equipe é Recepção/), chooseProgramme)),
  newcomer('programacao-sem-telas', '/programacao', shows('Nenhuma tela ainda')),
  clinic('programacao-carregando', '/programacao', heading('Programação'), hangs('**/api/schedules')),
  clinic('programacao-erro', '/programacao', shows('Não foi possível carregar'), fails('**/api/schedules')),

  clinic('mensagens', '/breaking-news', shows('Estacionamento'), onAllSizes),
  newcomer('mensagens-vazio', '/breaking-news', shows('Nenhuma mensagem ainda')),
  clinic('mensagens-carregando', '/breaking-news', heading('Mensagens'), hangs('**/api/breaking-news')),
  clinic('mensagens-erro', '/breaking-news', shows('Não foi possível carregar'), fails('**/api/breaking-news')),
  restricted('mensagens-sem-recurso', '/breaking-news', shows('Este recurso não está liberado')),
  clinic('mensagem-nova', '/breaking-news', opens('Nova mensagem'), overlay),
  clinic(
    'mensagem-erros',
    '/breaking-news',
    inOrder(opens('Nova mensagem'), submitsRefused('Criar mensagem', 'Mensagem é obrigatória')),
    overlay,
  ),
  clinic('mensagem-emojis', '/breaking-news', inOrder(opens('Nova mensagem'), writeMessage, openEmojis), overlay),
  clinic('mensagem-editar', '/breaking-news', opens('Editar: Estacionamento'), overlay),
  clinic(
    'mensagem-descartar',
    '/breaking-news',
    inOrder(
      opens('Nova mensagem'),
      writeMessage,
      (page) => button(page, 'Cancelar').click(),
      heading('Descartar o que você escreveu?'),
    ),
    overlay,
  ),
  clinic('mensagem-excluir', '/breaking-news', opens('Excluir: Estacionamento'), overlay),

  ...soundShots,

  clinic('tv-box', '/players', shows('Código de ativação'), onAllSizes),
  newcomer('tv-box-vazio', '/players', shows('Nenhum TV Box ainda')),
  clinic('tv-box-carregando', '/players', heading('Dashboard de TV Box'), hangs('**/api/my-players?*')),
  clinic('tv-box-erro', '/players', shows('Não foi possível carregar'), fails('**/api/my-players?*')),
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
  ...accountShots,
  ...importShots,
  clinic('acesso-negado', '/admin/users', heading('Acesso Negado')),
  clinic('acesso-negado-telas', '/admin/screens', heading('Acesso Negado')),
];
