/** Shared steps of tests about contents. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Video } from '../../../contract/media.ts';
import {
  type Client,
  type Customer,
  type Screen,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../testing/app.ts';
import { fixture } from '../../../testing/media.ts';
import { until } from '../../../testing/until.ts';

type CustomerOptions = Parameters<TestApp['customer']>[0];

/** Starts the program with one customer. */
export async function startWithCustomer(t: TestContext, options: TestAppOptions = {}, customer: CustomerOptions = {}) {
  const app = await startTestApp(t, options);
  return { app, ana: await app.customer(customer) };
}

export const findItem = async (person: Client, id: number) =>
  (await person.call('GET /api/videos')).find((video) => video.id === id);

export const ofItem = (id: number) => ({ params: { id } });

export const uploadFileNames = (app: TestApp) => readdirSync(join(app.dataDir, 'uploads'));

/** Waits until `uploads/` is empty: files are discarded shortly after the response. */
export const untilNoUploads = (app: TestApp) => until('no file in uploads', () => uploadFileNames(app).length === 0);

export async function makePlaylist(person: Customer, videoIds: number[], name = 'Manhã', frequency?: number) {
  const playlist = await person.call('POST /api/playlists', { body: { name } });
  const body = { playlistId: playlist.id, frequency };
  for (const videoId of videoIds)
    await person.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body });
  return playlist;
}

export const assignPlaylist = (person: Customer, screen: Screen, playlistId: number) =>
  person.call('POST /api/my-players/:id/assign-playlist', { ...ofItem(screen.playerId), body: { playlistId } });

/** Returns the number in column `n` of a query's first row. */
const numberOf = (app: TestApp, sql: string, id: number) =>
  app.parts.database.prepare<[number], { n: number }>(sql).get(id)?.n;

export const usedBytes = (app: TestApp, { user }: Customer) =>
  numberOf(app, 'SELECT storage_used_bytes AS n FROM users WHERE id = ?', user.id);

export const itemBytes = (app: TestApp, id: number) =>
  numberOf(app, 'SELECT size_bytes AS n FROM videos WHERE id = ?', id) ?? -1;

/** Restarts processing and waits until nothing is left to do. */
export async function processAll({ parts }: TestApp): Promise<void> {
  await parts.processing.start();
  await parts.processing.whenIdle();
}

export const fileCountIn = (app: TestApp, directory: string) =>
  readdirSync(join(app.dataDir, directory), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;

/** Waits until the directories are empty: files are removed shortly after the response. */
export const untilNoFiles = (app: TestApp, ...directories: string[]) =>
  until(`no file in ${directories}`, () => directories.every((directory) => fileCountIn(app, directory) === 0));

export const pathOf = (app: TestApp, url: string | null) => {
  const [, sha256 = '', extension = ''] = /\/media\/([0-9a-f]{64})\.(\w+)\?/.exec(url ?? '') ?? [];
  return join(app.dataDir, 'media', sha256.slice(0, 2), `${sha256}.${extension}`);
};

/** Uploads files, waits until they are processed, and returns the items. */
export async function uploadAndProcess(
  app: TestApp,
  person: Customer,
  names: string[],
  fields: Parameters<Customer['upload']>[1] = {},
): Promise<Video[]> {
  const items: Video[] = [];
  for (const name of names) items.push(await person.upload(await fixture(name), { name, ...fields }));
  await app.parts.processing.whenIdle();
  return Promise.all(items.map(async ({ id }) => (await findItem(person, id)) as Video));
}
