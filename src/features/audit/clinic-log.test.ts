/** Tests the entries of a clinic's own log about contents, calls and devices (contract/README 1.17). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type Customer, startTestApp } from '../../testing/app.ts';
import { fixture } from '../../testing/media.ts';

const log = async (person: Customer, text?: string) =>
  (await person.call('GET /api/user/audit', { query: text === undefined ? {} : { text } })).entries.map(
    ({ sentence, details }) => [sentence, ...details].join(' | '),
  );

test('the log contains who wrote, changed and deleted the contents of the TVs', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const { id } = await clinic.call('POST /api/breaking-news', {
    body: { title: 'Recesso', message: 'Não abrimos na segunda.', isActive: true },
  });
  const params = { id };
  await clinic.call('PATCH /api/breaking-news/:id', { params, body: { message: 'Abrimos às 10h.' } });
  await clinic.call('PATCH /api/breaking-news/:id', { params, body: { isActive: true } });
  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Manhã' } });
  await clinic.call('POST /api/breaking-news/:id/playlists', { params, body: { playlistIds: [playlist.id] } });
  const video = await clinic.upload(await readFile(await fixture('logo.png')), { name: 'Bem-vindos' });
  const item = { videoId: video.id, playlistId: playlist.id };
  await clinic.call('POST /api/videos/:videoId/assignments', {
    params: { videoId: video.id },
    body: { playlistId: playlist.id, frequency: 1 },
  });
  await clinic.call('PATCH /api/videos/:id', { params: { id: video.id }, body: { name: 'Boas-vindas' } });
  await clinic.call('PATCH /api/playlists/:id', { params: { id: playlist.id }, body: { isRandom: false } });
  await clinic.call('PUT /api/playlists/:id/order', { params: { id: playlist.id }, body: { videoIds: [video.id] } });
  await clinic.call('DELETE /api/videos/:videoId/assignments/:playlistId', { params: item });
  await clinic.call('PUT /api/radio-settings', { body: { isEnabled: true } });
  await clinic.call('DELETE /api/breaking-news/:id', { params });
  assert.deepEqual((await log(clinic)).slice(0, 12).reverse(), [
    'Clinica Sol escreveu a mensagem “Recesso: Não abrimos na segunda.”',
    'Clinica Sol mudou a mensagem “Recesso: Abrimos às 10h.” | Texto: Recesso: Não abrimos na segunda. para Recesso: Abrimos às 10h.',
    'Clinica Sol criou a playlist Manhã',
    'Clinica Sol escolheu onde passa a mensagem “Recesso: Abrimos às 10h.” | Playlists: nada para Manhã',
    'Clinica Sol enviou o conteúdo Bem-vindos',
    'Clinica Sol pôs Bem-vindos na playlist Manhã',
    'Clinica Sol mudou o conteúdo Boas-vindas | Nome: Bem-vindos para Boas-vindas',
    'Clinica Sol mudou a playlist Manhã | Ordem aleatória: sim para não',
    'Clinica Sol mudou a ordem da playlist Manhã',
    'Clinica Sol tirou Boas-vindas da playlist Manhã',
    'Clinica Sol mudou a rádio das telas | Ligada: não para sim',
    'Clinica Sol excluiu a mensagem “Recesso: Abrimos às 10h.”',
  ]);
  // The search ignores accents, in the log and in the typed text.
  for (const text of ['nao abrimos', 'NÃO ABRIMOS', 'às 10']) assert.ok((await log(clinic, text)).length > 0, text);
  assert.equal((await log(clinic, 'mânha')).length, 5);
  const { entries } = await app.admin.call('GET /api/admin/audit', { query: { kind: 'message' } });
  assert.equal(entries.length, 4, 'managers read it too');
});

test('the log contains who changed rooms, call settings and Novo SGA, without its secrets', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const screens = [(await app.screen(clinic)).playerId, (await app.screen(clinic)).playerId] as const;
  const room = await clinic.call('POST /api/call-rooms', { body: { name: 'Sala 1' } });
  const params = { id: room.id };
  await clinic.call('PATCH /api/call-rooms/:id', { params, body: { name: 'Sala 2', playerIds: [screens[0]] } });
  await clinic.call('PATCH /api/call-rooms/:id', { params, body: { playerIds: [screens[1]] } });
  await clinic.call('DELETE /api/call-rooms/:id', { params });
  await clinic.call('PUT /api/call-settings', { body: { chime: false, seconds: 20, isDigitByDigit: true } });
  await clinic.call('PUT /api/call-settings/names', { body: { namePolicy: 'initials' } });
  await clinic.call('PUT /api/call-source', { body: { url: 'https://sga.test', password: 'segredo-do-sga' } });
  assert.deepEqual((await log(clinic)).slice(0, 7).reverse(), [
    'Clinica Sol criou o local de chamada Sala 1',
    'Clinica Sol mudou o local de chamada Sala 2 | Nome: Sala 1 para Sala 2 | TVs: todas para 1 tela e 0 grupos',
    'Clinica Sol mudou o local de chamada Sala 2 | TVs: 1 tela e 0 grupos para outras',
    'Clinica Sol excluiu o local de chamada Sala 2',
    'Clinica Sol mudou os ajustes das chamadas | Toque de atenção: sim para não | Algarismo por algarismo: não para sim | Segundos: 12 para 20',
    'Clinica Sol mudou os ajustes das chamadas | Nomes na TV: só a senha para iniciais',
    'Clinica Sol mudou a ligação com o Novo SGA | Endereço: nada para https://sga.test | Senha: a anterior para outra',
  ]);
});

test('changes of a number of one object within a minute are counted in one entry; each change of a text has its own entry', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const choose = (volume: number) => clinic.call('PUT /api/radio-settings', { body: { volume } });
  for (const volume of [10, 20, 30]) await choose(volume);
  const [first] = await log(clinic);
  assert.match(first ?? '', /^Clinica Sol mudou a rádio das telas \(3 vezes\) \| Volume: \d+ para 30$/);
  app.clock.advance(60_000);
  await choose(40);
  assert.equal((await log(clinic))[0], 'Clinica Sol mudou a rádio das telas | Volume: 30 para 40');
  assert.equal((await log(clinic))[1], first);
  // Each text that a TV has shown has its own entry.
  const { id } = await clinic.call('POST /api/breaking-news', { body: { title: null, message: 'a', isActive: true } });
  for (const message of ['b', 'c'])
    await clinic.call('PATCH /api/breaking-news/:id', { params: { id }, body: { message } });
  assert.equal((await log(clinic)).filter((line) => line.includes('mensagem')).length, 3);
});

test('an address or a switch that is changed and changed back has an entry for each change; long values are shortened', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const urls = ['https://sga.test', 'https://elsewhere.test', 'https://sga.test'];
  for (const url of urls) await clinic.call('PUT /api/call-source', { body: { url } });
  const changes = (await log(clinic)).slice(0, 2).map((line) => line.split(' | ')[1]);
  assert.deepEqual(changes, [
    'Endereço: https://elsewhere.test para https://sga.test',
    'Endereço: https://sga.test para https://elsewhere.test',
  ]);
  for (const isEnabled of [true, false, true]) await clinic.call('PUT /api/radio-settings', { body: { isEnabled } });
  assert.equal((await log(clinic)).filter((line) => line.includes('Ligada')).length, 3);
  const fill = (letter: string) =>
    clinic.call('PUT /api/call-source', {
      body: {
        url: `https://sga.test/${letter.repeat(200)}`,
        serviceIds: Array.from({ length: 100 }, (_, id) => id + 1_000_000 + letter.charCodeAt(0)),
        clientId: `${letter}${'"'.repeat(190)}`,
        username: `${letter}${'"'.repeat(190)}`,
      },
    });
  await fill('a');
  await fill('b');
  const [line = ''] = await log(clinic);
  for (const label of ['Endereço: https://sga.test/a', 'Client ID: a"', 'Usuário: a"', 'Serviços: '])
    assert.ok(line.includes(label), label);
});

test('pairing a TV adds one entry, with the model of the device', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const playlist = await clinic.call('POST /api/playlists', { body: { name: 'Manhã' } });
  const before = (await log(clinic)).length;
  const tv = app.guest();
  const deviceInfo = { userAgent: 'Mozilla/5.0 (Linux; Android 9; MXQ Pro 4K Build/PI) Chrome/64.0' };
  const { code, secret } = await tv.call('POST /api/player/pairing', { body: { deviceInfo } });
  await clinic.call('POST /api/pairing/:code/claim', {
    params: { code },
    body: { name: 'Recepção', playlistId: playlist.id },
  });
  assert.ok('token' in (await tv.call('POST /api/player/pairing/poll', { body: { secret } })));
  const entries = await log(clinic);
  assert.deepEqual(
    [entries.length - before, entries[0]],
    [1, 'Clinica Sol criou a tela Recepção em um aparelho | Aparelho: MXQ Pro 4K | Playlist: Manhã'],
  );
});
