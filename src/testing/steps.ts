/** Common steps of the tests of several features: starting the app, and frequent calls. */
import assert from 'node:assert/strict';
import type { QuotasInput } from '../contract/accounts/accounts.ts';
import type { ErrorBody } from '../contract/errors.ts';
import { ApiError, type Lifetime, type Screen, startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { Client, type TestSocket, refusal } from './client.ts';

type StartOptions = TestAppOptions & { quotas?: Partial<QuotasInput> };

/** Starts the app with one customer. */
export async function startClinic(t: Lifetime, { quotas, ...options }: StartOptions = {}) {
  const app = await startTestApp(t, options);
  return { app, clinic: await app.customer(quotas && { quotas }) };
}

/** Starts the app with one customer and an activated screen. */
export async function startScreen(t: Lifetime, options?: StartOptions) {
  const { app, clinic } = await startClinic(t, options);
  return { app, clinic, screen: await app.screen(clinic) };
}

/** Starts the app with two customers. */
export async function startClinics(t: Lifetime, options?: StartOptions) {
  const { app, clinic } = await startClinic(t, options);
  return { app, clinic, other: await app.customer() };
}

/** Asserts that an attempt is refused with this status, and with this code or these parts of the error. */
export async function assertRefused(
  attempt: Promise<unknown>,
  status: number,
  expected: ErrorBody['code'] | Partial<ErrorBody> = {},
  description?: string,
): Promise<void> {
  const { status: actual, body } = await refusal(attempt);
  const parts = typeof expected === 'string' ? { code: expected } : expected;
  assert.deepEqual({ status: actual, body }, { status, body: { ...body, ...parts } }, description);
}

/** Returns a check for `assert.rejects`: the refusal has this status and an error for this field. */
export const failsWith = (status: number, field?: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && (field === undefined || field in (error.body.fields ?? {}));

/** Waits until all messages that were sent to the socket so far have arrived. */
export async function drain(socket: TestSocket): Promise<void> {
  socket.send({ type: 'ping' });
  const pong = await socket.waitFor('pong');
  // Remove the pong: otherwise the next call would find it.
  socket.messages.splice(socket.messages.indexOf(pong), 1);
}

/** Sends JSON with an Idempotency-Key that begins with `key`. */
export async function postWithKey<Reply extends object>(client: Client, path: string, key: string, body: object) {
  const response = await client.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `${key}-0123456789abcdef` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Reply & { code?: string } };
}

/** Creates screens without a device; `admin` is signed in as an administrator. */
export const newScreens = (admin: Client, userId: number, quantity = 1) =>
  admin.call('POST /api/admin/users/:userId/players/batch', { params: { userId }, body: { quantity } });

/** Creates a screen of the administrator and activates it. */
export async function activateOwnScreen(admin: Client): Promise<Client & { playerId: number; token: string }> {
  const [created] = await newScreens(admin, (await admin.call('GET /api/user')).id);
  const device = new Client(admin.url);
  const { token, playerId } = await device.call('POST /api/player/activate', {
    body: { activationCode: created?.activationCode ?? '' },
  });
  device.bearer = token;
  return Object.assign(device, { token, playerId });
}

export const setScreenStatus = (app: TestApp, id: number, status: 'active' | 'paused' | 'blocked') =>
  app.admin.call('PATCH /api/admin/players/:id', { params: { id }, body: { status } });

export const blockUser = (app: TestApp, { user: { id } }: { user: { id: number } }) =>
  app.admin.call('POST /api/admin/users/:id/block', { params: { id } });

export const heartbeat = (screen: Pick<Screen, 'call' | 'playerId' | 'token'>, state?: object) =>
  screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId, state } });

/** Polls as a screen; `programme`: the revision that it knows. */
export const pollScreen = (screen: Client, programme?: string) =>
  screen.call('GET /api/player/assigned-playlist', programme === undefined ? {} : { query: { programme } });

export const newPlaylist = (owner: Client, name = 'Manhã', isRandom?: boolean) =>
  owner.call('POST /api/playlists', { body: { name, isRandom } });

export const sendPlaylist = (owner: Client, playerId: number, playlistId: number) =>
  owner.call('POST /api/my-players/:id/assign-playlist', { params: { id: playerId }, body: { playlistId } });

/** Adds a content to a playlist. */
export const addItem = (owner: Client, videoId: number, playlistId: number, frequency = 1) =>
  owner.call('POST /api/videos/:videoId/assignments', { params: { videoId }, body: { playlistId, frequency } });

export const idsOf = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id);

/** Sends bytes as the body of a PUT. Throws ApiError for a refusal, as `Client.call` does. */
export async function putBytes<Reply>(client: Client, path: string, bytes: Buffer, type: string): Promise<Reply> {
  const headers = { 'content-type': type };
  const response = await client.request(path, { method: 'PUT', body: new Uint8Array(bytes), headers });
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiError(response.status, body as ErrorBody);
  return body as Reply;
}
