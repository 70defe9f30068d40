/** Endpoints of contents: uploads, processing and their files. */
import * as z from 'zod';
import { endpointOf, fileErrors, fileHeaders } from '../endpoint.ts';
import { count } from '../common.ts';
import * as media from '../media.ts';
import { poster } from '../posters.ts';

export const section = { name: 'Contents', about: 'Uploads, their processing, and the processed files.' };
const endpoint = endpointOf(section);
const read = endpointOf(section, { access: 'user', needs: 'contents:read' });
const change = endpointOf(section, { access: 'user', needs: 'contents', feature: 'management' });

export const endpoints = {
  'GET /api/capabilities': read({ summary: 'File types that this server accepts', reply: media.capabilities }),
  'GET /api/videos': read({
    summary: "The user's contents; with `limit` a page of them",
    feature: 'management',
    query: media.contentsQuery,
    reply: z.array(media.video),
  }),
  'GET /api/videos/count': read({
    summary: "Number of the user's contents that match",
    feature: 'management',
    query: media.contentsCountQuery,
    reply: count,
  }),
  'GET /api/platform-videos': read({
    summary: 'Platform contents the user may play; with `limit` a page of them, by category',
    feature: 'management',
    query: media.platformContentsQuery,
    reply: z.array(media.video),
  }),
  'GET /api/platform-videos/count': read({
    summary: 'Number of platform contents that match',
    feature: 'management',
    query: media.contentsCountQuery,
    reply: count,
  }),
  'POST /api/upload-url': change({
    summary: 'Reserve quota, and get the URL to PUT a file to',
    body: media.uploadRequest,
    reply: media.uploadTicket,
    status: 201,
    errors: [
      'forbidden',
      'not_found',
      'conflict',
      'quota_exceeded',
      'payload_too_large',
      'unsupported_media_type',
      'disk_full',
      'medicine_refused',
    ],
  }),
  'HEAD /api/uploads/:key': change({
    summary: 'Upload-Offset of an incomplete upload',
    replyHeaders: { 'Upload-Offset': 'Number of stored bytes.', 'Upload-Length': 'Size of the whole file in bytes.' },
    status: 200,
  }),
  'PUT /api/uploads/:key': change({
    summary: 'Send the bytes; resumable with Content-Range',
    body: 'binary',
    headers: {
      'Content-Range':
        'bytes FIRST-LAST/TOTAL; FIRST is the Upload-Offset. Left out: the whole file from its beginning.',
    },
    replyHeaders: { 'Upload-Offset': 'Number of stored bytes.' },
    reply: media.uploadState,
    errors: [...fileErrors, 'conflict'],
  }),
  'DELETE /api/uploads/:key': change({ summary: 'Cancel an upload; frees its reserved quota' }),
  'POST /api/videos': change({
    summary: 'Register a finished upload and queue its processing',
    idempotent: true,
    body: media.videoInput,
    reply: media.video,
    status: 201,
    errors: ['forbidden', 'not_found', 'quota_exceeded', 'medicine_refused'],
  }),
  'POST /api/upload': change({
    summary:
      'Reserve, send and register in one multipart request: file, name, displayDuration, useAmbientBackground, isPlatformVideo, categoryId, purpose',
    body: 'multipart',
    reply: media.video,
    status: 201,
    errors: [...fileErrors, 'invalid_input', 'forbidden', 'quota_exceeded', 'medicine_refused'],
  }),
  'PATCH /api/videos/:id': change({
    summary: 'Change an item; omitted fields stay unchanged',
    body: media.videoPatch,
    reply: media.video,
    errors: ['medicine_refused'],
  }),
  'DELETE /api/videos/:id': change({
    summary: 'Delete an item with all its assignments; screens play on for 10 s, in which this can be undone',
  }),
  'POST /api/videos/delete': change({
    summary: 'Delete several own items, as DELETE deletes one; returns the ids of those that existed',
    body: media.contentIds,
    reply: media.contentIds.extend({ ids: z.array(z.number()) }),
    status: 200,
  }),
  'POST /api/videos/restore': change({
    summary: 'Undo the deletion of several own items within 10 s; returns the ids of those that were restored',
    body: media.contentIds,
    reply: media.contentIds.extend({ ids: z.array(z.number()) }),
    status: 200,
    errors: ['quota_exceeded'],
  }),
  'POST /api/videos/:id/restore': change({
    summary: 'Undo the deletion of an item within 10 s; managers may also restore platform items',
    reply: media.video,
    errors: ['quota_exceeded'],
  }),
  'POST /api/videos/:id/retry': change({
    summary: "Process a failed item, or an item's failed replacement, again",
    reply: media.video,
    errors: ['conflict'],
  }),
  'POST /api/videos/:id/replace': change({
    summary: "Replace an item's file by a complete upload; the old file stays until the new one is processed",
    idempotent: true,
    body: media.replacementInput,
    reply: media.video,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'DELETE /api/videos/:id/replacement': change({
    summary: 'Cancel a replacement that is not yet processed; the item keeps its file',
  }),
  'GET /api/videos/:id/poster': read({
    summary: 'Fields of an own poster, or of its pending replacement if there is one',
    feature: 'management',
    reply: poster,
  }),
  'GET /media/:file': endpoint({
    summary: 'A processed file, by signed URL (`e`: time of expiry, `s`: signature)',
    access: 'anyone',
    query: z.object({ e: z.string(), s: z.string() }),
    headers: fileHeaders,
    replyHeaders: { ETag: 'Strong; the bytes of a URL never change.', 'Accept-Ranges': 'bytes' },
    reply: 'file',
    errors: ['forbidden', 'range_not_satisfiable'],
  }),
};
