/** Fills a new database with 1,000 accounts, 2,000 playing screens and 10,000 contents, or with other numbers of them. */
import { join } from 'node:path';
import { limits } from '../../../src/contract/limits.ts';
import { dataFolder } from '../../../src/platform/storage/data-folder.ts';
import { Database } from '../../../src/platform/storage/database.ts';
import { sha256Hex } from '../../../src/platform/random.ts';
import { fullOrQuick } from '../../support/quick.ts';

export const sizes = {
  users: fullOrQuick(1_000, 50),
  screens: fullOrQuick(2_000, 100),
  contents: fullOrQuick(10_000, 50),
};

/** Credentials of a screen. */
export interface Device {
  playerId: number;
  userId: number;
  token: string;
}

const tokenOf = (index: number) => `bench${String(index).padStart(38, '0')}`;
const codeCharacters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Returns a different code of `length` letters and digits for each index. */
const codeOf = (index: number, length: number) => {
  let code = '';
  for (let remaining = index, i = 0; i < length; i += 1, remaining = Math.floor(remaining / codeCharacters.length))
    code = codeCharacters[remaining % codeCharacters.length] + code;
  return code;
};

/**
 * Fills the database of a server that has been started once and is stopped. `screens` and `contents` are totals, spread evenly
 * over the accounts. Returns the credentials of all screens.
 */
export function fillDatabase(dataDir: string, { users, screens, contents } = sizes): Device[] {
  const database = new Database(join(dataFolder(dataDir).database));
  const now = Date.now();
  const insert = (table: string, columns: string) =>
    database.connection.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join()})`,
    );
  const add = {
    user: insert('users', 'username,email,password,status,created_at'),
    quota: insert('user_quotas', 'user_id'),
    playlist: insert('playlists', 'user_id,name,is_random,created_at'),
    video: insert(
      'videos',
      'user_id,name,media_type,processing_status,size_bytes,duration_ms,width,height,uploaded_at,loudness_tried',
    ),
    media: insert('media_files', 'sha256,extension,content_type,size_bytes,created_at'),
    file: insert('video_files', 'video_id,kind,sha256'),
    item: insert('video_playlist_assignments', 'video_id,playlist_id,frequency,position'),
    screen: insert('players', 'user_id,name,screen_id,activation_code,created_at'),
    session: insert('player_sessions', 'player_id,user_id,cookie_hash,device_info,created_at'),
    token: insert('player_tokens', 'player_id,token,expires_at,created_at'),
    assignment: insert('player_playlist_assignments', 'player_id,playlist_id,assigned_at'),
  };
  const insertedId = (statement: typeof add.user, ...values: unknown[]) =>
    Number(statement.run(...values).lastInsertRowid);
  const devices: Device[] = [];
  database.tx(() => {
    for (let user = 0; user < users; user += 1) {
      const userId = insertedId(add.user, `Clínica ${user}`, `clinica${user}@bench.test`, 'x', 'approved', now);
      add.quota.run(userId);
      const playlistId = insertedId(add.playlist, userId, 'Recepção', 0, now);
      for (let item = 0; item < contents / users; item += 1) {
        const sha256 = sha256Hex(`${user} ${item}`);
        const bytes = 5_000_000;
        const videoId = insertedId(
          add.video,
          userId,
          `Vídeo ${item}`,
          'video',
          'completed',
          bytes,
          15_000,
          1920,
          1080,
          now,
          1,
        );
        add.media.run(sha256, 'mp4', 'video/mp4', bytes, now);
        add.file.run(videoId, 'main', sha256);
        add.item.run(videoId, playlistId, 1, item);
      }
      for (let screen = 0; screen < screens / users; screen += 1) {
        const number = devices.length;
        const token = tokenOf(number);
        const name = `Tela ${screen + 1}`;
        const playerId = insertedId(add.screen, userId, name, codeOf(number, 6), codeOf(number, 10), now);
        add.session.run(playerId, userId, sha256Hex(`cookie ${number}`), 'bench', now);
        add.token.run(playerId, sha256Hex(token), now + 90 * 86_400_000, now);
        add.assignment.run(playerId, playlistId, now);
        devices.push({ playerId, userId, token });
      }
    }
  });
  database.close();
  return devices;
}

const ruleCount = limits.schedule.perAccount;

/** Adds the maximum number of rules to an account. They target a group of all its screens; at any time at least one holds. */
export function addRules(dataDir: string, userId: number): void {
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
    for (let i = 0; i < ruleCount; i += 1) {
      const ruleId = run(
        'INSERT INTO schedule_rules (user_id, playlist_id, days, from_minute, to_minute, created_at) VALUES (?, ?, ?, ?, ?, 0)',
        ...[userId, playlistId, 1 << (i % 7), (i * 97) % 1440, (i * 61 + 720) % 1440],
      );
      run('INSERT INTO schedule_targets (rule_id, group_id) VALUES (?, ?)', ruleId, groupId);
    }
  });
  database.close();
}
