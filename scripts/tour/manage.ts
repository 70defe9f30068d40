/** Defines the shots of 'Gestão': its five tabs, their dialogs, and the states of uploads. */
import type { Page } from 'playwright-core';
import { numberedPdf } from '../../web/testing/pdf/build-pdf.ts';
import { drawSlide } from '../demo/slides.ts';
import {
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

const clinic = shotsOf('clinic');
const newcomer = shotsOf('newcomer');
const uploader = shotsOf('uploader');
const tab = (id: string) => `/manage?aba=${id}`;
const failing = { hasFailingCalls: true } as const;

const poster = drawSlide({
  name: '',
  title: 'Cartaz',
  text: 'Um cartaz da clínica.',
  lightColour: '#0f766e',
  darkColour: '#134e4a',
});

const typeOf = (name: string) => (name.endsWith('png') ? 'image/png' : 'text/plain');
const chooseFiles =
  (...names: string[]) =>
  async (page: Page) => {
    const buffer = await poster;
    await page
      .locator('input[type=file]')
      .setInputFiles(names.map((name) => ({ name, mimeType: typeOf(name), buffer })));
  };
const chosen = inOrder(
  chooseFiles('cartaz da vacinação.png', 'IMG_20261121_093015_campanha_de_inverno_versao_final_2.png'),
  (page) => page.getByLabel(/^Nome de IMG/).waitFor(),
);
/** Chooses two pages of a PDF for a playlist. */
const choosePages = async (page: Page) => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Preparos de exames.pdf', mimeType: 'application/pdf', buffer: numberedPdf(6) });
  for (const number of [1, 3]) await page.getByRole('option', { name: `Página ${number}`, exact: true }).click();
  await page.getByLabel('Criar playlist com estas páginas').check();
};
const send = (page: Page) => page.getByRole('button', { name: /^Enviar( \d arquivos)?$/ }).click();
const selectSome = async (page: Page) => {
  for (const index of [0, 1, 4]) await page.getByRole('checkbox').nth(index).check();
  await page.getByText('3 selecionados').waitFor();
};
const untilListed = shows('Doe sangue');
/** Switches to the layout that is not the default: rows on a desktop, cards on a phone. */
const changeLayout = inOrder(untilListed, (page) => button(page, /^Ver em (lista|grade)$/).click());
/** Simulates contents that are not processed yet. */
const processing = {
  prepare: (page: Page) =>
    page.route('**/api/videos?*', async (route) => {
      const response = await route.fetch();
      const noFiles = { thumbnailUrl: null, posterUrl: null, mediaUrl: null };
      const videos = ((await response.json()) as object[]).map((video, index) =>
        index === 0
          ? { ...video, ...noFiles, processingStatus: 'processing', processingProgress: 42 }
          : index === 1
            ? { ...video, ...noFiles, processingStatus: 'pending' }
            : video,
      );
      await route.fulfill({ response, json: videos });
    }),
};

/** Shows the available contents; a phone shows only one of the two columns at a time. */
const showAvailable = async (page: Page) => {
  const side = dialog(page).getByRole('radio', { name: /^Disponíveis/ });
  if (await side.isVisible()) await side.click();
};

const hangingUploads = { prepare: (page: Page) => page.route('**/api/uploads/*', () => undefined), ...failing };
const cutUploads = {
  prepare: (page: Page) => page.route('**/api/uploads/*', (route) => route.abort('connectionreset')),
  ...failing,
};
const refusedUploads = {
  prepare: (page: Page) =>
    page.route('**/api/upload-url', (route) =>
      route.fulfill({ status: 413, json: { message: 'O arquivo é maior que o permitido (1 GB).', code: 'too_large' } }),
    ),
  ...failing,
};

