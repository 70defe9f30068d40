/** Creates the tour's imports, and defines the shots of the page 'Importar'. */
import type { Page } from 'playwright-core';
import type { ImportDetails, ImportFolderList } from '../../src/contract/contents/imports.ts';
import { photo, zipFrom } from '../../src/features/media/import/testing/archives.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Client, TestApp } from '../../src/testing/app.ts';
import { alters, button, dialog, hangs, heading, inOrder, onAllSizes, opens, overlay, shotsOf, shows } from './shot.ts';
import type { Shot } from './shot.ts';

const uploader = shotsOf('uploader');

const archives = {
  'Pen drive da recepção': ['Recepção/Bem-vindos.jpg', 'Recepção/Horários.jpg', 'Exames/Preparo.jpg', 'Exames/Ler.txt'],
  'Mídias da unidade Jardim América': [
    ...['Boas-vindas', 'Convênios', 'Equipe', 'Vacina da gripe'].map((name) => `Sala de espera/${name}.jpg`),
    'Corredor do segundo andar, ao lado da copa/Campanha de prevenção do câncer de mama de outubro.jpg',
    'Corredor do segundo andar, ao lado da copa/Dengue.jpg',
    ...['Apresentação.pptx', 'Contrato.pdf', 'Notícias.html', 'Música.mp3', 'Foto do celular.heic'],
  ],
};

/** Adds an import that is done, and a newer one whose files are listed but that is not started. */
export async function fillImports(app: TestApp<Clock>, owner: Client): Promise<void> {
  for (const [name, paths] of Object.entries(archives)) {
    const files = await Promise.all(
      paths.map(async (path, index) => [path, path.endsWith('.jpg') ? await photo(index) : Buffer.from('x')] as const),
    );
    const r2Path = await owner.send(zipFrom(Object.fromEntries(files)), { fileName: `${name}.zip`, isArchive: true });
    const { id } = await owner.call('POST /api/imports', { body: { r2Path, name } });
    await app.parts.imports.whenIdle();
    if (name === 'Pen drive da recepção') await owner.call('POST /api/imports/:id/start', { params: { id } });
    await app.parts.imports.whenIdle();
  }
}

/** Changes the newest import in the server's responses. The page opens this import. */
const altersNewest = (changes: (item: ImportDetails) => Partial<ImportDetails>) =>
  alters<ImportDetails | ImportDetails[]>(/\/api\/imports(\/\d+)?$/, (reply) =>
    Array.isArray(reply)
      ? reply.map((item, index) => (index === 0 ? { ...item, ...changes(item) } : item))
      : { ...reply, ...changes(reply) },
  );
const emptyImport = {
  ...{ files: [], left: [], playlists: [], format: null },
  missing: { contents: 0, bytes: 0, playlists: 0 },
};
const noCounts = { waiting: 0, done: 0, same: 0, skipped: 0, failed: 0 };

const sendArchive = (page: Page) =>
  page
    .locator('input[accept*=".zip"]')
    .setInputFiles({ name: 'Fotos da clínica.zip', mimeType: 'application/zip', buffer: Buffer.alloc(900_000) });

export const importShots: readonly Shot[] = [
  uploader('importar', '/importar', shows('Não vem (5)'), onAllSizes),
  shotsOf('newcomer')('importar-vazio', '/importar', heading('Pasta deste computador')),
  uploader(
    'importar-pronta',
    '/importar',
    inOrder((page) => button(page, 'Mostrar Pen drive da recepção').click(), shows('Não veio (1)')),
  ),
  uploader('importar-enviando', '/importar', inOrder(sendArchive, shows(/^Enviando/)), hangs('**/api/uploads/**')),
  uploader(
    'importar-lendo',
    '/importar',
    shows('Lendo o que há dentro'),
    altersNewest(() => ({ ...emptyImport, status: 'reading', counts: noCounts })),
  ),
  uploader(
    'importar-andando',
    '/importar',
    shows(/^Continua mesmo que/),
    altersNewest(({ counts }) => ({ status: 'running', counts: { ...counts, waiting: 2, done: 4 } })),
  ),
  uploader(
    'importar-parada',
    '/importar',
    shows('Ler de novo'),
    altersNewest(() => ({
      ...{ ...emptyImport, status: 'stopped', counts: noCounts },
      error: 'A pasta não está disponível: conecte o disco de novo.',
    })),
  ),
  uploader(
    'importar-recusada',
    '/importar',
    shows('Tirar da lista'),
    altersNewest(() => ({
      ...{ ...emptyImport, status: 'refused', counts: noCounts },
      error: 'O arquivo está incompleto ou danificado.',
    })),
  ),
  uploader(
    'importar-falta-lugar',
    '/importar',
    shows(/^A conta não tem lugar/),
    altersNewest(() => ({ missing: { contents: 2, bytes: 48_000_000, playlists: 1 } })),
  ),
  shotsOf('admin')(
    'importar-servidor',
    '/importar',
    inOrder(opens('Ver pastas'), (page) => dialog(page).getByText('pendrive').waitFor()),
    {
      ...overlay,
      ...alters<ImportFolderList>('**/api/admin/import-folders*', (reply) => ({
        ...reply,
        folders: ['import', 'pendrive'].map((name) => ({ name, path: `/media/${name}` })),
      })),
    },
  ),
];
