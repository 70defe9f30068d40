/** Routes for the tasks and backups of the settings page. */
import type { Handlers } from '../../contract/api/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { BackupStore } from '../backups/backups.ts';
import type { Tasks } from './tasks.ts';

type TaskKeys =
  | 'GET /api/admin/tasks'
  | 'POST /api/admin/tasks/:name/run'
  | 'GET /api/admin/backups'
  | 'GET /api/admin/backups/:name/download';

interface TaskRoutesDeps {
  tasks: Pick<Tasks, 'list' | 'begin'>;
  backups: Pick<BackupStore, 'list' | 'archive'>;
  audit: Pick<Audit, 'record'>;
}

export function taskRoutes({ tasks, backups, audit }: TaskRoutesDeps): Handlers<TaskKeys> {
  return {
    'GET /api/admin/tasks': () => tasks.list(),
    'POST /api/admin/tasks/:name/run': ({ params, by }) => {
      const task = tasks.begin(params.name);
      audit.record(by, 'system.task_started', { kind: 'settings', id: null, name: params.name });
      return task;
    },
    'GET /api/admin/backups': () => backups.list(),
    'GET /api/admin/backups/:name/download': ({ params, by }) => {
      const archive = backups.archive(params.name);
      audit.record(by, 'system.backup_downloaded', { kind: 'settings', id: null, name: params.name });
      return archive;
    },
  };
}
