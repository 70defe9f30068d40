/** A screen that is called on: what makes calls, and what the page notes of cards and sounds. */
import assert from 'node:assert/strict';
import type { Call } from '../../../src/contract/calls.ts';
import { arrivesWithinMs, delay, eventually, type Server, type Tv } from './tv.ts';

/** Makes a room of the server's clinic whose card is shown for `seconds`; returns its id. */
export async function callRoom(server: Server, seconds = 5): Promise<number> {
  const { id } = await server.owner.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await server.owner.call('PUT /api/call-settings', { body: { seconds } });
  return id;
}

export const callPatient = (server: Server, roomId: number, label: string) =>
  server.owner.call('POST /api/calls', { body: { label, roomId } });

/** Makes calls within 300 ms of each other, and returns them in their order. */
export async function callAtOnce(server: Server, roomId: number, labels: readonly string[]): Promise<Call[]> {
  const sentAt: number[] = [];
  const made = await Promise.all(
    labels.map((label) => {
      sentAt.push(performance.now());
      return callPatient(server, roomId, label);
    }),
  );
  const withinMs = Math.max(...sentAt) - Math.min(...sentAt);
  assert.ok(withinMs <= 300, `sent within ${withinMs} ms`);
  return made.sort((a, b) => a.id - b.id);
}

/** Makes one call older, or all. */
export const ageCalls = (server: Server, seconds: number, id: number | null = null) =>
  server.app.parts.database.connection
    .prepare('UPDATE calls SET created_at = created_at - :ms WHERE :id IS NULL OR id = :id')
    .run({ ms: seconds * 1000, id });

/** A screen of this TV that plays contents, by default one red picture. */
export async function playForCalls(server: Server, tv: Tv, contents?: number[]): Promise<number> {
  // A screen that comes calls what is younger than 90 s: not those of the test before.
  ageCalls(server, 200);
  await tv.page.addInitScript(noteCalls);
  const { playerId } = await server.sendTo(tv, contents ?? [await server.image('vermelho', '#c81e1e', 600)]);
  await tv.untilPlaying();
  await tv.untilStill();
  return playerId;
}

/** Waits until this many screens have sent a receipt of the call; returns what there is when no more come. */
export async function receiptsOf(server: Server, callId: number, withinMs = arrivesWithinMs, least = 1) {
  for (const end = performance.now() + withinMs; ; await delay(50)) {
    const { calls } = await server.owner.call('GET /api/calls');
    const found = calls.find(({ id }) => id === callId)?.receipts ?? [];
    if (found.length >= least || performance.now() > end) return found;
  }
}

/** Waits for the call's sound; a screen that waits for it sends a receipt of the card first. */
export const untilPlayed = (server: Server, callId: number) =>
  eventually(`call ${callId} is heard`, async () => (await receiptsOf(server, callId, 0))[0]?.hadSound);

/** A file that was played; times are the page's. */
export interface PlayedSound {
  url: string;
  isMuted: boolean;
  startedAt: number;
  endedAt: number;
  /** Position at its end, and its duration. */
  playedMs: number;
  durationMs: number;
}

/** Runs in the page: what is on the card, and when each sound begins and ends. */
function noteCalls(): void {
  const notes: string[] = [];
  const sounds: PlayedSound[] = [];
  Object.assign(window, { notes, sounds });
  document.addEventListener('DOMContentLoaded', () => {
    let shown = '';
    new MutationObserver(() => {
      const label = document.querySelector('.call.is-visible .call-label')?.textContent ?? '';
      if (label === shown) return;
      shown = label;
      notes.push(label === '' ? 'empty' : `card ${label}`);
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  function note({ type, target }: Event): void {
    const audio = target as HTMLAudioElement;
    if (audio.dataset.testid !== 'call-sound') return;
    const last = sounds[sounds.length - 1];
    // A busy machine ran out of sound for a moment: the same one goes on.
    if (type === 'playing' && audio.currentTime > 0.1 && last?.endedAt === Infinity && last.url === audio.currentSrc)
      return;
    notes.push(type);
    const played = { endedAt: performance.now(), playedMs: audio.currentTime * 1000 };
    const durationMs = audio.duration * 1000;
    if (type === 'ended') Object.assign(last ?? {}, played);
    else
      sounds.push({
        ...{ url: audio.currentSrc, isMuted: audio.muted, durationMs },
        ...{ startedAt: performance.now(), endedAt: Infinity, playedMs: 0 },
      });
  }
  for (const type of ['playing', 'ended']) document.addEventListener(type, note, { capture: true });
}

export const notesOf = (tv: Tv) => tv.page.evaluate(() => (window as unknown as { notes: string[] }).notes);
export const soundsOf = (tv: Tv) => tv.page.evaluate(() => (window as unknown as { sounds: PlayedSound[] }).sounds);

/** Returns the text of the strip's labels, the newest first. */
export const stripOf = (tv: Tv) => tv.page.locator('.strip-label').allTextContents();

/** Waits for a note; `empty` must be the last one. Returns all. */
export async function untilNoted(tv: Tv, note: string, withinMs = arrivesWithinMs): Promise<string[]> {
  await tv.page.waitForFunction(
    ([note, isEnd]) => {
      const { notes } = window as unknown as { notes: string[] };
      return isEnd ? notes[notes.length - 1] === note : notes.includes(note);
    },
    [note, note === 'empty'] as const,
    { timeout: withinMs, polling: 100 },
  );
  return notesOf(tv);
}
