/** Servers that imitate radio stations, for tests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { listenLocally } from '../../../testing/ports.ts';

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that responds with `station.respond`, which a test may replace between requests. */
export async function startStationServer(t: TestContext, respond: Respond) {
  const station = {
    respond,
    /** Address without a path. */
    url: '',
    requests: [] as IncomingMessage[],
    /** Responses that have not ended. */
    onAir: new Set<ServerResponse>(),
  };
  const server = createServer((request, response) => {
    station.requests.push(request);
    station.onAir.add(response);
    response.on('close', () => station.onAir.delete(response));
    station.respond(request, response);
  });
  station.url = `http://127.0.0.1:${await listenLocally(t, server)}`;
  return station;
}
