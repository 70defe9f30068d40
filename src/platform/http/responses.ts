/** Turns what a handler returned, a page or an error into the answer. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileReply, SizedReply, StreamReply } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Log } from '../log.ts';
import type { HeaderList } from './response-writer.ts';
import type { RequestContext } from './request-context.ts';
import { acceptsEncoding, type AnswerKind } from './headers.ts';
import { replyDefect, toJson } from './json.ts';
import type { Route } from './routing.ts';
import { matchesTag, openFile, planFile, strongTag } from './send-file.ts';
import { memorySource, type Sender, sizedSource } from './send.ts';
import type { StaticReply } from './static.ts';

/** From here an answer goes at the client's pace. */
const largeBytes = 64 * 1024;
/** A rest of a request's body up to here is read and thrown away; for more the connection closes. */
const swallowedBytes = 64 * 1024;

const compressed = promisify(gzip);

const contentTypes = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

export interface ResponsesParts {
  sender: Sender;
  log: Log;
  validateReplies: boolean;
  isDraining: () => boolean;
}

export function createResponses(parts: ResponsesParts) {
  function body(
    context: RequestContext,
    status: number,
    kind: AnswerKind,
    headers: HeaderList,
    content: string | Uint8Array,
  ): void {
    const { response, exchange, request } = context;
    const head = exchange.head(status, kind, headers);
    const closeConnection = mustClose(context);
    const isLarge = content.length > largeBytes && request.method !== 'HEAD' && !closeConnection;
    if (!isLarge) return response.whole(head, content, { omitBody: request.method === 'HEAD', closeConnection });
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    parts.sender.sendBytes(response, head, bytes.length, memorySource(bytes));
  }

  function mustClose({ request, incoming }: RequestContext): boolean {
    if (request.defect || parts.isDraining()) return true;
    const isUnread = request.hasBody && !incoming?.isComplete;
    return isUnread && (request.contentLength === undefined || request.contentLength > swallowedBytes);
  }

  function empty(context: RequestContext, status: number): void {
    context.response.whole(context.exchange.head(status, 'data', [['cache-control', 'no-store']]), undefined);
  }

  function page(context: RequestContext, found: StaticReply): void {
    const headers: [string, string][] = [['cache-control', found.cacheControl]];
    if (found.etag) headers.push(['etag', strongTag(found.etag)]);
    if (found.varies) headers.push(['vary', 'Accept-Encoding']);
    if (found.etag && matchesTag(context.request.headers['if-none-match'], found.etag)) {
      return context.response.whole(context.exchange.head(304, 'page', headers), undefined);
    }
    headers.push(['content-type', found.contentType]);
    if (found.encoding) headers.push(['content-encoding', found.encoding]);
    body(context, found.status, 'page', headers, found.body);
  }

  /** Long lists (all screens of a network) shrink to a tenth; in a thread, beside the requests of others. */
  async function json(context: RequestContext, status: number, text: string): Promise<void> {
    const headers: HeaderList = [
      ['content-type', contentTypes.json],
      ['cache-control', 'no-store'],
    ];
    const { method, headers: asked } = context.request;
    if (text.length <= largeBytes || method === 'HEAD' || !acceptsEncoding(asked['accept-encoding'], 'gzip'))
      return body(context, status, 'data', headers, text);
    body(context, status, 'data', [...headers, ['content-encoding', 'gzip']], await compressed(text, { level: 1 }));
  }

  function error(context: RequestContext, failure: AppError, headers: HeaderList = []): void {
    if (failure.retryAfterS !== undefined)
      context.exchange.setHeader('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))));
    const own: HeaderList = [['content-type', contentTypes.json], ['cache-control', 'no-store'], ...headers];
    body(context, failure.status, 'data', own, JSON.stringify(failure.toBody()));
  }

  async function file(context: RequestContext, reply: FileReply): Promise<void> {
    const { response, exchange, request } = context;
    const opened = await openFile(reply.path);
    const plan = planFile(request.method, request.headers, reply.etag, opened.size);
    const headers: HeaderList = [...Object.entries(reply.headers ?? {}), ...plan.headers];
    const head = (own: HeaderList) => exchange.head(plan.status, 'media', [...headers, ...own]);
    const isBodyless = plan.status === 304 || request.method === 'HEAD' || plan.length === 0;
    if (!isBodyless && response.isOpen) {
      return parts.sender.sendBytes(
        response,
        head([['content-type', reply.contentType]]),
        plan.length,
        opened.source(plan.start, plan.length),
      );
    }
    opened.close();
    if (plan.status === 304) response.whole(head([]), undefined);
    else if (plan.status === 416) error(context, new AppError('range_not_satisfiable'), plan.headers);
    else response.whole(head([['content-type', reply.contentType]]), undefined, { announcedLength: plan.length });
  }

  function stream(context: RequestContext, reply: StreamReply | SizedReply): void {
    const { response, exchange, request } = context;
    const head = exchange.head(exchange.status ?? 200, 'data', [
      ...Object.entries(reply.headers ?? {}),
      ['content-type', reply.contentType],
      ['cache-control', 'no-store'],
    ]);
    if (request.method === 'HEAD') response.whole(head, undefined);
    else if ('sizeBytes' in reply) parts.sender.sendBytes(response, head, reply.sizeBytes, sizedSource(reply));
    else parts.sender.sendStream(response, head, reply);
  }

  /** Throws AppError `not_found` for a missing file, and TypeError for a reply that breaks the contract (tests). */
  async function send(context: RequestContext, route: Route, reply: unknown): Promise<void> {
    if (!context.response.isOpen) return;
    const { endpoint } = route;
    if (endpoint.reply === 'file') return file(context, reply as FileReply);
    if (endpoint.reply === 'stream') return stream(context, reply as StreamReply | SizedReply);
    const status = context.exchange.status ?? endpoint.status ?? (endpoint.reply ? 200 : 204);
    if (!endpoint.reply) return empty(context, status);
    if (endpoint.reply === 'html' || endpoint.reply === 'text') {
      return body(
        context,
        status,
        endpoint.reply === 'html' ? 'page' : 'data',
        [
          ['content-type', contentTypes[endpoint.reply]],
          ['cache-control', 'no-store'],
        ],
        reply as string,
      );
    }
    const defect = parts.validateReplies ? replyDefect(endpoint.reply, reply) : undefined;
    if (defect) {
      parts.log.error('reply breaks the contract', { key: route.key, defect });
      // Only tests validate replies: here the sentence helps whoever wrote the handler.
      return error(context, new AppError('internal', `Reply of ${route.key} breaks the contract: ${defect}`));
    }
    await json(context, status, toJson(reply));
  }

  return { send, page, empty, error };
}
