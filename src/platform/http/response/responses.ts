/** Sends complete responses: JSON, pages, errors. handler-results.ts sends what handlers return. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AppError } from '../../../contract/errors.ts';
import type { HeaderList } from './writer.ts';
import type { RequestContext } from '../request/exchange.ts';
import { sharedText } from '../request/json.ts';
import { acceptsEncoding, matchesTag, type ResponseKind, strongTag } from './headers.ts';
import { type ByteSender, memorySource } from './send-bytes.ts';
import type { StaticReply } from './static.ts';

/** Minimum size of a response that is sent at the client's pace; a shorter one is copied when the client does not read it. */
const minPacedBytes = 16 * 1024;
/** Minimum size of a response that is compressed. */
const minCompressedBytes = 64 * 1024;
/** Maximum size of an unread request body that is read and discarded; with a larger one the connection is closed. */
const maxDiscardedBytes = 64 * 1024;

const gzipAsync = promisify(gzip);

const jsonType = 'application/json; charset=utf-8';

export const jsonHeaders: HeaderList = [
  ['content-type', jsonType],
  ['cache-control', 'no-store'],
];

export interface ResponsesParts {
  sendBytes: ByteSender['sendBytes'];
  isDraining: () => boolean;
}

export function createResponses(parts: ResponsesParts) {
  function body(
    context: RequestContext,
    status: number,
    kind: ResponseKind,
    headers: HeaderList,
    content: string | Uint8Array,
  ): void {
    const { response, exchange, request } = context;
    const head = exchange.head(status, kind, headers);
    const closeConnection = mustClose(context);
    const isUnread = request.hasBody && context.incoming?.isComplete === false;
    const isLarge = content.length > minPacedBytes && request.method !== 'HEAD' && !closeConnection && !isUnread;
    if (!isLarge)
      return response.sendComplete(head, content, {
        omitBody: request.method === 'HEAD',
        // A small body has usually arrived when the response is written. One that ends later would keep the connection open.
        closeConnection: isUnread && !closeConnection ? () => context.incoming?.isComplete === false : closeConnection,
      });
    const bytes = typeof content === 'string' ? (sharedText(content)?.bytes ?? Buffer.from(content)) : content;
    parts.sendBytes(response, head, bytes.length, memorySource(bytes), request.address);
  }

  function mustClose({ request, incoming }: RequestContext): boolean {
    if (request.defect || parts.isDraining()) return true;
    const isUnread = request.hasBody && !incoming?.isComplete;
    return isUnread && (request.contentLength === undefined || request.contentLength > maxDiscardedBytes);
  }

  function empty(context: RequestContext, status: number): void {
    context.response.sendComplete(context.exchange.head(status, 'data', [['cache-control', 'no-store']]), undefined);
  }

  function page(context: RequestContext, reply: StaticReply): void {
    const headers: [string, string][] = [['cache-control', reply.cacheControl]];
    if (reply.etag) headers.push(['etag', strongTag(reply.etag)]);
    if (reply.varies) headers.push(['vary', 'Accept-Encoding']);
    if (reply.etag && matchesTag(context.request.headers['if-none-match'], reply.etag)) {
      const head = context.exchange.head(304, 'page', headers);
      return context.response.sendComplete(head, undefined, { announcedLength: Buffer.byteLength(reply.body) });
    }
    headers.push(['content-type', reply.contentType]);
    if (reply.encoding) headers.push(['content-encoding', reply.encoding]);
    body(context, reply.status, 'page', headers, reply.body);
  }

  /** Sends JSON. Compresses long JSON, such as the list of all screens, to a tenth, in a thread: other requests do not wait. */
  async function json(context: RequestContext, status: number, text: string | Uint8Array): Promise<void> {
    const { method, headers } = context.request;
    if (text.length <= minCompressedBytes || method === 'HEAD' || !acceptsEncoding(headers['accept-encoding'], 'gzip'))
      return body(context, status, 'data', jsonHeaders, text);
    const shared = typeof text === 'string' ? sharedText(text) : undefined;
    const bytes = shared ? await (shared.gzipped ??= gzipAsync(shared.bytes)) : await gzipAsync(text, { level: 1 });
    body(context, status, 'data', [...jsonHeaders, ['content-encoding', 'gzip']], bytes);
  }

  function error(context: RequestContext, failure: AppError, headers: HeaderList = []): void {
    if (failure.retryAfterS !== undefined)
      context.exchange.setHeader('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))));
    const bodyHeaders: HeaderList = [...jsonHeaders, ...headers];
    body(context, failure.status, 'data', bodyHeaders, JSON.stringify(failure.toBody()));
  }

  return { body, empty, page, json, error };
}

export type Responses = ReturnType<typeof createResponses>;
