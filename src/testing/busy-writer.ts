/**
 * A process that writes without a pause into a data folder, as the server does: contents are added, processed and deleted
 * with their files. Every commit stores a consecutive number, the marker, and appends it with a hash of all tables to
 * `states.txt`. Run as `node --import tsx busy-writer.ts DATA_DIR`; it exits when its standard input is closed.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMediaFolder } from '../features/media/library/folder.ts';
import { createMediaStore } from '../features/media/library/store.ts';
import { createMediaUrls } from '../features/media/library/urls.ts';
import { migrationsDir } from '../platform/process/assets.ts';
import { systemClock } from '../platform/clock.ts';
import { dataFolder, uploadStorageKey } from '../platform/storage/data-folder.ts';
import { Database } from '../platform/storage/database.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { sha256Hex } from '../platform/random.ts';
import { dumpOf, markerOf } from './database-dump.ts';

const [, , dataDir = ''] = process.argv;
const database = new Database(dataFolder(dataDir).database);
migrate(database, migrationsDir, systemClock);
const folder = createMediaFolder(dataDir);
const media = createMediaStore(database, systemClock, { urls: createMediaUrls('secret', systemClock), folder });
database.exec(
  "INSERT INTO users (id, username, email, password, created_at) VALUES (1, 'Clínica', 'clinica@exemplo.com.br', '', 0)",
);
const setMarker = database.prepare<[string]>(
  "INSERT INTO settings (key, value, updated_at) VALUES ('marker', ?, 0) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
);
const finish = database.prepare<[number]>(
  "UPDATE videos SET processing_status = 'completed', original_r2_path = NULL WHERE id = ?",
);

/** Makes one commit, and records the resulting state. */
function commit(work: () => void): void {
  database.tx(() => {
    work();
    setMarker.run(String(markerOf(database) + 1));
    appendFileSync(join(dataDir, 'states.txt'), `${markerOf(database)} ${sha256Hex(dumpOf(database))}\n`);
  });
}

function addContent(number: number): void {
  const bytes = `content ${number} ${'x'.repeat(number % 5_000)}`;
  const original = uploadStorageKey(`sent-${number}`);
  writeFileSync(folder.path(original), bytes);
  let id = 0;
  commit(() => {
    id = media.create({
      userId: 1,
      name: `Item ${number}`,
      mediaType: 'image',
      displayDuration: 20,
      useAmbientBackground: false,
      categoryId: null,
      soundtrackId: null,
      purpose: 'information',
      original,
      originalBytes: bytes.length,
    });
  });
  const file = {
    kind: 'main',
    sha256: sha256Hex(bytes),
    extension: 'jpg',
    contentType: 'image/jpeg',
    sizeBytes: bytes.length,
    path: join(dataFolder(dataDir).temporary, String(number)),
  } as const;
  writeFileSync(file.path, bytes);
  folder.place(file);
  commit(() => {
    media.files.attach(id, [file]);
    finish.run(id);
    database.afterCommit(() => folder.discard(folder.path(original)));
  });
  if (number > 15) commit(() => media.remove([id - 15]));
}

process.stdin.on('end', () => process.exit(0)).resume();
let number = 0;
const writeForever = () => {
  addContent((number += 1));
  setImmediate(writeForever);
};
writeForever();
