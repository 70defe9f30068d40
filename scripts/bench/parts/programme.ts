/** What 500 rules cost the polls of 2,000 screens: two accounts of one server, one without rules, one whose screens keep them all. */
import { join } from 'node:path';
import { limits } from '../../../src/contract/limits.ts';
import { dataFolder } from '../../../src/platform/storage/data-folder.ts';
import { Database } from '../../../src/platform/storage/database.ts';
import { type Device, furnish } from '../furnish.ts';
import { inTurn, load, type Running, startServer } from '../rig.ts';
import type { Row } from '../table.ts';
import { pollOf } from './polls.ts';

const screens = 2_000;
const rules = limits.schedule.perAccount;

/** For all screens of the account, by a group; one or another of them always plays. */
function addRules(dataDir: string, userId: number): void {
  const database = new Database(join(dataFolder(dataDir).database));
  const run = (sql: string, ...values: unknown[]) =>
    Number(database.connection.prepare(sql).run(...values).lastInsertRowid);
  database.tx(() => {
    const playlistId = run(
      'INSERT INTO playlists (user_id, name, is_random, created_at) VALUES (?, ?, 0, 0)',
      userId,
      'Manhã',
    );
    run(
      `INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
       SELECT id, ?, 1, id FROM videos WHERE user_id = ?`,
      playlistId,
      userId,
    );
    const groupId = run('INSERT INTO screen_groups (user_id, name, created_at) VALUES (?, ?, 0)', userId, 'Todas');
    run('INSERT INTO screen_group_members SELECT ?, id FROM players WHERE user_id = ?', groupId, userId);
    for (let at = 0; at < rules; at += 1) {
      const ruleId = run(
        'INSERT INTO schedule_rules (user_id, playlist_id, days, from_minute, to_minute, created_at) VALUES (?, ?, ?, ?, ?, 0)',
        ...[userId, playlistId, 1 << (at % 7), (at * 97) % 1440, (at * 61 + 720) % 1440],
      );
      run('INSERT INTO schedule_targets (rule_id, group_id) VALUES (?, ?)', ruleId, groupId);
    }
  });
  database.close();
}

/** The answer as a screen gets it that knows nothing of its programme yet. */
async function firstAnswer({ port }: Running, { token }: Device) {
  const response = await fetch(`http://127.0.0.1:${port}/api/player/assigned-playlist?programme=`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as { programme?: { revision: string } };
}

export async function programme(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder, { users: 2, screens: 2 * screens, contents: 20 });
  const [plain, ruled] = [devices.slice(0, screens), devices.slice(screens)];
  addRules(folder, ruled[0]?.userId ?? 0);
  const server = await startServer(folder);
  try {
    const rows: Row[] = [];
    for (const [what, follows] of [
      ['each follows its programme', true],
      ['the server decides', false],
    ] as const) {
      const polls = async (of: Device[]) => {
        const [first] = of;
        const known = first && (await firstAnswer(server, first)).programme?.revision;
        if (of === ruled && known === undefined) throw new Error('no programme');
        return of.map((device) => {
          const { path, ...poll } = pollOf(device);
          return { ...poll, path: follows ? `${path}?programme=${known ?? ''}` : path };
        });
      };
      const [without, under] = [await polls(plain), await polls(ruled)];
      const { bare, ours } = await inTurn(
        { bare: () => load(server, without, { seconds: 1 }), ours: () => load(server, under, { seconds: 1 }) },
        15,
      );
      rows.push({
        what: `a poll of ${screens} screens under ${rules} rules, beside one of as many without: ${what}`,
        ours: `${ours.processorUs.toFixed(1)} us of processor, p99 ${ours.p99Ms.toFixed(1)} ms${ours.failed > 0 ? `, ${ours.failed} FAILED` : ''}`,
        bare: `${bare.processorUs.toFixed(1)} us, p99 ${bare.p99Ms.toFixed(1)} ms${bare.failed > 0 ? `, ${bare.failed} FAILED` : ''}`,
        value: ours.processorUs / bare.processorUs,
        promise: { atMost: 1.05 },
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}
