/** Creates the data of the tour: the demo's clinic with more contents, other accounts, failed contents and faulty screens. */
import type { Clock } from '../../src/platform/clock.ts';
import type { Customer, Screen, TestApp } from '../../src/testing/app.ts';
import { accountIdOf } from '../../src/testing/admin.ts';
import type { Client } from '../../src/testing/client.ts';
import { addContent } from '../../src/testing/contents.ts';
import { demoCustomer, demoTeam, fillDemo } from '../demo/demo.ts';
import { bytesOf } from '../../src/testing/media.ts';
import { drawSlide } from '../demo/slides.ts';
import type { Secrets } from '../first-run-secrets.ts';
import { fillImports } from './imports.ts';
import type { Person } from './shot.ts';
import { fillMusic } from './sound.ts';
import { openUrgentClinic } from './urgent-clinic.ts';

/** Interval of the screens' heartbeats. Screens are offline 45 s after their last heartbeat. */
const heartbeatMs = 10_000;
const hourMs = 3_600_000;
const password = 'segredo1';

const slides = [
  {
    name: 'Horário de funcionamento das unidades Centro, Jardim América e Vila Nova em 2026',
    title: 'Horários',
    text: 'Segunda a sexta, das 7h às 19h',
    lightColour: '#7c2d12',
    darkColour: '#431407',
  },
  {
    name: 'Doe sangue',
    title: 'Doe sangue',
    text: 'Uma doação pode salvar quatro vidas.',
    lightColour: '#b91c1c',
    darkColour: '#450a0a',
  },
  {
    name: 'Saúde do sono',
    title: 'Durma bem',
    text: 'Menos tela, mais descanso.',
    lightColour: '#4338ca',
    darkColour: '#1e1b4b',
  },
  {
    name: 'Alimentação das crianças',
    title: 'Prato colorido',
    text: 'Cinco cores por dia.',
    lightColour: '#15803d',
    darkColour: '#14532d',
  },
  {
    name: 'Dengue: dez minutos por semana',
    title: 'Sem água parada',
    text: 'Dez minutos por semana bastam.',
    lightColour: '#a16207',
    darkColour: '#422006',
  },
] as const;

const messages = [
  {
    title: 'Estacionamento',
    message:
      'O estacionamento da Rua das Acácias é gratuito por duas horas: valide o tíquete na recepção antes de sair. 🚗',
    isActive: true,
  },
  { title: null, message: 'Hoje a coleta de exames vai até as 11h.', isActive: true },
  {
    title: 'Férias da dra. Helena',
    message:
      'A dra. Helena volta a atender em 2 de dezembro. Urgências: fale com a recepção ou ligue para (11) 4002-8922 a qualquer hora, todos os dias, inclusive feriados e fins de semana; o plantão atende por ordem de chegada.',
    isActive: false,
  },
] as const;

export const otherClinics = [
  'Pediatria Girassol',
  'Hospital Nossa Senhora das Dor',
  'Odonto Sorriso',
  'Fisioterapia Equilíbrio',
  'Laboratório São Lucas',
  'Olhos & Visão',
];
const applicants = [
  { username: 'Clínica Nova Esperança', email: 'recepcao.atendimento@clinicanovaesperanca-itapecerica.com.br' },
  { username: 'Dra. Júlia Prado', email: 'julia@exemplo.com.br' },
];

export interface Installation {
  clients: Record<Person, Client>;
  stop(): void;
}

