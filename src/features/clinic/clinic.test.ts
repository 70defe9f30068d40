import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyProfile } from '../../contract/accounts/clinic.ts';
import { identificationLine } from '../../contract/text/identification.ts';
import { addContent } from '../../testing/contents.ts';
import { bytesOf } from '../../testing/media.ts';
import { addItem, assertRefused, drain, failsWith, newPlaylist, startClinics } from '../../testing/steps.ts';

const director = { name: 'Dra. Ana Souza', crmState: 'SP', crm: '123456', rqe: '7890' } as const;
const doctor = { ...director, name: 'Dr. Rui Lima', specialty: 'Cardiologia' };
const profile = { ...emptyProfile, name: 'Clínica Sol', cnpj: '11222333000181', crmPj: '98765', director };

test('only the owner changes the profile; members can read it, and other clinics cannot', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  assert.deepEqual(await clinic.call('GET /api/clinic-profile'), emptyProfile);
  const typed = { ...profile, cnpj: ' 11.222.333/0001-81 ', doctors: [doctor] };
  const saved = await clinic.call('PUT /api/clinic-profile', { body: typed });
  assert.deepEqual(saved, { ...profile, doctors: [doctor] });

  const reader = await app.member(clinic, 'reader');
  assert.deepEqual(await reader.call('GET /api/clinic-profile'), saved);
  for (const role of ['reader', 'reception', 'editor'] as const)
    assert.equal(await (await app.member(clinic, role)).status('PUT /api/clinic-profile', { body: profile }), 403);
  assert.deepEqual(await other.call('GET /api/clinic-profile'), emptyProfile);
});

test('a profile with a wrong CNPJ, CRM, RQE or state, or with too many doctors, is refused with the field’s name', async (t) => {
  const { clinic } = await startClinics(t);
  const wrong: [object, string][] = [
    [{ cnpj: '11.222.333/0001-82' }, 'cnpj'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ crmPj: '<1>' }, 'crmPj'],
    [{ director: { ...director, crm: '12 mil' } }, 'director.crm'],
    [{ director: { ...director, rqe: 'um' } }, 'director.rqe'],
    [{ director: { ...director, crmState: 'XX' } }, 'director.crmState'],
    [{ doctors: [{ ...doctor, name: ' ' }] }, 'doctors.0.name'],
    [{ doctors: Array.from({ length: 101 }, () => doctor) }, 'doctors'],
  ];
  for (const [patch, field] of wrong) {
    const change = clinic.call('PUT /api/clinic-profile', { body: { ...profile, ...patch } });
    await assert.rejects(change, failsWith(400, field), field);
  }
  assert.deepEqual(await clinic.call('GET /api/clinic-profile'), emptyProfile);
});

test('advertising is played with the identification line of the clinic that plays it, other contents without it', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const { id } = await newPlaylist(clinic);
  const [advertising, information] = [1, 2].map(() => addContent(app, { userId: clinic.user.id })) as [number, number];
  for (const item of [advertising, information]) await addItem(clinic, item, id);
  const lines = async () => {
    const items = await clinic.call('GET /api/playlists/:id/randomized', { params: { id } });
    return [advertising, information].map((video) => items.find((item) => item.id === video)?.identification);
  };
  const setPurpose = (purpose: 'advertising' | 'information') =>
    clinic.call('PATCH /api/videos/:id', { params: { id: advertising }, body: { purpose } });

  assert.equal((await setPurpose('advertising')).purpose, 'advertising');
  assert.deepEqual(await lines(), [undefined, undefined], 'the profile is empty');
  await other.call('PUT /api/clinic-profile', { body: { ...profile, name: 'Outra' } });
  await clinic.call('PUT /api/clinic-profile', { body: profile });
  assert.deepEqual(await lines(), [identificationLine(profile), undefined]);
  assert.equal((await setPurpose('information')).purpose, 'information');
  assert.deepEqual(await lines(), [undefined, undefined]);
  await assertRefused(
    other.call('PATCH /api/videos/:id', { params: { id: advertising }, body: { purpose: 'advertising' } }),
    404,
  );
});

test('a new profile reaches the studios of the clinic and the screens that show advertising', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [{ id }, plain] = [await newPlaylist(clinic), await newPlaylist(clinic, 'Sem publicidade')];
  const advertising = addContent(app, { userId: clinic.user.id });
  await clinic.call('PATCH /api/videos/:id', { params: { id: advertising }, body: { purpose: 'advertising' } });
  await addItem(clinic, advertising, id);
  await addItem(clinic, addContent(app, { userId: clinic.user.id }), plain.id);
  const listener = await clinic.socket({ type: 'subscribe_playlist', playlistId: id });
  const studio = await clinic.socket();
  const foreign = await other.socket();
  const updates = () => listener.messages.filter(({ type }) => type === 'playlist_update').length;
  await clinic.call('PUT /api/clinic-profile', { body: profile });
  await studio.waitFor('contentChanged', ({ what }) => what === 'clinic');
  await listener.waitFor('playlist_update');
  assert.equal(updates(), 1);
  await clinic.call('PUT /api/clinic-profile', { body: { ...profile, doctors: [doctor] } });
  for (const socket of [studio, listener, foreign]) await drain(socket);
  assert.equal(updates(), 1, 'the identification line is the same');
  assert.equal(
    foreign.messages.some(({ type }) => type === 'contentChanged'),
    false,
  );
});

test('changes of the profile and of the purpose of a content are in the audit log', async (t) => {
  const { app, clinic } = await startClinics(t);
  const id = addContent(app, { userId: clinic.user.id, name: 'Botox' });
  await clinic.call('PUT /api/clinic-profile', { body: profile });
  await clinic.call('PATCH /api/videos/:id', { params: { id }, body: { purpose: 'advertising' } });
  const { entries } = await clinic.call('GET /api/user/audit');
  const [content, identity] = entries;
  assert.match(identity?.sentence ?? '', /mudou a identificação da clínica/);
  assert.ok(
    identity?.details.some((line) => line.includes('Dra. Ana Souza')),
    String(identity?.details),
  );
  assert.deepEqual(content?.details, ['Finalidade: Informativo para Publicidade']);
});

test('advertising of medicines is refused before and after the upload, with the reason', async (t) => {
  const { clinic } = await startClinics(t);
  const bytes = await bytesOf('turned.jpg');
  const medicine = { purpose: 'medicine' } as const;
  const reserve = { fileName: 'a.jpg', contentType: 'image/jpeg', fileSize: bytes.length };
  const refused = { status: 422, code: 'medicine_refused' } as const;
  const assertMedicineRefused = (change: Promise<unknown>) => assertRefused(change, refused.status, refused.code);
  await assertMedicineRefused(clinic.call('POST /api/upload-url', { body: { ...reserve, ...medicine } }));
  const item = await clinic.upload(bytes);
  assert.equal(item.purpose, 'information');
  const [params, body] = [{ id: item.id }, medicine];
  await assertMedicineRefused(clinic.call('PATCH /api/videos/:id', { params, body }));
  await assert.rejects(clinic.call('PATCH /api/videos/:id', { params, body }), /CFM 2\.336\/2023/);
  assert.deepEqual(
    (await clinic.call('GET /api/videos')).map(({ purpose }) => purpose),
    ['information'],
  );
});
