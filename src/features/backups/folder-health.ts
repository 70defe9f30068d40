/** Inspects the backup folder without blocking: a network disk may never respond. */
import { dirname } from 'node:path';
import type { Clock, Timer } from '../../platform/clock.ts';
import {
  fileStats,
  joinPath,
  fileStatsAsync,
  canUseDirectoryAsync,
  listDirectoryAsync,
  readTextAsync,
} from '../../platform/storage/files.ts';
import { tryMakingDirectory } from '../../platform/storage/writing.ts';
import { isBackupName, type Manifest, manifestName, parseManifest, readManifest, sizeOf } from './backup-format.ts';

export interface BackupSummary extends Pick<Manifest, 'createdAt' | 'kind' | 'isBeforeRestore' | 'version'> {
  name: string;
  sizeBytes: number;
}

export interface FolderHealth {
  /** True if backups can be written to the folder, or a missing folder can be created in its parent. */
  isUsable: boolean;
  /** True if the folder is on the disk of DATA_DIR. */
  isSameDisk: boolean;
  /** Complete backups, newest first. */
  backups: readonly BackupSummary[];
}

/** Timeout, shorter than that of the container's health check (Dockerfile), which must not fail because of a slow folder. */
const timeoutMs = 3_000;

const testEveryMs = 60_000;

export function createFolderHealth(dataDir: string, directory: () => string, clock: Clock) {
  /** Summaries by path. Complete backups never change, so each manifest is read once. */
  const summaries = new Map<string, BackupSummary>();
  let last: FolderHealth = { isUsable: true, isSameDisk: false, backups: [] };
  /** Folder that was last tested with success, and the monotonic time of the test in milliseconds. */
  let lastTest: { directory: string; at: number } | undefined;
  let running: { folder: string; response: Promise<FolderHealth> } | undefined;

  /** Checks permissions and, at most once a minute, creates a folder as a test: root has permission even for `/proc`. */
  async function mayWrite(directory: string): Promise<boolean> {
    if (!(await canUseDirectoryAsync(directory))) return false;
    if (lastTest?.directory === directory && clock.monotonic() - lastTest.at < testEveryMs) return true;
    if (!(await tryMakingDirectory(directory))) return false;
    lastTest = { directory, at: clock.monotonic() };
    return true;
  }

  async function read(folder: string): Promise<FolderHealth> {
    const stats = await fileStatsAsync(folder).catch(() => 'forbidden' as const);
    const existing = stats ?? (await fileStatsAsync(dirname(folder)).catch(() => undefined));
    if (stats === 'forbidden' || existing === 'forbidden') return { isUsable: false, isSameDisk: false, backups: [] };
    const isUsable = stats?.isDirectory !== false && (await mayWrite(stats ? folder : dirname(folder)));
    const names = (await listDirectoryAsync(folder).catch(() => [])).filter(isBackupName);
    const paths = names.map((name) => joinPath(folder, name));
    for (const path of summaries.keys()) if (!paths.includes(path)) summaries.delete(path);
    for (const [index, path] of paths.entries()) {
      if (summaries.has(path)) continue;
      const manifest = parseManifest(await readTextAsync(joinPath(path, manifestName)).catch(() => ''));
      if (!manifest) continue;
      const { createdAt, kind, isBeforeRestore, version } = manifest;
      summaries.set(path, {
        name: names[index] ?? '',
        createdAt,
        kind,
        isBeforeRestore,
        version,
        sizeBytes: sizeOf(manifest),
      });
    }
    return {
      isUsable,
      isSameDisk: existing !== undefined && fileStats(dataDir)?.device === existing.device,
      backups: [...summaries.values()].sort(
        (a, b) => b.createdAt.localeCompare(a.createdAt) || b.name.localeCompare(a.name),
      ),
    };
  }

  /** Starts an inspection. If the folder does not respond in time, resolves with its last known backups, and `isUsable` false. */
  function begin(folder: string): Promise<FolderHealth> {
    let timer: Timer | undefined;
    const timedOut = new Promise<FolderHealth>((resolve) => {
      timer = clock.after(timeoutMs, () => resolve({ ...last, isUsable: false }));
    });
    const inspection = read(folder).then((health) => {
      timer?.cancel();
      if (running?.response === response) {
        running = undefined;
        last = health;
      }
      return health;
    });
    const response = Promise.race([inspection, timedOut]);
    return response;
  }

  return {
    /** Inspects the folder. Never rejects. Concurrent calls share one inspection: a slow folder blocks one thread only. */
    inspect(): Promise<FolderHealth> {
      const folder = directory();
      if (running?.folder !== folder) running = { folder, response: begin(folder) };
      return running.response;
    },
    /** Returns a complete backup by its path. Reads the manifest (0.1 s with 60,000 files) only if no inspection has read it. */
    find: (path: string): Pick<Manifest, 'kind' | 'createdAt'> | undefined =>
      fileStats(joinPath(path, manifestName)) && (summaries.get(path) ?? readManifest(path)),
    /** Discards a running inspection. Call it after a backup, which an earlier inspection may have missed. */
    discardRunning(): void {
      running = undefined;
    },
  };
}
