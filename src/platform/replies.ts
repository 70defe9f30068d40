/** Turns what a handler returned, a page or an error into the answer. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileReply, SizedReply, StreamReply } from '../contract/endpoint.ts';
import { AppError } from '../contract/errors.ts';
import type { HeaderList } from './answer.ts';
import type { DispatchParts, Turn } from './dispatch.ts';
import { acceptsEncoding, type AnswerKind } from './headers.ts';
import { replyDefect, toJson } from './json.ts';
import type { Route } from './routing.ts';
import { matchesTag, openFile, planFile, strongTag } from './send-file.ts';
import { memorySource, sizedSource } from './send.ts';
import type { StaticReply } from './static.ts';

/** From here an answer goes at the client's pace. */
const largeBytes = 64 * 1024;
/** A rest of a request's body up to here is read and thrown away; for more the connection closes. */
const swallowedBytes = 64 * 1024;

const compressed = promisify(gzip);

const contentTypes = { json: 'application/json; charset=utf-8', html: 'text/html; charset=utf-8', text: 'text/plain; charset=utf-8' };

export function createReplies(parts: Pick<DispatchParts, 'sender' | 'log' | 'validateReplies' | 'isDraining'>) {
  function body(turn: Turn, status: number, kind: AnswerKind, headers: HeaderList, content: string | Uint8Array): void {
    const { answer, exchange, request } = turn;
    const head = exchange.head(status, kind, headers);
    const closeConnection = mustClose(turn);
    const isLarge = content.length > largeBytes && request.method !== 'HEAD' && !closeConnection;
    if (!isLarge) return answer.whole(head, content, { omitBody: request.method === 'HEAD', closeConnection });
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    parts.sender.sendBytes(answer, head, bytes.length, memorySource(bytes));
  }

  function mustClose({ request, incoming }: Turn): boolean {
    if (request.defect || parts.isDraining()) return true;
    const isUnread = request.hasBody && !incoming?.isComplete;
    return isUnread && (request.contentLength === undefined || request.contentLength > swallowedBytes);
  }

  function empty(turn: Turn, status: number): void {
    turn.answer.whole(turn.exchange.head(status, 'data', [['cache-control', 'no-store']]), undefined);
  }

  function page(turn: Turn, found: StaticReply): void {
    const headers: [string, string][] = [['cache-control', found.cacheControl]];
    if (found.etag) headers.push(['etag', strongTag(found.etag)]);
    if (found.varies) headers.push(['vary', 'Accept-Encoding']);
    if (found.etag && matchesTag(turn.request.headers['if-none-match'], found.etag)) {
      return turn.answer.whole(turn.exchange.head(304, 'page', headers), undefined);
    }
    headers.push(['content-type', found.contentType]);
    if (found.encoding) headers.push(['content-encoding', found.encoding]);
    body(turn, found.status, 'page', headers, found.body);
  }

  /** Long lists (all screens of a network) shrink to a tenth; in a thread, beside the requests of others. */
  async function json(turn: Turn, status: number, text: string): Promise<void> {
    const headers: HeaderList = [['content-type', contentTypes.json], ['cache-control', 'no-store']];
    const { method, headers: asked } = turn.request;
    if (text.length <= largeBytes || method === 'HEAD' || !acceptsEncoding(asked['accept-encoding'], 'gzip')) return body(turn, status, 'data', headers, text);
    body(turn, status, 'data', [...headers, ['content-encoding', 'gzip']], await compressed(text, { level: 1 }));
  }

  function error(turn: Turn, failure: AppError, headers: HeaderList = []): void {
    if (failure.retryAfterS !== undefined) turn.exchange.setHeader('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))));
    const own: HeaderList = [['content-type', contentTypes.json], ['cache-control', 'no-store'], ...headers];
    body(turn, failure.status, 'data', own, JSON.stringify(failure.toBody()));
  }

  async function file(turn: Turn, reply: FileReply): Promise<void> {
    const { answer, exchange, request } = turn;
    const opened = await openFile(reply.path);
    const plan = planFile(request.method, request.headers, reply.etag, opened.size);
    const headers: HeaderList = [...Object.entries(reply.headers ?? {}), ...plan.headers];
    const head = (own: HeaderList) => exchange.head(plan.status, 'media', [...headers, ...own]);
    const isBodyless = plan.status === 304 || request.method === 'HEAD' || plan.length === 0;
    if (!isBodyless && answer.isOpen) {
      return parts.sender.sendBytes(answer, head([['content-type', reply.contentType]]), plan.length, opened.source(plan.start, plan.length));
    }
    opened.close();
    if (plan.status === 304) answer.whole(head([]), undefined);
    else if (plan.status === 416) error(turn, new AppError('range_not_satisfiable'), plan.headers);
    else answer.whole(head([['content-type', reply.contentType]]), undefined, { announcedLength: plan.length });
  }

  function stream(turn: Turn, reply: StreamReply | SizedReply): void {
    const { answer, exchange, request } = turn;
    const head = exchange.head(exchange.status ?? 200, 'data', [...Object.entries(reply.headers ?? {}), ['content-type', reply.contentType], ['cache-control', 'no-store']]);
    if (request.method === 'HEAD') answer.whole(head, undefined);
    else if ('sizeBytes' in reply) parts.sender.sendBytes(answer, head, reply.sizeBytes, sizedSource(reply));
    else parts.sender.sendStream(answer, head, reply);
  }

  /** Throws AppError `not_found` for a missing file, and TypeError for a reply that breaks the contract (tests). */
  async function send(turn: Turn, route: Route, reply: unknown): Promise<void> {
    if (!turn.answer.isOpen) return;
    const { endpoint } = route;
    if (endpoint.reply === 'file') return file(turn, reply as FileReply);
    if (endpoint.reply === 'stream') return stream(turn, reply as StreamReply | SizedReply);
    const status = turn.exchange.status ?? endpoint.status ?? (endpoint.reply ? 200 : 204);
    if (!endpoint.reply) return empty(turn, status);
    if (endpoint.reply === 'html' || endpoint.reply === 'text') {
      return body(turn, status, endpoint.reply === 'html' ? 'page' : 'data', [['content-type', contentTypes[endpoint.reply]], ['cache-control', 'no-store']], reply as string);
    }
    const defect = parts.validateReplies ? replyDefect(endpoint.reply, reply) : undefined;
    if (defect) {
      parts.log.error('reply breaks the contract', { key: route.key, defect });
      // Only tests validate replies: here the sentence helps whoever wrote the handler.
      return error(turn, new AppError('internal', `Reply of ${route.key} breaks the contract: ${defect}`));
    }
    await json(turn, status, toJson(reply));
  }

  return { send, page, empty, error };
}
