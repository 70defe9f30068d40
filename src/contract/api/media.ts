/** Endpoints of contents: uploads, processing and their files. */
import * as z from 'zod';
import { endpointOf, fileErrors, fileHeaders } from '../endpoint.ts';
import * as media from '../media.ts';

export const section = { name: 'Contents', about: 'Uploads, their processing, and the bytes of what is ready.' };
const endpoint = endpointOf(section);
const read = endpointOf(section, { access: 'user', needs: 'contents:read' });
const change = endpointOf(section, { access: 'user', needs: 'contents', feature: 'management' });

export const endpoints = {
  'GET /api/capabilities': read({ summary: 'What this server can take', reply: media.capabilities }),
  'GET /api/videos': read({ summary: "The user's contents", feature: 'management', reply: z.array(media.video) }),
  'GET /api/platform-videos': read({
    summary: 'Platform contents the user may play',
    feature: 'management',
    reply: z.array(media.video),
  }),
  'POST /api/upload-url': change({
    summary: 'Reserve quota and get the address to PUT a file to',
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
    ],
  }),
  'HEAD /api/uploads/:key': change({
    summary: 'Upload-Offset of an unfinished upload',
    replyHeaders: { 'Upload-Offset': 'Bytes that are on disk.', 'Upload-Length': 'Bytes of the whole file.' },
    status: 200,
  }),
  'PUT /api/uploads/:key': change({
    summary: 'Send the bytes; resumable with Content-Range',
    body: 'binary',
    headers: {
      'Content-Range':
        'bytes FIRST-LAST/TOTAL; FIRST is the Upload-Offset. Left out: the whole file from its beginning.',
    },
    replyHeaders: { 'Upload-Offset': 'Bytes that are on disk.' },
    reply: media.uploadState,
    errors: [...fileErrors, 'conflict'],
  }),
  'DELETE /api/uploads/:key': change({ summary: 'Give up an upload; its reservation is freed' }),
  'POST /api/videos': change({
    summary: 'Register a finished upload and queue its processing',
    body: media.videoInput,
    reply: media.video,
    status: 201,
    errors: ['forbidden', 'not_found', 'quota_exceeded'],
  }),
  'POST /api/upload': change({
    summary:
      'Reserve, send and register in one multipart request: file, name, displayDuration, useAmbientBackground, isPlatformVideo, categoryId',
    body: 'multipart',
    reply: media.video,
    status: 201,
    errors: [...fileErrors, 'invalid_input', 'forbidden', 'quota_exceeded'],
  }),
  'PATCH /api/videos/:id': change({
    summary: 'Rename, or change the display time',
    body: media.videoPatch,
    reply: media.video,
  }),
  'DELETE /api/videos/:id': change({
    summary: 'Delete with all its assignments; screens go on for 10 s, in which it can be taken back',
  }),
  'POST /api/videos/:id/restore': change({
    summary: 'Take a deletion back within 10 s; managers also that of a platform content',
    reply: media.video,
    errors: ['quota_exceeded'],
  }),
  'POST /api/videos/:id/retry': change({
    summary: 'Process a failed item, or the failed replacement of one, again',
    reply: media.video,
    errors: ['conflict'],
  }),
  'POST /api/videos/:id/replace': change({
    summary: 'Give an item the bytes of a finished upload; its old ones stay until these are ready',
    body: media.replacementInput,
    reply: media.video,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'DELETE /api/videos/:id/replacement': change({
    summary: 'Give up a replacement that is not finished; the item keeps its bytes',
  }),
  'GET /media/:file': endpoint({
    summary: 'Bytes of a rendition, by signed URL',
    access: 'anyone',
    query: z.object({ e: z.string(), s: z.string() }),
    headers: fileHeaders,
    replyHeaders: { ETag: 'Strong; the bytes under an address never change.', 'Accept-Ranges': 'bytes' },
    reply: 'file',
    errors: ['forbidden', 'range_not_satisfiable'],
  }),
};
