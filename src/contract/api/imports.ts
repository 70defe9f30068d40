/** Endpoints of imports from other systems, archives and folders. */
import * as z from 'zod';
import { endpointOf } from '../endpoint.ts';
import * as imports from '../contents/imports.ts';

export const section = {
  name: 'Imports',
  about: 'Contents and playlists from archives, from folders, and from exports of other systems.',
};
const change = endpointOf(section, { access: 'user', needs: 'playlists', feature: 'management' });
const administrator = endpointOf(section, { access: 'administrator', feature: 'management' });

export const endpoints = {
  'GET /api/imports': change({ summary: "The account's imports, newest first", reply: z.array(imports.importSummary) }),
  'GET /api/imports/:id': change({
    summary: 'One import: the files that are imported, and those that are not, with the reasons',
    reply: imports.importDetails,
  }),
  'GET /api/imports/:id/report.csv': change({ summary: 'Every file of an import, as CSV', reply: 'stream' }),
  'POST /api/imports': change({
    summary: 'List what an uploaded archive contains; nothing is imported yet',
    idempotent: true,
    body: imports.importInput,
    reply: imports.importSummary,
    status: 201,
    errors: ['not_found', 'conflict'],
  }),
  'POST /api/imports/:id/start': change({
    summary: 'Import what was listed, or continue a stopped import',
    reply: imports.importSummary,
    errors: ['conflict'],
  }),
  'POST /api/imports/:id/stop': change({
    summary: 'Stop an import after the current file; what was imported stays',
    reply: imports.importSummary,
    errors: ['conflict'],
  }),
  'DELETE /api/imports/:id': change({ summary: 'Delete an import and its archive; what was imported stays' }),
  'GET /api/admin/import-folders': administrator({
    summary: 'Folders of this server to import from',
    query: imports.importFoldersQuery,
    reply: imports.importFolderList,
    errors: ['not_found'],
  }),
  'POST /api/admin/imports': administrator({
    summary: 'List what a folder of this server contains; nothing is imported yet',
    idempotent: true,
    body: imports.importFolderInput,
    reply: imports.importSummary,
    status: 201,
    errors: ['not_found', 'conflict'],
  }),
};
