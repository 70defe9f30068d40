/**
 * Notifies people of screens that should play and are offline: once after 10 minutes, and once when they are back. The
 * database stores the delivered notifications; undelivered ones are retried by the next run. This process counts the
 * minutes, so that the time in which the server was stopped does not count.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { webhookMessageOf } from '../../platform/webhook.ts';
import type { Heartbeats } from '../players/heartbeats/heartbeats.ts';
import { screensBackEmail, screensLostEmail } from './emails.ts';
import { createScreensMailer, type NotifierDeps, unlessAborted } from './notifications.ts';
import { createOfflineStore, type WatchedScreen } from './offline-store.ts';

const offlineAfterMs = 10 * 60_000;

interface OfflineScreensDeps extends NotifierDeps {
  database: Database;
  heartbeats: Pick<Heartbeats, 'isOnline'>;
  clock: Clock;
}

/** Returns the function of the task `offline-screens`, which runs once a minute. Its result is a sentence about the screens. */
export function createOfflineScreens(deps: OfflineScreensDeps): (signal: AbortSignal) => Promise<string> {
  const { database, heartbeats, webhook, clock } = deps;
  const mailTo = createScreensMailer(deps);
  const store = createOfflineStore(database);
  /** Monotonic time in ms at which each screen was last online, or from which it should play. */
  const offlineSince = new Map<number, number>();
  /** Reported state of each screen (true: offline) that the database could not store yet. */
  const unsaved = new Map<number, boolean>();
  /** Last state of each screen (true: offline) sent to the webhook, which retries by itself. */
  const sentToWebhook = new Map<number, boolean>();

  function notifyWebhook(screens: readonly WatchedScreen[], isOffline: boolean): void {
    const changed = screens.filter(({ id }) => sentToWebhook.get(id) !== isOffline);
    if (changed.length > 0)
      webhook.send(webhookMessageOf((isOffline ? screensLostEmail : screensBackEmail)(changed), 'screens'));
    for (const { id } of changed) sentToWebhook.set(id, isOffline);
  }

  /** Stores the reported states. `unsaved` keeps them while the disk is full: otherwise the same e-mail would be sent every minute. */
  function saveReported(offline: readonly WatchedScreen[], cleared: readonly WatchedScreen[]): void {
    if (offline.length + cleared.length === 0) return;
    for (const { id } of offline) unsaved.set(id, true);
    for (const { id } of cleared) unsaved.set(id, false);
    database.tx(() => {
      for (const { id } of offline) store.setReported(id, clock.now());
      for (const { id } of cleared) store.setReported(id, null);
    });
    for (const { id } of [...offline, ...cleared]) unsaved.delete(id);
  }

  return async (signal) => {
    const now = clock.monotonic();
    const screens = store.screens();
    const nowOffline: WatchedScreen[] = [];
    const returned: WatchedScreen[] = [];
    const notExpected: WatchedScreen[] = [];
    let expected = 0;
    let online = 0;
    for (const screen of screens) {
      const isOnline = heartbeats.isOnline(screen.id);
      const isReported = unsaved.get(screen.id) ?? screen.isReported;
      if (isOnline && isReported) returned.push(screen);
      if (!screen.shouldPlay) {
        offlineSince.delete(screen.id);
        // A screen that was paused, unpaired or lost its playlist is no longer expected to return.
        if (!isOnline && isReported) notExpected.push(screen);
        continue;
      }
      expected += 1;
      if (isOnline) online += 1;
      if (isOnline || !offlineSince.has(screen.id)) offlineSince.set(screen.id, now);
      else if (!isReported && now - (offlineSince.get(screen.id) ?? now) >= offlineAfterMs) nowOffline.push(screen);
    }
    const ids = new Set(screens.map(({ id }) => id));
    for (const map of [offlineSince, sentToWebhook]) for (const id of map.keys()) if (!ids.has(id)) map.delete(id);

    notifyWebhook(nowOffline, true);
    notifyWebhook(returned, false);
    const [reportedOffline, reportedBack] = await unlessAborted(
      Promise.all([mailTo(nowOffline, screensLostEmail), mailTo(returned, screensBackEmail)]),
      signal,
    );
    saveReported(reportedOffline, [...reportedBack, ...notExpected]);
    if (expected === 0) return 'Nenhuma tela deveria estar exibindo agora.';
    return `${expected === 1 ? '1 tela deveria' : `${expected} telas deveriam`} estar exibindo: ${online} com conexão, ${expected - online} sem.`;
  };
}
