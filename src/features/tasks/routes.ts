/** Routes for the tasks and backups of the settings page. */
import type { Handlers } from '../../contract/api/index.ts';
import { AppError } from '../../contract/errors.ts';
import type { Audit } from '../audit/audit.ts';
import type { BackupStore } from '../backups/backups.ts';
import type { Tasks } from './tasks.ts';

type TaskKeys =
  | 'GET /api/admin/tasks'
  | 'POST /api/admin/tasks/:name/run'
  | 'GET /api/admin/backups'
  | 'POST /api/admin/backups/:name/restore'
  | 'GET /api/admin/backups/:name/download';

interface TaskRoutesDeps {
  tasks: Pick<Tasks, 'list' | 'begin' | 'find'>;
  backups: Pick<BackupStore, 'list' | 'archive' | 'pathOf'>;
  /** Stops this server, restores the backup at the path and starts again; undefined: the server cannot. */
  restore: ((from: string) => void) | undefined;
  audit: Pick<Audit, 'record'>;
}

export function taskRoutes({ tasks, backups, restore, audit }: TaskRoutesDeps): Handlers<TaskKeys> {
  return {
    'GET /api/admin/tasks': () => tasks.list(),
    'POST /api/admin/tasks/:name/run': ({ params, by }) => {
      const task = tasks.begin(params.name);
      audit.record(by, 'system.task_started', { kind: 'settings', id: null, name: params.name });
      return task;
    },
    'GET /api/admin/backups': () => backups.list(),
    'POST /api/admin/backups/:name/restore': ({ params, by }) => {
      const from = backups.pathOf(params.name);
      if (!restore || tasks.find('backup').isRunning)
        throw new AppError('conflict', 'Agora não é possível voltar: um backup está em andamento.');
      audit.record(by, 'system.backup_restored', { kind: 'settings', id: null, name: params.name });
      restore(from);
      return { message: 'O servidor volta para o backup e começa de novo.' };
    },
    'GET /api/admin/backups/:name/download': ({ params, by }) => {
      const archive = backups.archive(params.name);
      audit.record(by, 'system.backup_downloaded', { kind: 'settings', id: null, name: params.name });
      return archive;
    },
  };
}
