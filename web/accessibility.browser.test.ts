/**
 * Every page, dialog and state of the studio before axe (WCAG 2.2, A and AA), the looks that matter in both themes. A team that
 * has members, the first steps, the programme and the hours of contents are looked at where they are tried:
 * `team.browser.test.ts`, `first-steps.browser.test.ts`, `programme.browser.test.ts`, `validity.browser.test.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addContent } from '../src/testing/contents.ts';
import { bytesOf } from '../src/testing/media.ts';
import { faultsInBothThemes } from './testing/axe.ts';
import { openStudio, skip, type Studio } from './testing/browser.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Opens a page (or leads on from the last one) and waits for what is to be looked at. */
type State = [name: string, path: string | undefined, reach?: (page: Page) => Promise<unknown>];

async function look(page: Page, states: readonly State[]): Promise<void> {
  const faults: string[] = [];
  for (const [name, path, reach] of states) {
    if (path !== undefined) await page.goto(path);
    if (reach) await reach(page);
    else await page.getByRole('heading', { level: 1 }).waitFor();
    faults.push(...(await faultsInBothThemes(page)).map((fault) => `${name}: ${fault}`));
  }
  assert.deepEqual(faults, []);
}

/** Clicks, and waits for the dialog that opens. */
const opens = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click();
  await dialog(page).waitFor();
};

/** Chooses from a menu, and waits for the dialog that opens. */
const chooses = (menu: string | RegExp, item: string) => async (page: Page) => {
  await button(page, menu).press('ArrowDown');
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page).waitFor();
};

const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

