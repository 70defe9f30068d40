/** Tests that every table of the database has a bound: a table that grows without a limit fills the disk some day. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestApp } from './testing/app.ts';

/** Maximum number of rows of each table, and the file below `src/` that enforces it; without a file, the schema does. */
const bounds: Readonly<Record<string, readonly [rows: string, file?: string]>> = {
  admin_notices: ['1,000', 'features/notices/store.ts'],
  api_tokens: ['20 per account', 'features/team/token-store.ts'],
  assignment_windows: ['20 per item of a playlist', 'features/playlists/window-store.ts'],
  audit_log: ['320,000, each for a year', 'features/audit/sweep-store.ts'],
  breaking_news: ['12 per account', 'features/messages/store.ts'],
  breaking_news_playlists: ['one per message and playlist'],
  call_groups: ['one per room and group'],
  call_receipts: ['one per call and screen'],
  call_recordings: ['200 per account', 'features/calls/voice/recording-store.ts'],
  call_rooms: ['50 per account', 'features/calls/setup-store.ts'],
  call_screens: ['one per room and screen'],
  call_service_rooms: ['one per service and room'],
  call_services: ['12 per account', 'features/calls/services/service-store.ts'],
  call_settings: ['one per account'],
  call_source_permissions: ['one per account'],
  call_sources: ['one per account'],
  calls: ['5,000 per account and day, each for 400 days', 'features/calls/call-store.ts'],
  categories: ['1,000', 'features/categories/store.ts'],
  clinic_profiles: ['one per account'],
  display_settings: ['one per account'],
  idempotency_keys: ['10,000 per account, each for 12 hours', 'platform/storage/idempotency-store.ts'],
  import_files: ['10,000 per import', 'features/media/import/file-store.ts'],
  imports: ['3 open ones and the newest 20 per account, each for a month', 'features/media/import/store.ts'],
  known_devices: ['30 per person', 'features/accounts/sign-in/known-device-store.ts'],
  known_member_devices: ['30 per person', 'features/accounts/sign-in/known-device-store.ts'],
  media_files: ['one per use; unused ones are deleted', 'features/media/library/file-store.ts'],
  members: ['50 per account', 'features/team/member-store.ts'],
  migrations: ['one per file in migrations/', 'platform/storage/migrate.ts'],
  opening_hours: ['one per account'],
  pairing_requests: ['2,000, each for some minutes', 'features/players/pairing/request-store.ts'],
  player_playlist_assignments: ['one per screen'],
  player_sessions: ['one per screen'],
  player_tokens: ['those in use; replaced ones are deleted', 'features/players/credential-store.ts'],
  players: ['10 per account, or as many as a manager creates', 'features/players/store.ts'],
  playlists: ['50 per account, and those deleted within 10 seconds', 'features/playlists/store.ts'],
  plays: ['1,000 per screen', 'features/plays/store.ts'],
  plays_daily: ['one per day, screen, content and playlist, each for five years', 'features/plays/store.ts'],
  plays_names: ['one per content, screen and playlist of plays_daily', 'features/plays/store.ts'],
  posters: ['one per content'],
  radio_stations: ['500', 'features/radio/station-store.ts'],
  recovery_codes: ['10 per second factor', 'features/accounts/sign-in/second-factor-store.ts'],
  replacements: ['one per content'],
  schedule_rules: ['500 per account', 'features/programme/store.ts'],
  schedule_targets: ['2,000 per rule', 'features/programme/store.ts'],
  screen_group_members: ['one per group and screen'],
  screen_groups: ['50 per account', 'features/groups/store.ts'],
  second_factors: ['one per person', 'features/accounts/sign-in/second-factor-store.ts'],
  sessions: ['500 per person, each for 30 idle days', 'features/accounts/sign-in/session-store.ts'],
  settings: ['one per setting of the program', 'features/settings/store.ts'],
  soundtracks: ['20 per account', 'features/media/soundtracks/store.ts'],
  swapped_devices: ['each for 400 days', 'features/players/credential-store.ts'],
  task_runs: ['one per task', 'features/tasks/store.ts'],
  tickets: ['2,000 per account and day, each for 400 days', 'features/calls/ticket-store.ts'],
  uploads: ['as many as the account may store, each for an hour', 'features/media/upload/store.ts'],
  urgent_notices: ['200 per account and day, each for a year', 'features/urgent/store.ts'],
  urgent_screens: ['one per notice and screen', 'features/urgent/store.ts'],
  user_category_access: ['one per account and category'],
  user_quotas: ['one per account'],
  user_radio_settings: ['one per account'],
  users: ['as many as managers admit, and the registrations that wait for a manager', 'features/accounts/store.ts'],
  video_files: ['one per content and kind of file'],
  video_playlist_assignments: ['one per playlist and content'],
  videos: ['100,000 per account by its quota', 'features/media/library/store.ts'],
};

test('every table has a bound', async (t) => {
  const { database } = (await startTestApp(t)).parts;
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  assert.deepEqual(Object.keys(bounds).toSorted(), tables, 'a new table needs an entry with its bound');
  const uniqueColumns = database.prepare<[string], { columns: string }>(`
    SELECT group_concat(coalesce(c.name, '')) AS columns FROM pragma_index_list(?) i, pragma_index_info(i.name) c WHERE i."unique" GROUP BY i.name`);
  const parentColumns = database.prepare<[string], { name: string }>(
    `SELECT "from" AS name FROM pragma_foreign_key_list(?) WHERE on_delete = 'CASCADE'`,
  );
  const keys = database.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0');
  const unbounded = Object.entries(bounds).filter(([table, [, file]]) => {
    if (file !== undefined) {
      const path = join(import.meta.dirname, file);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(table);
    }
    // The schema bounds a table if each column of a unique key is `kind` (few values) or a foreign key ON DELETE CASCADE.
    const parents = [...parentColumns.all(table).map(({ name }) => name), 'kind'];
    const primaryKey = keys.all(table).map(({ name }) => name);
    const unique = [primaryKey, ...uniqueColumns.all(table).map(({ columns }) => columns.split(','))];
    return !unique.some((columns) => columns.length > 0 && columns.every((name) => parents.includes(name)));
  });
  assert.deepEqual(unbounded, []);
});
