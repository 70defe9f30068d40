/** Builds the OpenAPI 3.1 document of the API from the table `api` in index.ts. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import { api, sections } from './index.ts';
import * as categories from '../categories.ts';
import { type Capability, capabilitiesOfScopes, tokenScopes } from '../accounts/capabilities.ts';
import { type Access, type Endpoint, type Feature, textParams } from '../endpoint.ts';
import { type ErrorCode, errorStatus } from '../errors.ts';
import * as media from '../media.ts';
import * as messages from '../messages.ts';
import * as notices from '../notices.ts';
import * as players from '../players.ts';
import * as playlists from '../playlists.ts';
import * as radio from '../radio.ts';
import * as settings from '../settings.ts';
import * as team from '../accounts/team.ts';

export type Schema = z.core.JSONSchema.BaseSchema;

/** Schemas by content type. */
type Content = Record<string, { schema: Schema }>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
}

type Headers = Record<string, { description: string; schema: Schema }>;

export interface Response {
  /** Reference to one of `components.responses`. */
  $ref?: string;
  description: string;
  headers?: Headers;
  content?: Content;
  /** On error statuses: the possible error codes. */
  'x-codes'?: ErrorCode[];
}

export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  'x-access': Access;
  'x-needs'?: Capability;
  'x-feature'?: Feature;
  /** An empty object in the list permits calls without credentials. */
  security: Record<string, never[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  /** Responses by status; those that every call may return are references to `components.responses`. */
  responses: Record<string, Response>;
}

export type OpenApiDocument = ReturnType<typeof openApi>;

const accessTexts: Record<Access, string> = {
  anyone: 'Anyone.',
  user: "An approved account's session, or its API token.",
  manager: 'A session with role admin (administrators and gestores).',
  administrator: 'A session with role admin and userType admin.',
  player: "A screen's bearer token.",
  viewer: "A session, an API token, or a screen's bearer token, scoped to what that screen plays.",
};

const security: Record<Access, Operation['security']> = {
  anyone: [],
  user: [{ session: [] }, { token: [] }],
  manager: [{ session: [] }],
  administrator: [{ session: [] }],
  player: [{ screen: [] }],
  viewer: [{ session: [] }, { token: [] }, { screen: [] }],
};

const description = `Bodies are JSON with \`Content-Type: application/json\` unless stated. Every error is \`{ message, code, fields? }\`: a Portuguese sentence, a stable word, and on 400 a sentence for each wrong field. Ids that do not exist or belong to another account return 404. Calls with a session cookie other than GET need the same origin: \`Sec-Fetch-Site: same-origin\`, or an \`Origin\` equal to the host. Every call may return 421 (unknown host), 500, and 503 while the server stops.`;

/** Schema names in the document: the exported schema `video` becomes `components.schemas.Video`. */
const namedSchemas = z.registry<{ id?: string }>();
for (const schemas of [accounts, categories, media, messages, notices, players, playlists, radio, settings, team]) {
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema instanceof z.ZodObject) namedSchemas.add(schema, { id: name.charAt(0).toUpperCase() + name.slice(1) });
  }
}

/** Builds the document. Tests replace the API's endpoints by their own `table`. */
export function openApi(version: string, table: Record<string, Endpoint> = api) {
  const schemas: Record<string, Schema> = { Error: errorSchema };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [key, endpoint] of Object.entries(table)) {
    const [method = '', path = ''] = key.split(' ');
    const operations = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {});
    operations[method.toLowerCase()] = operation(method, path, endpoint, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Antessala', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    // The document is served by the server that it describes.
    servers: [{ url: '/', description: 'The server that returned this document.' }],
    tags: sections.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(
        commonCodes.map((code) => [String(errorStatus[code]), errorResponse([code], commonTexts[code])]),
      ),
      securitySchemes,
    },
  };
}

