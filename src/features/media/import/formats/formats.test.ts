/** Tests that exports of other programs are recognised. The documents look like those that these programs write. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthias } from './anthias.ts';
import { planFiles } from './files.ts';
import { pisignage } from './pisignage.ts';
import { type Format, secondsOf } from './plan.ts';
import { reasonOf } from './reasons.ts';
import { xibo } from './xibo.ts';
import { yodeck } from './yodeck.ts';

/** Returns a format's plan for files. `files`: contents by path; an object stands for a JSON document. */
function planOf(format: Format, files: Record<string, unknown>, name = 'Minha exportação') {
  const paths = Object.keys(files);
  const texts = format.documents(paths)?.map((path): [string, string] => {
    const content = files[path];
    return [path, typeof content === 'string' ? content : JSON.stringify(content)];
  });
  const plan = texts && format.plan(paths, new Map(texts), name);
  return plan && { ...plan, details: Object.fromEntries(plan.details), programFiles: [...plan.programFiles] };
}
const widget = (type: string, mediaIds: number[], rest: object = {}) => ({
  ...{ type, mediaIds, duration: 10, useDuration: 0, displayOrder: 1, widgetOptions: [] },
  ...rest,
});

test('Xibo: regions and playlists become playlists in the order of their widgets, and widgets without a file are reported', () => {
  const mapping = [
    { file: 'fachada.jpg', mediaid: 7, name: 'Fachada', type: 'image', duration: 12, background: 0, font: 0 },
    { file: 'sala.mp4', mediaid: 8, name: 'Sala', type: 'video', duration: 31, background: 0, font: 0 },
    { file: 'fundo.png', mediaid: 9, name: 'Fundo', type: 'image', duration: 10, background: 1, font: 0 },
    { file: 'letra.ttf', fontId: 3, name: 'Letra', type: 'font', background: 0, font: 1 },
    { file: 'sumiu.jpg', mediaid: 11, name: 'Sumiu', type: 'image', duration: 10, background: 0, font: 0 },
  ];
  const clock = widget('clock-analogue', [], { widgetOptions: [{ type: 'attrib', option: 'name', value: 'Relógio' }] });
  const regions = [
    {
      name: 'Principal',
      regionPlaylist: {
        widgets: [
          widget('video', [8], { displayOrder: 2 }),
          widget('image', [7], { useDuration: 1, duration: 25 }),
          clock,
        ],
      },
    },
    { name: 'Rodapé', regionPlaylist: { widgets: [widget('subplaylist', [], { displayOrder: 1 })] } },
  ];
  const files = {
    'layout.json': { layout: 'Recepção', layoutDefinitions: { regions } },
    'mapping.json': mapping,
    'playlist.json': {
      4: { playlistId: 4, name: 'Campanha', widgets: [widget('image', [7], { useDuration: 1, duration: 9 })] },
    },
    'dataSet.json': [{ dataSet: 'Preços' }],
    ...{ 'library/fachada.jpg': 1, 'library/sala.mp4': 1, 'library/fundo.png': 1, 'library/letra.ttf': 1 },
    'library/thumbs/campaign_thumb.png': 1,
  };
  const plan = planOf(xibo, files);
  assert.equal(plan?.format, 'xibo');
  assert.deepEqual(plan?.playlists, [
    { name: 'Recepção', paths: ['library/fachada.jpg', 'library/sala.mp4'] },
    { name: 'Campanha', paths: ['library/fachada.jpg'] },
  ]);
  assert.deepEqual(plan?.details['library/fachada.jpg'], {
    name: 'Fachada',
    seconds: 25,
    note: 'Tinha outra duração (9 s) em outra playlist: aqui a foto tem uma só.',
  });
  assert.deepEqual(plan?.notImported.map(({ name }) => name).toSorted(), ['Letra', 'Preços', 'Relógio', 'Sumiu']);
  assert.ok(plan?.programFiles.includes('library/thumbs/campaign_thumb.png'));
  const old = planOf(xibo, { 'a/mapping.json': mapping, 'a/layout.xml': '<layout/>', 'a/library/sala.mp4': 1 });
  assert.deepEqual(old?.playlists, [{ name: 'Minha exportação', paths: ['a/library/sala.mp4'] }]);
});

test('piSignage: each list of assets becomes a playlist with its order and display times', () => {
  const asset = (filename: string, duration = 10, selected = true) => ({
    filename,
    duration,
    selected,
    isVideo: false,
  });
  const plan = planOf(pisignage, {
    'assets/__Recepção.json': {
      name: 'Recepção',
      settings: { ticker: { enable: false } },
      assets: [
        asset('b.mp4'),
        asset('a.jpg', 15),
        asset('a.jpg', 15),
        asset('c.jpg', 10, false),
        asset('site.weblink'),
        asset('x.png'),
      ],
      layout: '1',
    },
    'assets/__TV_OFF.json': { assets: [] },
    'assets/__quebrada.json': '{',
    ...{ 'assets/_settings.json': {}, 'assets/a.jpg': 1, 'assets/b.mp4': 1, 'assets/c.jpg': 1 },
  });
  assert.deepEqual(plan?.playlists, [{ name: 'Recepção', paths: ['assets/b.mp4', 'assets/a.jpg', 'assets/a.jpg'] }]);
  assert.equal(plan?.details['assets/a.jpg']?.seconds, 15);
  assert.deepEqual(
    plan?.notImported.map(({ name }) => name),
    ['site.weblink', 'x.png', 'quebrada'],
  );
  assert.ok(plan?.programFiles.includes('assets/_settings.json'));
});

