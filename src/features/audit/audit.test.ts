import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { AuditEntry } from '../../contract/accounts/audit.ts';
import type { Api } from '../../contract/api/index.ts';
import type { QueryInput } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import { ManualClock } from '../../platform/clock.ts';
import { startTestApp, type Customer, type TestApp } from '../../testing/app.ts';
import { block, changeQuotas, remove, resetPassword } from '../accounts/testing/manage.ts';
import { assertRefusal } from '../accounts/testing/assert-refusal.ts';
import { actions, sentenceOf } from './actions.ts';
import { auditTable } from './csv.ts';

const dayMs = 86_400_000;
const entriesOf = async (manager: Customer, query: QueryInput<Api['GET /api/admin/audit']> = {}) =>
  (await manager.call('GET /api/admin/audit', { query })).entries;
const ownEntriesOf = async (person: Customer, query: QueryInput<Api['GET /api/user/audit']> = {}) =>
  (await person.call('GET /api/user/audit', { query })).entries;
const sentencesOf = async (manager: Customer) => (await entriesOf(manager)).map(({ sentence }) => sentence);
const updateScreen = (manager: Customer, id: number, body: { name: string } | { status: 'blocked' | 'paused' }) =>
  manager.call('PATCH /api/admin/players/:id', { params: { id }, body });
/** Asserts that the audit log contains none of the secrets. */
function assertHidden({ parts }: TestApp, secrets: string[]): void {
  const stored = JSON.stringify(parts.database.prepare('SELECT * FROM audit_log').all());
  for (const secret of secrets) assert.equal(stored.includes(secret), false, secret);
}

test('the log shows actor, time and address of a blocked screen, and is searchable by name and by screen', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Sol' });
  const screen = await app.screen(clinic);
  await updateScreen(app.admin, screen.playerId, { name: 'Recepção' });
  const gestor = await app.gestor();
  await updateScreen(gestor, screen.playerId, { status: 'blocked' });

  const [entry] = await entriesOf(app.admin, { text: 'RECEPÇÃO' });
  assert.equal(entry?.sentence, `${gestor.user.username} bloqueou a tela Recepção`);
  assert.deepEqual([entry.action, entry.kind], ['screen.blocked', 'screen']);
  assert.equal(entry.at, new Date(app.clock.now()).toISOString());
  assert.equal(entry.address, '127.0.0.1');
  assert.deepEqual(entry.actor, { userId: gestor.user.id, name: gestor.user.username, profile: 'Gestor' });
  assert.deepEqual(entry.account, { id: clinic.user.id, name: 'Clinica Sol', timeZone: 'America/Sao_Paulo' });
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  assert.equal(
    (await entriesOf(app.admin))[0]?.account?.timeZone,
    'America/Manaus',
    "the page shows the account's local time too",
  );

  const ofScreen = await entriesOf(app.admin, { screenId: screen.playerId });
  const found = ofScreen.map(({ action }) => action);
  assert.deepEqual(found, ['screen.blocked', 'screen.renamed', 'screen.paired', 'screen.created']);
  assert.match(ofScreen[1]?.sentence ?? '', /mudou o nome da tela .+ para Recepção/);
});

test('a change that is refused, changes nothing or is rolled back has no entry', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const before = await sentencesOf(app.admin);
  await assertRefusal(block(app.admin, app.admin.user.id), 409, { code: 'conflict' });
  await assertRefusal(entriesOf(clinic), 403, { code: 'forbidden' });
  // Approving an approved account changes nothing, and is not logged.
  await app.admin.call('POST /api/admin/users/:id/approve', { params: { id: clinic.user.id } });
  assert.deepEqual(await sentencesOf(app.admin), before);

  const { database } = app.parts;
  assert.throws(() =>
    database.tx(() => {
      const by = { userId: 1, memberId: null, tokenId: null, name: 'Ana', address: null };
      app.parts.audit.record(by, 'screen.blocked', { kind: 'screen', id: 1, name: 'Sala' });
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await sentencesOf(app.admin), before);
});

test('changed quotas are logged with their values; codes and passwords are never logged', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Mar' });
  await changeQuotas(app.admin, clinic.user.id, { maxVideos: 7, canAccessRadio: false });
  await resetPassword(app.admin, clinic.user.id, 'capivara-azul');
  await app.admin.call('PATCH /api/admin/settings', { body: { accessCode: 'SEGREDO9' } });
  const entries = await entriesOf(app.admin);
  assert.deepEqual(
    entries.slice(0, 3).map(({ sentence }) => sentence.replace(app.admin.user.username, 'ADM')),
    [
      'ADM mudou as configurações: código de acesso',
      'ADM definiu uma nova senha para a conta Clinica Mar',
      'ADM mudou as quotas da conta Clinica Mar',
    ],
  );
  assert.deepEqual(entries[2]?.details, ['Conteúdos: 120 para 7', 'Som ambiente: liberado para não liberado']);
  assertHidden(app, ['SEGREDO9', 'capivara-azul', 'segredo1', app.codes.accessCode]);
});

