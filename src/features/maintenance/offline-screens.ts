/**
 * Tells people of screens that should play and are gone: once after 10 minutes, and once on return. Who has been told
 * stands in the database; the minutes are counted by this process, so that a stopped server blames no screen.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Mail } from '../../platform/mail.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { Heartbeats } from '../players/heartbeats.ts';
import { type Letter, type NamedScreen, screensBackLetter, screensLostLetter } from './letters.ts';

const offlineAfterMs = 10 * 60_000;

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
  mail: Pick<Mail, 'send'>;
  clock: Clock;
}

/** Call the result once a minute; it answers a sentence. */
export function createOfflineScreens({ database, heartbeats, accounts, mail, clock }: OfflineScreensDeps): () => string {
  const select = database.prepare<[], ScreenRow>(`
    SELECT p.id, p.name, o.username, o.email, p.offline_reported_at IS NOT NULL AS isReported,
      p.status = 'active' AND o.status = 'approved' AND s.player_id IS NOT NULL AND a.player_id IS NOT NULL AS shouldPlay
    FROM players p JOIN users o ON o.id = p.user_id
    LEFT JOIN player_sessions s ON s.player_id = p.id
    LEFT JOIN player_playlist_assignments a ON a.player_id = p.id`);
  const note = database.prepare<[number | null, number]>('UPDATE players SET offline_reported_at = ? WHERE id = ?');
  /** Screen -> monotonic time at which it was last online, or began to be one that should play. */
  const since = new Map<number, number>();

  /** Administrators hear of all, the owners of their own. */
  function tell(screens: readonly ScreenRow[], write: (screens: readonly NamedScreen[]) => Letter): void {
    if (screens.length === 0) return;
    const administrators = accounts.administratorEmails();
    const all = write(screens);
    for (const to of administrators) mail.send(to, all.subject, all.text);
    for (const to of new Set(screens.map(({ email }) => email))) {
      if (administrators.includes(to)) continue;
      const letter = write(screens.filter(({ email }) => email === to).map(({ name }) => ({ name })));
      mail.send(to, letter.subject, letter.text);
    }
  }

  return () => {
    const now = clock.monotonic();
    const rows = select.all();
    const lost: ScreenRow[] = [];
    const returned: ScreenRow[] = [];
    const forgotten: ScreenRow[] = [];
    let playing = 0;
    let online = 0;
    for (const row of rows) {
      const isOnline = heartbeats.isOnline(row.id);
      if (isOnline && row.isReported) returned.push(row);
      if (!row.shouldPlay) {
        since.delete(row.id);
        // Paused, unpaired or without playlist: nobody waits for it any more.
        if (!isOnline && row.isReported) forgotten.push(row);
        continue;
      }
      playing += 1;
      if (isOnline) online += 1;
      if (isOnline || !since.has(row.id)) since.set(row.id, now);
      else if (!row.isReported && now - (since.get(row.id) ?? now) >= offlineAfterMs) lost.push(row);
    }
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of since.keys()) if (!ids.has(id)) since.delete(id);

    if (lost.length + returned.length + forgotten.length > 0) {
      database.tx(() => {
        for (const { id } of lost) note.run(clock.now(), id);
        for (const { id } of [...returned, ...forgotten]) note.run(null, id);
        database.afterCommit(() => {
          tell(lost, screensLostLetter);
          tell(returned, screensBackLetter);
        });
      });
    }
    if (playing === 0) return 'Nenhuma tela deveria estar exibindo agora.';
    return `${playing === 1 ? '1 tela deveria' : `${playing} telas deveriam`} estar exibindo: ${online} com conexão, ${playing - online} sem.`;
  };
}
