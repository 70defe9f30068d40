/**
 * Tells people of screens that should play and are gone: once after 10 minutes, and once on return. What somebody was told
 * stands in the database, and what nobody could be told is tried again by the next run; the minutes are counted by this process, so that a stopped server blames no screen.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Heartbeats } from '../players/heartbeats.ts';
import { type Letter, type NamedScreen, screensBackLetter, screensLostLetter } from './emails.ts';
import { unlessAborted } from './backup-warning.ts';

const offlineAfterMs = 10 * 60_000;
/** Mail servers refuse clients that open many connections. */
const lettersAtOnce = 4;

interface ScreenRow {
  id: number;
  name: string;
  username: string;
  email: string;
  isReported: number;
  shouldPlay: number;
}

export interface OfflineScreensDeps {
  database: Database;
  heartbeats: Pick<Heartbeats, 'isOnline'>;
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'deliverOnce'>;
  clock: Clock;
}

/** Call the result once a minute; it answers a sentence. */
export function createOfflineScreens({
  database,
  heartbeats,
  accounts,
  mail,
  clock,
}: OfflineScreensDeps): (signal: AbortSignal) => Promise<string> {
  const select = database.prepare<[], ScreenRow>(`
    SELECT p.id, p.name, o.username, o.email, p.offline_reported_at IS NOT NULL AS isReported,
      p.status = 'active' AND o.status = 'approved' AND s.player_id IS NOT NULL AND a.player_id IS NOT NULL AS shouldPlay
    FROM players p JOIN users o ON o.id = p.user_id
    LEFT JOIN player_sessions s ON s.player_id = p.id
    LEFT JOIN player_playlist_assignments a ON a.player_id = p.id`);
  const note = database.prepare<[number | null, number]>('UPDATE players SET offline_reported_at = ? WHERE id = ?');
  /** Screen -> monotonic time at which it was last online, or began to be one that should play. */
  const since = new Map<number, number>();
  /** Screen -> whether it is told as gone, as long as the database could not note it. */
  const unnoted = new Map<number, boolean>();

  /** Administrators hear of all, the owners of their own. Answers the screens that somebody has heard of. */
  async function tell(
    screens: readonly ScreenRow[],
    write: (screens: readonly NamedScreen[]) => Letter,
  ): Promise<ScreenRow[]> {
    if (screens.length === 0) return [];
    const administrators = accounts.administratorEmails();
    const owners = [...new Set(screens.map(({ email }) => email))].filter((to) => !administrators.includes(to));
    const letters = [
      ...administrators.map((to) => ({ to, about: screens, letter: write(screens) })),
      ...owners.map((to) => {
        const own = screens.filter(({ email }) => email === to);
        return { to, about: own, letter: write(own.map(({ name }) => ({ name }))) };
      }),
    ];
    const told = new Set<ScreenRow>();
    for (let first = 0; first < letters.length; first += lettersAtOnce) {
      await Promise.all(
        letters.slice(first, first + lettersAtOnce).map(async ({ to, about, letter }) => {
          if (await mail.deliverOnce(to, letter.subject, letter.text)) for (const screen of about) told.add(screen);
        }),
      );
    }
    return [...told];
  }

  /** A database that cannot be written (a full disk) must not bring the same letter every minute. */
  function noteAll(gone: readonly ScreenRow[], settled: readonly ScreenRow[]): void {
    if (gone.length + settled.length === 0) return;
    for (const { id } of gone) unnoted.set(id, true);
    for (const { id } of settled) unnoted.set(id, false);
    database.tx(() => {
      for (const { id } of gone) note.run(clock.now(), id);
      for (const { id } of settled) note.run(null, id);
    });
    for (const { id } of [...gone, ...settled]) unnoted.delete(id);
  }

  return async (signal) => {
    const now = clock.monotonic();
    const rows = select.all();
    const lost: ScreenRow[] = [];
    const returned: ScreenRow[] = [];
    const forgotten: ScreenRow[] = [];
    let playing = 0;
    let online = 0;
    for (const row of rows) {
      const isOnline = heartbeats.isOnline(row.id);
      const isReported = unnoted.get(row.id) ?? row.isReported === 1;
      if (isOnline && isReported) returned.push(row);
      if (!row.shouldPlay) {
        since.delete(row.id);
        // Paused, unpaired or without playlist: nobody waits for it any more.
        if (!isOnline && isReported) forgotten.push(row);
        continue;
      }
      playing += 1;
      if (isOnline) online += 1;
      if (isOnline || !since.has(row.id)) since.set(row.id, now);
      else if (!isReported && now - (since.get(row.id) ?? now) >= offlineAfterMs) lost.push(row);
    }
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of since.keys()) if (!ids.has(id)) since.delete(id);

    const [gone, back] = await unlessAborted(
      Promise.all([tell(lost, screensLostLetter), tell(returned, screensBackLetter)]),
      signal,
    );
    noteAll(gone, [...back, ...forgotten]);
    if (playing === 0) return 'Nenhuma tela deveria estar exibindo agora.';
    return `${playing === 1 ? '1 tela deveria' : `${playing} telas deveriam`} estar exibindo: ${online} com conexão, ${playing - online} sem.`;
  };
}