test('entries keep the names of a deleted account, and a gestor still does not see entries about administrators', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Lua' });
  const gestor = await app.gestor();
  await remove(app.admin, clinic.user.id);
  await app.admin.call('PATCH /api/admin/settings', { body: { contact: { name: null, address: null } } });
  const gestorEntries = await entriesOf(gestor);
  assert.match(gestorEntries[0]?.sentence ?? '', /excluiu a conta Clinica Lua$/);
  assert.deepEqual(gestorEntries[0]?.account?.name, 'Clinica Lua');
  assert.ok(gestorEntries.every(({ kind, account }) => kind !== 'settings' && account?.id !== app.admin.user.id));
  const ownSignIn = gestorEntries.find(
    ({ account, action }) => account?.id === gestor.user.id && action === 'session.started',
  );
  assert.ok(ownSignIn, 'the gestor sees his own sign-in');
  assert.ok((await sentencesOf(app.admin)).some((sentence) => sentence.includes('contato')));
});

test('a clinic reads only the entries of its own account, without the managers’ addresses', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const other = await app.customer();
  const screen = await app.screen(clinic);
  await updateScreen(app.admin, screen.playerId, { status: 'paused' });
  const ownEntries = await ownEntriesOf(clinic);
  const paused = ownEntries.find(({ action }) => action === 'screen.paused');
  assert.deepEqual([paused?.actor.name, paused?.address], [app.admin.user.username, null]);
  assert.equal(ownEntries.find(({ action }) => action === 'session.started')?.address, '127.0.0.1');
  assert.ok(ownEntries.every(({ account }) => account?.id === clinic.user.id));
  assert.deepEqual(await ownEntriesOf(other, { screenId: screen.playerId }), []);
});

