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
const largeBytes = 16 * 1024;
/** Minimum size of a response that is compressed. */
const compressedBytes = 64 * 1024;
/** Maximum rest of a request body that is read and discarded; with a larger rest the connection is closed. */
const discardedBytes = 64 * 1024;

const compressed = promisify(gzip);

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
    const isLarge = content.length > largeBytes && request.method !== 'HEAD' && !closeConnection && !isUnread;
    if (!isLarge)
      return response.sendComplete(head, content, {
        omitBody: request.method === 'HEAD',
        // The rest of a small body has mostly arrived when the response is written. A rest that arrives after the response would keep the connection open for ever.
        closeConnection: isUnread && !closeConnection ? () => context.incoming?.isComplete === false : closeConnection,
      });
    const bytes = typeof content === 'string' ? (sharedText(content)?.bytes ?? Buffer.from(content)) : content;
    parts.sendBytes(response, head, bytes.length, memorySource(bytes), request.address);
  }

  function mustClose({ request, incoming }: RequestContext): boolean {
    if (request.defect || parts.isDraining()) return true;
    const isUnread = request.hasBody && !incoming?.isComplete;
    return isUnread && (request.contentLength === undefined || request.contentLength > discardedBytes);
  }

  function empty(context: RequestContext, status: number): void {
    context.response.sendComplete(context.exchange.head(status, 'data', [['cache-control', 'no-store']]), undefined);
  }

  function page(context: RequestContext, found: StaticReply): void {
    const headers: [string, string][] = [['cache-control', found.cacheControl]];
    if (found.etag) headers.push(['etag', strongTag(found.etag)]);
    if (found.varies) headers.push(['vary', 'Accept-Encoding']);
    if (found.etag && matchesTag(context.request.headers['if-none-match'], found.etag)) {
      const head = context.exchange.head(304, 'page', headers);
      return context.response.sendComplete(head, undefined, { announcedLength: Buffer.byteLength(found.body) });
    }
    headers.push(['content-type', found.contentType]);
    if (found.encoding) headers.push(['content-encoding', found.encoding]);
    body(context, found.status, 'page', headers, found.body);
  }

  /** Sends JSON, compressed if it is long: lists of all screens shrink to a tenth. A thread compresses, so that other requests do not wait. */
  async function json(context: RequestContext, status: number, text: string | Uint8Array): Promise<void> {
    const { method, headers: requested } = context.request;
    if (text.length <= compressedBytes || method === 'HEAD' || !acceptsEncoding(requested['accept-encoding'], 'gzip'))
      return body(context, status, 'data', jsonHeaders, text);
    const shared = typeof text === 'string' ? sharedText(text) : undefined;
    const bytes = shared ? await (shared.gzipped ??= compressed(shared.bytes)) : await compressed(text, { level: 1 });
    body(context, status, 'data', [...jsonHeaders, ['content-encoding', 'gzip']], bytes);
  }

  function error(context: RequestContext, failure: AppError, headers: HeaderList = []): void {
    if (failure.retryAfterS !== undefined)
      context.exchange.setHeader('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))));
    const own: HeaderList = [...jsonHeaders, ...headers];
    body(context, failure.status, 'data', own, JSON.stringify(failure.toBody()));
  }

  return { body, empty, page, json, error };
}

export type Responses = ReturnType<typeof createResponses>;