/** Fills an installation that nobody has used yet. Returns signed-in clients; `stop` ends the heartbeats of the screens. */
export async function fillInstallation(app: TestApp<Clock>, secrets: Secrets): Promise<Installation> {
  await fillDemo(app.url, secrets, { database: app.parts.database, now: app.clock.now() });
  const clinic = await app.login(demoCustomer.email, demoCustomer.password);
  await changeQuotas(app, clinic, { maxPlaylists: 12, maxPlayers: 10 });
  for (const slide of slides)
    await clinic.upload(await drawSlide(slide), { name: slide.name, fileName: 'cartaz.png', displayDuration: 40 });
  await fillCategories(app, clinic);
  await app.parts.processing.whenIdle();
  await app.admin.call('POST /api/admin/tasks/:name/run', { params: { name: 'backup' } });
  addFailures(app, clinic);
  await clinic.call('POST /api/team/members', { body: { email: 'estagio@exemplo.com.br', role: 'reader' } });
  for (const body of messages) await clinic.call('POST /api/breaking-news', { body });
  // Many waiting tickets, so that the tour shows a long list.
  for (let number = 0; number < 52; number += 1)
    await clinic.call('POST /api/tickets', {
      body: { kind: (['normal', 'normal', 'preferential', 'over80'] as const)[number % 4] ?? 'normal' },
    });
  const [room] = await clinic.call('GET /api/call-rooms');
  if (room) await clinic.call('POST /api/calls/next', { body: { roomId: room.id } });
  const clip = new Uint8Array(await bytesOf('word.mp3'));
  for (const text of ['Senha', '0', '1'])
    await clinic.request(`/api/call-recordings?${new URLSearchParams({ word: text })}`, { method: 'PUT', body: clip });
  const stopScreens = await startScreens(app, clinic);
  await fillProgramme(clinic);
  await fillNotices(app, clinic);
  const people = await fillAccounts(app);
  await fillMusic(app, clinic);
  await fillImports(app, people.uploader);
  const urgent = await openUrgentClinic(app, await openAccount(app, 'Policlínica Central', 'central@exemplo.com.br'));
  await app.admin.call('PATCH /api/admin/settings', {
    body: {
      mail: { smtpUrl: 'smtp://tv%40clinica.com.br:segredo@127.0.0.1:9', from: 'Antessala <tv@clinica.com.br>' },
    },
  });
  return {
    clients: { guest: app.guest(), clinic, admin: app.admin, urgentClinic: urgent.client, ...people },
    stop: () => [stopScreens, urgent.stop].forEach((stop) => stop()),
  };
}

async function changeQuotas(app: TestApp<Clock>, { user: { id } }: Customer, quotas: object): Promise<void> {
  const current = await app.admin.call('GET /api/admin/users/:id/quotas', { params: { id } });
  await app.admin.call('PUT /api/admin/users/:id/quotas', { params: { id }, body: { ...current, ...quotas } });
}

async function fillCategories(app: TestApp<Clock>, clinic: Customer): Promise<void> {
  const { id: categoryId } = await app.admin.call('POST /api/admin/categories', {
    body: {
      name: 'Saúde da mulher',
      description: 'Prevenção, exames e cuidados de cada fase da vida, com fontes do Ministério da Saúde.',
    },
  });
  await app.admin.call('POST /api/admin/categories', {
    body: { name: 'Vida leve e bem-estar na sala de espera', description: '' },
  });
  await app.admin.call('POST /api/admin/users/:userId/categories/:categoryId', {
    params: { userId: clinic.user.id, categoryId },
  });
  const platform = { isPlatformVideo: true, categoryId };
  await app.admin.upload(
    await drawSlide({
      name: '',
      title: 'Outubro Rosa',
      text: 'A mamografia leva vinte minutos.',
      lightColour: '#be185d',
      darkColour: '#500724',
    }),
    { name: 'Outubro Rosa', fileName: 'rosa.png', ...platform },
  );
  await app.admin.upload(
    await drawSlide({
      name: '',
      title: 'Pré-natal',
      text: 'Seis consultas ou mais.',
      lightColour: '#9333ea',
      darkColour: '#3b0764',
    }),
    { name: 'Pré-natal', fileName: 'pre-natal.png', ...platform },
  );
  addContent(app, { userId: null, categoryId, name: 'Menopausa: perguntas e respostas', status: 'failed' });
}