test('changes of a team and its tokens are in the log, with the acting member', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer({ username: 'Clinica Sol' });
  const invited = { body: { email: 'rita@sol.test', role: 'owner' } } as const;
  const { code, member } = await owner.call('POST /api/team/members', invited);
  const invitee = { params: { id: member.id } };
  const secondInvitation = await owner.call('POST /api/team/members/:id/invitation', invitee);
  assert.notEqual(secondInvitation.code, code);
  const accept = { body: { code: secondInvitation.code, name: 'Rita', password: 'sol da manhã' } };
  await app.guest().call('POST /api/invitations/accept', accept);
  const rita = await app.login('rita@sol.test', 'sol da manhã');
  const ana = await app.member(owner, 'editor');
  const other = { params: { id: ana.user.member?.id ?? 0 } };
  const change = (body: { role?: 'reader'; status?: 'active' | 'blocked' }) =>
    rita.call('PATCH /api/team/members/:id', { ...other, body });
  await change({ role: 'reader' });
  // Setting the current role and status is no change.
  await change({ role: 'reader', status: 'active' });
  await change({ status: 'blocked' });
  await change({ status: 'active' });
  await rita.call('DELETE /api/team/members/:id', other);
  const token = await rita.call('POST /api/tokens', { body: { name: 'Painel', scopes: ['messages'], days: 30 } });
  const { id } = await rita.call('POST /api/breaking-news', { body: { message: 'Até já' } });
  const headers = { authorization: `Bearer ${token.token}` };
  assert.equal((await app.guest().request(`/api/breaking-news/${id}`, { method: 'DELETE', headers })).status, 204);
  await rita.call('DELETE /api/tokens/:id', { params: { id: token.id } });
  // Entries keep the role at the time of the action, and the names of removed members.
  await owner.call('PATCH /api/team/members/:id', { ...invitee, body: { role: 'reader' } });

  const entries = await ownEntriesOf(owner);
  const name = ana.user.member?.name;
  const reported = entries.filter(({ kind }) => ['member', 'token', 'message'].includes(kind));
  assert.deepEqual(reported.map(({ sentence }) => sentence).reverse(), [
    'Clinica Sol convidou rita@sol.test para a equipe como Proprietário',
    'Clinica Sol fez outro link de convite para rita@sol.test',
    'Rita (Proprietário) entrou na equipe pelo convite',
    `Clinica Sol convidou ${ana.user.member?.email} para a equipe como Editor`,
    `${name} (Editor) entrou na equipe pelo convite`,
    `Rita (Proprietário) mudou o papel de ${name} na equipe`,
    `Rita (Proprietário) bloqueou ${name} na equipe`,
    `Rita (Proprietário) desbloqueou ${name} na equipe`,
    `Rita (Proprietário) removeu ${name} da equipe`,
    'Rita (Proprietário) criou o token de API Painel (Mensagens)',
    'Rita (Proprietário) escreveu a mensagem “Até já”',
    'O token Painel excluiu a mensagem “Até já”',
    'Rita (Proprietário) excluiu o token de API Painel',
    'Clinica Sol mudou o papel de Rita na equipe',
  ]);
  const byToken = entries.find(({ action }) => action === 'message.deleted');
  assert.equal(byToken?.actor.name, 'token Painel');
  const role = entries.find(({ action, target }) => action === 'member.role_changed' && target.name === name);
  assert.deepEqual([role?.details, role?.kind], [['Papel: Editor para Leitura'], 'member']);
  const ofTokens = (await ownEntriesOf(owner, { kind: 'token' })).map(({ action }) => action);
  assert.deepEqual(ofTokens, ['token.deleted', 'token.created']);
  assertHidden(app, [code, secondInvitation.code, token.token, 'sol da manhã']);
});

test('a changed time zone or appearance of the screens is in the log, an unchanged one is not', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Mar' });
  const choose = (timeZone: string) => clinic.call('PUT /api/user/time-zone', { body: { timeZone } });
  await choose('America/Manaus');
  await choose('America/Manaus');
  const params = { id: clinic.user.id };
  await app.admin.call('PUT /api/admin/users/:id/time-zone', { params, body: { timeZone: 'America/Bahia' } });
  await clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  await clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  const logo = await clinic.request('/api/display-settings/logo', {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(
      await sharp({ create: { width: 90, height: 30, channels: 3, background: '#1e3a8a' } })
        .png()
        .toBuffer(),
    ),
  });
  assert.equal(logo.status, 200);
  await clinic.call('DELETE /api/display-settings/logo');
  await clinic.call('DELETE /api/display-settings/logo');
  const entries = await ownEntriesOf(clinic);
  assert.deepEqual(
    entries.slice(0, 5).map(({ sentence, details }) => [sentence, ...details]),
    [
      ['Clinica Mar tirou o logotipo das telas'],
      ['Clinica Mar trocou o logotipo das telas'],
      ['Clinica Mar mudou a aparência das telas', 'Imagem: menor, acima dos avisos para inteira, por baixo dos avisos'],
      [
        `${app.admin.user.username} mudou o fuso horário da conta Clinica Mar`,
        'Fuso horário: Amazonas (Manaus) para Bahia',
      ],
      ['Clinica Mar mudou o fuso horário da conta Clinica Mar', 'Fuso horário: o do servidor para Amazonas (Manaus)'],
    ],
  );
  assert.notEqual(entries[5]?.action, 'account.time_zone_changed');
});

