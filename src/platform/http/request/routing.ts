/** Finds the route of a path; exact segments take precedence over parameters. */
import type { Access, Endpoint, Method, PreparedHandler } from '../../../contract/endpoint.ts';
import { textParams } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';

export type Endpoints = Readonly<Record<string, Endpoint>>;
/** A handler whose argument type was checked where its route was defined. */
export type AnyHandler = ((call: never) => unknown) | PreparedHandler<never, never>;

export interface Route {
  /** Method and path pattern, such as `GET /api/calls/:id`. */
  readonly key: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  readonly paramNames: readonly string[];
}

export interface Match {
  readonly routes: ReadonlyMap<string, Route>;
  /** Raw parameter values, in order. */
  readonly values: readonly string[];
}

interface Node {
  literals: Map<string, Node>;
  param: Node | undefined;
  routes: Map<string, Route> | undefined;
}

const newNode = (): Node => ({ literals: new Map(), param: undefined, routes: undefined });

/** Access levels with an account, to which an Idempotency-Key can belong. */
const accountAccess: readonly Access[] = ['user', 'manager', 'administrator'];

/**
 * Creates the router. Throws TypeError for an endpoint without a handler, for two with equal method and path, and for an
 * idempotent one that callers without an account may use.
 */
export function createRouter(
  endpoints: Endpoints,
  handlers: Readonly<Record<string, AnyHandler>>,
): (path: string) => Match | undefined {
  const root = newNode();
  const exact = new Map<string, Match>();
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[key];
    if (!handler) throw new TypeError(`No handler for ${key}`);
    if (endpoint.idempotent && !accountAccess.includes(endpoint.access))
      throw new TypeError(`No account for the keys of ${key}`);
    const [method, path] = key.split(' ') as [Method, string];
    const paramNames: string[] = [];
    let node = root;
    for (const segment of path.slice(1).split('/')) {
      if (segment.startsWith(':')) {
        paramNames.push(segment.slice(1));
        node = node.param ??= newNode();
      } else {
        let next = node.literals.get(segment);
        if (!next) node.literals.set(segment, (next = newNode()));
        node = next;
      }
    }
    node.routes ??= new Map();
    if (node.routes.has(method)) throw new TypeError(`Two routes for ${key}`);
    node.routes.set(method, { key, endpoint, handler, paramNames });
    if (paramNames.length === 0) exact.set(path, { routes: node.routes, values: [] });
  }
  return (path) => exact.get(path) ?? descend(root, path.slice(1).split('/'), 0, []);
}

function descend(node: Node, segments: readonly string[], depth: number, values: readonly string[]): Match | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.routes && { routes: node.routes, values };
  const literal = node.literals.get(segment);
  const found = literal && descend(literal, segments, depth + 1, values);
  if (found || !node.param || segment === '') return found;
  return descend(node.param, segments, depth + 1, [...values, segment]);
}

/** Returns the methods of a path for the `Allow` header. */
export function allowedMethods(match: Match): string {
  const methods = new Set([...match.routes.keys()]);
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

/** Reads path parameters. Throws `not_found` for an invalid id, and `bad_request` for a text that is not one plain segment. */
export function readParams(paramNames: readonly string[], values: readonly string[]): Record<string, string | number> {
  const params: Record<string, string | number> = {};
  paramNames.forEach((name, index) => {
    const value = values[index] ?? '';
    params[name] = (textParams as readonly string[]).includes(name) ? readText(value) : readId(value);
  });
  return params;
}

function readId(value: string): number {
  const id = /^[1-9]\d{0,15}$/.test(value) ? Number(value) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw new AppError('not_found');
  return id;
}

function readText(value: string): string {
  let text: string;
  try {
    text = decodeURIComponent(value);
  } catch {
    throw new AppError('bad_request', 'O endereço está malformado.');
  }
  if (text === '.' || text === '..' || /[/\\\u0000-\u001f\u007f\ufffd]/.test(text))
    throw new AppError('bad_request', 'O endereço está malformado.');
  return text;
}
