/** A webhook receiver for tests. */
import { createServer } from 'node:http';
import type { Lifetime } from '../app.ts';
import { listenLocally } from '../ports.ts';

/** Parsed body of a request. */
export interface ReceivedEvent {
  title: string;
  text: string;
  kind: string;
  at: string;
}

export interface WebhookReceiver {
  url: string;
  /** All received attempts, including refused ones. */
  attempts: { method: string; body: string; id: string; signature: string | undefined; event: ReceivedEvent }[];
  /** Status of the next responses. */
  status: number;
  /** Location header of the next responses. */
  location?: string;
}

export async function startWebhookReceiver(t: Lifetime): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = { url: '', attempts: [], status: 204 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      receiver.attempts.push({
        method: request.method ?? '',
        body,
        id: String(request.headers['x-antessala-id']),
        signature: request.headers['x-antessala-signature'] as string | undefined,
        event: JSON.parse(body || '{}') as ReceivedEvent,
      });
      response.writeHead(receiver.status, receiver.location ? { location: receiver.location } : {}).end();
    });
  });
  receiver.url = `http://127.0.0.1:${await listenLocally(t, server)}/topico?chave=oculta`;
  return receiver;
}
