/** Makes calls on a screen, and records the cards and sounds of its page. */
import assert from 'node:assert/strict';
import type { Call } from '../../../src/contract/calls.ts';
import { arrivesWithinMs, delay, eventually, type Server, type Tv } from './tv.ts';

/** Creates a room of the server's clinic and sets `seconds` for each card; returns the room's id. */
export async function createCallRoom(server: Server, seconds = 5): Promise<number> {
  const { id } = await server.owner.call('POST /api/call-rooms', { body: { name: 'Consultório 3' } });
  await server.owner.call('PUT /api/call-settings', { body: { seconds } });
  return id;
}

export const callPatient = (server: Server, roomId: number, label: string) =>
  server.owner.call('POST /api/calls', { body: { label, roomId } });

/** Makes calls within 300 ms, and returns them in the order of their ids. */
export async function callsAtOnce(server: Server, roomId: number, labels: readonly string[]): Promise<Call[]> {
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

/** Moves the time of one call, or of all calls, into the past. */
export const ageCalls = (server: Server, seconds: number, id: number | null = null) =>
  server.app.parts.database.connection
    .prepare('UPDATE calls SET created_at = created_at - :ms WHERE :id IS NULL OR id = :id')
    .run({ ms: seconds * 1000, id });

/** Plays contents on the TV, by default one red picture, and records the calls that it shows. Returns the screen's id. */
export async function playForCalls(server: Server, tv: Tv, contents?: number[]): Promise<number> {
  // A starting screen announces calls younger than 90 s: make those of the previous test older.
  ageCalls(server, 200);
  await tv.page.addInitScript(recordCalls);
  const { playerId } = await server.sendTo(tv, contents ?? [await server.image('vermelho', '#c81e1e', 600)]);
  await tv.untilPlaying();
  await tv.untilNoFade();
  return playerId;
}

/** Waits until `minCount` screens have sent a receipt of the call, for `withinMs` at most. Returns the receipts. */
export async function receiptsOf(server: Server, callId: number, withinMs = arrivesWithinMs, minCount = 1) {
  for (const end = performance.now() + withinMs; ; await delay(50)) {
    const { calls } = await server.owner.call('GET /api/calls');
    const found = calls.find(({ id }) => id === callId)?.receipts ?? [];
    if (found.length >= minCount || performance.now() > end) return found;
  }
}

/** Waits for the receipt with sound. The screen may send one without sound before. Fails with the receipts. */
export async function untilPlayed(server: Server, callId: number): Promise<void> {
  let receipts: Awaited<ReturnType<typeof receiptsOf>> = [];
  await eventually(
    () => `call ${callId} is heard: ${JSON.stringify(receipts)}`,
    async () => (receipts = await receiptsOf(server, callId, 0))[0]?.hadSound,
  );
}

/** A file that was played; times are those of the page. */
export interface PlayedSound {
  url: string;
  isMuted: boolean;
  startedAt: number;
  endedAt: number;
  /** Playback position when the file ended. */
  playedMs: number;
  durationMs: number;
}

/** Runs in the page: records the events that `recordedEvents` returns, and the sounds. */
function recordCalls(): void {
  const events: string[] = [];
  const sounds: PlayedSound[] = [];
  Object.assign(window, { events, sounds });
  document.addEventListener('DOMContentLoaded', () => {
    let shown = '';
    new MutationObserver(() => {
      const label = document.querySelector('.call.is-visible .call-label')?.textContent ?? '';
      if (label === shown) return;
      shown = label;
      events.push(label === '' ? 'empty' : `card ${label}`);
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  function recordEvent({ type, target }: Event): void {
    const audio = target as HTMLAudioElement;
    if (audio.dataset.testid !== 'call-sound') return;
    const last = sounds[sounds.length - 1];
    // The same sound continues after a short interruption by a busy machine.
    if (type === 'playing' && audio.currentTime > 0.1 && last?.endedAt === Infinity && last.url === audio.currentSrc)
      return;
    events.push(type);
    const played = { endedAt: performance.now(), playedMs: audio.currentTime * 1000 };
    const durationMs = audio.duration * 1000;
    if (type === 'ended') Object.assign(last ?? {}, played);
    else
      sounds.push({
        ...{ url: audio.currentSrc, isMuted: audio.muted, durationMs },
        ...{ startedAt: performance.now(), endedAt: Infinity, playedMs: 0 },
      });
  }
  for (const type of ['playing', 'ended']) document.addEventListener(type, recordEvent, { capture: true });
}

/** Returns the events so far: 'card LABEL', 'empty' when the card is hidden, and 'playing' and 'ended' of each sound. */
export const recordedEvents = (tv: Tv) => tv.page.evaluate(() => (window as unknown as { events: string[] }).events);
export const soundsOf = (tv: Tv) => tv.page.evaluate(() => (window as unknown as { sounds: PlayedSound[] }).sounds);

/** Returns the text of the strip's labels, the newest first. */
export const stripOf = (tv: Tv) => tv.page.locator('.strip-label').allTextContents();

/** Waits until the event has been recorded ('empty': as the last one). Returns all events. */
export async function untilRecorded(tv: Tv, event: string, withinMs = arrivesWithinMs): Promise<string[]> {
  await tv.page.waitForFunction(
    ([event, isEnd]) => {
      const { events } = window as unknown as { events: string[] };
      return isEnd ? events[events.length - 1] === event : events.includes(event);
    },
    [event, event === 'empty'] as const,
    { timeout: withinMs, polling: 100 },
  );
  return recordedEvents(tv);
}
