/** Starts the socket server with the application's rules, on an HTTP server without the application. */
import type { TestContext } from 'node:test';
import { createSocketRules, type SocketRulesDeps } from '../features/live/socket-rules.ts';
import { systemClock } from '../platform/clock.ts';
import { createSockets, type SocketsParts } from '../platform/http/sockets/sockets.ts';
import { createLog } from '../platform/log.ts';
import { startTestHttp, testIdentify } from './http.ts';
import { loopTurns, until } from './until.ts';
import { connectWebSocket, type TestWebSocket } from './ws.ts';

/** User 7 may see the playlists whose ids are below 1000. */
const testRules: SocketRulesDeps = {
  canView: (actor, playlistId) => actor.userId === 7 && playlistId < 1000,
  currentUser: ({ userId: id }) => ({
    ...{ id, username: `Pessoa ${id}`, email: `p${id}@clinica.test`, role: 'user', userType: 'common' },
    ...{ member: null, capabilities: ['self'] },
    ...{ storageUsed: 0, storageLimit: 3072, timeZone: 'America/Sao_Paulo' },
    ...{ canAccessBreakingNews: true, canAccessRadio: true, canAccessManagement: true },
  }),
};

export async function startSockets(
  t: TestContext,
  { rules, ...parts }: Partial<Omit<SocketsParts, 'rules'>> & { rules?: Partial<SocketRulesDeps> } = {},
) {
  const logged: string[] = [];
  const sockets = createSockets({
    identify: testIdentify,
    rules: createSocketRules({ ...testRules, ...rules }),
    log: createLog('debug', systemClock, (line) => logged.push(line)),
    ...parts,
  });
  const { url, port, http } = await startTestHttp(t, { endpoints: {}, handlers: {}, sockets });
  const open: TestWebSocket[] = [];
  t.after(() => open.forEach(({ socket }) => socket.destroy()));
  const connect = async (session?: string, path = '/ws') => {
    const socket = await connectWebSocket(url + path, {
      headers: { origin: url, ...(session ? { cookie: `antessala_session=${session}` } : {}) },
    });
    open.push(socket);
    return socket;
  };
  return { sockets, url, port, http, connect, logged };
}

/** Waits 50 ms, enough for sent messages to arrive. */
export const settle = () => loopTurns(50);
export const messageTypes = ({ messages }: TestWebSocket) =>
  messages.map((text) => (JSON.parse(text) as { type: string }).type);

/** Sends messages and returns all responses. Detects the end by a ping, whose pong arrives last. */
export async function sendAndCollect(socket: TestWebSocket, ...messages: object[]): Promise<unknown[]> {
  const before = socket.messages.length;
  for (const message of messages) socket.send(JSON.stringify(message));
  const pongs = messageTypes(socket).filter((type) => type === 'pong').length;
  socket.send('{"type":"ping"}');
  await until('the pong', () => messageTypes(socket).filter((type) => type === 'pong').length > pongs);
  return socket.messages
    .slice(before)
    .map((text) => JSON.parse(text) as unknown)
    .filter((message) => (message as { type: string }).type !== 'pong');
}
