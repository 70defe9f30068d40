/** The test clinic and all kinds of callers, with fixed credentials. Every attempt of a caller begins in the same state. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { api, type ApiKey } from '../contract/api/index.ts';
import type { MemberRole, TokenScope } from '../contract/accounts/capabilities.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type ErrorBody, errorStatus } from '../contract/errors.ts';
import type { Topic } from '../contract/events.ts';
import { commonCodes, errorCodes } from '../contract/api/openapi.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type Clinic, createClinic } from './clinic.ts';
import { methodAndPath, type Client } from './client.ts';
import { type SampleCall, type SampleCalls, sampleCalls } from './sample-calls.ts';
import { changes, createTables, type Dump, type Tables } from './tables.ts';

/** Kinds of callers. Calls use the ids of `common`, the clinic; `flagless` is the clinic without its optional features. */
export const callers = [
  'nobody',
  'pending',
  'blocked',
  'common',
  'flagless',
  'other',
  'gestor',
  'administrator',
  'player',
  'otherPlayer',
  'blockedPlayer',
] as const;

/**
 * Callers of the same clinic: a member of each role, an API token of each scope, a blocked member, a member
 * and a token while the whole clinic is blocked, and an expired token. Callers of the other clinic: a member and a token
 * with all capabilities.
 */
export const teamCallers = [
  'ownerMember',
  'editor',
  'reception',
  'reader',
  'callsToken',
  'messagesToken',
  'contentsToken',
  'screensToken',
  'reportsToken',
  'urgentToken',
  'otherMember',
  'otherToken',
  'blockedMember',
  'memberOfBlocked',
  'tokenOfBlocked',
  'expiredToken',
] as const;
export type Caller = (typeof callers)[number] | (typeof teamCallers)[number];

export interface WorldResponse {
  status: number;
  /** Parsed JSON, or text. */
  body: unknown;
}

export interface RawRequest {
  method: string;
  path: string;
  content?: RequestInit['body'];
  type?: string;
  headers?: Record<string, string>;
}

export interface World {
  app: TestApp;
  tables: Tables;
  clinic: Clinic;
  calls: SampleCalls;
  /** Headers that authenticate each caller. */
  credentials: Readonly<Record<Caller, Record<string, string>>>;
  /** Puts the tables into the state that the caller's name describes. */
  become(caller: Caller): Dump;
  send(caller: Caller, request: RawRequest): Promise<WorldResponse>;
  call<Key extends ApiKey>(caller: Caller, key: Key, sample?: SampleCall<Key>): Promise<WorldResponse>;
  /** Makes a call in the caller's state. Returns its response, the rows that it changed, and the topics to which it published. */
  attempt(caller: Caller, call: () => Promise<WorldResponse>): Promise<WorldResponse & { effect: Effect }>;
  /** Like `attempt`, for a sample call of the contract. */
  attemptCall<Key extends ApiKey>(
    caller: Caller,
    key: Key,
    sample?: SampleCall<Key>,
  ): Promise<WorldResponse & { effect: Effect }>;
}

export interface Effect {
  changed: ReturnType<typeof changes>;
  published: Topic[];
}

export const noEffect: Effect = { changed: {}, published: [] };