test('no page, dialog or state of the studio fails WCAG 2.2 A or AA', { skip, timeout: 1_500_000 }, async (t) => {
  const studio = await openStudio(t);
  const { customer, playlist } = await furnish(studio);
  const part = (name: string, run: () => Promise<void>) => t.test(name, run);

  await part('signed out', async () => {
    const page = await studio.visit('/');
    await look(page, [
      ['sign-in', '/'],
      [
        'sign-in with errors',
        undefined,
        async () => {
          await button(page, 'Entrar no Studio').click();
          await page.getByText('Email inválido').waitFor();
        },
      ],
      [
        'failed sign-in, toast',
        undefined,
        async () => {
          await page.getByLabel('Email').fill('ninguem@clinica.test');
          await page.getByLabel('Senha', { exact: true }).fill('errada');
          await page.keyboard.press('Enter');
          await page.getByText('Falha no login').waitFor();
        },
      ],
      [
        'appearance menu',
        undefined,
        async () => {
          await button(page, 'Aparência').click();
          await page.getByRole('menu').waitFor();
        },
      ],
      [
        'password of the Player mode',
        '/',
        async () => {
          await page.getByRole('radio', { name: 'Player' }).click();
          await dialog(page).waitFor();
        },
      ],
      ['registration', '/', () => page.getByRole('tab', { name: 'Registrar' }).click()],
      [
        'access code',
        undefined,
        async () => {
          await page.getByLabel('Nome de usuário').fill('Clínica Vida');
          await page.getByLabel('Email').fill('vida@clinica.test');
          await page.getByLabel('Senha', { exact: true }).fill('segredo1');
          await button(page, 'Criar Conta').click();
          await page.getByRole('heading', { name: 'Código de Acesso' }).waitFor();
        },
      ],
      [
        'waiting for approval',
        undefined,
        async () => {
          await page.getByLabel('Código', { exact: true }).fill(studio.app.codes.accessCode);
          await page.keyboard.press('Enter');
          await page.getByRole('heading', { name: 'Conta Aguardando Aprovação' }).waitFor();
        },
      ],
      ['installing a screen', '/instalar'],
      ['an invitation that is over', '/convite#nada'],
      ['not found', '/nada'],
    ]);
  });

  await part('a customer', async () => {
    const page = await studio.enterByForm(customer);
    await look(page, [
      ['home, toast', undefined, shows('Login realizado com sucesso!')],
      ['leaving', undefined, opens('Sair')],
      ['upload', '/manage', shows(/máximo 100MB/)],
      [
        'chosen files',
        undefined,
        async () => {
          await page
            .locator('input[type=file]')
            .setInputFiles(['um.png', 'dois.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png })));
          await page.getByLabel('Nome de dois.png').waitFor();
        },
      ],
      ['into a playlist', undefined, opens('Colocar na playlist...')],
      [
        'onto a TV',
        undefined,
        async () => {
          await page.keyboard.press('Escape');
          await opens('Exibir na TV...')(page);
        },
      ],
      ['contents', '/manage?aba=conteudos', shows('Fachada')],
      [
        'selected contents',
        undefined,
        async () => {
          for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check();
          await page.getByText('2 selecionados').waitFor();
        },
      ],
      ['add to playlist', undefined, opens('Adicionar')],
      ['menu of a content', '/manage?aba=conteudos', (page) => button(page, 'Ações de Fachada').click()],
      ['remove from playlist', '/manage?aba=conteudos', chooses('Ações de Fachada', 'Remover da playlist')],
      ['edit a content', '/manage?aba=conteudos', chooses('Ações de Fachada', 'Editar')],
      [
        'unsaved edits of a content',
        undefined,
        async () => {
          await page.getByLabel('Nome', { exact: true }).fill('Fachada nova');
          await page.getByText('Salve as alterações').waitFor();
        },
      ],
      ['another file', '/manage?aba=conteudos', chooses('Ações de Fachada', 'Substituir arquivo')],
      [
        'another file, chosen',
        undefined,
        async () => {
          await dialog(page)
            .locator('input[type=file]')
            .setInputFiles({ name: 'um.png', mimeType: 'image/png', buffer: png });
          await page.getByText('Outro arquivo?').waitFor();
        },
      ],
      ['delete a content', '/manage?aba=conteudos', chooses('Ações de Fachada', 'Excluir')],
      ['preview of a content', '/manage?aba=conteudos', opens('Ver Fachada')],
      ['list of contents', '/manage?aba=conteudos', (page) => button(page, 'Ver em lista').click()],
      ['playlists', '/manage?aba=playlists', shows(playlist)],
      ['playlist editor', undefined, opens(`Editar ${playlist}`)],
      ['preview of a playlist', '/manage?aba=playlists', opens(`Prévia de ${playlist}`)],
      ['new playlist', '/manage?aba=playlists', opens('Nova playlist')],
      ['platform', '/manage?aba=plataforma', shows('Institucional')],
      ['screens', '/manage?aba=telas', shows('Pausada pelo Admin')],
      ['send a playlist', undefined, opens(/^Enviar playlist/)],
      ['how screens look', '/manage?aba=telas', opens('Aparência na TV')],
      ['rename a screen', '/manage?aba=telas', opens(/^Renomear /)],
      ['messages', '/breaking-news', shows('Traga seus exames')],
      ['a message', undefined, opens('Nova mensagem')],
      [
        'emoji picker',
        undefined,
        async () => {
          await button(page, 'Emojis').click();
          await page.getByRole('tab', { name: 'Pessoas' }).waitFor();
        },
      ],
      ['radio', '/radio', shows('Antena 1')],
      ['boxes', '/players', shows('Código de ativação')],
      ['test page', '/test-new-system'],
      ['account', '/account', shows('Esta sessão')],
      [
        'account, refused password',
        undefined,
        async () => {
          await page.getByLabel('Nova senha').fill('123');
          await button(page, 'Mudar senha').click();
          await page.getByText('Informe a sua senha atual.').waitFor();
        },
      ],
      [
        'second step',
        '/account',
        async () => {
          await page.getByRole('button', { name: 'Ligar', exact: true }).click();
          await page.getByRole('img', { name: /QR code/ }).waitFor();
        },
      ],
      ['invite', '/account', opens('Convidar')],
      ['new token', '/account', opens('Novo token')],
      ['pair a TV', '/parear', (page) => page.getByLabel('Código da TV').waitFor()],
      ['own activities', '/account/audit', shows('entrou no Studio')],
      ['access denied', '/admin/users'],
    ]);
  });

  await part('calling patients', async () => {
    const owner = await studio.app.customer();
    const page = await studio.enter(owner, { path: 'about:blank' });
    await look(page, [['no room', '/chamada', shows('Crie o primeiro local')]]);
    const { id } = await owner.call('POST /api/call-rooms', { body: { name: 'Guichê 1' } });
    await owner.call('PUT /api/call-settings', { body: { queueEnabled: true } });
    await owner.call('POST /api/tickets', { body: { kind: 'preferential' } });
    await owner.call('POST /api/calls', { body: { label: '42', roomId: id } });
    const word = new Uint8Array(await bytesOf('word.mp3'));
    await owner.request('/api/call-recordings?word=Senha', { method: 'PUT', body: word });
    await look(page, [
      ['the desk', '/chamada', shows('nenhuma TV mostra este local')],
      [
        'a cancelled ticket, toast',
        undefined,
        async () => {
          await button(page, 'Cancelar P001').click();
          await page.getByText('Senha P001 cancelada').waitFor();
        },
      ],
      ['the report', '/chamada?aba=relatorio', shows('Baixar planilha')],
      ['settings', '/chamada?aba=ajustes', shows('Só a senha')],
      ['an own voice', undefined, opens('Apagar gravação de Senha')],
      ['a room', '/chamada?aba=ajustes', opens('Editar Guichê 1')],
      [
        'whole names?',
        '/chamada?aba=ajustes',
        async (page) => {
          await page.getByRole('radio', { name: /Nome completo/ }).click();
          await dialog(page).waitFor();
        },
      ],
      ['Novo SGA', '/chamada?aba=ajustes', opens('Configurar')],
    ]);
  });

  await part('nothing there yet, and nothing to be had', async () => {
    const page = await studio.enter(await studio.app.customer({ quotas: { maxVideos: 0 } }), { path: 'about:blank' });
    await look(page, [
      ['no room', '/manage', shows('Pedir mais espaço')],
      ['no contents', '/manage?aba=conteudos', shows('Nenhum conteúdo ainda')],
      ['no playlists', '/manage?aba=playlists', shows('Nenhuma playlist ainda')],
      ['no screens', '/manage?aba=telas', shows('Nenhuma tela ainda')],
      ['no messages', '/breaking-news', shows('Nenhuma mensagem ainda')],
    ]);
    await page.route(/\/api\/(videos|radio-stations)$/, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"message":"Erro interno do servidor","code":"internal"}',
      }),
    );
    await look(page, [
      ['failed list', '/manage?aba=conteudos', shows('Não foi possível carregar')],
      ['failed stations', '/radio', shows('Não foi possível carregar')],
    ]);
    await page.route('**/api/**', (route) => route.abort());
    await look(page, [['server out of reach', '/dashboard', shows('O servidor não respondeu')]]);
  });

  await part('an administrator', async () => {
    const page = await studio.enter(studio.app.admin, { path: 'about:blank' });
    const records = async () => {
      await page.getByRole('tab', { name: /^Cadastros/ }).click();
      await page.getByRole('button', { name: `Resetar senha: ${customer.user.username}` }).waitFor();
    };
    const section = (name: string, proof: Locator) => async () => {
      await page.getByRole('tab', { name }).click();
      await proof.waitFor();
    };
    const about = (reach: (page: Page) => Promise<unknown>) => async (page: Page) => {
      await records();
      await reach(page);
    };
    await look(page, [
      ['home', '/dashboard', shows('Mídias com falha')],
      ['failed media', undefined, opens(/Mídias com falha/)],
      ['pending accounts', '/admin/users', shows(/^Pendentes \(/)],
      ['accounts', undefined, records],
      ['accounts as cards', undefined, () => page.getByRole('radio', { name: 'Cards' }).click()],
      ['password', '/admin/users', about(opens(`Resetar senha: ${customer.user.username}`))],
      [
        'a new password',
        undefined,
        async () => {
          await page.getByRole('button', { name: 'Gerar' }).click();
          await dialog(page).getByRole('button', { name: 'Resetar senha' }).click();
          await page.getByRole('alertdialog', { name: 'Nova senha' }).waitFor();
        },
      ],
      ['quotas', '/admin/users', about(opens(new RegExp(`uotas: ${customer.user.username}`)))],
      ['profile', '/admin/users', about(chooses(`Mais ações: ${customer.user.username}`, 'Mudar perfil'))],
      ['delete an account', '/admin/users', about(chooses(`Mais ações: ${customer.user.username}`, 'Excluir conta'))],
      ['categories', '/admin/categories', shows('Dicas para a sala de espera')],
      ['contents of a category', undefined, () => page.getByRole('tab', { name: /^Vídeos/ }).click()],
      ['platform upload', undefined, opens('Enviar conteúdo')],
      ['new category', '/admin/categories', opens('Nova categoria')],
      ['grant a category', '/admin/categories', opens('Conceder acesso')],
      ['screens', '/admin/screens', shows('Código de ativação')],
      ['new screens', undefined, opens('Criar telas')],
      ['details of a screen', '/admin/screens', chooses('Mais ações: Tela 1', 'Detalhes do dispositivo')],
      ['rename a screen', '/admin/screens', chooses('Mais ações: Tela 1', 'Renomear')],
      ['codes of screens', '/admin/screens', chooses('Mais ações: Tela 3', 'Imprimir código')],
      ['playlist of a screen', '/admin/screens', opens('Enviar playlist: Tela 2')],
      ['reset a screen', '/admin/screens', chooses('Mais ações: Tela 1', 'Resetar')],
      ['notices', '/admin/notices', shows('Manutenção')],
      ['a notice', undefined, opens('Novo aviso')],
      ['activities', '/admin/audit', shows('entrou no Studio')],
      ['system', '/admin/settings', shows('Endereço na rede')],
      ['codes', undefined, section('Códigos', button(page, /^Mostrar: /))],
      ['a code', undefined, opens(/^Mudar: /)],
      ['stations', '/admin/settings', section('Rádios', page.getByText('Antena 1'))],
      ['a station', undefined, opens('Adicionar rádio')],
      ['mail', '/admin/settings', section('Email', page.getByText('Desligado').first())],
      ['a mail server', undefined, opens(/servidor/)],
      ['backups', '/admin/settings', section('Backups', page.getByText('Nenhum backup ainda'))],
      ['tasks', undefined, section('Tarefas', button(page, /^Rodar agora/))],
      [
        'upload by an administrator',
        '/manage',
        async () => {
          await page.locator('input[type=file]').setInputFiles({ name: 'um.png', mimeType: 'image/png', buffer: png });
          await page.getByRole('switch', { name: /Vídeo da plataforma/ }).click();
        },
      ],
    ]);
  });

  await part('a gestor', async () => {
    const page = await studio.enter(await studio.app.gestor(), { path: 'about:blank' });
    await look(page, [
      ['home', '/dashboard', shows('Gestão de usuários')],
      ['accounts', '/gestor/users', shows(/usuário\(s\) encontrado\(s\)/)],
      ['settings denied', '/admin/settings'],
    ]);
  });
});

