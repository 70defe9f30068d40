/** Defines the shots of the administrators' and gestores' pages. */
import type { Page } from 'playwright-core';
import type { Update } from '../../src/contract/tasks.ts';
import { otherClinics } from './clinic.ts';
import {
  alters,
  button,
  chooses,
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

const admin = shotsOf('admin');
const gestor = shotsOf('gestor');
const newcomer = shotsOf('newcomer');
const [otherClinic = ''] = otherClinics;
const section = (id: string) => `/admin/settings?secao=${id}`;

const showAccounts = async (page: Page) => {
  await page.getByRole('tab', { name: /^Cadastros/ }).click();
  await page.getByText(otherClinic).first().waitFor();
};
const asCards = inOrder(showAccounts, (page) => page.getByRole('radio', { name: 'Cards' }).click());
const showVideos = (page: Page) => page.getByRole('tab', { name: /^Vídeos/ }).click();
const write = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text);
/** Opens the second category: in a list on a desktop, in a select on a phone. */
const openSecondCategory = async (page: Page) => {
  const select = page.getByLabel('Categoria', { exact: true });
  if (await select.isVisible()) await select.selectOption({ index: 1 });
  else await page.getByText('Vida leve').first().click();
};
/** Shows the page as it is printed on A4. */
const showPrinted = async (page: Page) => {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.getByRole('heading', { name: 'Ativação das telas' }).waitFor();
};
const chooseFile = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'outubro.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
  await page.getByLabel('Nome de outubro.png').waitFor();
};
/** Makes the server respond to requests of an address with an empty list. */
const empties = (address: string) => ({
  prepare: (page: Page) => page.route(address, (route) => route.fulfill({ json: [] })),
});

const homes: readonly Shot[] = [
  admin('admin-inicio', '/dashboard', shows('Mídias com falha'), onAllSizes),
  admin('admin-inicio-carregando', '/dashboard', heading('Studio Antessala'), hangs('**/api/admin/overview')),
  admin(
    'admin-midias-com-falha',
    '/dashboard',
    inOrder(shows('Último backup'), opens(/Mídias com falha/), shows('O vídeo está danificado')),
    overlay,
  ),
  gestor('gestor-inicio', '/dashboard', shows('Mídias com falha'), onAllSizes),
  gestor('gestor-usuarios', '/gestor/users', inOrder(shows(/encontrado/), showAccounts)),
  gestor('gestor-configuracoes-negado', '/admin/settings', heading('Acesso Negado')),
  admin(
    'admin-upload',
    '/manage',
    inOrder(
      chooseFile,
      (page) => page.getByRole('switch', { name: /Vídeo da plataforma/ }).click(),
      (page) => page.getByLabel('Categoria').waitFor(),
    ),
  ),
];

const users: readonly Shot[] = [
  admin('conta-administrador', '/account', shows('Email para entrar'), onAllSizes),
  admin('usuarios-pendentes', '/admin/users', shows('Dra. Júlia Prado'), onAllSizes),
  admin('usuarios', '/admin/users', showAccounts, onAllSizes),
  admin('usuarios-cards', '/admin/users', asCards),
  admin('usuarios-nenhum-pendente', '/admin/users', shows('Nenhum usuário'), empties('**/api/admin/users-with-counts')),
  admin(
    'usuarios-nada-encontrado',
    '/admin/users',
    inOrder(showAccounts, (page) => page.getByRole('searchbox').fill('xyz'), shows('Nenhum usuário encontrado')),
  ),
  admin('usuarios-carregando', '/admin/users', shows('Carregando usuários'), hangs('**/api/admin/users-with-counts')),
  admin('usuarios-erro', '/admin/users', shows('Não foi possível carregar'), fails('**/api/admin/users-with-counts')),
  admin('usuarios-menu', '/admin/users', inOrder(showAccounts, opensMenu(`Mais ações: ${otherClinic}`)), overlay),
  admin(
    'usuario-senha',
    '/admin/users',
    inOrder(showAccounts, opens(`Resetar senha: ${otherClinic}`), (page) =>
      dialog(page).getByRole('button', { name: 'Gerar' }).click(),
    ),
    overlay,
  ),
  admin(
    'usuario-senha-erro',
    '/admin/users',
    inOrder(
      showAccounts,
      opens(`Resetar senha: ${otherClinic}`),
      write('Nova senha', '123'),
      (page) => page.keyboard.press('Tab'),
      shows('pelo menos 6 caracteres.'),
    ),
    overlay,
  ),
  admin(
    'usuario-quotas',
    '/admin/users',
    inOrder(showAccounts, opens(new RegExp(`uotas: ${otherClinic}`)), (page) =>
      dialog(page).getByRole('switch', { name: 'Limitar o número de telas' }).waitFor(),
    ),
    overlay,
  ),
  admin(
    'usuario-quotas-erro',
    '/admin/users',
    inOrder(
      showAccounts,
      opens(new RegExp(`uotas: ${otherClinic}`)),
      write('Playlists', '-1'),
      submitsRefused('Salvar', 'devem ser positivos'),
    ),
    overlay,
  ),
  admin(
    'usuario-perfil',
    '/admin/users',
    inOrder(showAccounts, chooses(`Mais ações: ${otherClinic}`, 'Mudar perfil')),
    overlay,
  ),
  admin(
    'usuario-excluir',
    '/admin/users',
    inOrder(showAccounts, chooses(`Mais ações: ${otherClinic}`, 'Excluir conta')),
    overlay,
  ),
  admin('usuario-bloquear', '/admin/users', inOrder(showAccounts, opens(`Bloquear: ${otherClinic}`)), overlay),
  admin('usuario-rejeitar', '/admin/users', opens('Rejeitar: Dra. Júlia Prado'), overlay),
];

