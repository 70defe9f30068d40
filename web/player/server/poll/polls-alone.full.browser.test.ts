/** Tests calls and urgent notices on a screen whose network blocks sockets (contract/README 10.4). */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { limits } from '../../../../src/contract/limits.ts';
import { callPatient, createCallRoom, playForCalls } from '../../testing/calls.ts';
import { openLink } from '../../testing/link.ts';
import { delay, openTv, smallViewport, startServer, test, type Tv } from '../../testing/tv.ts';
import { endUrgent, sendUrgent } from '../../testing/urgent.ts';

/** Maximum time from the creation of a call or notice until it is painted: a poll's 3 s, two responses and the painting. */
const promisedMs = 4_000;
/** Maximum time from the start of the poll that reports a call or notice until it is painted. */
const afterPollMs = promisedMs - limits.assignedPlaylistPollMs;

interface Poll {
  startedAt: number;
  endedAt: number;
}

/** Records of the page: its polls, and when each card and each notice was painted; milliseconds since 1970. */
interface Records {
  polls: Poll[];
  painted: Record<string, number>;
}

/** Runs in the page: records the polls, which the browser lists as resources, and the paintings. */
function recordPolls(): void {
  const records: Records = { polls: [], painted: {} };
  Object.assign(window, { received: records });
  const origin = performance.timeOrigin;
  new PerformanceObserver((list) => {
    for (const { name, startTime, responseEnd } of list.getEntries() as PerformanceResourceTiming[])
      if (name.includes('/api/player/assigned-playlist'))
        records.polls.push({ startedAt: origin + startTime, endedAt: origin + responseEnd });
  }).observe({ type: 'resource', buffered: true });
  document.addEventListener('DOMContentLoaded', () => {
    let seen = '';
    new MutationObserver(() => {
      const card = document.querySelector<HTMLElement>('.call.is-visible')?.dataset.callId;
      const notice = document.querySelector<HTMLElement>('.urgent.is-visible')?.dataset.urgentId;
      const now = notice ? `urgent ${notice}` : card ? `call ${card}` : '';
      if (now === seen) return;
      // If none is visible now, the last one has ended.
      const name = now || `${seen} ended`;
      seen = now;
      requestAnimationFrame(() => setTimeout(() => (records.painted[name] ??= origin + performance.now())));
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
  });
}

/** Waits until `name` is painted; returns the milliseconds since its creation, and since the poll that reported it. */
async function untilPainted(
  tv: Tv,
  name: string,
  createdAt: number,
): Promise<{ sinceCreated: number; sincePoll: number }> {
  await tv.page.waitForFunction(
    (name) => (window as unknown as { received: Records }).received.painted[name] !== undefined,
    name,
    { polling: 100 },
  );
  const { polls, painted } = await tv.page.evaluate(() => (window as unknown as { received: Records }).received);
  const paintedAt = painted[name] ?? Infinity;
  const reporting = polls.filter(({ startedAt, endedAt }) => startedAt >= createdAt && endedAt <= paintedAt);
  // A poll that was running during the creation may have reported it.
  const [poll = polls.findLast(({ endedAt }) => endedAt >= createdAt && endedAt <= paintedAt), ...later] = reporting;
  // No second regular poll may start before the painting: the first has to be enough. A poll soon after the first is the extra
  // one that the end of an urgent notice causes.
  assert.ok(
    later.every(({ startedAt }) => startedAt - (poll?.startedAt ?? 0) < limits.assignedPlaylistPollMs / 2),
    `${name}: a poll did not report it, ${JSON.stringify({ createdAt, paintedAt, reporting })}`,
  );
  assert.ok(poll, `${name}: painted without a poll`);
  return { sinceCreated: paintedAt - createdAt, sincePoll: paintedAt - poll.startedAt };
}

/** Returns the milliseconds between the poll that reported a notice's end and the next poll. */
async function untilNextPoll(tv: Tv, endedAt: number): Promise<number> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await delay(100)) {
    const { polls } = await tv.page.evaluate(() => (window as unknown as { received: Records }).received);
    const [reported, next] = polls.filter((poll) => poll.endedAt >= endedAt);
    if (reported && next) return next.startedAt - reported.endedAt;
  }
  throw new Error('no poll follows');
}

const medianOf = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Infinity;

/** Fails if the median is over the limits. Single values may be, on a busy machine. */
function assertSoon(t: TestContext, what: string, took: { sinceCreated: number; sincePoll: number }[]): void {
  const sinceCreatedMs = took.map(({ sinceCreated }) => Math.round(sinceCreated));
  const sincePollMs = took.map(({ sincePoll }) => Math.round(sincePoll));
  t.diagnostic(
    `${what}: ${sinceCreatedMs.join(', ')} ms after it was made, ${sincePollMs.join(', ')} ms after the poll began`,
  );
  assert.ok(medianOf(sinceCreatedMs) <= promisedMs, `${what}: ${sinceCreatedMs.join()} ms`);
  assert.ok(medianOf(sincePollMs) <= afterPollMs, `${what}: ${sincePollMs.join()} ms after the poll`);
}

test('without sockets a call, an urgent notice and its end arrive with the next poll, within 4 s', async (t) => {
  const server = await startServer(t);
  const link = await openLink(t, server.url);
  link.set({ type: 'good', refusesSockets: true });
  const roomId = await createCallRoom(server);
  const tv = await openTv(t, server, { ...smallViewport, url: link.url });
  let socketMessages = 0;
  tv.page.on('websocket', (socket) => socket.on('framereceived', () => (socketMessages += 1)));
  await tv.page.addInitScript(recordPolls);
  await playForCalls(server, tv);
  assert.ok(link.refusedSockets() > 0, 'the page has tried to open a socket');
  const pollCount = () => tv.page.evaluate(() => (window as unknown as { received: Records }).received.polls.length);
  for (const before = await pollCount(); (await pollCount()) < before + 2;) await delay(100);

  const calls = [];
  const shown = [];
  const ended = [];
  const nextPollMs = [];
  for (const label of ['P1', 'P2', 'P3']) {
    const call = await callPatient(server, roomId, label);
    calls.push(await untilPainted(tv, `call ${call.id}`, Date.parse(call.createdAt)));
    await tv.until('.call:not(.is-visible)');

    const { id, createdAt } = await sendUrgent(server, `Calma, ${label}`);
    shown.push(await untilPainted(tv, `urgent ${id}`, Date.parse(createdAt)));
    const { endedAt } = await endUrgent(server, id);
    ended.push(await untilPainted(tv, `urgent ${id} ended`, Date.parse(endedAt ?? '')));
    nextPollMs.push(await untilNextPoll(tv, Date.parse(endedAt ?? '')));
  }
  assertSoon(t, 'calls', calls);
  assertSoon(t, 'urgent notices', shown);
  assertSoon(t, 'their ends', ended);
  t.diagnostic(`the next poll began ${nextPollMs.map(Math.round).join(', ')} ms after the poll that reported the end`);
  assert.ok(
    medianOf(nextPollMs) < limits.assignedPlaylistPollMs / 2,
    'after the end the next poll begins at once, not after the regular interval',
  );
  assert.equal(socketMessages, 0, 'no message arrived by a socket');
});
