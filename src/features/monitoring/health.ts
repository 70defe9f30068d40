/** Health checks of the server: for /healthz, /readyz, the administrators' overview and the metrics. */
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseBusy } from '../../platform/storage/database.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';
import { tryWriting } from '../../platform/storage/writing.ts';
import type { Throttles } from '../../platform/throttle.ts';
import type { SettingsStore } from '../settings/store.ts';
import { describeSpace, throttledActionNames } from './emails.ts';

/** In the order in which people should look at them. */
export const problemKinds = [
  'write',
  'disk',
  'certificate',
  'backup-folder',
  'backup-failed',
  'backup-overdue',
  'ffmpeg',
  'guessing',
] as const;

export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  kind: ProblemKind;
  /** Portuguese, for everybody who can reach the server: no path, no address. */
  sentence: string;
  /** Shown to managers only, not to whoever causes it. */
  isPrivate?: true;
}

export interface Health {
  /** It can serve: what people change would be kept, and it is not stopping. */
  isReady: boolean;
  problems: readonly Problem[];
}

/** The certificate of https that new connections get. */
export interface ServedCertificate {
  /** Milliseconds since 1970. */
  endsAt: number;
  /** Its files were changed to something that cannot be served; the one from before is. */
  isStuck: boolean;
}

export interface HealthDeps {
  database: Database;
  settings: Pick<SettingsStore, 'set'>;
  /** A file that is written and removed: the database may still fit where nothing else does. */
  probeFile: string;
  /** True if the backup folder is usable for the next backup. */
  isBackupFolderUsable(): Promise<boolean>;
  freeSpace(): Promise<FreeSpace>;
  tools: { problems: readonly string[] };
  /** Returns the time of the newest full backup; milliseconds since 1970. */
  lastBackupAt(): Promise<number | null>;
  backupTask(): { isRunning: boolean; lastRun: { succeeded: boolean } | null };
  /** Returns the time when the first account was made; milliseconds since 1970. */
  installedAt(): number;
  throttles: Pick<Throttles, 'guessedAt'>;
  /** Undefined without https. */
  certificate(): ServedCertificate | undefined;
  isClosing(): boolean;
  clock: Clock;
}

/** Anybody may ask; writing for each question would wear a card out. */
const probeEveryMs = 15_000;
/** One is taken each night. */
const backupOverdueMs = 26 * 3_600_000;
/** The server's own is renewed at 30 days, an ACME client's earlier still. */
const certificateNoticeMs = 14 * 86_400_000;

/** None without a sentence. */
const problemOf = (kind: ProblemKind, sentence: string | false | undefined): Problem[] =>
  sentence ? [{ kind, sentence }] : [];

export function createHealth(deps: HealthDeps): () => Promise<Health> {
  const { database, settings, clock } = deps;
  let probedAt = Number.NEGATIVE_INFINITY;
  let writes = true;

  /** One real write to the database and one beside it, at most every 15 s. */
  function canWrite(): boolean {
    if (clock.monotonic() - probedAt < probeEveryMs) return writes;
    probedAt = clock.monotonic();
    try {
      settings.set('health.probedAt', String(clock.now()));
      tryWriting(deps.probeFile);
      writes = true;
    } catch (error) {
      // Another process (a command of the shell) holds it: that says nothing about the disk.
      if (!isDatabaseBusy(error)) writes = false;
    }
    return writes;
  }

  async function diskSentence(): Promise<string | undefined> {
    const space = await deps.freeSpace().catch(() => undefined);
    if (!space) return 'O espaço livre em disco não pôde ser lido.';
    return isSpaceLow(space)
      ? `Pouco espaço em disco: ${describeSpace(space)}. Novos envios são recusados.`
      : undefined;
  }

  function certificateSentence(): string | undefined {
    const served = deps.certificate();
    if (!served) return undefined;
    const leftMs = served.endsAt - clock.now();
    if (leftMs <= 0) return 'O certificado do https venceu: renove-o.';
    if (served.isStuck) return 'O certificado novo do https não pode ser usado: o anterior continua valendo.';
    if (leftMs >= certificateNoticeMs) return undefined;
    const days = Math.floor(leftMs / 86_400_000);
    return `O certificado do https vence ${days === 0 ? 'hoje' : days === 1 ? 'em 1 dia' : `em ${days} dias`}: renove-o.`;
  }

  function backupProblems(isUsable: boolean, newest: number | null): Problem[] {
    const { isRunning, lastRun } = deps.backupTask();
    const hasFailed = !isRunning && lastRun?.succeeded === false;
    const isOverdue = !isRunning && clock.now() - (newest ?? deps.installedAt()) > backupOverdueMs;
    const overdue = newest === null ? 'Ainda não há nenhum backup.' : 'O último backup foi feito há mais de um dia.';
    return [
      ...problemOf(
        'backup-folder',
        !isUsable && 'A pasta dos backups não pode ser usada. O disco dos backups está conectado?',
      ),
      ...problemOf('backup-failed', hasFailed && 'O último backup falhou: veja Configurações, Backups.'),
      ...problemOf('backup-overdue', isOverdue && overdue),
    ];
  }

  return async () => {
    if (!database.connection.open || deps.isClosing()) return { isReady: false, problems: [] };
    const isWriting = canWrite();
    const [disk, certificate] = [await diskSentence(), certificateSentence()];
    const [isUsable, newest] = await Promise.all([deps.isBackupFolderUsable(), deps.lastBackupAt()]);
    // The database may have been closed meanwhile.
    const backups = database.connection.open ? backupProblems(isUsable, newest) : [];
    return {
      isReady: isWriting && database.connection.open && !deps.isClosing(),
      problems: [
        ...problemOf(
          'write',
          !isWriting && 'O servidor não consegue gravar dados: o disco está cheio ou só permite leitura.',
        ),
        ...problemOf('disk', disk),
        ...problemOf('certificate', certificate),
        ...backups,
        ...deps.tools.problems.flatMap((sentence) => problemOf('ffmpeg', sentence)),
        ...guessingProblem(deps.throttles.guessedAt()),
      ],
    };
  };
}

function guessingProblem(throttles: readonly string[]): Problem[] {
  if (throttles.length === 0) return [];
  const sentence = `Alguém está tentando adivinhar ${throttledActionNames(throttles)}. Cada erro já espera mais que o anterior. Se o código for curto ou muita gente o conhecer, troque-o em Configurações, Códigos.`;
  return [{ kind: 'guessing', sentence, isPrivate: true }];
}
