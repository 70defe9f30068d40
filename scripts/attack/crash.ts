/**
 * Kills the server with SIGKILL at random moments, also in the middle of its start, while contents are uploaded, processed,
 * replaced, renamed, deleted, taken back, and backups are made. After each restart nothing acknowledged may be missing or
 * back again; after every third no job may be stuck, and doctor must agree. Ends with the figures, and with 1 when one is wrong.
 *
 *   node --import tsx scripts/attack/crash.ts [KILLS] [SEED]
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Video } from '../../src/contract/media.ts';
import { ApiError, type Client } from '../../src/testing/client.ts';
import { fixture } from '../../src/testing/media.ts';
import { disagreements, signIn, startServer } from './killed-server.ts';

const killsAtAll = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? 1);
const parallel = 3;
const itemsAtMost = 12;
const stuckAfterMs = 180_000;
/** Turns until everything has to be done and agreed. */
const settleEvery = 3;

let state = seed;
/** mulberry32: the same operations and moments for the same seed. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;

/** What was acknowledged of an item. What was asked for and never answered may have happened or not. */
interface Known {
  names: Set<string>;
  where: 'here' | 'gone' | 'unsure';
  isBusy: boolean;
}
const known = new Map<number, Known>();
const playlists = new Map<number, string>();
const counts = { acknowledged: 0, unanswered: 0, refused: 0 };
const wrongs: string[] = [];
const killedWhen = { working: 0, starting: 0 };
const kills = () => killedWhen.working + killedWhen.starting;

const dataDir = mkdtempSync(join(tmpdir(), 'antessala-attack-'));
const files = await Promise.all(['logo.png', 'photo.jpg', 'turned.jpg', 'silent.mp4', 'old.avi'].map(fixture));
let server = startServer(dataDir);
await server.ready();
const admin = await signIn();
let isKilled = false;
let names = 0;

/** Runs a change: `before` makes unsure what it touches, `after` records the answer. */
async function change(item: Known | undefined, run: () => Promise<void>): Promise<void> {
  if (item) item.isBusy = true;
  try {
    await run();
    counts.acknowledged += 1;
  } catch (error) {
    if (error instanceof ApiError) counts.refused += 1;
    else if (isKilled) counts.unanswered += 1;
    else throw error;
  } finally {
    if (item) item.isBusy = false;
  }
}

const itemsThat = (where: Known['where']) => [...known].filter(([, item]) => item.where === where && !item.isBusy);

const operations: Record<string, (client: Client) => Promise<void>> = {
  upload: (client) =>
    change(undefined, async () => {
      const name = `Item ${(names += 1)}`;
      const { id } = await client.upload(pick(files), { name, useAmbientBackground: random() < 0.5 });
      known.set(id, { names: new Set([name]), where: 'here', isBusy: false });
    }),
  async replace(client) {
    const [id, item] = pick(itemsThat('here')) ?? [];
    if (id !== undefined) await change(item, async () => void (await client.replace(id, pick(files))));
  },
  async rename(client) {
    const [id, item] = pick(itemsThat('here')) ?? [];
    if (id === undefined || !item) return;
    const name = `Item ${(names += 1)}`;
    await change(item, async () => {
      const before = item.names;
      item.names = new Set([...before, name]);
      await client.call('PATCH /api/videos/:id', { params: { id }, body: { name } });
      item.names = new Set([name]);
    });
  },
  async delete(client) {
    const [id, item] = pick(itemsThat('here')) ?? [];
    if (id === undefined || !item) return;
    await change(item, async () => {
      item.where = 'unsure';
      await client.call('DELETE /api/videos/:id', { params: { id } });
      item.where = 'gone';
    });
  },
  async restore(client) {
    const [id, item] = pick(itemsThat('gone')) ?? [];
    if (id === undefined || !item) return;
    await change(item, async () => {
      item.where = 'unsure';
      try {
        await client.call('POST /api/videos/:id/restore', { params: { id } });
        item.where = 'here';
      } catch (error) {
        // Too late: an answer as well.
        if (error instanceof ApiError) item.where = 'gone';
        throw error;
      }
    });
  },
  playlist: (client) =>
    change(undefined, async () => {
      const name = `Lista ${(names += 1)}`;
      const { id } = await client.call('POST /api/playlists', { body: { name } });
      playlists.set(id, name);
    }),
  backup: (client) =>
    change(undefined, async () => {
      await client.call('POST /api/admin/tasks/:name/run', { params: { name: 'backup' } });
    }),
};
const weighted = ['upload', 'upload', 'replace', 'replace', 'rename', 'delete', 'restore', 'playlist', 'backup'];