/** Adds to the clinic a failed content whose original is still stored. Sets the errors of all failed contents. */
function addFailures(app: TestApp<Clock>, clinic: Customer): void {
  const { database } = app.parts;
  const { id: userId } = clinic.user;
  const failedId = addContent(app, { userId, name: 'Entrevista com o diretor', status: 'failed' });
  database.exec(`
    UPDATE videos SET processing_error = 'O vídeo está danificado ou incompleto. Exporte-o de novo e envie outra vez.', original_r2_path = CASE id WHEN ${failedId} THEN 'uploads/entrevista' END WHERE processing_status = 'failed';
    UPDATE videos SET uploaded_at = ${app.clock.now() - 26 * hourMs} WHERE uploaded_at = 0`);
}

/** Adds a playing, a faulty, an offline, a paused and a blocked screen. Returns a function that ends their heartbeats. */
async function startScreens(app: TestApp<Clock>, clinic: Customer): Promise<() => void> {
  const { database } = app.parts;
  const [playlist] = await clinic.call('GET /api/playlists');
  const video = (await clinic.call('GET /api/videos')).find(({ processingStatus }) => processingStatus === 'completed');
  const names = [
    'TV da recepção',
    'TV da sala de espera do segundo andar, ao lado da copa',
    'Corredor',
    'Pediatria',
    'Raio X',
  ];
  const screens: Screen[] = [];
  for (const name of names) {
    const screen = await app.screen(clinic);
    await app.admin.call('PATCH /api/admin/players/:id', { params: { id: screen.playerId }, body: { name } });
    if (playlist)
      await clinic.call('POST /api/my-players/:id/assign-playlist', {
        params: { id: screen.playerId },
        body: { playlistId: playlist.id },
      });
    screens.push(screen);
  }
  const [playing, faulty, offline, paused, blocked] = screens as [Screen, Screen, Screen, Screen, Screen];
  const since = new Date(app.clock.now() - 4_000).toISOString();
  const state = {
    videoId: video?.id ?? null,
    playingSince: since,
    cachedItems: 5,
    totalItems: 5,
    freeStorageMb: 5_400,
    version: '0.1.0',
    engine: 'Chromium 79',
  };
  const send = (screen: Screen, problem: object = {}) =>
    screen.call('POST /api/player/heartbeat', {
      body: { token: screen.token, playerId: screen.playerId, state: { ...state, ...problem } },
    });
  const sendHeartbeats = () =>
    Promise.all([
      send(playing),
      send(faulty, { cachedItems: 2, soundBlocked: true, lastError: 'Vídeo não pôde ser lido: Formas em calma' }),
    ]);
  await sendHeartbeats();
  const timer = setInterval(() => void sendHeartbeats().catch(() => undefined), heartbeatMs);
  database.exec(`UPDATE players SET last_ping = ${app.clock.now() - 3 * hourMs} WHERE id = ${offline.playerId}`);
  await app.admin.call('PATCH /api/admin/players/:id', { params: { id: paused.playerId }, body: { status: 'paused' } });
  await app.admin.call('PATCH /api/admin/players/:id', {
    params: { id: blocked.playerId },
    body: { status: 'blocked' },
  });
  return () => clearInterval(timer);
}

/** Adds two conflicting rules, one for dark nights and one for a single date. Sets a validity that ends soon, and a past one. */
async function fillProgramme(clinic: Customer): Promise<void> {
  const [reception, waitingRoom] = await clinic.call('GET /api/playlists');
  const screen = (await clinic.call('GET /api/my-players')).find(({ name }) => name === 'TV da recepção');
  if (!reception || !waitingRoom || !screen) return;
  const children = await clinic.call('POST /api/playlists', { body: { name: 'Infantil' } });
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const rule = (body: object) =>
    clinic.call('POST /api/schedules', { body: { targets: [{ kind: 'screen', id: screen.id }], ...body } as never });
  const workdays = [0, 1, 2, 3, 4];
  await rule({ plays: children.id, days: workdays, from: 7 * 60, to: 12 * 60 });
  await rule({ plays: waitingRoom.id, days: workdays, from: 11 * 60, to: 18 * 60 });
  await rule({ plays: 'dark', days: everyDay, from: 21 * 60, to: 6.5 * 60 });
  await rule({
    plays: waitingRoom.id,
    days: everyDay,
    from: 9 * 60,
    to: 15 * 60,
    firstDate: '2099-12-25',
    lastDate: '2099-12-25',
  });
  const videos = await clinic.call('GET /api/videos');
  for (const [name, days] of [
    ['Doe sangue', 3],
    ['Saúde do sono', -2],
  ] as const) {
    const video = videos.find((each) => each.name === name);
    const validUntil = new Date(Date.now() + (days * 24 - 3) * hourMs).toISOString().slice(0, 10);
    if (video) await clinic.call('PATCH /api/videos/:id', { params: { id: video.id }, body: { validUntil } });
  }
}

