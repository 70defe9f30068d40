/**
 * Sets the clock of a running server thirty days on and back, then thirty days back and on, while a person is signed in, a
 * studio and a screen are connected, and contents come. Nobody may be logged out, every screen must play, tasks must go on at
 * their pace and nothing may come in a storm: no task more often than its minutes, no mail, no job again. Then the same
 * across a restart. Needs libfaketime (Debian's package faketime); without it says so and ends with 0.
 *
 *   node --import tsx scripts/attack/clock.ts [SECONDS AT EACH TIME]
 */
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../src/testing/client.ts';
import { bytesOf } from '../../src/testing/media.ts';
import { signIn, startServer, url } from './killed-server.ts';

const seconds = Number(process.argv[2] ?? 150);
const days = 30;
const mostLoopMs = 2_000;
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
if (!library) {
  console.log('skipped: no libfaketime here');
  process.exit(0);
}

const directory = mkdtempSync(join(tmpdir(), 'antessala-clock-'));
const dataDir = join(directory, 'data');
const timeFile = join(directory, 'time');
/** Days from the true time; the server sees it at once. */
function setClock(offset: number): void {
  // As a whole: an empty file would be another time.
  writeFileSync(`${timeFile}.new`, `${offset >= 0 ? '+' : ''}${offset * 86_400}s\n`);
  renameSync(`${timeFile}.new`, timeFile);
}
const start = () =>
  startServer(dataDir, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: timeFile,
    FAKETIME_NO_CACHE: '1',
    // As on a machine: only the wall clock is set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    LOG_LEVEL: 'debug',
    PLAYER_EXIT_CODE: '4711',
  });

const wrongs: string[] = [];
setClock(0);
let server = start();
await server.ready();
const admin = await signIn();
const { id: userId } = await admin.call('GET /api/user');
const known = new Client(url);
for (const [name, value] of admin.cookies) known.cookies.set(name, value);

const picture = await bytesOf('logo.png');
const finished = async (id: number) => {
  for (let tries = 0; tries < 600; tries += 1) {
    const video = (await admin.call('GET /api/videos')).find((each) => each.id === id);
    if (video?.processingStatus === 'completed') return video;
    await sleep(100);
  }
  return undefined;
};
const first = await admin.upload(picture, { name: 'Fachada' });
await finished(first.id);
const { id: playlistId } = await admin.call('POST /api/playlists', { body: { name: 'Sala' } });
await admin.call('POST /api/videos/:videoId/assignments', { params: { videoId: first.id }, body: { playlistId } });
const [made] = await admin.call('POST /api/admin/users/:userId/players/batch', {
  params: { userId },
  body: { quantity: 1 },
});
const screen = new Client(url);
const { token, playerId } = await screen.call('POST /api/player/activate', {
  body: { activationCode: made?.activationCode ?? '' },
});
screen.bearer = token;
await admin.call('POST /api/my-players/:id/assign-playlist', { params: { id: playerId }, body: { playlistId } });

let isOver = false;
let closed = 0;
/** A studio and a screen that stay: the socket comes back only when it is cut, and that is counted. */
async function stayConnected(person: Client): Promise<void> {
  while (!isOver) {
    const socket = await person.socket().catch(() => undefined);
    await (socket ? Promise.race([socket.closed, over]) : sleep(500));
    if (!isOver && isServing) closed += 1;
    socket?.close();
  }
}
let isServing = true;
let end = () => {};
const over = new Promise<void>((resolve) => (end = resolve));
const staying = [stayConnected(admin), stayConnected(screen)];
const playing = (async () => {
  for (; !isOver; await sleep(5_000))
    if (isServing)
      await screen
        .call('POST /api/player/heartbeat', { body: { token, playerId } })
        .catch((error: unknown) => isServing && wrongs.push(`heartbeat: ${String(error)}`));
})();

/** By how many seconds the server's loop was late at most since the last time this was asked. */
async function loopLag(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/event_loop_lag_seconds\{stat="max"\} (\S+)/.exec(text)?.[1] ?? NaN);
}

