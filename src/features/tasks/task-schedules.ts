/** Defines when each task runs, and what it does. */
import type { AccountRemoval } from '../accounts/administration/removal.ts';
import type { TaskName } from '../../contract/tasks.ts';
import { bytesPerMb, counted } from '../../contract/text/units.ts';
import type { Database } from '../../platform/storage/database.ts';
import { inBatches } from '../../platform/storage/purge.ts';
import type { IdempotencyStore } from '../../platform/storage/idempotency-store.ts';
import type { Sockets } from '../../platform/http/sockets/sockets.ts';
import type { Audit } from '../audit/audit.ts';
import type { SessionStore } from '../accounts/sign-in/session-store.ts';
import type { Processing } from '../media/processing/processing.ts';
import type { MediaStore } from '../media/library/store.ts';
import type { Uploads } from '../media/upload/uploads.ts';
import type { PairingRequestStore } from '../players/pairing/request-store.ts';
import type { PairingCapacity } from '../players/pairing/capacity.ts';
import type { PlayerStore } from '../players/store.ts';
import type { BackupService } from '../backups/backups.ts';
import { yieldBetween } from '../../platform/clock.ts';
import { failureSentence, type TaskSchedule } from './tasks.ts';
import type { createHousekeeping } from './housekeeping.ts';
import type { createBackupWarning } from '../monitoring/backup-warning.ts';

interface TaskSchedulesDeps {
  backups: Pick<BackupService, 'take'>;
  backupWarning: ReturnType<typeof createBackupWarning>;
  housekeeping: ReturnType<typeof createHousekeeping>;
  diskGuard(signal: AbortSignal): Promise<string>;
  standbyGuard(signal: AbortSignal): Promise<void>;
  missingFiles: { recheck(): Promise<void> };
  offlineScreens(signal: AbortSignal): Promise<string>;
  emptyScreens(signal: AbortSignal): Promise<string>;
  processing: Pick<Processing, 'wake'>;
  media: Pick<MediaStore, 'queue'>;
  uploads: Pick<Uploads, 'sweepAbandoned'>;
  imports: { sweep(): Promise<number> };
  sessions: Pick<SessionStore, 'endIdle' | 'isOpen'>;
  players: Pick<PlayerStore, 'deleteReplacedTokens'>;
  pairingRequests: Pick<PairingRequestStore, 'sweep'>;
  accountRemoval: Pick<AccountRemoval, 'run'>;
  pairingCapacity: Pick<PairingCapacity, 'dropOldPolls'>;
  sockets: Pick<Sockets, 'endSessions'>;
  audit: Pick<Audit, 'sweep'>;
  calls: { sweep(): Promise<number> };
  urgentService: { sweep(): Promise<void> };
  plays: { sweep(): Promise<number> };
  idempotencyKeys: Pick<IdempotencyStore, 'removeExpired'>;
  database: Database;
}

const inMb = (bytes: number) => `${(bytes / bytesPerMb).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;

const pageBytes = 4_096;
/** Number of free pages that the database keeps for the next day's new rows: 8 MB. */
const keptFreePages = 2_048;

/** Returns a function that gives up to `limit` free pages back to the file system, and returns their number. */
const createPageRelease = (database: Database) => (limit: number) => {
  const { free, canShrink } = database.pages();
  return canShrink && free > keptFreePages ? database.shrink(Math.min(limit, free - keptFreePages)) : 0;
};

export function taskSchedules(deps: TaskSchedulesDeps): Record<TaskName, TaskSchedule> {
  async function backup(signal: AbortSignal): Promise<string> {
    const madeBackup = await deps.backups.take(signal).catch(async (error: unknown) => {
      if (!signal.aborted) await deps.backupWarning.failed(failureSentence(error), signal);
      throw error;
    });
    deps.backupWarning.succeeded();
    const summary = `Backup ${madeBackup.name}: ${inMb(madeBackup.sizeBytes)}, ${counted(madeBackup.fileCount, 'arquivo', 'arquivos')}, ${counted(madeBackup.newCount, 'novo', 'novos')}.`;
    return madeBackup.missing.length === 0
      ? summary
      : `${summary} ${counted(madeBackup.missing.length, 'arquivo falta', 'arquivos faltam')} no disco.`;
  }

  return {
    backup: { schedule: '0 3 * * *', work: backup, catchesUp: true },
    'disk-guard': {
      schedule: '*/5 * * * *',
      async work(signal) {
        // Reserve the spare disk space again if the database has released it on a full disk.
        deps.database.reserveSpare();
        await deps.missingFiles.recheck();
        await deps.standbyGuard(signal);
        return deps.diskGuard(signal);
      },
    },
    'offline-screens': { schedule: '* * * * *', work: deps.offlineScreens },
    'empty-screens': { schedule: '*/15 * * * *', work: deps.emptyScreens },
    'processing-sweep': {
      schedule: '*/10 * * * *',
      work() {
        deps.processing.wake();
        const waiting = deps.media.queue.countWaiting();
        return waiting === 0 ? 'Nenhum conteúdo na fila.' : `${counted(waiting, 'conteúdo', 'conteúdos')} na fila.`;
      },
    },
    'abandoned-uploads': {
      schedule: '*/10 * * * *',
      async work() {
        const freed = (await deps.uploads.sweepAbandoned()) + (await deps.imports.sweep());
        return freed === 0
          ? 'Nenhum envio abandonado.'
          : `${counted(freed, 'envio abandonado removido', 'envios abandonados removidos')}.`;
      },
    },
    'orphaned-files': { schedule: '30 4 * * *', work: deps.housekeeping.orphanedFiles, catchesUp: true },
    'quota-recount': { schedule: '45 4 * * *', work: deps.housekeeping.quotaRecount, catchesUp: true },
    'expired-sessions': {
      schedule: '*/15 * * * *',
      async work() {
        await yieldBetween(deps.idempotencyKeys.removeExpired());
        const clearedCount = await deps.calls.sweep();
        await deps.urgentService.sweep();
        const ended = await deps.sessions.endIdle();
        const deleted = (await deps.players.deleteReplacedTokens()) + deps.pairingRequests.sweep();
        deps.pairingCapacity.dropOldPolls();
        // Retry the deletion of accounts whose rows could not be deleted, for example on a full disk.
        await deps.accountRemoval.run();
        // Sessions may also have ended by a command in the shell, which cannot close their sockets.
        deps.sockets.endSessions(({ user }) => user !== undefined && !deps.sessions.isOpen(user.sessionHash));
        const clearedNames =
          clearedCount === 0 ? '' : ` ${counted(clearedCount, 'nome apagado', 'nomes apagados')} das chamadas.`;
        if (ended + deleted === 0) return `Nada expirado.${clearedNames}`;
        return `Removidos: ${counted(ended, 'sessão', 'sessões')} e ${counted(deleted, 'chave de tela', 'chaves de telas')}.${clearedNames}`;
      },
    },
    'database-optimize': {
      schedule: '0 5 * * *',
      catchesUp: true,
      async work(signal) {
        const swept = (await deps.audit.sweep()) + (await deps.plays.sweep());
        await deps.database.optimize();
        const freed = await inBatches(deps.database, createPageRelease(deps.database), signal);
        const results = [
          ...(swept > 0 ? [counted(swept, 'registro antigo removido', 'registros antigos removidos')] : []),
          ...(freed > 0 ? [`${inMb(freed * pageBytes)} devolvidos ao disco`] : []),
        ];
        return `Banco de dados otimizado${results.map((each) => `; ${each}`).join('')}.`;
      },
    },
  };
}