const untilListed = (page: Page) =>
  page.getByRole('list', { name: 'Atividades', exact: true }).getByRole('listitem').first().waitFor();

const activities: readonly Shot[] = [
  admin('atividades', '/admin/audit', untilListed, onAllSizes),
  gestor('gestor-atividades', '/gestor/audit', untilListed),
  admin(
    'atividades-nada',
    '/admin/audit',
    inOrder(
      untilListed,
      (page) => page.getByRole('searchbox').fill('xyz'),
      (page) => button(page, 'Limpar filtros').waitFor(),
    ),
  ),
  admin('atividades-erro', '/admin/audit', shows('Não foi possível carregar'), fails('**/api/admin/audit*')),
];

const categories: readonly Shot[] = [
  admin('categorias', '/admin/categories', shows('Acesso desde'), onAllSizes),
  admin('categorias-videos', '/admin/categories', inOrder(showVideos, shows('Outubro Rosa')), onAllSizes),
  admin(
    'categorias-vazio',
    '/admin/categories',
    shows('Nenhuma categoria criada ainda'),
    empties('**/api/admin/categories'),
  ),
  admin(
    'categorias-sem-usuarios',
    '/admin/categories',
    inOrder(shows('Acesso desde'), openSecondCategory, shows('Nenhum usuário com acesso')),
  ),
  admin('categorias-erro', '/admin/categories', shows('Não foi possível carregar'), fails('**/api/admin/categories')),
  admin('categoria-nova', '/admin/categories', opens('Nova categoria'), overlay),
  admin(
    'categoria-erros',
    '/admin/categories',
    inOrder(opens('Nova categoria'), submitsRefused('Criar categoria', /obrigatório|Informe|nome/i)),
    overlay,
  ),
  admin('categoria-deletar', '/admin/categories', opens('Deletar'), overlay),
  admin(
    'categoria-conceder',
    '/admin/categories',
    inOrder(opens('Conceder acesso'), (page) => dialog(page).getByRole('option').first().waitFor()),
    overlay,
  ),
  admin(
    'categoria-conceder-erro',
    '/admin/categories',
    inOrder(opens('Conceder acesso'), submitsRefused('Conceder acesso', 'Selecione um usuário.')),
    overlay,
  ),
  admin('categoria-enviar', '/admin/categories', inOrder(showVideos, opens('Enviar conteúdo'), chooseFile), overlay),
  admin('categoria-video-excluir', '/admin/categories', inOrder(showVideos, opens('Excluir Outubro Rosa')), overlay),
];

