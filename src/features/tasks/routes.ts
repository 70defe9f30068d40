/** Tasks and backups on the settings page. */
import type { Handlers } from '../../contract/api.ts';
import type { BackupStore } from '../backups/backups.ts';
import type { Tasks } from './tasks.ts';

type TaskKeys =
  | 'GET /api/admin/tasks'
  | 'POST /api/admin/tasks/:name/run'
  | 'GET /api/admin/backups'
  | 'GET /api/admin/backups/:name/download';

export interface TaskRoutesDeps {
  tasks: Pick<Tasks, 'list' | 'begin'>;
  backups: Pick<BackupStore, 'list' | 'archive'>;
}

export function taskRoutes({ tasks, backups }: TaskRoutesDeps): Handlers<TaskKeys> {
  return {
    'GET /api/admin/tasks': () => tasks.list(),
    'POST /api/admin/tasks/:name/run': ({ params }) => tasks.begin(params.name),
    'GET /api/admin/backups': () => backups.list(),
    'GET /api/admin/backups/:name/download': ({ params }) => backups.archive(params.name),
  };
}
