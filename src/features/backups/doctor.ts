/**
 * Compares database and disk, and makes them agree. Without `repair` it changes nothing and may look beside a running
 * server. What a repair takes off the disk goes to `set-aside/`, for people to delete.
 */
import type { Clock } from '../../platform/clock.ts';
import { Database } from '../../platform/storage/database.ts';
import {
  copyDurably,
  fileFacts,
  joinPath,
  listDirectory,
  listTree,
  moveDurably,
  removeFile,
  sha256OfFile,
} from '../../platform/storage/files.ts';
import { missingMigrations } from '../../platform/storage/migrate.ts';
import { createAuditStore, type StoredRow } from './audit-store.ts';
import { databaseName, listBackups } from './backup-format.ts';
import { ShellError } from '../../platform/process/failures.ts';

export interface DoctorOptions {
  dataDir: string;
  backupDir: string;
  migrationsDir: string;
  clock: Clock;
  /** Reads every byte of every stored file. */
  isDeep: boolean;
}

/** Something that is not as it should be. */
export interface Finding {
  /** The same in a second look at the same thing. */
  what: string;
  /** Answers what it did. */
  repair(): string | Promise<string>;
}

const lostMessage = 'O arquivo deste conteúdo se perdeu no servidor. Exclua-o e envie-o novamente.';
const partSuffix = '.part';
const storageKey = ({ sha256, extension }: StoredRow) => `media/${sha256.slice(0, 2)}/${sha256}.${extension}`;

/**
 * Opens the database; close it with `close`. Throws DatabaseCorruptError, MigrationError, or ShellError when there is no database, or it
 * waits for the migrations of a newer program.
 */
