import type { IncomingBody } from './body.ts';
import type { HttpExchange } from './exchange.ts';
import type { RequestFacts } from './request.ts';
import type { ResponseWriter } from '../response/writer.ts';

/** One request on its way. */
export interface RequestContext {
  readonly request: RequestFacts;
  readonly response: ResponseWriter;
  readonly exchange: HttpExchange;
  incoming?: IncomingBody;
}
