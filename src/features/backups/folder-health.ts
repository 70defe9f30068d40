/** Inspects the backup folder without blocking: a disk in the network may never answer. */
import { dirname } from 'node:path';
import type { Clock, Timer } from '../../platform/clock.ts';
import { fileFacts, joinPath, inspect, mayUseDirectory, namesIn, textOf } from '../../platform/storage/files.ts';
import { isBackupName, type Manifest, manifestName, parseManifest, sizeOf } from './backup-format.ts';

export interface BackupSummary extends Pick<Manifest, 'createdAt' | 'kind' | 'version'> {
  name: string;
  sizeBytes: number;
}

export interface FolderHealth {
  /** True if backups can be written there: its parent must be there, and it is made when it is not. */
  isUsable: boolean;
  /** The disk of the data. */
  isSameDisk: boolean;
  /** Whole ones, the newest first. */
  backups: readonly BackupSummary[];
}

/** Shorter than what a container's health check waits (Dockerfile): a folder that is silent is no reason to call the server ill. */
const timeoutMs = 3_000;

export function createFolderHealth(dataDir: string, directory: () => string, clock: Clock) {
  /** Whole backups never change: read once. Without their long lists of files. */
  const known = new Map<string, BackupSummary>();
  let last: FolderHealth = { isUsable: true, isSameDisk: false, backups: [] };
  let underWay: { folder: string; response: Promise<FolderHealth> } | undefined;

  async function read(folder: string): Promise<FolderHealth> {
    const facts = await inspect(folder).catch(() => 'forbidden' as const);
    const found = facts ?? (await inspect(dirname(folder)).catch(() => undefined));
    if (facts === 'forbidden' || found === 'forbidden') return { isUsable: false, isSameDisk: false, backups: [] };
    const isUsable = facts
      ? facts.isDirectory && (await mayUseDirectory(folder))
      : await mayUseDirectory(dirname(folder));
    const names = (await namesIn(folder).catch(() => [])).filter(isBackupName);
    const paths = names.map((name) => joinPath(folder, name));
    for (const path of known.keys()) if (!paths.includes(path)) known.delete(path);
    for (const [at, path] of paths.entries()) {
      if (known.has(path)) continue;
      const manifest = parseManifest(await textOf(joinPath(path, manifestName)).catch(() => ''));
      if (!manifest) continue;
      const { createdAt, kind, version } = manifest;
      known.set(path, { name: names[at] ?? '', createdAt, kind, version, sizeBytes: sizeOf(manifest) });
    }
    return {
      isUsable,
      isSameDisk: found !== undefined && fileFacts(dataDir)?.device === found.device,
      backups: [...known.values()].sort(
        (a, b) => b.createdAt.localeCompare(a.createdAt) || b.name.localeCompare(a.name),
      ),
    };
  }

  /** Starts an inspection; while the folder does not respond, the last known content is returned. */
  function begin(folder: string): Promise<FolderHealth> {
    let timer: Timer | undefined;
    const late = new Promise<FolderHealth>((resolve) => {
      timer = clock.after(timeoutMs, () => resolve({ ...last, isUsable: false }));
    });
    const whole = read(folder).then((health) => {
      timer?.cancel();
      if (underWay?.response === response) {
        underWay = undefined;
        last = health;
      }
      return health;
    });
    const response = Promise.race([whole, late]);
    return response;
  }

  return {
    /** Never rejects. All who ask meanwhile get one answer, so a silent folder holds one thread. */
    inspect(): Promise<FolderHealth> {
      const folder = directory();
      if (underWay?.folder !== folder) underWay = { folder, response: begin(folder) };
      return underWay.response;
    },
    /** A backup has ended: what was asked before it says nothing of it. */
    forget(): void {
      underWay = undefined;
    },
  };
}