test('pages of entries have neither gaps nor overlaps, and `from` and `until` select the entries of a period', async (t) => {
  const app = await startTestApp(t);
  const by = { userId: app.admin.user.id, memberId: null, tokenId: null, name: 'Ana', address: '10.0.0.1' };
  for (let id = 1; id <= 120; id += 1) {
    app.clock.advance(1_000);
    app.parts.audit.record(by, 'screen.created', { kind: 'screen', id, name: `Sala ${id}` });
  }
  const query = { kind: 'screen' as const };
  const first = await app.admin.call('GET /api/admin/audit', { query });
  assert.equal(first.entries.length, 50);
  const second = await app.admin.call('GET /api/admin/audit', { query: { ...query, before: first.next ?? 0 } });
  const third = await app.admin.call('GET /api/admin/audit', { query: { ...query, before: second.next ?? 0 } });
  assert.equal(third.next, null);
  const idsOf = (entries: AuditEntry[]) => entries.map(({ target }) => target.id);
  const descending = Array.from({ length: 120 }, (_, index) => 120 - index);
  assert.deepEqual(idsOf([first, second, third].flatMap(({ entries }) => entries)), descending);
  const [until = '', from = ''] = [first.entries[4]?.at, first.entries[9]?.at];
  assert.deepEqual(idsOf(await entriesOf(app.admin, { ...query, from, until })), [115, 114, 113, 112, 111]);
  await assertRefusal(entriesOf(app.admin, { from: 'ontem' }), 400, { code: 'invalid_input' });
});

test('refused sign-ins to one account from one address are one row with a count, so that guessing does not fill the disk', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer({ username: 'Clinica Rio' });
  const guess = { email: clinic.user.email, password: 'errada-mesmo' };
  for (let i = 0; i < 5; i += 1) await app.guest().status('POST /api/login', { body: guess });
  const refusals = async () =>
    (await entriesOf(app.admin, { text: 'rio' })).filter(({ action }) => action === 'session.refused');
  assert.equal((await refusals()).length, 0, 'a guess causes no write');
  app.clock.advance(60_000);
  const [entry, ...more] = await refusals();
  assert.equal(entry?.sentence, 'Alguém tentou entrar como Clinica Rio e foi recusado (5 vezes)');
  assert.deepEqual([entry?.address, more], ['127.0.0.1', []]);

  const { audit, database } = app.parts;
  for (let i = 0; i < 500; i += 1)
    audit.countRefusal('session.refused', { id: null, name: `a${i}@b.test` }, `10.1.2.${i % 250}`);
  app.clock.advance(60_000);
  const rows = database.prepare("SELECT 1 FROM audit_log WHERE action = 'session.refused'").all().length;
  assert.ok(rows <= 103, `${rows} rows`);
  const gestorEntries = await entriesOf(await app.gestor(), { text: 'b.test' });
  assert.deepEqual(gestorEntries, [], 'only administrators see e-mails of unknown accounts');
});

test('the nightly task deletes entries that are older than a year', async (t) => {
  const app = await startTestApp(t);
  const before = (await sentencesOf(app.admin)).length;
  assert.ok(before > 0);
  const { audit, database } = app.parts;
  database.exec(`UPDATE audit_log SET created_at = created_at - ${366 * dayMs}`);
  const by = { userId: null, memberId: null, tokenId: null, name: 'Ana', address: null };
  audit.record(by, 'screen.created', { kind: 'screen', id: 1, name: 'Sala' });
  await app.parts.tasks.run('database-optimize');
  assert.deepEqual(await sentencesOf(app.admin), ['Ana criou a tela Sala']);
});

test('an actor that floods the log displaces only its own entries', async (t) => {
  const app = await startTestApp(t);
  const clinic = await app.customer();
  const { database, audit } = app.parts;
  const countOf = (where: string) =>
    (database.prepare(`SELECT count(*) AS n FROM audit_log WHERE ${where}`).get() as { n: number }).n;
  const before = countOf('true');
  const { maxEntries, maxPerActor } = limits.audit;
  database.exec(`
    INSERT INTO audit_log (created_at, account_id, actor_user_id, actor_member_id, actor_name, action, target_kind, target_name,
      details, for_gestores, search_text)
    WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${maxEntries})
    SELECT ${app.clock.now()}, ${clinic.user.id}, ${clinic.user.id}, 5, 'Rui', 'message.deleted', 'message', 'A', '{}', 1, '' FROM each`);
  await audit.sweep();
  assert.equal(countOf('actor_member_id IS NULL'), before);
  assert.equal(countOf('actor_member_id = 5'), maxPerActor);
});

