import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { DisplaySettings } from '../../contract/display.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { createDoctor, repairAll } from '../backups/doctor/doctor.ts';
import type { Client, TestSocket } from '../../testing/client.ts';
import { type Customer, type TestApp } from '../../testing/app.ts';
import { assertRefused, drain, putBytes, startClinic, startClinics } from '../../testing/steps.ts';

/** Creates a picture with a bar of one colour on a transparent background. */
const logoPicture = (colour: string, width = 900, height = 300) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="10" y="${height / 3}" width="${width - 20}" height="${height / 3}" fill="${colour}"/></svg>`,
    ),
  );

const send = (client: Client, bytes: Buffer) =>
  putBytes<DisplaySettings>(client, '/api/display-settings/logo', bytes, 'image/png');
const pathOf = (app: TestApp, sha256: string) => join(app.dataDir, 'media', sha256.slice(0, 2), `${sha256}.png`);
const temporaryFoldersOf = (app: TestApp) =>
  readdirSync(join(app.dataDir, 'tmp')).filter((name) => name.startsWith('job-'));
const storageUsedBy = async (clinic: Customer) => (await clinic.call('GET /api/user/me')).storageUsed;

test('by default a notice shrinks the picture; a change of this setting applies to all screens of the account only', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [screen, sibling, foreign] = [await app.screen(clinic), await app.screen(clinic), await app.screen(other)];
  const shrinks = async (device: typeof screen) => (await device.call('GET /api/player/info')).display.shrinksPicture;
  assert.deepEqual(await clinic.call('GET /api/display-settings'), { shrinksPicture: true, logo: null });
  assert.equal(await shrinks(screen), true);

  const saved = await clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  assert.deepEqual(saved, { shrinksPicture: false, logo: null });
  assert.deepEqual(await clinic.call('PUT /api/display-settings', { body: {} }), saved, 'omitted fields stay');
  assert.deepEqual(await clinic.call('GET /api/display-settings'), saved);
  assert.deepEqual([await shrinks(screen), await shrinks(sibling), await shrinks(foreign)], [false, false, true]);
  assert.deepEqual(await other.call('GET /api/display-settings'), { shrinksPicture: true, logo: null });
});

test('a logo is scaled down with its transparency, has a signed address, reaches the screens, and uses no quota', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [screen, foreign] = [await app.screen(clinic), await app.screen(other)];
  const before = await storageUsedBy(clinic);
  const { logo, shrinksPicture } = await send(clinic, await logoPicture('#0b3d5c').png().toBuffer());
  assert.ok(logo);
  assert.equal(shrinksPicture, true);
  assert.deepEqual([logo.width, logo.height, logo.ground, logo.contentType], [640, 213, 'light', 'image/png']);

  const reported = (await screen.call('GET /api/player/info')).display;
  assert.deepEqual(reported.logo, logo);
  assert.equal((await foreign.call('GET /api/player/info')).display.logo, null);
  const served = await app.guest().request(logo.url);
  assert.equal(served.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await served.arrayBuffer());
  assert.equal(bytes.length, logo.sizeBytes);
  const { width, height, hasAlpha } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, hasAlpha], [640, 213, true]);
  assert.equal((await app.guest().request(logo.url.replace(/s=.*/, 's=x'))).status, 403);
  assert.equal(await storageUsedBy(clinic), before);

  // Logo and `shrinksPicture` are changed independently.
  const changed = await clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } });
  assert.deepEqual(changed, { shrinksPicture: false, logo });
});

test('a logo gets the background on which it is visible', async (t) => {
  const { clinic } = await startClinic(t);
  const groundOf = async (picture: Sharp) => (await send(clinic, await picture.toBuffer())).logo?.ground;
  assert.equal(await groundOf(logoPicture('#ffffff').webp()), 'dark');
  assert.equal(await groundOf(logoPicture('#111111').webp()), 'light');
  assert.equal(await groundOf(logoPicture('#1060a0').flatten({ background: '#ffffff' }).jpeg()), 'light');
  assert.equal(await groundOf(logoPicture('#90d0ff').flatten({ background: '#06121c' }).jpeg()), 'dark');
  const small = await send(clinic, await logoPicture('#111111', 120, 60).png().toBuffer());
  assert.deepEqual([small.logo?.width, small.logo?.height], [120, 60], 'a small logo is not enlarged');
});

test('the file of a replaced or removed logo is deleted, unless another account uses the same file', async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const [blue, red] = [await logoPicture('#0000aa').png().toBuffer(), await logoPicture('#aa0000').png().toBuffer()];
  const first = (await send(clinic, blue)).logo?.sha256 ?? '';
  assert.equal((await send(other, blue)).logo?.sha256, first);
  const second = (await send(clinic, red)).logo?.sha256 ?? '';
  assert.deepEqual([existsSync(pathOf(app, first)), existsSync(pathOf(app, second))], [true, true]);
  await other.call('DELETE /api/display-settings/logo');
  assert.equal(existsSync(pathOf(app, first)), false);
  assert.equal((await other.call('GET /api/display-settings')).logo, null);
  await other.call('DELETE /api/display-settings/logo');

  // Deleting a content with the same bytes keeps the logo's file; deleting the account deletes it.
  const content = await clinic.upload(red, { fileName: 'a.png' });
  await app.parts.processing.whenIdle();
  await clinic.call('DELETE /api/videos/:id', { params: { id: content.id } });
  app.clock.advance(limits.undoMs + 1_000);
  assert.equal(existsSync(pathOf(app, second)), true);
  await app.admin.call('DELETE /api/admin/users/:id', { params: { id: clinic.user.id } });
  assert.equal(existsSync(pathOf(app, second)), false);
  assert.deepEqual(temporaryFoldersOf(app), [], 'no temporary folder is left');
});

test('a file that is not PNG, JPEG or WebP, or is too large, empty or damaged, is refused, and the previous logo remains', async (t) => {
  const { app, clinic } = await startClinic(t);
  const validLogo = await logoPicture('#123456').png().toBuffer();
  const { logo } = await send(clinic, validLogo);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const gif = await logoPicture('#123456', 30, 30).gif().toBuffer();
  const noise = Buffer.concat([validLogo.subarray(0, 200), Buffer.alloc(400, 7)]);
  const huge = Buffer.concat([validLogo, Buffer.alloc(limits.logo.maxMb * 1024 ** 2)]);
  const refusals: [string, Buffer, number, ErrorBody['code']][] = [
    ['SVG', svg, 415, 'unsupported_media_type'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'unsupported_media_type'],
    ['GIF', gif, 415, 'unsupported_media_type'],
    ['an empty file', Buffer.alloc(0), 415, 'unsupported_media_type'],
    ['a damaged PNG', noise, 422, 'unreadable_media'],
    ['too many bytes', huge, 413, 'payload_too_large'],
  ];
  for (const [name, bytes, status, code] of refusals) await assertRefused(send(clinic, bytes), status, code, name);
  assert.deepEqual((await clinic.call('GET /api/display-settings')).logo, logo);
  assert.deepEqual(temporaryFoldersOf(app), []);
});

test("each change is published to the account's screens and studios only", async (t) => {
  const { app, clinic, other } = await startClinics(t);
  const ownSockets = [await clinic.socket(), await (await app.screen(clinic)).socket()];
  const otherSockets = [await other.socket(), await (await app.screen(other)).socket()];
  const logo = await logoPicture('#123456').png().toBuffer();
  const changes = [
    () => clinic.call('PUT /api/display-settings', { body: { shrinksPicture: false } }),
    () => send(clinic, logo),
    () => clinic.call('DELETE /api/display-settings/logo'),
  ];
  const countOf = ({ messages }: TestSocket) => messages.filter(({ type }) => type === 'displaySettingsUpdated').length;
  for (const [index, change] of changes.entries()) {
    await change();
    for (const socket of [...ownSockets, ...otherSockets]) await drain(socket);
    assert.deepEqual([...ownSockets, ...otherSockets].map(countOf), [index + 1, index + 1, 0, 0]);
  }
});

test('the doctor command keeps used logos, and reports and removes a logo without a file', async (t) => {
  const { app, clinic } = await startClinic(t);
  const { logo } = await send(clinic, await logoPicture('#123456').png().toBuffer());
  const path = pathOf(app, logo?.sha256 ?? '');
  const { dataDir, clock } = app;
  const folders = { dataDir, backupDir: join(dataDir, 'backups'), migrationsDir: 'src/migrations' };
  const doctor = createDoctor({ ...folders, clock, isDeep: true });
  t.after(doctor.close);
  assert.deepEqual(await doctor.examine(), []);
  rmSync(path);
  const [lost] = await doctor.examine();
  assert.match(lost?.description ?? '', new RegExp(`is missing; used by ${clinic.user.username} \\(logo\\)$`));
  assert.deepEqual(await repairAll(doctor, () => undefined), []);
  assert.equal((await clinic.call('GET /api/display-settings')).logo, null);
});

test('after a failure of the temporary folder a logo can be uploaded again', async (t) => {
  const { app, clinic } = await startClinic(t);
  const temporaryFolder = join(app.dataDir, 'tmp');
  rmSync(temporaryFolder, { recursive: true });
  writeFileSync(temporaryFolder, 'no folder');
  const bytes = await logoPicture('#0b3d5c').png().toBuffer();
  await assertRefused(send(clinic, bytes), 500);
  rmSync(temporaryFolder);
  mkdirSync(temporaryFolder);
  assert.ok((await send(clinic, bytes)).logo);
});