let read = 0;
/** What the log says since the last time. */
function newLines(): { message: string; task?: string }[] {
  const text = server.told().slice(read);
  read += text.lastIndexOf('\n') + 1;
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as { message: string; task?: string }];
      } catch {
        return [];
      }
    });
}

async function look(where: string): Promise<void> {
  const wrong = (what: string) => wrongs.push(`${where}: ${what}`);
  for (const [who, client] of Object.entries({ 'the person': admin, 'a window of his': known })) {
    const status = await client.status('GET /api/user');
    if (status !== 200) wrong(`${who} is logged out (${status})`);
  }
  const { playlist } = await screen.call('GET /api/player/assigned-playlist');
  if (!playlist) wrong('the screen plays nothing');
  const { url: address } = await screen.call('GET /api/player/videos/:id/url', { params: { id: first.id } });
  const media = await screen.request(address);
  if (media.status !== 200) wrong(`the picture answers ${media.status}`);
  const { id } = await admin.upload(picture, { name: where });
  if (!(await finished(id))) wrong('a picture is not processed');
  const mine = (await admin.call('GET /api/my-players')).find((each) => each.id === playerId);
  if (!mine?.isOnline) wrong('the screen is shown as offline');
}

const figures: string[] = [];
await look('before');
newLines();
await loopLag();
for (const offset of [days, 0, -days, 0]) {
  const where = `${offset >= 0 ? '+' : ''}${offset} days`;
  setClock(offset);
  await sleep(1_000);
  const told = (await screen.call('POST /api/player/heartbeat', { body: { token, playerId } })).serverTime;
  if (Math.abs(Date.parse(told) - Date.now() - offset * 86_400_000) > 60_000)
    wrongs.push(`${where}: the server's clock says ${told}`);
  await look(where);
  await sleep(seconds * 1_000);
  await look(`${where}, later`);
  const lines = newLines();
  const runs = new Map<string, number>();
  for (const { task } of lines.filter(({ message }) => message === 'task ended'))
    runs.set(task ?? '', (runs.get(task ?? '') ?? 0) + 1);
  const minutely = runs.get('offline-screens') ?? 0;
  const most = Math.ceil(seconds / 60) + 2;
  if (minutely < Math.floor(seconds / 60)) wrongs.push(`${where}: the task of each minute ran ${minutely} times`);
  for (const [task, count] of runs) if (count > most) wrongs.push(`${where}: ${task} ran ${count} times`);
  const mails = lines.filter(({ message }) => message.startsWith('mail')).length;
  if (mails > 0) wrongs.push(`${where}: ${mails} mails`);
  const lateMs = (await loopLag()) * 1_000;
  if (lateMs > mostLoopMs) wrongs.push(`${where}: the loop was ${lateMs.toFixed(0)} ms late`);
  figures.push(
    `${where}: ${[...runs].map(([task, count]) => `${task} ${count}`).join(', ')}; loop ${lateMs.toFixed(0)} ms late`,
  );
}
if (closed > 0) wrongs.push(`${closed} sockets were cut`);

for (const offset of [days, 0, -days, 0]) {
  const where = `a restart at ${offset >= 0 ? '+' : ''}${offset} days`;
  isServing = false;
  await server.end('SIGTERM');
  setClock(offset);
  read = 0;
  server = start();
  await server.ready();
  isServing = true;
  await screen.call('POST /api/player/heartbeat', { body: { token, playerId } });
  await look(where);
}
isOver = true;
end();
await playing;
await Promise.all(staying);
await server.end('SIGTERM');
rmSync(directory, { recursive: true, force: true });
for (const each of [...figures, ...wrongs]) console.log(each);
console.log(
  `the clock was set 8 times by ${days} days, ${seconds} s at each of four, four with a restart; ${wrongs.length} wrong`,
);
process.exit(wrongs.length > 0 ? 1 : 0);
