/** Routes for the tasks and backups of the settings page. */
import type { Handlers } from '../../contract/api/index.ts';
import type { createReauthentication } from '../accounts/passwords/current-password.ts';
import type { Audit } from '../audit/audit.ts';
import type { BackupService } from '../backups/backups.ts';
import type { Restoring } from '../backups/restoring.ts';
import type { Tasks } from './tasks.ts';

type TaskKeys =
  | 'GET /api/admin/tasks'
  | 'POST /api/admin/tasks/:name/run'
  | 'GET /api/admin/backups'
  | 'POST /api/admin/backups/:name/restore'
  | 'GET /api/admin/backups/:name/since'
  | 'GET /api/admin/backups/:name/download';

interface TaskRoutesDeps {
  tasks: Pick<Tasks, 'list' | 'begin'>;
  backups: Pick<BackupService, 'list' | 'archive' | 'findWithMediaOrThrow'>;
  restoring: Restoring;
  reauthentication: ReturnType<typeof createReauthentication>;
  audit: Pick<Audit, 'record'>;
}

export function taskRoutes({ tasks, backups, restoring, reauthentication, audit }: TaskRoutesDeps): Handlers<TaskKeys> {
  const list = async () => ({ ...(await backups.list()), restore: restoring.state() });
  return {
    'GET /api/admin/tasks': () => tasks.list(),
    'POST /api/admin/tasks/:name/run': ({ params, by }) => {
      const task = tasks.begin(params.name);
      audit.record(by, 'system.task_started', { kind: 'settings', id: null, name: task.name });
      return task;
    },
    'GET /api/admin/backups': list,
    'POST /api/admin/backups/:name/restore': async ({ params, body, user, exchange, by }) => {
      backups.findWithMediaOrThrow(params.name);
      // An open session is not enough to replace all accounts' data.
      await reauthentication.verifyRequest(user, body.currentPassword, exchange, 'restore');
      restoring.begin(params.name, by);
      return list();
    },
    'GET /api/admin/backups/:name/since': ({ params }) => restoring.since(params.name),
    'GET /api/admin/backups/:name/download': ({ params, by }) => {
      const archive = backups.archive(params.name);
      audit.record(by, 'system.backup_downloaded', { kind: 'settings', id: null, name: params.name });
      return archive;
    },
  };
}