async function fillNotices(app: TestApp<Clock>, clinic: Customer): Promise<void> {
  const [screen] = await clinic.call('GET /api/my-players');
  const addNotice = (body: object) =>
    app.admin.call('POST /api/admin/notices', { body: { noticeType: 'global', ...body } as never });
  await addNotice({
    title: 'Manutenção programada',
    message: 'Hoje, das 22h às 23h, as telas podem piscar. Não é preciso fazer nada.',
  });
  await addNotice({
    title: 'Pagamento em atraso',
    message: 'Fale com o financeiro pelo WhatsApp.',
    noticeType: 'user',
    targetUserId: clinic.user.id,
    backgroundColor: '#FACC15',
    textColor: '#1F2937',
  });
  await addNotice({
    title: 'Simulado de incêndio',
    message: 'Amanhã, às 10h: siga as placas verdes até o estacionamento.',
    noticeType: 'player',
    targetPlayerId: screen?.id,
    backgroundColor: '#166534',
    isActive: false,
  });
}

async function fillAccounts(
  app: TestApp<Clock>,
): Promise<Pick<Record<Person, Client>, 'newcomer' | 'restricted' | 'uploader' | 'gestor' | 'reception'>> {
  const newcomer = await openAccount(app, 'Consultório Vida', 'contato@vida.com.br');
  const restricted = await openAccount(app, 'Clínica Básica', 'basica@exemplo.com.br');
  await changeQuotas(app, restricted, {
    canAccessManagement: false,
    canAccessBreakingNews: false,
    canAccessRadio: false,
  });
  const uploader = await openAccount(app, 'Ana Lima', 'ana.lima@exemplo.com.br');
  await changeQuotas(app, uploader, { maxPlaylists: 8 });
  const { user } = await openAccount(app, 'Paulo Gestor', 'paulo@antessala.com.br');
  await app.admin.call('PATCH /api/admin/users/:id/profile', {
    params: { id: user.id },
    body: { role: 'admin', userType: 'gestor' },
  });
  const gestor = await app.login(user.email, password);
  for (const [index, username] of otherClinics.entries()) {
    const client = await openAccount(app, username, `clinica${index}@exemplo.com.br`);
    if (index === 0) await client.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  }
  const blocked = (await app.admin.call('GET /api/admin/users', { query: { search: otherClinics[2] } }))[0];
  if (blocked) await app.admin.call('POST /api/admin/users/:id/block', { params: { id: blocked.id } });
  for (const applicant of applicants) await register(app, applicant);
  const reception = await app.login(demoTeam[0].email, demoCustomer.password);
  return { newcomer, restricted, uploader, gestor, reception };
}

function register(app: TestApp<Clock>, person: { username: string; email: string }): Promise<unknown> {
  return app.guest().call('POST /api/register', { body: { ...person, password, accessCode: app.codes.accessCode } });
}

/** Registers and approves an account and signs it in. */
export async function openAccount(app: TestApp<Clock>, username: string, email: string): Promise<Customer> {
  await register(app, { username, email });
  const id = await accountIdOf(app.admin, email);
  await app.admin.call('POST /api/admin/users/:id/approve', { params: { id } });
  return app.login(email, password);
}