export async function createWorld(t: TestContext): Promise<World> {
  // Throttles count by address: with a trusted proxy, every call can have another address.
  const app = await startTestApp(t, { env: { TRUST_PROXY: '127.0.0.1' } });
  const { admin, parts } = app;
  const { database, sockets } = parts;
  database.connection.pragma('synchronous = OFF');
  const clinic = await createClinic(app, t);
  parts.settings.openFirstSteps(admin.user.id);
  // An import would still change rows and publish messages during the calls after the one that began it.
  await parts.imports.close();
  const { owner, screen } = clinic;
  const calls = sampleCalls(clinic);
  database.exec(
    `UPDATE api_tokens SET expires_at = ${app.clock.now()} WHERE id = ${clinic.team.expiredProgram.tokenId}`,
  );
  // Sets the last use of tokens to now: otherwise their first use would change a row.
  database.exec(`UPDATE api_tokens SET last_used_at = ${app.clock.now()}`);
  const tables = createTables(app);
  const base = tables.dump();
  const states = { base, ...(await makeStates()) };

  /** Creates each state by the same call as in production, except `pending`: no call leads back to it. */
  async function makeStates() {
    const resetAfter = (dump: Dump) => {
      tables.load(base);
      return dump;
    };
    const params = { id: owner.user.id };
    database.exec(`UPDATE users SET status = 'pending' WHERE id = ${owner.user.id}`);
    const pending = resetAfter(tables.dump());
    await admin.call('POST /api/admin/users/:id/block', { params });
    const blocked = resetAfter(tables.dump());
    const flags = { canAccessBreakingNews: false, canAccessRadio: false, canAccessManagement: false };
    await admin.call('PUT /api/admin/users/:id/quotas', {
      params,
      body: { maxStorageGb: 3, maxPlaylists: 5, maxVideos: 120, ...flags },
    });
    const flagless = resetAfter(tables.dump());
    await admin.call('PATCH /api/admin/players/:id', { params: { id: screen.playerId }, body: { status: 'blocked' } });
    const blockedPlayer = resetAfter(tables.dump());
    const editor = clinic.team.members.get('editor')?.user.member?.id ?? 0;
    await owner.call('PATCH /api/team/members/:id', {
      params: { id: editor },
      body: { status: 'blocked' },
    });
    const blockedMember = resetAfter(tables.dump());
    const ofBlocked = { memberOfBlocked: blocked, tokenOfBlocked: blocked };
    return { pending, blocked, flagless, blockedPlayer, blockedMember, ...ofBlocked };
  }

  const published: Topic[] = [];
  const publishUnrecorded = sockets.publish;
  sockets.publish = (topic, message) => {
    published.push(topic);
    publishUnrecorded(topic, message);
  };

  const ownerHeaders = credentialsOf(owner);
  const screenHeaders = credentialsOf(screen);
  const { members, programs } = clinic.team;
  const member = (role: MemberRole) => credentialsOf(members.get(role) as Client);
  const program = (scope: TokenScope) => credentialsOf(programs.get(scope) as Client);
  const credentials: Record<Caller, Record<string, string>> = {
    nobody: {},
    pending: ownerHeaders,
    blocked: ownerHeaders,
    common: ownerHeaders,
    flagless: ownerHeaders,
    other: credentialsOf(clinic.other),
    gestor: credentialsOf(clinic.gestor),
    administrator: credentialsOf(admin),
    player: screenHeaders,
    otherPlayer: credentialsOf(clinic.otherScreen),
    blockedPlayer: screenHeaders,
    ownerMember: member('owner'),
    editor: member('editor'),
    reception: member('reception'),
    reader: member('reader'),
    callsToken: program('calls'),
    messagesToken: program('messages'),
    contentsToken: program('contents'),
    screensToken: program('screens:read'),
    reportsToken: program('reports:read'),
    urgentToken: program('urgent'),
    otherMember: credentialsOf(clinic.team.otherMember),
    otherToken: credentialsOf(clinic.team.otherProgram),
    blockedMember: member('editor'),
    memberOfBlocked: member('owner'),
    tokenOfBlocked: program('contents'),
    expiredToken: credentialsOf(clinic.team.expiredProgram),
  };
  let requestCount = 0;

  const world: World = {
    app,
    tables,
    clinic,
    calls,
    credentials,

    become(caller) {
      const state = states[caller as keyof typeof states] ?? base;
      tables.load(state);
      return state;
    },

    async send(caller, { method, path, content, type, headers }) {
      requestCount += 1;
      const response = await fetch(app.url + path, {
        method,
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
          ...credentials[caller],
          ...(type === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      });
      const kind = response.headers.get('content-type') ?? '';
      if (kind.startsWith('audio/')) {
        await response.body?.cancel();
        return { status: response.status, body: undefined };
      }
      const text = await response.text();
      return { status: response.status, body: kind.includes('json') && text ? JSON.parse(text) : text };
    },

    async call(caller, key, sample: SampleCall = calls[key]) {
      const { body, raw } = sample;
      const response = await world.send(caller, {
        ...methodAndPath(key, sample),
        ...(raw ? { content: raw.content, ...(raw.type ? { type: raw.type } : {}) } : {}),
        ...(body === undefined ? {} : { content: JSON.stringify(body), type: 'application/json' }),
      });
      assertMatchesDocument(key, response);
      return response;
    },

    async attempt(caller, call) {
      const before = world.become(caller);
      published.length = 0;
      const response = await call();
      // Wait for the tasks that the call began and the totals of its plays: they belong to its effect.
      const running = app.parts.tasks.list().filter(({ isRunning }) => isRunning);
      await Promise.all(running.map(({ name }) => app.parts.tasks.run(name)));
      await app.parts.plays.whenIdle();
      return { ...response, effect: { changed: changes(before, tables.dump()), published: [...published] } };
    },

    attemptCall: (caller, key, sample) => world.attempt(caller, () => world.call(caller, key, sample)),
  };
  return world;
}

/** Asserts that /api/openapi.json promises the response's status and error code. */
export function assertMatchesDocument(key: ApiKey, { status, body }: WorldResponse): void {
  const endpoint: Endpoint = api[key];
  const [method = '', path = ''] = key.split(' ');
  const codes = [...errorCodes(method, path, endpoint), ...commonCodes];
  const { code } = (body ?? {}) as Partial<ErrorBody>;
  // The device still waits for its screen.
  if (key === 'POST /api/player/pairing/poll' && status === 202) return;
  if (status < 400) assert.equal(status, endpoint.status ?? (endpoint.reply ? 200 : 204), key);
  // A response to HEAD has no body.
  else if (code) assert.ok(codes.includes(code), `${key} returns ${code}, which the document does not promise`);
  else
    assert.ok(
      codes.some((each) => errorStatus[each] === status),
      `${key} returns ${status}, which the document does not promise`,
    );
}

function credentialsOf(client: Client): Record<string, string> {
  return {
    ...(client.cookies.size > 0 ? { cookie: client.cookieHeader } : {}),
    ...(client.bearer ? { authorization: `Bearer ${client.bearer}` } : {}),
  };
}