const securitySchemes: Record<string, unknown> = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'antessala_session',
    description:
      'Set by POST /api/login; HttpOnly, SameSite=Lax. Over https its name is __Host-antessala_session, and a cookie with the name without the prefix is ignored.',
  },
  screen: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of POST /api/player/activate, renewed by POST /api/player/renew-token.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token of POST /api/tokens (`ats_...`). It is valid for the calls that its scopes permit, needs no Origin header, and cannot open a WebSocket.',
  },
  metrics: { type: 'http', scheme: 'bearer', description: "The server's METRICS_TOKEN." },
};

function operation(method: string, path: string, endpoint: Endpoint, schemas: Record<string, Schema>): Operation {
  const { access, needs, feature, summary } = endpoint;
  const isSessionOnly = needs !== undefined && !isPermittedByScopes(needs);
  const content = requestContent(endpoint);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/^\/api(?=\/)/, '').replace(/[^a-zA-Z0-9]+(\w)?/g, (_, next: string = '') => next.toUpperCase())}`,
    tags: [endpoint.section?.name ?? 'Other'],
    summary,
    description: `${isSessionOnly ? "An approved account's session." : accessTexts[access]}${needs ? ` Needs the capability ${needs}.` : ''}${feature ? ` The account needs the ${feature} feature.` : ''}`,
    'x-access': access,
    ...(needs ? { 'x-needs': needs } : {}),
    ...(feature ? { 'x-feature': feature } : {}),
    // Requests from this machine may read metrics without a token.
    security: path === '/metrics' ? [{}, { metrics: [] }] : security[isSessionOnly ? 'manager' : access],
    parameters: [...pathParameters(path), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...withHeaders(successResponses(endpoint, schemas), endpoint),
      ...Object.fromEntries(
        commonCodes.map((code) => [
          errorStatus[code],
          { $ref: `#/components/responses/${errorStatus[code]}`, description: commonTexts[code] },
        ]),
      ),
      ...errorResponses(method, path, endpoint),
    },
  };
}

const isPermittedByScopes = (needs: Capability): boolean => capabilitiesOfScopes(tokenScopes).has(needs);

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const isText = (textParams as readonly string[]).includes(name);
    return { name, in: 'path', required: true, schema: isText ? { type: 'string' } : { type: 'integer', minimum: 1 } };
  });
}

function queryParameters({ query }: Endpoint): Parameter[] {
  if (!query) return [];
  // The output schema has the types after conversion from text; the input schema knows which fields are required.
  const { properties = {} } = toSchema(query, 'output');
  const { required = [] } = toSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as Schema,
  }));
}

const idempotencyHeader = {
  'Idempotency-Key':
    'Random, 1 to 200 visible characters (16 are enough), a new one for each request: within 12 hours the same request with this key gets the first response, any other 409. Members and tokens of an account share their keys',
};

function headerParameters({ headers, idempotent }: Endpoint): Parameter[] {
  return Object.entries({ ...headers, ...(idempotent && idempotencyHeader) }).map(([name, text]) => ({
    name,
    in: 'header',
    required: false,
    description: text,
    schema: { type: 'string' },
  }));
}

/** Returns the successful responses with the headers that the endpoint declares. */
function withHeaders(responses: Record<string, Response>, { replyHeaders }: Endpoint): Record<string, Response> {
  if (!replyHeaders) return responses;
  const schema: Schema = { type: 'string' };
  const headers = Object.fromEntries(
    Object.entries(replyHeaders).map(([name, description]) => [name, { description, schema }]),
  );
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, { ...response, headers }]));
}

function requestContent({ body }: Endpoint): Content | undefined {
  if (body === undefined) return undefined;
  if (body === 'binary') return { 'application/octet-stream': { schema: {} } };
  if (body === 'multipart') {
    const file = { contentMediaType: 'application/octet-stream' };
    return {
      'multipart/form-data': {
        schema: { type: 'object', properties: { file }, required: ['file'], additionalProperties: { type: 'string' } },
      },
    };
  }
  return { 'application/json': { schema: toSchema(body, 'input') } };
}