export function createDoctor({ dataDir, backupDir, migrationsDir, clock, isDeep }: DoctorOptions) {
  if (!fileFacts(joinPath(dataDir, databaseName))) throw new ShellError(`There is no database in ${dataDir}.`);
  const database = new Database(joinPath(dataDir, databaseName));
  database.checkIntegrity({ isThorough: true });
  const missing = missingMigrations(database, migrationsDir);
  if (missing.length > 0)
    throw new ShellError(
      `The database is older than this program (${missing.join(', ')} to come): start the server once, then ask again.`,
    );
  const audit = createAuditStore(database);
  const path = (key: string) => joinPath(dataDir, key);

  function setAside(key: string): void {
    if (fileFacts(path(key))) moveDurably(path(key), joinPath(dataDir, 'set-aside', key));
  }

  /** From the newest backup that has it. */
  async function recover(row: StoredRow): Promise<string | undefined> {
    const key = storageKey(row);
    for (const { name, manifest } of listBackups(backupDir)) {
      if (!manifest.files.some((file) => file.path === key)) continue;
      const draft = joinPath(dataDir, 'tmp', `${row.sha256}.recovered`);
      await removeFile(draft);
      const copied = await copyDurably(joinPath(backupDir, name, key), draft).catch(() => undefined);
      if (copied?.sha256 !== row.sha256) continue;
      setAside(key);
      moveDurably(draft, path(key));
      return name;
    }
    return undefined;
  }

  async function repairStored(row: StoredRow): Promise<string> {
    const backup = await recover(row);
    if (backup !== undefined) return `taken from backup ${backup}`;
    const uses = audit.usersOf(row.sha256);
    setAside(storageKey(row));
    database.tx(() => {
      for (const { videoId, kind } of uses) {
        audit.detach(videoId, kind);
        if (kind === 'main') audit.fail(videoId, lostMessage);
      }
      audit.dropStored(row.sha256);
    });
    return uses.some(({ kind }) => kind === 'main') ? 'the content is marked as failed: send it again' : 'let go';
  }

  async function findStored(): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const row of audit.stored()) {
      const key = storageKey(row);
      const facts = fileFacts(path(key));
      const defect = !facts
        ? 'is missing'
        : facts.sizeBytes !== row.sizeBytes
          ? `has ${facts.sizeBytes} bytes instead of ${row.sizeBytes}`
          : isDeep && (await sha256OfFile(path(key))) !== row.sha256
            ? 'has other bytes than it should'
            : undefined;
      if (!defect) continue;
      const users = audit.usersOf(row.sha256).map(({ name, kind }) => `"${name}" (${kind})`);
      findings.push({
        what: `${key} ${defect}; used by ${users.join(', ') || 'nothing'}`,
        repair: () => repairStored(row),
      });
    }
    for (const row of audit.unused()) {
      findings.push({
        what: `${storageKey(row)} is listed, but no content uses it`,
        repair() {
          database.tx(() => audit.dropStored(row.sha256));
          setAside(storageKey(row));
          return 'let go';
        },
      });
    }
    return findings;
  }

  function findStrangers(): Finding[] {
    const known = new Set(audit.stored().map(storageKey));
    const originals = new Set(audit.items().flatMap(({ original }) => original ?? []));
    const uploads = new Set(audit.uploads().map(({ key }) => `uploads/${key}`));
    const media = listTree(path('media'))
      .map((below) => `media/${below}`)
      .filter((key) => !known.has(key));
    const sent = listDirectory(path('uploads'))
      .map((name) => `uploads/${name}`)
      .filter(
        (key) => !originals.has(key) && !uploads.has(key.endsWith(partSuffix) ? key.slice(0, -partSuffix.length) : key),
      );
    return [...media, ...sent].map((key) => ({
      what: `${key} belongs to nothing`,
      repair() {
        setAside(key);
        return 'set aside';
      },
    }));
  }

  function findOriginals(): Finding[] {
    return audit
      .items()
      .filter(({ original }) => original !== null && !fileFacts(path(original)))
      .map(({ id, name, original }) => ({
        what: `${original} of content "${name}" is missing`,
        repair() {
          database.tx(() => audit.fail(id, lostMessage));
          return 'the content is marked as failed: send it again';
        },
      }));
  }

  function findUploads(): Finding[] {
    return audit.uploads().flatMap(({ key, isComplete, expiresAt }) => {
      const isExpired = expiresAt <= clock.now();
      const isLost = isComplete === 1 && !fileFacts(path(`uploads/${key}`));
      if (!isExpired && !isLost) return [];
      const repair = () => {
        database.tx(() => audit.dropUpload(key));
        for (const name of [`uploads/${key}`, `uploads/${key}${partSuffix}`]) setAside(name);
        return 'its reservation is freed';
      };
      return [{ what: `upload ${key} ${isLost ? 'has lost its file' : 'was given up'}`, repair }];
    });
  }

  function findDrift(): Finding[] {
    const items = audit.items().flatMap(({ id, name, sizeBytes, storedBytes, original }) => {
      const expected = storedBytes + (original === null ? 0 : (fileFacts(path(original))?.sizeBytes ?? 0));
      const repair = () => {
        database.tx(() => audit.setSize(id, expected));
        return 'corrected';
      };
      return expected === sizeBytes
        ? []
        : [{ what: `content "${name}" counts ${sizeBytes} bytes instead of ${expected}`, repair }];
    });
    const accounts = audit.driftedAccounts().map(({ username }) => ({
      what: `the storage used by ${username} is not the sum of its contents`,
      repair() {
        database.tx(() => audit.recountAccounts());
        return 'corrected';
      },
    }));
    return [...items, ...accounts];
  }

  return {
    /** Everything that does not agree, in the order in which to repair it. */
    examine: async (): Promise<Finding[]> => [
      ...(await findStored()),
      ...findStrangers(),
      ...findOriginals(),
      ...findUploads(),
      ...findDrift(),
    ],
    close: () => database.close(),
  };
}

export type Doctor = ReturnType<typeof createDoctor>;

/** Repairs until nothing is left or nothing helps: one repair may bring another to light. Answers what is left. */
export async function repairAll(doctor: Doctor, report: (line: string) => void): Promise<Finding[]> {
  let left = await doctor.examine();
  for (let round = 0; round < 3 && left.length > 0; round += 1) {
    for (const { what, repair } of left) report(`${what}: ${await repair()}`);
    left = await doctor.examine();
  }
  return left;
}
