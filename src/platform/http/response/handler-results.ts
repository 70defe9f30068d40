/** Sends what a handler returned (its reply): file, stream, text or JSON. */
import type { FileReply, SizedReply, StreamReply } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Log } from '../../log.ts';
import { yieldBetween } from '../../clock.ts';
import { isLongList, longListToJson, replyDefect, toJson } from '../request/json.ts';
import type { RequestContext } from '../request/exchange.ts';
import type { HeaderList } from './writer.ts';
import type { Responses } from './responses.ts';
import type { Route } from '../request/routing.ts';
import { type ByteSender, sizedSource } from './send-bytes.ts';
import { rangeResponse } from '../request/range-request.ts';
import type { OpenFiles } from './open-files.ts';
import type { StreamSender } from './send-stream.ts';

const textTypes = { html: 'text/html; charset=utf-8', text: 'text/plain; charset=utf-8' };

export interface ResultSenderParts {
  openFile: OpenFiles['open'];
  sendBytes: ByteSender['sendBytes'];
  sendStream: StreamSender['sendStream'];
  log: Log;
  validateReplies: boolean;
}

export function createResultSender(responses: Responses, parts: ResultSenderParts) {
  async function sendFile(context: RequestContext, reply: FileReply): Promise<void> {
    const { response, exchange, request } = context;
    const opened = await parts.openFile(reply.path);
    const range = rangeResponse(request.method, request.headers, reply.etag, opened.size);
    const headers: HeaderList = [...Object.entries(reply.headers ?? {}), ...range.headers];
    const head = (bodyHeaders: HeaderList) => exchange.head(range.status, 'media', [...headers, ...bodyHeaders]);
    const isBodyless = range.status === 304 || request.method === 'HEAD' || range.length === 0;
    if (!isBodyless && response.isOpen) {
      return parts.sendBytes(
        response,
        head([['content-type', reply.contentType]]),
        range.length,
        opened.source(range.start, range.length),
        request.address,
      );
    }
    opened.close();
    if (range.status === 304) response.sendComplete(head([]), undefined, { announcedLength: opened.size });
    else if (range.status === 416) responses.error(context, new AppError('range_not_satisfiable'), range.headers);
    else
      response.sendComplete(head([['content-type', reply.contentType]]), undefined, { announcedLength: range.length });
  }

  function sendStream(context: RequestContext, reply: StreamReply | SizedReply): void {
    const { response, exchange, request } = context;
    const head = exchange.head(exchange.status ?? 200, 'data', [
      ...Object.entries(reply.headers ?? {}),
      ['content-type', reply.contentType],
      ['cache-control', 'no-store'],
    ]);
    if (request.method === 'HEAD') response.sendComplete(head, undefined);
    else if ('sizeBytes' in reply)
      parts.sendBytes(response, head, reply.sizeBytes, sizedSource(reply), request.address);
    else parts.sendStream(response, head, reply);
  }

  /** Sends a handler's reply. Throws AppError `not_found` for a missing file. */
  async function send(context: RequestContext, route: Route, reply: unknown): Promise<void> {
    if (!context.response.isOpen) return;
    const { endpoint } = route;
    if (endpoint.reply === 'file') return sendFile(context, reply as FileReply);
    if (endpoint.reply === 'stream') return sendStream(context, reply as StreamReply | SizedReply);
    const status = context.exchange.status ?? endpoint.status ?? (endpoint.reply ? 200 : 204);
    if (!endpoint.reply) return responses.empty(context, status);
    if (endpoint.reply === 'html' || endpoint.reply === 'text') {
      return responses.body(
        context,
        status,
        endpoint.reply === 'html' ? 'page' : 'data',
        [
          ['content-type', textTypes[endpoint.reply]],
          ['cache-control', 'no-store'],
        ],
        reply as string,
      );
    }
    const defect = parts.validateReplies ? replyDefect(endpoint.reply, reply) : undefined;
    if (defect) {
      parts.log.error('reply breaks the contract', { key: route.key, defect });
      // Only tests validate replies: the message is for the handler's developer.
      return responses.error(context, new AppError('internal', `Reply of ${route.key} breaks the contract: ${defect}`));
    }
    await responses.json(
      context,
      status,
      isLongList(reply) ? await yieldBetween(longListToJson(reply)) : toJson(reply),
    );
  }

  return { send };
}
