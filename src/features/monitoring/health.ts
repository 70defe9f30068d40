/** Checks the server's health for /healthz, /readyz, the administrators' overview and the metrics. */
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseBusy } from '../../platform/storage/database.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';
import { tryWriting } from '../../platform/storage/writing.ts';
import type { Throttles } from '../../platform/throttle.ts';
import type { SettingsStore } from '../settings/store.ts';
import { describeSpace, sinceText, throttledActionNames } from './emails.ts';
import { standbyLostAfterMs } from './standby-guard.ts';

/** Kinds of problems, in the order in which people should deal with them. */
export const problemKinds = [
  'write',
  'damage',
  'disk',
  'missing-files',
  'standby',
  'certificate',
  'backup-folder',
  'backup-failed',
  'backup-overdue',
  'clock',
  'ffmpeg',
  'guessing',
] as const;

export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  kind: ProblemKind;
  /** A Portuguese sentence without paths and addresses, because every client of the server may read it. */
  sentence: string;
  /** Shown only to managers, and not to the unauthenticated client that may have caused the problem. */
  isPrivate?: true;
}

export interface Health {
  /** True if the server can store changes and is not stopping. */
  isReady: boolean;
  problems: readonly Problem[];
  /** True if this machine's clock is synchronized over the network; undefined: unknown. */
  isClockSynchronized?: boolean | undefined;
  /** Age of the standby's copy in ms; undefined: no standby follows. */
  standbyAgeMs?: number | undefined;
}

/** The certificate that new https connections get. */
export interface ServedCertificate {
  /** Milliseconds since 1970. */
  endsAt: number;
  /** True if there is a newer certificate that the server cannot use. */
  isStuck: boolean;
}

export interface HealthDeps {
  database: Database;
  settings: Pick<SettingsStore, 'set'>;
  /** Path of a file for test writes: on a full disk a write to the database may succeed, because its own file may have room. */
  probeFile: string;
  /** True if the backup folder is usable for the next backup. */
  isBackupFolderUsable(): Promise<boolean>;
  freeSpace(): Promise<FreeSpace>;
  /** Number of stored files that are missing on the disk. */
  missingFiles(): Promise<number>;
  /** Returns the age of the standby's copy in ms; undefined without a standby. */
  standbyAge(): number | undefined;
  isClockSynchronized(): Promise<boolean | undefined>;
  integrity: { isDamaged(): boolean };
  tools: { problems: readonly string[] };
  /** Returns the time of the newest full backup; milliseconds since 1970. */
  lastBackupAt(): Promise<number | null>;
  backupTask(): { isRunning: boolean; lastRun: { succeeded: boolean } | null };
  /** Returns the time when the first account was created; milliseconds since 1970. */
  installedAt(): number;
  throttles: Pick<Throttles, 'attackedActions'>;
  /** Undefined without https. */
  certificate(): ServedCertificate | undefined;
  isClosing(): boolean;
  clock: Clock;
}

/** Minimum interval of write probes: anybody may send requests, and each write wears out a memory card. */
const probeEveryMs = 15_000;
/** Age of the newest backup above which a backup is overdue: one is made each night. */
const backupOverdueMs = 26 * 3_600_000;
/** Remaining validity below which a certificate is a problem: it should have been renewed at 30 days or earlier. */
const certificateNoticeMs = 14 * 86_400_000;

/** Returns the problem in an array; an empty array if there is no sentence. */
const problemOf = (kind: ProblemKind, sentence: string | false | undefined): Problem[] =>
  sentence ? [{ kind, sentence }] : [];

export function createHealth(deps: HealthDeps) {
  const { database, settings, clock } = deps;
  let probedAt = Number.NEGATIVE_INFINITY;
  let lastProbeSucceeded = true;

  /** True if a write to the database and one to a file succeeded. Repeats the probe at most every 15 s. */
  function canWrite(): boolean {
    if (clock.monotonic() - probedAt < probeEveryMs) return lastProbeSucceeded;
    probedAt = clock.monotonic();
    try {
      settings.set('health.probedAt', String(clock.now()));
      tryWriting(deps.probeFile);
      lastProbeSucceeded = true;
    } catch (error) {
      // A lock of another process (a command in the shell) is no problem of the disk.
      if (!isDatabaseBusy(error)) lastProbeSucceeded = false;
    }
    return lastProbeSucceeded;
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
    if (served.isStuck) return 'O certificado novo do https não pode ser usado. O log do servidor diz por quê.';
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

  const isRunning = () => database.connection.open && !deps.isClosing();

  async function health(): Promise<Health> {
    if (!isRunning()) return { isReady: false, problems: [] };
    const isWritable = canWrite();
    const [disk, certificate, standbyAgeMs] = [await diskSentence(), certificateSentence(), deps.standbyAge()];
    const missing = await deps.missingFiles();
    const [isUsable, newest, isClockSynchronized] = await Promise.all([
      deps.isBackupFolderUsable(),
      deps.lastBackupAt(),
      deps.isClockSynchronized(),
    ]);
    // The database may have been closed meanwhile.
    const backups = database.connection.open ? backupProblems(isUsable, newest) : [];
    return {
      isReady: isWritable && isRunning(),
      problems: [
        ...problemOf(
          'write',
          !isWritable && 'O servidor não consegue gravar dados: o disco está cheio ou só permite leitura.',
        ),
        ...problemOf(
          'damage',
          deps.integrity.isDamaged() &&
            'O banco de dados está danificado. Restaure o último backup bom: o comando está no log do servidor.',
        ),
        ...problemOf('disk', disk),
        ...problemOf(
          'missing-files',
          missing > 0 &&
            `${missing === 1 ? '1 arquivo de conteúdo falta' : `${missing.toLocaleString('pt-BR')} arquivos de conteúdos faltam`} no disco: restaure um backup, ou use o comando doctor.`,
        ),
        ...problemOf(
          'standby',
          standbyAgeMs !== undefined &&
            standbyAgeMs > standbyLostAfterMs &&
            `A máquina reserva não acompanha o servidor ${sinceText(standbyAgeMs)}.`,
        ),
        ...problemOf('certificate', certificate),
        ...backups,
        ...problemOf(
          'clock',
          isClockSynchronized === false &&
            'O relógio do servidor não é acertado pela rede (NTP): horários e códigos de verificação podem errar.',
        ),
        ...deps.tools.problems.flatMap((sentence) => problemOf('ffmpeg', sentence)),
        ...guessingProblem(deps.throttles.attackedActions()),
      ],
      isClockSynchronized,
      standbyAgeMs,
    };
  }

  /** `isReady`: like `Health.isReady`, but does not wait for the count of missing files, which takes long after a start. */
  return { health, isReady: (): boolean => isRunning() && canWrite() };
}

function guessingProblem(throttles: readonly string[]): Problem[] {
  if (throttles.length === 0) return [];
  const sentence = `Alguém está tentando adivinhar ${throttledActionNames(throttles)}. Cada erro já espera mais que o anterior. Se o código for curto ou muita gente o conhecer, troque-o em Configurações, Códigos.`;
  return [{ kind: 'guessing', sentence, isPrivate: true }];
}