function successResponses({ reply, status }: Endpoint, schemas: Record<string, Schema>): Record<string, Response> {
  if (reply === undefined) return { [status ?? 204]: { description: 'Done; no content.' } };
  const success = status ?? 200;
  const text: Schema = { type: 'string' };
  switch (reply) {
    case 'html':
      return { [success]: { description: 'A page.', content: { 'text/html': { schema: text } } } };
    case 'text':
      return { [success]: { description: 'Text.', content: { 'text/*': { schema: text } } } };
    case 'stream':
      return { [success]: { description: 'Bytes, sent as they are generated.', content: { '*/*': { schema: {} } } } };
    case 'file':
      return {
        [success]: { description: 'The whole file.', content: { '*/*': { schema: {} } } },
        206: { description: 'One range of the file.', content: { '*/*': { schema: {} } } },
        304: { description: 'Not changed.' },
      };
  }
  const { $defs = {}, ...schema } = toSchema(reply, 'output', namedSchemas);
  for (const [name, definition] of Object.entries($defs)) schemas[name] = definition as Schema;
  return { [success]: { description: 'OK', content: { 'application/json': { schema } } } };
}

/** Error codes that every call may return, described once in `components.responses`. */
export const commonCodes = ['misdirected', 'internal', 'unavailable'] as const satisfies readonly ErrorCode[];

const commonTexts: Record<(typeof commonCodes)[number], string> = {
  misdirected: 'The Host header names another server.',
  internal: 'An unexpected error; the server logs it with the X-Request-Id of the response.',
  unavailable: 'The server is stopping or overloaded.',
};

/** Returns an endpoint's error codes besides `commonCodes`: those it lists, and those its access, parameters and body imply. */
export function errorCodes(
  method: string,
  path: string,
  { access, feature, query, body, idempotent, errors = [] }: Endpoint,
): ErrorCode[] {
  const codes = new Set<ErrorCode>(errors);
  if (access !== 'anyone') for (const code of ['unauthenticated', 'account_blocked'] as const) codes.add(code);
  if (access === 'player' || access === 'viewer') codes.add('token_expired');
  const isForPeople = access !== 'anyone' && access !== 'player';
  if (isForPeople) codes.add('account_pending');
  if (isForPeople || (method !== 'GET' && method !== 'HEAD')) codes.add('forbidden');
  if (feature) codes.add('feature_disabled');
  if (idempotent) for (const code of ['conflict', 'invalid_input'] as const) codes.add(code);
  if (path.includes(':')) codes.add('not_found');
  if (query || (body && typeof body !== 'string')) codes.add('invalid_input');
  if (body && typeof body !== 'string')
    for (const code of ['bad_request', 'payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  return [...codes];
}

function errorResponses(method: string, path: string, endpoint: Endpoint): Record<string, Response> {
  const byStatus: Record<string, Response & { 'x-codes': ErrorCode[] }> = {};
  for (const code of errorCodes(method, path, endpoint)) {
    byStatus[errorStatus[code]] = errorResponse([...(byStatus[errorStatus[code]]?.['x-codes'] ?? []), code]);
  }
  return byStatus;
}

function errorResponse(codes: ErrorCode[], text = codes.join(', ')): Response & { 'x-codes': ErrorCode[] } {
  const wait: Headers[string] = {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
  };
  return {
    description: text,
    ...(codes.includes('too_many_requests') ? { headers: { 'Retry-After': wait } } : {}),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    'x-codes': codes,
  };
}

const errorSchema: Schema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A sentence for people, in Portuguese' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field name to sentence, on 400' },
  },
  required: ['message', 'code'],
};

function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  metadata: typeof namedSchemas | undefined = undefined,
): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    ...(metadata ? { metadata } : {}),
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Zod's own bounds do not help a reader, and a newer server may return more fields.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', '#/components/schemas/')) as Schema;
}