test('Anthias: enabled assets become a playlist in their order; web addresses are reported as not imported', () => {
  const row = (asset_id: string, name: string, rest: object = {}) => ({
    ...{
      asset_id,
      name,
      uri: `/data/screenly_assets/${asset_id}`,
      mimetype: 'image',
      duration: 10,
      is_enabled: 1,
      play_order: 0,
    },
    ...{ end_date: '2099-01-01T00:00:00+00:00', ...rest },
  });
  const plan = planOf(anthias, {
    '.anthias/screenly.db': [
      row('a1', 'Segunda', { play_order: 2, duration: '30', end_date: '2026-12-24 10:00:00' }),
      row('b2', 'Primeira', { play_order: 1, mimetype: 'video' }),
      row('c3', 'Desligada', { is_enabled: 0 }),
      row('d4', 'Site', { uri: 'https://clinica.example', mimetype: 'webpage' }),
      row('e5', 'Sumiu'),
    ],
    ...{ '.anthias/screenly.conf': 1, 'screenly_assets/a1': 1, 'screenly_assets/b2': 1, 'screenly_assets/c3': 1 },
  });
  assert.deepEqual(plan?.playlists, [{ name: 'Anthias', paths: ['screenly_assets/b2', 'screenly_assets/a1'] }]);
  const { name, seconds, validUntil } = plan?.details['screenly_assets/a1'] ?? {};
  assert.deepEqual({ name, seconds, validUntil }, { name: 'Segunda', seconds: 30, validUntil: '2026-12-24' });
  assert.match(plan?.details['screenly_assets/c3']?.note ?? '', /desligado/);
  assert.deepEqual(
    plan?.notImported.map(({ name: each }) => each),
    ['Site', 'Sumiu'],
  );
});

test('Yodeck: a CSV separated by commas, semicolons or tabs gives names, display times and playlists', () => {
  const files = { 'media/a.jpg': 1, 'media/b c.mp4': 1 };
  const rows = [
    ['Media Name', 'File Name', 'Duration', 'Playlist', 'Order', 'URL'],
    ['Vacina; gripe', 'A.JPG', '00:00:20', 'Recepção|Corredor', '2', ''],
    ['Sala', 'b c.mp4', '', 'Recepção', '1', ''],
    ['Site', '', '', 'Recepção', '3', 'https://clinica.example'],
    ['Sumiu', 'z.png', '10', '', '', ''],
  ];
  for (const separator of [',', ';', '\t']) {
    const csv = `\ufeff${rows.map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\r\n')}`;
    const plan = planOf(yodeck, { 'lista.csv': csv, ...files });
    assert.deepEqual(plan?.playlists, [
      { name: 'Corredor', paths: ['media/a.jpg'] },
      { name: 'Recepção', paths: ['media/b c.mp4', 'media/a.jpg'] },
    ]);
    assert.deepEqual(plan?.details['media/a.jpg'], { name: 'Vacina; gripe', seconds: 20 });
    assert.deepEqual(
      plan?.notImported.map(({ name }) => name),
      ['Site', 'Sumiu'],
    );
  }
  assert.equal(planOf(yodeck, { 'gastos.csv': 'Data,Valor\n1,2', ...files }), undefined);
});

test('no format throws for documents of an unexpected shape', () => {
  const shapes = ['null', '[]', '{}', '[null,1,"a",{}]', '{"assets":[null,1,{"filename":[]}]}', '{', ''];
  for (const shape of shapes)
    for (const [format, path] of [
      [xibo, 'mapping.json'],
      [pisignage, '__a.json'],
      [anthias, 'screenly.db'],
      [yodeck, 'a.csv'],
    ] as const)
      planOf(format, { [path]: shape, 'layout.json': shape, 'playlist.json': shape, 'library/a.jpg': 1 });
});

test('each folder becomes a playlist sorted by file name; the files directly in the outermost folder become a playlist with its name', () => {
  const paths = ['pen/b/10.jpg', 'pen/b/9.jpg', 'pen/Água/c/1.jpg', 'pen/z.jpg'];
  assert.deepEqual(planFiles(paths, 'Arquivo').playlists, [
    { name: 'pen', paths: ['pen/z.jpg'] },
    { name: 'Água / c', paths: ['pen/Água/c/1.jpg'] },
    { name: 'b', paths: ['pen/b/9.jpg', 'pen/b/10.jpg'] },
  ]);
  assert.deepEqual(planFiles(['1.jpg'], 'Arquivo').playlists, [{ name: 'Arquivo', paths: ['1.jpg'] }]);
  assert.deepEqual(planFiles([], 'Arquivo').playlists, []);
});

test('display times are read in the formats of other systems, and files that cannot be imported have a reason', () => {
  const times = [20, '20', '00:00:20', '1:30', '7,5', 0, '', null, 'dez', -3, [], '1e9'].map(secondsOf);
  assert.deepEqual(times, [20, 20, 20, 90, 8, ...Array(7).fill(undefined)]);
  for (const [path, words] of [
    ['a.HTML', /página/],
    ['a.pdf', /PDF/],
    ['a.zip', /compactado/],
    ['a', /formato/],
  ] as const)
    assert.match(reasonOf(path), words);
});
