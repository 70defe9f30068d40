/**
 * What caches at sites spare the server: three sites, each with a cache (scripts/proxy/edge.conf) and TVs behind it, in
 * network name spaces of their own. Prints the bytes that crossed each line beside the bytes the TVs got. As root, with nginx.
 * Usage: node --import tsx scripts/bench/edge.ts [TVS] [FILES] [MB]
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/platform/clock.ts';
import { startTestApp } from '../../src/testing/app.ts';
import { storeBytes } from '../../src/testing/contents.ts';
import { until } from '../../src/testing/until.ts';
import { edgeConfig } from './support/edge-config.ts';

const pieceBytes = 4 * 1024 * 1024;
const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const [tvs = 50, files = 10, megabytes = 20] = numbers.map(Number);
const sites = [1, 2, 3];
const space = (name: string) => `antessala-${name}`;
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] }).toString();
const originOf = (site: number) => `10.213.${site}.1`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The server's name space, with a line to each site. */
function build(): void {
  ip('netns', 'add', space('server'));
  ip('-n', space('server'), 'link', 'set', 'lo', 'up');
  for (const site of sites) {
    const name = space(`site${site}`);
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('link', 'add', `ants${site}`, 'netns', space('server'), 'type', 'veth', 'peer', 'name', 'line', 'netns', name);
    ip('-n', space('server'), 'addr', 'add', `${originOf(site)}/30`, 'dev', `ants${site}`);
    ip('-n', name, 'addr', 'add', `10.213.${site}.2/30`, 'dev', 'line');
    ip('-n', space('server'), 'link', 'set', `ants${site}`, 'up');
    ip('-n', name, 'link', 'set', 'line', 'up');
  }
}

function remove(): void {
  const there = ip('netns', 'list');
  for (const name of ['server', ...sites.map((site) => `site${site}`)].map(space))
    if (there.includes(name)) ip('netns', 'del', name);
}

/** Inside a site: its TVs fetch every file in pieces, as players do; tells bytes and seconds. */
async function watch(paths: string[]): Promise<void> {
  const startedAt = performance.now();
  let [bytes, requests, hits, wrong] = [0, 0, 0, 0];
  const tv = async () => {
    for (const path of paths)
      for (let from = 0; from < megabytes * 1e6; from += pieceBytes) {
        const to = Math.min(from + pieceBytes, megabytes * 1e6) - 1;
        const answer = await fetch(`http://127.0.0.1:8000${path}`, { headers: { range: `bytes=${from}-${to}` } });
        const { byteLength } = await answer.arrayBuffer();
        bytes += byteLength;
        requests += 1;
        if (answer.headers.get('x-antessala-edge') === 'HIT') hits += 1;
        if (answer.status !== 206) wrong += 1;
      }
  };
  await Promise.all(Array.from({ length: tvs }, tv));
  const refused = (await fetch(`http://127.0.0.1:8000${paths[0]?.replace(/s=..../, 's=aaaa')}`)).status;
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(JSON.stringify({ bytes, requests, hits, wrong, refused, seconds }));
}

interface Seen {
  bytes: number;
  requests: number;
  hits: number;
  wrong: number;
  refused: number;
  seconds: number;
}

/** Inside the server's name space. */
async function serve(): Promise<void> {
  const ends: (() => unknown)[] = [];
  const directory = mkdtempSync(join(tmpdir(), 'antessala-edge-'));
  const cleanUp = async () => {
    for (const end of ends.splice(0)) await end();
    rmSync(directory, { recursive: true, force: true });
  };
  onSignal(() => void cleanUp().finally(() => process.exit(1)));
  try {
    const app = await startTestApp(
      { after: (work) => ends.unshift(work) },
      { clock: systemClock, env: { HOST: '0.0.0.0', TRUST_PROXY: '10.213.0.0/16' } },
    );
    const paths = Array.from({ length: files }, () => storeBytes(app, megabytes * 1e6).path);
    const { port } = new URL(app.url);
    const inSite = (site: number) => ['netns', 'exec', space(`site${site}`)];
    for (const site of sites) {
      const place = join(directory, String(site));
      mkdirSync(join(place, 'cache'), { recursive: true });
      const origin = `${originOf(site)}:${port}`;
      writeFileSync(join(place, 'config'), edgeConfig({ directory: place, listen: '127.0.0.1:8000', origin }));
      const args = [...inSite(site), 'nginx', '-p', place, '-e', 'stderr', '-c', join(place, 'config')];
      const nginx = spawn('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
      ends.unshift(() => nginx.kill('SIGTERM'));
      await until(`the cache of site ${site} answers`, async () => {
        const curl = spawn('ip', [...inSite(site), 'curl', '-sfo', '/dev/null', 'http://127.0.0.1:8000/readyz']);
        return (await once(curl, 'exit'))[0] === 0;
      });
    }
    const sent = () =>
      sites.map((site) => Number(readFileSync(`/sys/class/net/ants${site}/statistics/tx_bytes`, 'utf8')));
    for (const round of ['first', 'second']) {
      const before = sent();
      const seen: Seen[] = [];
      for (const site of sites) {
        const args = [...inSite(site), process.execPath, '--import', 'tsx', fileURLToPath(import.meta.url)];
        const tv = spawn('ip', [...args, ...[tvs, files, megabytes].map(String), '--watch', ...paths], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let told = '';
        tv.stdout.on('data', (text: Buffer) => void (told += text.toString()));
        await once(tv, 'close');
        seen.push(JSON.parse(told) as Seen);
      }
      const lines = sent().map((bytes, index) => bytes - (before[index] ?? 0));
      for (const [index, { bytes, requests, hits, wrong, refused, seconds }] of seen.entries())
        console.log(
          `${round} round, site ${index + 1}: ${tvs} TVs got ${mb(bytes)} in ${seconds.toFixed(1)} s, the server sent ${mb(lines[index] ?? 0)} (1 : ${Math.round(bytes / (lines[index] || 1))}); ${hits} of ${requests} pieces from the cache, ${wrong} wrong; a wrong signature: ${refused}`,
        );
      const [got, cost] = [seen.reduce((sum, { bytes }) => sum + bytes, 0), lines.reduce((sum, each) => sum + each, 0)];
      console.log(`${round} round, all: ${mb(got)} to ${tvs * sites.length} TVs for ${mb(cost)} from the server`);
      if (seen.some(({ wrong, refused }) => wrong > 0 || refused !== 403)) process.exitCode = 1;
    }
  } finally {
    await cleanUp();
  }
}

/** Broken off: what was started is ended all the same. */
function onSignal(run: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, run);
}

const watched = process.argv.indexOf('--watch');
if (watched > 0) await watch(process.argv.slice(watched + 1));
else if (process.argv.includes('--serve')) await serve();
else {
  remove();
  build();
  try {
    const args = [
      'netns',
      'exec',
      space('server'),
      process.execPath,
      '--import',
      'tsx',
      fileURLToPath(import.meta.url),
    ];
    const inside = spawn('ip', [...args, ...[tvs, files, megabytes].map(String), '--serve'], { stdio: 'inherit' });
    onSignal(() => void inside.kill('SIGTERM'));
    process.exitCode = ((await once(inside, 'exit'))[0] as number | null) ?? 1;
  } finally {
    remove();
  }
}
