/** Routes of imports (contract/README 3.12). */
import type { Handlers } from '../../../contract/api/index.ts';
import { csvFile } from '../../../platform/http/response/csv.ts';
import type { FolderSource } from './archive/folder.ts';
import { createImportService, type ImportServiceDeps } from './service.ts';

export function importRoutes(deps: ImportServiceDeps) {
  const { imports } = deps;
  const service = createImportService(deps);

  return {
    'GET /api/imports': ({ user }) => imports.store.list(user.userId).map(imports.store.summaryOf),

    'GET /api/imports/:id': ({ user, params }) => service.details(params.id, user.userId),

    'GET /api/imports/:id/report.csv': ({ user, params }) => csvFile(service.table(params.id, user.userId)),

    'POST /api/imports': {
      prepare: ({ user, body }) => service.findUpload(user.userId, body.r2Path),
      handle: ({ user, body, by }, storageKey: string) => service.createFromUpload(user.userId, body, storageKey, by),
    },

    'POST /api/admin/imports': {
      prepare: ({ body }) => imports.folders.resolve(body.folder),
      handle: ({ user, by }, { folder }: FolderSource) => service.createFromFolder(user.userId, folder, by),
    },

    'GET /api/admin/import-folders': ({ query }) => imports.folders.list(query.path),

    'POST /api/imports/:id/start': ({ user, params, by }) => service.start(params.id, user.userId, by),

    'POST /api/imports/:id/stop': ({ user, params }) => service.stop(params.id, user.userId),

    'DELETE /api/imports/:id': ({ user, params }) => service.remove(params.id, user.userId),
  } satisfies Partial<Handlers>;
}
