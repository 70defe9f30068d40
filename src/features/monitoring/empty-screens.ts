/**
 * Notifies people of screens that will soon have nothing to show (contract/README 16.11), once each time a screen runs out of
 * contents. The database stores the delivered notifications; undelivered ones are retried by the next run.
 */
import { yieldBetween, type Clock } from '../../platform/clock.ts';
import { writeUnlessFull } from '../../platform/storage/database.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import { webhookMessageOf } from '../../platform/webhook.ts';
import type { PlayerStore, Screen } from '../players/store.ts';
import type { ScreenProgrammes } from '../programme/screen-programmes.ts';
import type { SettingsStore } from '../settings/store.ts';
import { screensEmptyEmail } from './emails.ts';
import { createScreensMailer, type NotifierDeps, unlessAborted } from './notifications.ts';

const key = 'emptyScreens.reported';

interface EmptyScreensDeps extends NotifierDeps {
  players: Pick<PlayerStore, 'pages'>;
  screenProgrammes: Pick<ScreenProgrammes, 'emptyTime'>;
  timeZones: Pick<TimeZones, 'offsets'>;
  settings: Pick<SettingsStore, 'get' | 'set'>;
  config: { publicUrl?: string | undefined };
  clock: Clock;
}

interface EmptyScreen {
  id: number;
  name: string;
  /** Name of the owner. */
  username: string;
  email: string;
  emptyFromText: string;
}

/** Returns the function of the task `empty-screens`. Its result is a sentence about the screens. */
export function createEmptyScreens(deps: EmptyScreensDeps): (signal: AbortSignal) => Promise<string> {
  const { players, screenProgrammes, timeZones, settings, webhook, config, clock } = deps;
  const mailTo = createScreensMailer(deps);
  /**
   * Screens that the previous run found. A screen is reported only when two runs in succession find it, because somebody may
   * still be filling a new playlist.
   */
  let foundBefore = new Set<number>();
  /** Ids of all reported screens while a full disk prevents storing them; otherwise undefined. */
  let unsaved: ReadonlySet<number> | undefined;
  /** Screens about which the webhook was called already. The webhook retries by itself. */
  const sentToWebhook = new Set<number>();

  function* emptyScreens(): Generator<void, EmptyScreen[]> {
    const found: EmptyScreen[] = [];
    for (const screens of players.pages()) {
      for (const screen of screens) {
        yield;
        const fromMs = emptyTime(screen);
        if (fromMs === null) continue;
        const { id, name, owner } = screen;
        const emptyFromText = emptyFromTextOf(fromMs, clock.now(), owner.timeZone);
        found.push({ id, name, username: owner.username, email: owner.email, emptyFromText });
      }
    }
    return found;
  }

  function emptyTime({ id, assignedPlaylist, owner, shouldPlay }: Screen): number | null {
    if (!shouldPlay) return null;
    return screenProgrammes.emptyTime(id, assignedPlaylist?.id ?? null, timeZones.offsets(owner.timeZone), clock.now());
  }

  return async (signal) => {
    const empty = await yieldBetween(emptyScreens());
    const ids = new Set(empty.map(({ id }) => id));
    const reported = unsaved ?? new Set(JSON.parse(settings.get(key) ?? '[]') as number[]);
    const emailOf = (screens: Parameters<typeof screensEmptyEmail>[0]) => screensEmptyEmail(screens, config.publicUrl);
    const isNew = ({ id }: EmptyScreen) => foundBefore.has(id) && !reported.has(id);
    const newlyEmpty = empty.filter(isNew);
    foundBefore = ids;

    const forWebhook = newlyEmpty.filter(({ id }) => !sentToWebhook.has(id));
    if (forWebhook.length > 0) webhook.send(webhookMessageOf(emailOf(forWebhook), 'empty-screens'));
    for (const { id } of forWebhook) sentToWebhook.add(id);
    for (const id of sentToWebhook) if (!ids.has(id)) sentToWebhook.delete(id);

    const delivered = await unlessAborted(mailTo(newlyEmpty, emailOf), signal);
    const next = new Set([...[...reported].filter((id) => ids.has(id)), ...delivered.map(({ id }) => id)]);
    if (next.size !== reported.size || delivered.length > 0) {
      unsaved = next;
      writeUnlessFull(() => {
        settings.set(key, JSON.stringify([...next]));
        unsaved = undefined;
      });
    }
    if (empty.length === 0) return 'Nenhuma tela vai ficar sem nada.';
    return `${empty.length === 1 ? '1 tela fica' : `${empty.length} telas ficam`} sem nada dentro de três dias.`;
  };
}

/** Returns a text such as 'sem nada a partir de 28/11, 19:00', in the clinic's time zone. */
function emptyFromTextOf(fromMs: number, nowMs: number, timeZone: string): string {
  if (fromMs <= nowMs) return 'já está sem nada';
  const format = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return `sem nada a partir de ${new Date(fromMs).toLocaleString('pt-BR', { ...format, timeZone })}`;
}
