/** Finds media files in the database's list that are missing on disk, have wrong bytes, or are unused. */
import { storageKey } from '../../../platform/storage/data-folder.ts';
import { fileStats, joinPath, sha256OfFile } from '../../../platform/storage/files.ts';
import { copyDurably, moveDurably, removeFile } from '../../../platform/storage/writing.ts';
import type { StoredRow } from '../file-consistency-store.ts';
import { listBackups } from '../backup-format.ts';
import { type DoctorContext, type Finding, lostMessage } from './finding.ts';

export async function findFaultyFiles(context: DoctorContext): Promise<Finding[]> {
  const { consistency } = context;
  const findings: Finding[] = [];
  const stored = [...consistency.stored()].flat();
  for (const row of stored) {
    const defect = await defectOf(row, context);
    if (!defect) continue;
    findings.push({
      description: `${storageKey(row)} ${defect}; used by ${consistency.usesOf(row.sha256).join(', ') || 'nothing'}`,
      repair: () => repair(row, context),
    });
  }
  return [
    ...findings,
    ...stored.filter(({ sha256 }) => !consistency.isUsed(sha256)).map((row) => unusedFinding(row, context)),
  ];
}

async function defectOf(row: StoredRow, { folder, isDeep }: DoctorContext): Promise<string | undefined> {
  const path = folder.path(storageKey(row));
  const stats = fileStats(path);
  if (!stats) return 'is missing';
  if (stats.sizeBytes !== row.sizeBytes) return `has ${stats.sizeBytes} bytes instead of ${row.sizeBytes}`;
  return isDeep && (await sha256OfFile(path)) !== row.sha256 ? 'has other bytes than it should' : undefined;
}

async function repair(row: StoredRow, context: DoctorContext): Promise<string> {
  const { folder, consistency, database } = context;
  const backup = await recover(row, context);
  if (backup !== undefined) return `taken from backup ${backup}`;
  const uses = consistency.itemsOf(row.sha256);
  folder.quarantine(storageKey(row));
  database.tx(() => {
    for (const { videoId, kind } of uses) {
      consistency.detach(videoId, kind);
      if (kind === 'main') consistency.fail(videoId, lostMessage);
    }
    consistency.deleteFileRecord(row.sha256);
  });
  return uses.some(({ kind }) => kind === 'main')
    ? 'the content is marked as failed: send it again'
    : 'removed from the content';
}

/** Restores the file from the newest backup that has it, and returns that backup's name. */
async function recover(row: StoredRow, { folder, backupDir }: DoctorContext): Promise<string | undefined> {
  const key = storageKey(row);
  for (const { name, manifest } of listBackups(backupDir)) {
    if (!manifest.files.some((file) => file.path === key)) continue;
    const draft = joinPath(folder.temporary, `${row.sha256}.recovered`);
    await removeFile(draft);
    const copied = await copyDurably(joinPath(backupDir, name, key), draft).catch(() => undefined);
    if (copied?.sha256 !== row.sha256) continue;
    folder.quarantine(key);
    moveDurably(draft, folder.path(key));
    return name;
  }
  return undefined;
}

function unusedFinding(row: StoredRow, { folder, consistency, database }: DoctorContext): Finding {
  return {
    description: `${storageKey(row)} is listed, but nothing uses it`,
    repair() {
      database.tx(() => consistency.deleteFileRecord(row.sha256));
      folder.quarantine(storageKey(row));
      return 'removed from the list';
    },
  };
}
