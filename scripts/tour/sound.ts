/** Adds music to the tour's clinic. Defines the shots of soundtracks and of the contract with ECAD (contract/README 7.4). */
import type { Page } from 'playwright-core';
import type { AccountRadioSettings } from '../../src/contract/radio.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Customer, TestApp } from '../../src/testing/app.ts';
import { fixture } from '../../src/testing/media.ts';
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
  overlay,
  type Shot,
  shotsOf,
  shows,
} from './shot.ts';

const clinic = shotsOf('clinic');
const newcomer = shotsOf('newcomer');
const reception = shotsOf('reception');

const tracks = {
  'Concerto nº 21 em dó maior, 2º movimento (orquestra municipal)': 'loud.mp3',
  'Chuva no telhado': 'tone.ogg',
  'Violão da tarde': 'quiet.m4a',
  'Abertura do programa': 'plain.mp4',
};

/** Adds a soundtrack with tracks, of which one fails, and a soundtrack without tracks. Assigns the former to a screen. */
export async function fillMusic(app: TestApp<Clock>, owner: Customer): Promise<void> {
  const { id } = await owner.call('POST /api/soundtracks', { body: { name: 'Manhã calma' } });
  await owner.call('POST /api/soundtracks', { body: { name: 'Fim de tarde' } });
  for (const [name, file] of Object.entries(tracks)) {
    const r2Path = await owner.send(await fixture(file), { fileName: file, isTrack: true });
    await owner.call('POST /api/soundtracks/:id/tracks', { params: { id }, body: { name, r2Path } });
  }
  await app.parts.processing.whenIdle();
  app.parts.database.exec(
    `UPDATE videos SET duration_ms = 171000 + 9100 * (id % 7) WHERE soundtrack_id = ${id} AND duration_ms IS NOT NULL`,
  );
  const [first] = (await owner.call('GET /api/soundtracks')).find((each) => each.id === id)?.tracks ?? [];
  if (first)
    await owner.call('PATCH /api/tracks/:id', { params: { id: first.id }, body: { licenceNote: 'Domínio público' } });
  const screen = (await owner.call('GET /api/my-players')).find(({ name }) => name.includes('segundo andar'));
  if (screen)
    await owner.call('PUT /api/my-players/:id/soundtrack', { params: { id: screen.id }, body: { soundtrackId: id } });
}

const showSoundtracks = (page: Page) => page.getByRole('radio', { name: 'Trilha própria' }).click();
const openSoundtrack = inOrder(
  showSoundtracks,
  (page) => button(page, 'Abrir: Manhã calma').click(),
  shows('Violão da tarde'),
);
const sendFile = (page: Page) =>
  page
    .getByLabel('Músicas para Fim de tarde')
    .setInputFiles({ name: 'Valsa.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(9_000) });
const ecadEndsSoon = alters<AccountRadioSettings>('**/api/radio-settings', (settings) => ({
  ...settings,
  ecad: { contract: '123.456-7', endsOn: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10) },
}));

export const soundShots: readonly Shot[] = [
  clinic('som', '/radio', heading('Som Ambiente'), onAllSizes),
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
  shotsOf('restricted')('som-sem-recurso', '/radio', shows('Este recurso não está liberado')),
  clinic('som-trilhas', '/radio', openSoundtrack, onAllSizes),
  newcomer('som-trilhas-vazio', '/radio', inOrder(showSoundtracks, shows('Nenhuma trilha ainda'))),
  reception('som-trilhas-recepcao', '/radio', openSoundtrack),
  clinic('som-trilha-nova', '/radio', inOrder(showSoundtracks, opens('Criar trilha')), overlay),
  clinic('som-trilha-excluir', '/radio', inOrder(showSoundtracks, chooses(/trilha Manhã/, 'Excluir trilha')), overlay),
  clinic('som-licenca', '/radio', inOrder(openSoundtrack, chooses(/^Ações: Chuva/, 'Licença')), overlay),
  clinic('som-enviando', '/radio', inOrder(showSoundtracks, sendFile, shows('Valsa')), hangs('**/api/upload-url')),
  clinic(
    'som-envio-falhou',
    '/radio',
    inOrder(showSoundtracks, sendFile, shows('Erro interno do servidor')),
    fails('**/api/upload-url'),
  ),
  clinic(
    'som-tela',
    '/radio',
    inOrder(opens('Outra tela'), (page) => dialog(page).getByRole('option').first().waitFor()),
    overlay,
  ),
  clinic('som-silencio', '/radio', opens('Mudar silêncio'), overlay),
  clinic('som-ecad', '/radio', shows(/^O contrato com o ECAD vence/), ecadEndsSoon),
  clinic(
    'inicio-ecad',
    '/dashboard',
    inOrder(shows(/TVs online/), shows(/^O contrato com o ECAD vence/)),
    ecadEndsSoon,
  ),
];