const screens: readonly Shot[] = [
  admin('telas', '/admin/screens', shows('Código de ativação'), onAllSizes),
  admin(
    'telas-problemas',
    '/admin/screens',
    inOrder(shows('Código de ativação'), (page) => page.getByRole('radio', { name: 'Problemas' }).click()),
  ),
  admin('telas-vazio', '/admin/screens', shows('Nenhuma tela criada ainda'), empties('**/api/admin/players?*')),
  admin('telas-carregando', '/admin/screens', shows('Carregando telas'), hangs('**/api/admin/players?*')),
  admin('telas-erro', '/admin/screens', shows('Não foi possível carregar'), fails('**/api/admin/players?*')),
  admin(
    'telas-menu',
    '/admin/screens',
    inOrder(shows('Código de ativação'), opensMenu('Mais ações: TV da recepção')),
    overlay,
  ),
  admin(
    'telas-criar',
    '/admin/screens',
    inOrder(opens('Criar telas'), (page) => dialog(page).getByRole('option').first().waitFor()),
    overlay,
  ),
  admin(
    'telas-criar-escolhido',
    '/admin/screens',
    inOrder(
      opens('Criar telas'),
      (page) => dialog(page).getByRole('option').nth(1).click(),
      (page) => dialog(page).getByRole('radio', { name: '3', exact: true }).click(),
    ),
    overlay,
  ),
  admin(
    'telas-criar-erro',
    '/admin/screens',
    inOrder(opens('Criar telas'), submitsRefused('Criar 1 tela', 'Selecione um usuário.')),
    overlay,
  ),
  admin(
    'tela-codigo',
    '/admin/screens',
    inOrder(chooses('Mais ações: Tela 1', 'Imprimir código'), (page) =>
      dialog(page).getByRole('img').first().waitFor(),
    ),
    overlay,
  ),
  admin(
    'tela-codigo-papel',
    '/admin/screens',
    inOrder(
      chooses('Mais ações: Tela 1', 'Imprimir código'),
      (page) => dialog(page).getByRole('img').first().waitFor(),
      showPrinted,
    ),
    overlay,
  ),
  admin('tela-detalhes', '/admin/screens', chooses('Mais ações: TV da sala', 'Detalhes do dispositivo'), overlay),
  admin('tela-renomear', '/admin/screens', chooses('Mais ações: TV da recepção', 'Renomear'), overlay),
  admin(
    'tela-playlist',
    '/admin/screens',
    inOrder(opens('Trocar playlist: TV da recepção'), (page) => dialog(page).getByRole('radio').first().waitFor()),
    overlay,
  ),
  admin('tela-resetar', '/admin/screens', chooses('Mais ações: TV da recepção', 'Resetar'), overlay),
  admin('tela-excluir', '/admin/screens', chooses('Mais ações: TV da recepção', 'Excluir tela'), overlay),
];

const notices: readonly Shot[] = [
  admin('avisos', '/admin/notices', shows('Manutenção programada'), onAllSizes),
  admin('avisos-vazio', '/admin/notices', shows(/Nenhum aviso/), empties('**/api/admin/notices')),
  admin('avisos-erro', '/admin/notices', shows('Não foi possível carregar'), fails('**/api/admin/notices')),
  admin('aviso-novo', '/admin/notices', opens('Novo aviso'), { ...overlay, ...onAllSizes }),
  admin(
    'aviso-erros',
    '/admin/notices',
    inOrder(opens('Novo aviso'), submitsRefused('Criar aviso', /obrigatóri/)),
    overlay,
  ),
  admin(
    'aviso-usuario',
    '/admin/notices',
    inOrder(
      opens('Novo aviso'),
      write('Título', 'Aviso'),
      (page) =>
        dialog(page)
          .getByRole('radio', { name: /Todas as telas de um usuário/ })
          .click(),
      (page) => dialog(page).getByRole('option').first().waitFor(),
    ),
    overlay,
  ),
  admin(
    'aviso-editar-cores',
    '/admin/notices',
    inOrder(opens('Editar: Pagamento em atraso'), write('Cor do texto', '#FFFFFF'), (page) =>
      page.getByText(/^Pouco contraste/).scrollIntoViewIfNeeded(),
    ),
    overlay,
  ),
  admin('aviso-excluir', '/admin/notices', opens('Excluir: Manutenção programada'), overlay),
];

const candidate = { version: '0.3.0', sha256: 'a'.repeat(64), isSigned: true };
/** Changes what the server says about updates. */
const update = (changes: Partial<Update>) =>
  alters<Update>('**/api/admin/update', (now) => ({
    ...now,
    ...{ folder: '/var/lib/antessala/updates', candidate: null, problem: null },
    ...changes,
  }));