test('a spreadsheet can open the download, and runs no formula in it', async (t) => {
  const app = await startTestApp(t);
  await app.guest().call('POST /api/register', {
    body: { username: '=2+5"; ruim', email: 'r@b.test', password: 'segredo1', accessCode: app.codes.accessCode },
  });
  const response = await app.admin.request('/api/admin/audit/download?text=2%2B5');
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  const disposition = response.headers.get('content-disposition') ?? '';
  assert.match(disposition, /^attachment; filename="registro-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const [head, ...lines] = bytes.toString('utf8').slice(1).trimEnd().split('\r\n');
  assert.equal(head, 'Quando;Quem;Perfil;O que;Detalhes;Conta;Endereço;Ação');
  assert.ok(
    lines.some((line) => line.includes(`;"'=2+5""; ruim";`)),
    lines.join('\n'),
  );
  const entry = {
    id: 1,
    at: '2026-03-02T12:00:00.000Z',
    kind: 'screen' as const,
    action: 'screen.blocked',
    sentence: '\t@SUM(A1)',
    details: [],
    actor: { userId: null, name: '-1', profile: null },
    account: null,
    target: { kind: 'screen', id: null, name: '' },
    address: null,
  };
  assert.match([...auditTable([[entry]], 'America/Sao_Paulo')].join(''), /02\/03\/2026, 09:00:00;'-1;;'\t@SUM\(A1\);/);
});

test('the times of a download are in the time zone of the reader’s account', async (t) => {
  const app = await startTestApp(t, { clock: new ManualClock(Date.parse('2026-03-03T03:30:00Z')) });
  const clinic = await app.customer();
  const lines = async () => {
    const response = await clinic.request('/api/user/audit/download');
    return [response.headers.get('content-disposition') ?? '', (await response.text()).split('\r\n')[1] ?? ''] as const;
  };
  const [file, line] = await lines();
  assert.match(file, /registro-2026-03-03\.csv/);
  assert.match(line, /^03\/03\/2026, 00:30:00;/);
  await clinic.call('PUT /api/user/time-zone', { body: { timeZone: 'America/Manaus' } });
  const [manausFile, manausLine] = await lines();
  assert.match(manausFile, /registro-2026-03-02\.csv/);
  assert.match(manausLine, /^02\/03\/2026, 23:30:00;/);
});

test('the sentence of every action is complete', () => {
  for (const name of Object.keys(actions)) {
    const sentence = sentenceOf(name, { who: 'Ana', what: 'Recepção', details: { count: 2, other: 'Manhã' } });
    assert.doesNotMatch(sentence, /undefined|null|[{}]|\s\s/, name);
  }
});

test('sign-ins and sign-outs of a member are logged with the member’s name, not the account’s', async (t) => {
  const app = await startTestApp(t);
  const owner = await app.customer();
  const reader = await app.member(owner, 'reader');
  await reader.call('POST /api/logout');
  const [ended, started] = await ownEntriesOf(owner, { kind: 'session' });
  assert.deepEqual([ended?.action, started?.action], ['session.ended', 'session.started']);
  const target = { kind: 'member', id: reader.user.member?.id, name: reader.user.member?.name };
  assert.deepEqual([ended?.target, started?.target], [target, target]);
});

test("a clinic does not find entries by a manager's address, which the clinic may not see", async (t) => {
  const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const clinic = await app.customer({ username: 'Sol' });
  await app.admin.request(`/api/admin/users/${clinic.user.id}/quotas`, {
    method: 'PUT',
    headers: { 'x-forwarded-for': '198.51.100.7', 'content-type': 'application/json' },
    body: JSON.stringify({ maxVideos: 7 }),
  });
  const shown = (entries: AuditEntry[]) => entries.map(({ action, address }) => `${action} ${address}`);
  const byManager = await entriesOf(app.admin, { text: '198.51.' });
  assert.deepEqual(shown(byManager), ['account.quotas_changed 198.51.100.7']);
  assert.deepEqual(await ownEntriesOf(clinic, { text: '198.51.' }), []);
  assert.ok(shown(await ownEntriesOf(clinic, { text: 'sol' })).includes('account.quotas_changed null'));
  assert.ok((await ownEntriesOf(clinic, { text: '127.0.' })).length > 0, 'a clinic can search for its own addresses');
});