async function work(client: Client): Promise<void> {
  while (!isKilled) {
    const isCrowded = itemsThat('here').length >= itemsAtMost;
    const name = isCrowded ? 'delete' : pick(weighted);
    await operations[name]?.(client);
    await sleep(random() * 50);
  }
}

function compare(listed: readonly Video[], turn: number): void {
  for (const [id, item] of known) {
    const found = listed.find((video) => video.id === id);
    if (item.where === 'here' && !found) wrongs.push(`turn ${turn}: ${id} (${[...item.names][0]}) is missing`);
    if (item.where === 'gone' && found) wrongs.push(`turn ${turn}: ${id} was deleted and is back`);
    if (found && !item.names.has(found.name)) wrongs.push(`turn ${turn}: ${id} is called ${found.name}`);
    item.where = found ? 'here' : 'gone';
    if (found) item.names = new Set([found.name]);
  }
  // Asked for, done, and never answered.
  for (const { id, name } of listed)
    if (!known.has(id)) known.set(id, { names: new Set([name]), where: 'here', isBusy: false });
}

/** Waits until nothing is under way; each finished item's bytes must be there. */
async function settle(turn: number): Promise<void> {
  const isWaiting = ({ processingStatus: own, replacement }: Video) =>
    [own, replacement?.status].some((status) => status === 'pending' || status === 'processing');
  let listed = await admin.call('GET /api/videos');
  for (const end = performance.now() + stuckAfterMs; listed.some(isWaiting); await sleep(100)) {
    if (performance.now() > end) {
      for (const { id } of listed.filter(isWaiting)) wrongs.push(`turn ${turn}: ${id} is stuck`);
      return;
    }
    listed = await admin.call('GET /api/videos');
  }
  for (const { id, processingStatus, processingError, mediaUrl } of listed) {
    if (processingStatus !== 'completed') wrongs.push(`turn ${turn}: ${id} failed: ${processingError}`);
    else if ((await admin.request(mediaUrl ?? '', { headers: { range: 'bytes=0-9' } })).status !== 206)
      wrongs.push(`turn ${turn}: the bytes of ${id} are missing`);
  }
}

/** Counts only what the signal ended: a server that was gone before is a fault. */
async function kill(when: keyof typeof killedWhen): Promise<void> {
  if (await server.end('SIGKILL')) killedWhen[when] += 1;
  else wrongs.push(`the server ended by itself, ${when}: ${server.told().slice(-500)}`);
}

const begun = performance.now();
let told = 0;
for (let turn = 1; kills() < killsAtAll && wrongs.length === 0; turn += 1) {
  isKilled = false;
  const working = Array.from({ length: parallel }, () => work(admin));
  await sleep(random() ** 2 * 4_000);
  isKilled = true;
  await kill('working');
  await Promise.all(working);
  server = startServer(dataDir);
  if (random() < 0.2) {
    // In the middle of the start, too.
    await sleep(random() * 1_000);
    await kill('starting');
    server = startServer(dataDir);
  }
  await server.ready();
  const me = await admin.status('GET /api/user');
  if (me !== 200) wrongs.push(`turn ${turn}: logged out (${me})`);
  compare(await admin.call('GET /api/videos'), turn);
  const listed = await admin.call('GET /api/playlists');
  for (const [id, name] of playlists)
    if (!listed.some((each) => each.id === id)) wrongs.push(`turn ${turn}: ${name} is missing`);
  // Waiting for every job takes most of the time, and a kill finds more under way when the last one's work is not over.
  if (turn % settleEvery === 0 || kills() >= killsAtAll) {
    await settle(turn);
    for (const what of await disagreements(dataDir)) wrongs.push(`turn ${turn}: doctor: ${what}`);
  }
  if (kills() - told >= 10) {
    told = kills();
    console.log(`${told} kills, ${turn} restarts looked at: ${JSON.stringify(counts)}, ${wrongs.length} wrong`);
  }
}
await server.end('SIGTERM');
const left = readdirSync(join(dataDir, 'tmp'));
if (left.length > 0) wrongs.push(`tmp holds ${left.join(', ')}`);
for (const wrong of wrongs) console.log(wrong);
if (wrongs.length > 0) console.log(server.told().slice(-3_000));
console.log(
  `${kills()} of ${killsAtAll} kills (${killedWhen.working} at work, ${killedWhen.starting} in a start; seed ${seed}) in ${((performance.now() - begun) / 1000).toFixed(0)} s: ${counts.acknowledged} changes acknowledged, ${counts.unanswered} cut off, ${counts.refused} refused; ${wrongs.length} wrong`,
);
rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
process.exit(wrongs.length > 0 ? 1 : 0);