/** A clinic with one of everything that pages show. */
async function furnish({ app }: Studio) {
  const playlist = 'Recepção';
  const customer = await app.customer({ username: 'Maria Souza', quotas: { maxPlayers: 10 } });
  const { id: userId } = customer.user;
  const contents = [
    addContent(app, { userId, name: 'Fachada', mediaType: 'image', displayDuration: 20 }),
    addContent(app, { userId, name: 'Entrevista', durationMs: 95_000 }),
  ];
  addContent(app, { userId, name: 'Gravação', status: 'failed' });
  await customer.call('POST /api/user/space-request');
  const { id: playlistId } = await customer.call('POST /api/playlists', { body: { name: playlist, isRandom: false } });
  for (const videoId of contents)
    await customer.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId } });

  const first = await app.screen(customer);
  const second = await app.screen(customer);
  await app.admin.call('POST /api/admin/users/:userId/players/batch', { params: { userId }, body: { quantity: 1 } });
  await customer.call('POST /api/my-players/:id/assign-playlist', {
    params: { id: first.playerId },
    body: { playlistId },
  });
  await first.call('POST /api/player/heartbeat', {
    body: {
      token: first.token,
      playerId: first.playerId,
      state: { videoId: contents[0], cachedItems: 1, totalItems: 2, soundBlocked: true },
    },
  });
  await app.admin.call('PATCH /api/admin/players/:id', { params: { id: second.playerId }, body: { status: 'paused' } });

  for (const [message, isActive] of [
    ['💙 Traga seus exames anteriores.', true],
    ['O estacionamento fecha às 20h.', false],
  ] as const) {
    const { id } = await customer.call('POST /api/breaking-news', { body: { title: 'Aviso', message, isActive } });
    if (isActive)
      await customer.call('POST /api/breaking-news/:id/playlists', {
        params: { id },
        body: { playlistIds: [playlistId] },
      });
  }
  const category = await app.admin.call('POST /api/admin/categories', {
    body: { name: 'Saúde', description: 'Dicas para a sala de espera' },
  });
  await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
    params: { userId, categoryId: category.id },
  });
  addContent(app, { userId: null, name: 'Institucional', categoryId: category.id });
  await app.admin.call('POST /api/admin/notices', {
    body: { title: 'Manutenção', message: 'Hoje às 18h', noticeType: 'global' },
  });
  await app.admin.call('POST /api/admin/notices', {
    body: { title: 'Pagamento', message: 'Fale conosco', noticeType: 'user', targetUserId: userId, isActive: false },
  });
  await app.guest().call('POST /api/register', {
    body: {
      username: 'Clínica Nova',
      email: 'nova@clinica.test',
      password: 'segredo1',
      accessCode: app.codes.accessCode,
    },
  });
  return { customer, playlist };
}