const settings: readonly Shot[] = [
  admin('configuracoes', '/admin/settings', shows('Endereço na rede'), onAllSizes),
  admin('configuracoes-atualizacao', '/admin/settings', shows('Versão 0.3.0'), update({ candidate })),
  admin(
    'configuracoes-atualizar',
    '/admin/settings',
    inOrder(
      (page) => page.getByRole('button', { name: 'Atualizar', exact: true }).click(),
      (page) => dialog(page).waitFor(),
    ),
    { ...overlay, ...update({ candidate }) },
  ),
  admin('configuracoes-atualizando', '/admin/settings', shows(/em andamento/), update({ step: 'checking' })),
  admin(
    'configuracoes-atualizacao-falhou',
    '/admin/settings',
    shows('A atualização não foi feita'),
    update({
      candidate,
      failure: 'A versão nova não abriu a cópia dos dados: falta espaço no disco.',
      last: {
        ...{ from: '0.2.0', to: '0.2.1', at: '2026-11-03T03:12:00.000Z' },
        reason: 'ela não respondeu em 60 segundos.',
      },
    }),
  ),
  admin(
    'configuracoes-atualizado',
    '/admin/settings',
    shows('Atualizado para 0.2.1'),
    update({
      last: { from: '0.2.0', to: '0.2.1', at: '2026-11-03T03:12:00.000Z', reason: null },
      problem: 'O arquivo antessala-0.3.0 não confere com a lista SHA256SUMS: copie os dois de novo.',
    }),
  ),
  admin('configuracoes-erro', '/admin/settings', shows('Não foi possível carregar'), fails(/\/healthz$/)),
  admin('configuracoes-codigos', section('codigos'), (page) => button(page, /^Mostrar: /).click(), onAllSizes),
  admin('configuracoes-codigo', section('codigos'), opens(/^Mudar: /), overlay),
  admin(
    'configuracoes-codigo-erro',
    section('codigos'),
    inOrder(opens(/^Mudar: /), write('Novo código', 'A1'), submitsRefused('Salvar', /4 a 10/)),
    overlay,
  ),
  admin('configuracoes-radios', section('radios'), (page) => button(page, /^Editar: /).waitFor(), onAllSizes),
  admin(
    'configuracoes-radios-vazio',
    section('radios'),
    shows('Nenhuma rádio cadastrada'),
    empties('**/api/admin/radio-stations'),
  ),
  admin('configuracoes-radio', section('radios'), opens('Adicionar rádio'), overlay),
  admin(
    'configuracoes-radio-erros',
    section('radios'),
    inOrder(opens('Adicionar rádio'), submitsRefused('Adicionar', /Informe|obrigatóri|Dê/)),
    overlay,
  ),
  admin('configuracoes-radio-remover', section('radios'), opens(/^Remover: /), overlay),
  admin('configuracoes-email', section('email'), shows('Ligado'), onAllSizes),
  admin(
    'configuracoes-email-teste-falha',
    section('email'),
    inOrder(
      (page) => button(page, 'Enviar teste').click(),
      (page) => page.locator('form [role=alert]').waitFor(),
    ),
    { hasFailingCalls: true },
  ),
  admin('configuracoes-email-servidor', section('email'), opens('Mudar servidor'), overlay),
  admin(
    'configuracoes-email-servidor-erros',
    section('email'),
    inOrder(
      opens('Mudar servidor'),
      write('Servidor', ''),
      write('Porta', 'abc'),
      submitsRefused('Salvar', /Informe|porta|servidor/i),
    ),
    overlay,
  ),
  admin('configuracoes-email-remover', section('email'), opens('Remover'), overlay),
  admin('configuracoes-backups', section('backups'), shows('Baixar'), onAllSizes),
  admin('configuracoes-tarefas', section('tarefas'), (page) => button(page, /^Rodar agora/).waitFor(), onAllSizes),
];

export const administratorShots: readonly Shot[] = [
  ...homes,
  ...users,
  ...activities,
  ...categories,
  ...screens,
  ...notices,
  ...settings,
  newcomer('acesso-negado-configuracoes', '/admin/settings', heading('Acesso Negado')),
];