const uploads: readonly Shot[] = [
  clinic('gestao-uso-erro', '/manage', shows('Não foi possível carregar o uso da conta'), fails('**/api/user/me')),
  clinic('gestao-upload', '/manage', shows(/máximo 100MB/), onAllSizes),
  clinic('gestao-upload-escolhidos', '/manage', chosen, onAllSizes),
  clinic(
    'gestao-upload-nome-vazio',
    '/manage',
    inOrder(
      chosen,
      (page) => page.getByLabel('Nome de cartaz da vacinação.png').fill(''),
      send,
      shows(/insira um nome/),
    ),
  ),
  clinic(
    'gestao-upload-formato',
    '/manage',
    inOrder(chooseFiles('resultado.txt'), shows('Formato não suportado')),
    overlay,
  ),
  clinic('gestao-upload-pdf', '/manage', choosePages, overlay),
  clinic('cartazes', '/cartaz', shows('Foto com legenda'), onAllSizes),
  clinic(
    'cartaz-feriado',
    '/cartaz?modelo=holiday',
    (page) => page.getByRole('img', { name: /^Prévia/ }).waitFor(),
    onAllSizes,
  ),
  clinic('cartaz-wifi', '/cartaz?modelo=wifi', (page) => page.getByRole('img', { name: /^Prévia/ }).waitFor()),
  clinic('gestao-upload-previa', '/manage', inOrder(chosen, opens(/^Ver cartaz/)), overlay),
  uploader(
    'gestao-upload-enviando',
    '/manage',
    inOrder(chosen, send, shows('Envios'), shows('Na fila')),
    hangingUploads,
  ),
  uploader(
    'gestao-upload-sem-conexao',
    '/manage',
    inOrder(chosen, send, shows('O envio continua sozinho')),
    cutUploads,
  ),
  uploader('gestao-upload-recusado', '/manage', inOrder(chosen, send, shows('maior que o permitido')), refusedUploads),
  uploader(
    'gestao-upload-pronto',
    '/manage',
    inOrder(
      chooseFiles('cartaz.png'),
      (page) => page.getByLabel('Nome de cartaz.png').waitFor(),
      send,
      shows('Pronto'),
    ),
  ),
  clinic('gestao-upload-disco-cheio', '/manage', shows('sem espaço em disco'), {
    prepare: (page) =>
      page.route('**/api/capabilities', (route) =>
        route.fulfill({ json: { version: '0.1.0', maxUploadMb: 1024, canTranscode: false, diskFull: true } }),
      ),
  }),
];

const myContents: readonly Shot[] = [
  clinic('gestao-conteudos', tab('conteudos'), untilListed, onAllSizes),
  clinic('gestao-conteudos-outra-vista', tab('conteudos'), changeLayout, onAllSizes),
  clinic('gestao-conteudos-processando', tab('conteudos'), shows('Processando 42%'), processing),
  clinic(
    'gestao-conteudos-falha',
    tab('conteudos'),
    inOrder(untilListed, (page) => page.getByRole('searchbox').fill('entrevista'), shows('O vídeo está danificado')),
  ),
  newcomer('gestao-conteudos-vazio', tab('conteudos'), shows('Nenhum conteúdo ainda')),
  clinic('gestao-conteudos-carregando', tab('conteudos'), shows('Carregando conteúdos'), hangs('**/api/videos?*')),
  clinic('gestao-conteudos-erro', tab('conteudos'), shows('Não foi possível carregar'), fails('**/api/videos?*')),
  clinic(
    'gestao-conteudos-nada',
    tab('conteudos'),
    inOrder(untilListed, (page) => page.getByRole('searchbox').fill('xyz'), shows('Nada encontrado')),
  ),
  clinic('gestao-conteudos-selecao', tab('conteudos'), inOrder(untilListed, selectSome), overlay),
  clinic('gestao-conteudos-menu', tab('conteudos'), inOrder(untilListed, opensMenu('Ações de Doe sangue')), overlay),
  clinic('gestao-conteudo-previa', tab('conteudos'), inOrder(untilListed, opens('Ver Doe sangue')), overlay),
  clinic('gestao-conteudo-previa-video', tab('conteudos'), inOrder(untilListed, opens('Ver Cores da manhã')), overlay),
  clinic(
    'gestao-conteudo-editar',
    tab('conteudos'),
    inOrder(untilListed, chooses('Ações de Horário', 'Editar')),
    overlay,
  ),
  clinic(
    'gestao-conteudo-editar-erro',
    tab('conteudos'),
    inOrder(
      untilListed,
      chooses('Ações de Doe sangue', 'Editar'),
      (page) => page.getByLabel('Nome', { exact: true }).fill(''),
      submitsRefused('Salvar', 'Insira um nome.'),
    ),
    overlay,
  ),
  clinic(
    'gestao-conteudo-adicionar',
    tab('conteudos'),
    inOrder(untilListed, chooses('Ações de Doe sangue', 'Adicionar à playlist')),
    overlay,
  ),
  clinic(
    'gestao-conteudo-remover',
    tab('conteudos'),
    inOrder(untilListed, chooses('Ações de Vacina da gripe', 'Remover da playlist')),
    overlay,
  ),
  clinic(
    'gestao-conteudo-excluir',
    tab('conteudos'),
    inOrder(untilListed, chooses('Ações de Doe sangue', 'Excluir')),
    overlay,
  ),
];

