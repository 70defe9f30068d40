/** Serves the built files of the studio and the player from memory, so that a request needs neither the disk nor compression. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { acceptsEncoding } from './headers.ts';

export interface StaticReply {
  status: 200 | 404 | 503;
  contentType: string;
  cacheControl: string;
  /** ETag without quotes; each encoding has its own. */
  etag: string | undefined;
  encoding: 'br' | 'gzip' | undefined;
  /** True when another Accept-Encoding may get other bytes. */
  varies: boolean;
  body: Buffer;
}

export interface StaticFiles {
  /** Returns the response to GET of any path outside the API. */
  find(path: string, acceptEncoding: string | undefined): StaticReply;
}

/** Paths of pages, in lower case. Each gets its bundle's HTML page; any other path gets the studio's with status 404. */
export interface Pages {
  studio: readonly string[];
  player: readonly string[];
  /** Player pages that the studio shows in a frame: always revalidated, so that they are never older than the studio. */
  framed: readonly string[];
}

/** 20 years: a TV box without a battery starts with a clock in 2015, and its cache must not expire when the clock is set. */
const maxAge = 'max-age=630720000';
const cacheControl = {
  hashed: `public, ${maxAge}, immutable`,
  /** A screen must start while the server is down (web/player/README 1.2 and 5.1); the player refreshes it itself. */
  playerShell: `public, ${maxAge}`,
  revalidated: 'no-cache',
};

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
};

interface StoredFile {
  contentType: string;
  cacheControl: string;
  variants: Variant[];
}

interface Variant {
  encoding: 'br' | 'gzip' | undefined;
  body: Buffer;
  /** Computed when first needed: hashing all files takes longer than reading them. */
  etag: string | undefined;
}

/** Reads `webDir`. When it is missing, pages get 503 and the API works. */
export function createStaticFiles(webDir: string, pages: Pages): StaticFiles {
  const files = existsSync(webDir) ? readFiles(webDir) : new Map<string, StoredFile>();
  const find = (path: string, acceptEncoding: string | undefined): StaticReply => {
    const file = path.startsWith('/') ? files.get(path) : undefined;
    if (file && path !== '/index.html' && path !== '/play.html') return reply(file, 200, acceptEncoding);
    if (path.startsWith('/assets/')) return textReply(404, 'Não encontrado.');
    const route = withoutLastSlashes(path.toLowerCase());
    const isPlayer = pages.player.includes(route);
    const shell = files.get(isPlayer ? '/play.html' : '/index.html');
    if (!shell) return textReply(503, 'As páginas ainda não foram construídas neste servidor (npm run build).');
    const response = reply(shell, isPlayer || pages.studio.includes(route) ? 200 : 404, acceptEncoding);
    return pages.framed.includes(route) ? { ...response, cacheControl: cacheControl.revalidated } : response;
  };
  return { find };
}

// Uses a loop, because a regular expression takes a second for a long run of slashes.
function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function readFiles(webDir: string): Map<string, StoredFile> {
  const names = readdirSync(webDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(webDir.length)
        .replaceAll('\\', '/')
        .replace(/^\/*/, '/'),
    );
  const present = new Set(names);
  const files = new Map<string, StoredFile>();
  for (const name of names) {
    const original = name.replace(/\.(br|gz)$/, '');
    if (original !== name && present.has(original)) continue;
    const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
    const variants = (
      [
        ['br', '.br'],
        ['gzip', '.gz'],
        [undefined, ''],
      ] as const
    )
      .filter(([, suffix]) => present.has(name + suffix))
      .map(([encoding, suffix]) => ({ encoding, body: readFileSync(join(webDir, name + suffix)), etag: undefined }));
    files.set(name, { contentType, cacheControl: cacheControlOf(name), variants });
  }
  return files;
}

function cacheControlOf(name: string): string {
  if (/^\/assets\/.*-[A-Z0-9]{8,}\.\w+$/i.test(name)) return cacheControl.hashed;
  return name === '/play.html' ? cacheControl.playerShell : cacheControl.revalidated;
}

function reply(file: StoredFile, status: 200 | 404, acceptEncoding: string | undefined): StaticReply {
  const variant = file.variants.find(
    ({ encoding }) => encoding === undefined || acceptsEncoding(acceptEncoding, encoding),
  ) as Variant;
  return {
    status,
    contentType: file.contentType,
    cacheControl: status === 200 ? file.cacheControl : cacheControl.revalidated,
    etag: status === 200 ? (variant.etag ??= etagOf(variant.body)) : undefined,
    encoding: variant.encoding,
    varies: file.variants.length > 1,
    body: variant.body,
  };
}

function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}

function textReply(status: 404 | 503, text: string): StaticReply {
  return {
    status,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-store',
    etag: undefined,
    encoding: undefined,
    varies: false,
    body: Buffer.from(`${text}\n`),
  };
}
