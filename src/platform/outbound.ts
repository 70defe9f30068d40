/**
 * Makes all HTTP requests to other servers. Resolves the host of every URL and redirect, refuses special addresses (all that are
 * not public), and connects to the checked address, so that no redirect or changed DNS record leads into the local network.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import {
  type ClientRequestArgs,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';

export class OutboundError extends Error {}
/** Thrown when all addresses of the host are special and not allowed. */
export class SpecialAddressError extends OutboundError {}

export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** URL after the last redirect. */
  url: URL;
  /** Destroy the body to close the connection. */
  body: IncomingMessage;
}

export interface Address {
  address: string;
  family: 4 | 6;
}

export interface OutboundOptions {
  /** Allows private, loopback and other special addresses: all, or those for which the function returns true. */
  allowPrivate: boolean | ((address: string) => boolean);
  lookup?: (host: string) => Promise<Address[]>;
}

export type Outbound = ReturnType<typeof createOutbound>;

const maxRedirects = 5;

export function createOutbound({ allowPrivate, lookup = lookupAll }: OutboundOptions) {
  const mayUsePrivate = typeof allowPrivate === 'function' ? allowPrivate : () => allowPrivate;

  /** Returns the allowed addresses of a URL's host. */
  async function resolve(url: URL): Promise<Address[]> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutboundError(`${url.protocol} is not http or https`);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family === 0 ? await lookup(host) : [{ address: host, family: family as 4 | 6 }];
    const allowed = addresses.filter(({ address }) => isPublicAddress(address) || mayUsePrivate(address));
    if (allowed.length === 0) {
      throw addresses.length === 0
        ? new OutboundError(`${host} has no address`)
        : new SpecialAddressError(`${host} is in a private network`);
    }
    return allowed;
  }

  return {
    /**
     * GETs a URL and follows up to `redirects` redirects, by default 5; with `body`, POSTs. With `body` or `redirects: 0`, a
     * redirect is returned like any other response. Rejects with OutboundError (also for more redirects), a network or DNS error
     * of Node, or the signal's reason; the signal also ends the response's body.
     */
    async open(
      address: string | URL,
      {
        signal,
        headers = {},
        body: requestBody,
        redirects: limit = maxRedirects,
      }: { signal: AbortSignal; headers?: Record<string, string>; body?: string; redirects?: number },
    ): Promise<OutboundResponse> {
      let url = parse(address);
      for (let redirects = 0; ; redirects += 1) {
        const addresses = await untilAborted(resolve(url), signal);
        const body = await requestOnce(url, addresses, { headers, signal, requestBody });
        const status = body.statusCode ?? 0;
        const location = body.headers.location;
        if (status < 300 || status > 399 || location === undefined || requestBody !== undefined || limit === 0)
          return { status, headers: body.headers, url, body };
        body.destroy();
        if (redirects === limit) throw new OutboundError(`more than ${limit} redirects`);
        url = parse(location, url);
      }
    },
  };
}

function parse(address: string | URL, base?: URL): URL {
  try {
    return new URL(address, base);
  } catch {
    throw new OutboundError('not an address');
  }
}

async function lookupAll(host: string): Promise<Address[]> {
  return (await systemLookup(host, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function requestOnce(
  url: URL,
  addresses: Address[],
  {
    headers,
    signal,
    requestBody,
  }: { headers: Record<string, string>; signal: AbortSignal; requestBody: string | undefined },
): Promise<IncomingMessage> {
  const lookupChecked = (
    _host: string,
    options: { all?: boolean },
    callback: (error: null, ...response: unknown[]) => void,
  ) => {
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address, addresses[0]?.family);
  };
  return new Promise((resolve, reject) => {
    const isHttps = url.protocol === 'https:';
    const createConnection = ({ host, port }: ClientRequestArgs) =>
      new IcyTolerantStream(
        connect({ host: host ?? '', port: Number(port), lookup: lookupChecked as never }),
      ) as unknown as Socket;
    const request = (isHttps ? httpsRequest : httpRequest)(url, {
      method: requestBody === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Antessala)', accept: '*/*', ...headers },
      signal,
      lookup: lookupChecked as never,
      ...(isHttps ? { agent: false as const } : { createConnection }),
    });
    request.once('response', (response) => {
      // A broken body emits 'close' too; without a listener an 'error' would end the process.
      response.on('error', () => {});
      resolve(response);
    });
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    request.end(requestBody);
  });
}

const icy = Buffer.from('ICY ');

/** Accepts SHOUTcast 1 servers: their response begins with `ICY 200 OK` instead of `HTTP/1.0 200 OK`. */
class IcyTolerantStream extends Duplex {
  #head: Buffer | undefined = Buffer.alloc(0);

  constructor(private readonly socket: Socket) {
    super();
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(this.#translate(chunk))) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  #translate(chunk: Buffer): Buffer {
    if (this.#head === undefined) return chunk;
    this.#head = Buffer.concat([this.#head, chunk]);
    const start = this.#head.subarray(0, icy.length);
    // Too few bytes to decide yet: pass on nothing.
    if (start.length < icy.length && icy.subarray(0, start.length).equals(start)) return Buffer.alloc(0);
    const translated = start.equals(icy)
      ? Buffer.concat([Buffer.from('HTTP/1.0 '), this.#head.subarray(icy.length)])
      : this.#head;
    this.#head = undefined;
    return translated;
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}

const specialIPv4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast addresses.
  ['224.0.0.0', 3],
] as const) {
  specialIPv4.addSubnet(network, prefix, 'ipv4');
}

/** Global unicast addresses; all others (loopback, link-local, unique local, mapped IPv4, NAT64, multicast) are special. */
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');
/** Special addresses within global unicast: Teredo and everything else in 2001::/23, documentation, 6to4 (which contains an IPv4 address). */
const specialIPv6 = new BlockList();
specialIPv6.addSubnet('2001::', 23, 'ipv6');
specialIPv6.addSubnet('2001:db8::', 32, 'ipv6');
specialIPv6.addSubnet('2002::', 16, 'ipv6');
specialIPv6.addSubnet('3fff::', 20, 'ipv6');

const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** True for addresses of private networks; false for public, loopback, link-local and every other special-purpose address. */
export const isPrivateAddress = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** True for public addresses; false for private, loopback, link-local, multicast and every other special-purpose address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !specialIPv4.check(address, 'ipv4');
  if (family === 6) return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6');
  return false;
}