const playlists: readonly Shot[] = [
  clinic('gestao-playlists', tab('playlists'), shows('Sala de espera'), onAllSizes),
  newcomer('gestao-playlists-vazio', tab('playlists'), shows('Nenhuma playlist ainda')),
  clinic('gestao-playlists-erro', tab('playlists'), shows('Não foi possível carregar'), fails('**/api/playlists')),
  clinic('gestao-playlist-nova', tab('playlists'), opens('Nova playlist'), overlay),
  clinic(
    'gestao-playlist-nova-erro',
    tab('playlists'),
    inOrder(opens('Nova playlist'), submitsRefused('Criar playlist', 'Dê um nome à playlist.')),
    overlay,
  ),
  clinic('gestao-playlist-editor', tab('playlists'), inOrder(opens('Editar Recepção'), shows(/^Disponíveis \(\d/)), {
    ...overlay,
    ...onAllSizes,
  }),
  clinic(
    'gestao-playlist-editor-sequencial',
    tab('playlists'),
    inOrder(opens('Editar Sala de espera'), shows(/^Disponíveis \(\d/), showAvailable),
    overlay,
  ),
  clinic(
    'gestao-playlist-horario',
    tab('playlists'),
    inOrder(
      opens('Editar Recepção'),
      opens(/^Horário de /),
      heading('Horário do conteúdo'),
      // `exact`: the name of a content behind the dialog begins with the same word.
      (page) => dialog(page).getByRole('button', { name: 'Adicionar horário', exact: true }).click(),
    ),
    overlay,
  ),
  clinic(
    'gestao-playlist-previa',
    tab('playlists'),
    inOrder(opens('Prévia de Recepção'), (page) =>
      dialog(page).getByRole('status').filter({ hasText: /\S/ }).waitFor(),
    ),
    overlay,
  ),
  clinic('gestao-playlist-excluir', tab('playlists'), opens('Excluir Recepção'), overlay),
];

const platform: readonly Shot[] = [
  clinic('gestao-plataforma', tab('plataforma'), shows('Outubro Rosa'), onAllSizes),
  newcomer('gestao-plataforma-vazio', tab('plataforma'), shows('Nenhum conteúdo da plataforma')),
  clinic('gestao-plataforma-menu', tab('plataforma'), opensMenu('Ações de Outubro Rosa'), overlay),
];

const chooseGroup = async (page: Page) => {
  const filters = button(page, 'Filtrar telas');
  if (await filters.isVisible()) await filters.click();
  await page.getByRole('combobox', { name: 'Grupo' }).selectOption({ label: 'Térreo' });
};

const groups: readonly Shot[] = [
  clinic('gestao-grupos', tab('telas'), inOrder(chooses('Mais ações', 'Grupos'), shows('Térreo')), overlay),
  clinic(
    'gestao-grupo-editar',
    tab('telas'),
    inOrder(chooses('Mais ações', 'Grupos'), opens('Editar Térreo')),
    overlay,
  ),
  clinic(
    'gestao-grupo-erro',
    tab('telas'),
    inOrder(chooses('Mais ações', 'Grupos'), opens('Novo grupo'), submitsRefused('Salvar', 'Dê um nome ao grupo.')),
    overlay,
  ),
  clinic('gestao-grupo-filtro', tab('telas'), chooseGroup),
  clinic(
    'gestao-grupo-enviar',
    tab('telas'),
    inOrder(chooseGroup, chooses('Mais ações', 'Enviar para Térreo')),
    overlay,
  ),
];

const screens: readonly Shot[] = [
  clinic('gestao-telas', tab('telas'), shows('Exibindo agora'), onAllSizes),
  newcomer('gestao-telas-vazio', tab('telas'), shows('Nenhuma tela ainda')),
  clinic('gestao-telas-erro', tab('telas'), shows('Não foi possível carregar'), fails('**/api/my-players?*')),
  clinic('gestao-tela-enviar', tab('telas'), inOrder(shows('Exibindo agora'), opens(/^Enviar playlist/)), overlay),
  clinic('gestao-tela-chamadas', tab('telas'), chooses(/^Mais ações: /, 'Chamadas na tela'), overlay),
  clinic('gestao-tela-ajustes', tab('telas'), chooses(/^Mais ações: /, 'Ajustes da tela'), overlay),
  clinic('gestao-telas-enviar-varias', tab('telas'), chooses('Mais ações', 'Enviar para várias telas'), overlay),
  clinic('gestao-tela-renomear', tab('telas'), opens(/^Renomear /), overlay),
  clinic(
    'gestao-tela-renomear-erro',
    tab('telas'),
    inOrder(
      opens(/^Renomear /),
      (page) => page.getByLabel('Nome da tela').fill(''),
      submitsRefused('Salvar', 'Dê um nome à tela.'),
    ),
    overlay,
  ),
  clinic(
    'gestao-tela-sem-resposta',
    tab('telas'),
    inOrder(
      shows('Exibindo agora'),
      (page) => button(page, 'Parar reprodução').click(),
      shows('Erro ao parar reprodução'),
    ),
    { ...overlay, ...fails('**/remove-playlist') },
  ),
];

export const manageShots: readonly Shot[] = [
  ...uploads,
  ...myContents,
  ...playlists,
  ...platform,
  ...screens,
  ...groups,
];
