/**
 * Notifies people of screens that should play and are gone: once after 10 minutes, and once on return. What somebody
 * heard is in the database, and what nobody could hear is tried again by the next run; the minutes are counted by this
 * process, so that a stopped server blames no screen.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { noticeOf } from '../../platform/webhook.ts';
import type { Heartbeats } from '../players/heartbeats/heartbeats.ts';
import type { Email } from '../accounts/emails.ts';
import { type NamedScreen, screensBackEmail, screensLostEmail } from './emails.ts';
import { type NotifyDeps, unlessAborted } from './notifications.ts';
import { createOfflineStore, type WatchedScreen } from './offline-store.ts';

const offlineAfterMs = 10 * 60_000;
/** Mail servers refuse clients that open many connections. */
const emailsAtOnce = 4;

interface OfflineScreensDeps extends NotifyDeps {
  database: Database;
  heartbeats: Pick<Heartbeats, 'isOnline'>;
  clock: Clock;
}

/** Call the result once a minute; it returns a sentence. */
export function createOfflineScreens(deps: OfflineScreensDeps): (signal: AbortSignal) => Promise<string> {
  const { database, heartbeats, accounts, mail, webhook, clock } = deps;
  const store = createOfflineStore(database);
  /** Screen -> monotonic time at which it was last online, or began to be one that should play. */
  const since = new Map<number, number>();
  /** Screen -> whether it is reported as gone, as long as the database could not note it. */
  const unnoted = new Map<number, boolean>();
  /** Screen -> whether the webhook, which retries by itself, was last sent that it is gone. */
  const reportedGone = new Map<number, boolean>();

  function notifyWebhook(screens: readonly WatchedScreen[], isGone: boolean): void {
    const changed = screens.filter(({ id }) => reportedGone.get(id) !== isGone);
    if (changed.length > 0) webhook.send(noticeOf((isGone ? screensLostEmail : screensBackEmail)(changed), 'screens'));
    for (const { id } of changed) reportedGone.set(id, isGone);
  }

  /** Mails administrators about all screens and owners about theirs. Returns the screens of delivered mails. */
  async function notify(
    screens: readonly WatchedScreen[],
    write: (screens: readonly NamedScreen[]) => Email,
  ): Promise<WatchedScreen[]> {
    if (screens.length === 0) return [];
    const administrators = accounts.administratorEmails();
    const owners = [...new Set(screens.map(({ email }) => email))].filter((to) => !administrators.includes(to));
    const emails = [
      ...administrators.map((to) => ({ to, about: screens, email: write(screens) })),
      ...owners.map((to) => {
        const own = screens.filter(({ email }) => email === to);
        return { to, about: own, email: write(own.map(({ name }) => ({ name }))) };
      }),
    ];
    const received = new Set<WatchedScreen>();
    for (let first = 0; first < emails.length; first += emailsAtOnce) {
      await Promise.all(
        emails.slice(first, first + emailsAtOnce).map(async ({ to, about, email }) => {
          if (await mail.deliverOnce(to, email.subject, email.text)) for (const screen of about) received.add(screen);
        }),
      );
    }
    return [...received];
  }

  /** A database that cannot be written (a full disk) must not bring the same email every minute. */
  function noteAll(gone: readonly WatchedScreen[], settled: readonly WatchedScreen[]): void {
    if (gone.length + settled.length === 0) return;
    for (const { id } of gone) unnoted.set(id, true);
    for (const { id } of settled) unnoted.set(id, false);
    database.tx(() => {
      for (const { id } of gone) store.note(id, clock.now());
      for (const { id } of settled) store.note(id, null);
    });
    for (const { id } of [...gone, ...settled]) unnoted.delete(id);
  }

  return async (signal) => {
    const now = clock.monotonic();
    const screens = store.screens();
    const lost: WatchedScreen[] = [];
    const returned: WatchedScreen[] = [];
    const forgotten: WatchedScreen[] = [];
    let playing = 0;
    let online = 0;
    for (const screen of screens) {
      const isOnline = heartbeats.isOnline(screen.id);
      const isReported = unnoted.get(screen.id) ?? screen.isReported;
      if (isOnline && isReported) returned.push(screen);
      if (!screen.shouldPlay) {
        since.delete(screen.id);
        // Paused, unpaired or without playlist: nobody waits for it any more.
        if (!isOnline && isReported) forgotten.push(screen);
        continue;
      }
      playing += 1;
      if (isOnline) online += 1;
      if (isOnline || !since.has(screen.id)) since.set(screen.id, now);
      else if (!isReported && now - (since.get(screen.id) ?? now) >= offlineAfterMs) lost.push(screen);
    }
    const ids = new Set(screens.map(({ id }) => id));
    for (const known of [since, reportedGone]) for (const id of known.keys()) if (!ids.has(id)) known.delete(id);

    notifyWebhook(lost, true);
    notifyWebhook(returned, false);
    const [gone, back] = await unlessAborted(
      Promise.all([notify(lost, screensLostEmail), notify(returned, screensBackEmail)]),
      signal,
    );
    noteAll(gone, [...back, ...forgotten]);
    if (playing === 0) return 'Nenhuma tela deveria estar exibindo agora.';
    return `${playing === 1 ? '1 tela deveria' : `${playing} telas deveriam`} estar exibindo: ${online} com conexão, ${playing - online} sem.`;
  };
}
