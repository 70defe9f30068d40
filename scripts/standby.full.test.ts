/**
 * Tests `standby.sh follow --live` with two machines in network namespaces, joined by a bridge: the first one is killed during
 * calls, uploads and edits, and the second one takes over its address and its name. Two players in a real browser, one opened by
 * the address and one by the name, and a desk continue without anybody's help.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { limits } from '../src/contract/limits.ts';
import { findProgram } from '../src/platform/process/processes.ts';
import { Client, forgetConnections } from '../src/testing/client.ts';
import { programEnvironment, programFile } from '../src/testing/program.ts';
import { testAdmin } from '../src/testing/admin.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';
import { until } from '../src/testing/until.ts';
import { openTv } from '../web/player/testing/tv.ts';
import { skip as browserSkip } from '../web/testing/browser.ts';

const network = `10.83.${randomInt(1, 255)}`;
/** Addresses: of this machine, of the two servers, and the one that TVs and desk use. */
const [host, first, second, clinic] = [`${network}.1`, `${network}.2`, `${network}.3`, `${network}.10`];
const port = 8080;
const bridge = `antsb${process.pid % 100_000}`;

/** Returns why the two machines cannot be simulated here, or false. */
function skipReason(): string | false {
  const missing = ['ip', 'rsync', 'ssh', 'sshd', 'ssh-keygen', 'flock'].filter((program) => !findTool(program));
  if (missing.length > 0) return `${missing.join(', ')} not installed`;
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const works = spawnSync('ip', ['netns', 'add', `${bridge}-try`]).status === 0;
  if (works) execFileSync('ip', ['netns', 'del', `${bridge}-try`]);
  return works ? browserSkip : 'network namespaces cannot be made here';
}
const findTool = (program: string) => findProgram(program) ?? findProgram(program, `/usr/sbin/${program}`);

const sh = (line: string) => execFileSync('sh', ['-ec', line], { stdio: ['ignore', 'pipe', 'inherit'] }).toString();

/** Makes a machine: a network namespace at this address, which ends with the test. */
function makeMachine(t: TestContext, name: string, address: string) {
  const namespace = `${bridge}-${name}`;
  const device = `${bridge}${name}`.slice(-15);
  sh(`ip netns add ${namespace}
    ip link add ${device} type veth peer name eth0 netns ${namespace}
    ip link set ${device} master ${bridge} up
    ip -n ${namespace} address add ${address}/24 dev eth0
    ip -n ${namespace} link set eth0 up
    ip -n ${namespace} link set lo up`);
  const kill = () => spawnSync('sh', ['-c', `ip netns pids ${namespace} | xargs -r kill -9; ip link del ${device}`]);
  t.after(() => {
    kill();
    spawnSync('ip', ['netns', 'del', namespace]);
  });
  return {
    start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
      const child = spawn('ip', ['netns', 'exec', namespace, program, ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', process.env.TEST_LOG ? 'inherit' : 'ignore', process.env.TEST_LOG ? 'inherit' : 'pipe'],
      });
      return child;
    },
    run: (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
      execFileSync('ip', ['netns', 'exec', namespace, program, ...args], {
        env: { ...process.env, ...env },
      }).toString(),
    /** Adds an address to the machine, and makes the others forget which machine had it. */
    takeAddress: (added: string) =>
      sh(`ip -n ${namespace} address add ${added}/24 dev eth0; ip neigh flush dev ${bridge}`),
    /** Cuts the line and ends every program at once. */
    kill,
  };
}

/** Creates the keys and settings of ssh; the standby's key may run only `command`. */
function makeKeys(directory: string, command: string) {
  const file = (name: string) => join(directory, name);
  for (const name of ['host', 'key']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)]);
  const read = (name: string) => readFileSync(file(`${name}.pub`), 'utf8');
  writeFileSync(file('authorized_keys'), `restrict,command="${command}" ${read('key')}`);
  writeFileSync(file('known_hosts'), `${first} ${read('host')}`);
  writeFileSync(
    file('sshd_config'),
    `ListenAddress ${first}:22\nHostKey ${file('host')}\nAuthorizedKeysFile ${file('authorized_keys')}\nStrictModes no\nPidFile none\n`,
  );
  mkdirSync('/run/sshd', { recursive: true });
  return {
    daemon: ['-D', '-e', '-f', file('sshd_config')],
    ssh: `ssh -F none -i ${file('key')} -o UserKnownHostsFile=${file('known_hosts')}`,
  };
}

const hostsFile = '/etc/hosts';
/** The servers' host name, which Antessala accepts (src/README 5.1). */
const hostName = `${bridge}.home.arpa`;
/** Maps the host name to an address for the browsers of this machine; undefined removes the host name. */
function moveHostName(address?: string): void {
  const others = readFileSync(hostsFile, 'utf8')
    .split('\n')
    .filter((line) => !line.endsWith(` ${hostName}`));
  // Written in place: in a container the file is a mount.
  writeFileSync(hostsFile, [...(address === undefined ? [] : [`${address} ${hostName}`]), ...others].join('\n'));
}

const photo = (seed: number) =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: { r: seed % 256, g: 80, b: 160 } } })
    .jpeg()
    .toBuffer();

test(
  'a standby takes over with data that is at most 10 s old, and TVs and desk continue',
  { skip: skipReason(), timeout: 300_000 },
  async (t) => {
    const directory = temporaryFolder(t);
    const data = { first: join(directory, 'first'), second: join(directory, 'second') };
    const cli = `${process.execPath} ${programFile('cli')}`;
    const script = join(import.meta.dirname, 'standby.sh');
    sh(`ip link add ${bridge} type bridge; ip address add ${host}/24 dev ${bridge}; ip link set ${bridge} up`);
    t.after(() => spawnSync('ip', ['link', 'del', bridge]));
    const machines = { first: makeMachine(t, 'a', first), second: makeMachine(t, 'b', second) };
    machines.first.takeAddress(clinic);
    const keys = makeKeys(
      directory,
      `DATA_DIR=${data.first} ANTESSALA='${cli}' PATH=${process.env.PATH} ${script} serve`,
    );
    const serve = (machine: keyof typeof machines) =>
      machines[machine].start(process.execPath, [programFile('server')], {
        ...programEnvironment(data[machine], port),
        HOST: '0.0.0.0',
      });
    const url = `http://${clinic}:${port}`;
    const isReady = (address: string) => async () => {
      const response = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      );
      return response?.ok;
    };
    machines.first.start(findTool('sshd') ?? '', keys.daemon);
    serve('first');
    await until('the first machine serves', isReady(clinic));
    const standby = { DATA_DIR: data.second, ANTESSALA: cli, SSH: keys.ssh };
    machines.second.start(script, ['follow', '--live', first], standby);

    const desk = new Client(url);
    await desk.call('POST /api/login', { body: testAdmin });
    const { id: userId } = await desk.call('GET /api/user');
    await desk.call('PUT /api/admin/users/:id/quotas', {
      params: { id: userId },
      body: { maxPlaylists: limits.quota.playlists.max, maxVideos: limits.quota.videosMax },
    });
    const screens = await desk.call('POST /api/admin/users/:userId/players/batch', {
      params: { userId },
      body: { quantity: 2 },
    });
    t.after(() => moveHostName());
    moveHostName(first);
    const tvs = await Promise.all(
      [url, `http://${hostName}:${port}`].map((each) =>
        openTv(t, { url: each }, { viewport: { width: 640, height: 360 } }),
      ),
    );
    for (const [index, tv] of tvs.entries()) await tv.pair(screens[index]?.activationCode ?? '');
    const untilShown = (label: string) =>
      Promise.all(
        tvs.map(({ page }) => page.locator('.call.is-visible', { hasText: label }).waitFor({ timeout: 90_000 })),
      );
    const { id: roomId } = await desk.call('POST /api/call-rooms', { body: { name: 'Sala 1' } });
    await desk.call('PUT /api/call-settings', { body: { queueEnabled: true, voice: false } });

    /** What the first machine acknowledged, with the time. */
    const acknowledged: { kind: 'ticket' | 'playlist' | 'photo'; name: string; at: number }[] = [];
    let isKilled = false;
    const work = async (kind: (typeof acknowledged)[number]['kind'], make: (n: number) => Promise<string>) => {
      for (let n = 1; !isKilled; n += 1) {
        try {
          acknowledged.push({ kind, name: await make(n), at: performance.now() });
        } catch (error) {
          // Whatever the kill has interrupted was not acknowledged.
          if (!isKilled) throw error;
        }
        await sleep(500);
      }
    };
    const working = Promise.all([
      work('ticket', async () => (await desk.call('POST /api/tickets', { body: {} })).label),
      work('playlist', async (n) => (await desk.call('POST /api/playlists', { body: { name: `Lista ${n}` } })).name),
      work('photo', async (n) => (await desk.upload(await photo(n), { fileName: `foto-${n}.jpg` })).name),
    ]);
    t.after(() => void (isKilled = true));
    await until('the standby has a copy', () => statSync(join(data.second, 'standby/held'), { throwIfNoEntry: false }));
    await sleep(12_000);
    await desk.call('POST /api/calls', { body: { label: '501', roomId } });
    await untilShown('501');

    isKilled = true;
    const killedAt = performance.now();
    machines.first.kill();
    await Promise.race([working, sleep(5_000)]);

    const takeOverOutput = machines.second.run(script, ['take-over'], { ...standby, START: 'true' });
    assert.match(takeOverOutput, /Taking over with the state of/);
    serve('second');
    await until('the second machine serves', isReady(second));
    const servedAfterMs = performance.now() - killedAt;
    t.diagnostic(`served ${Math.round(servedAfterMs)} ms after the kill`);
    assert.ok(servedAfterMs < 30_000, `${servedAfterMs} ms`);

    const direct = new Client(`http://${second}:${port}`);
    for (const [name, value] of desk.cookies) direct.cookies.set(name, value);
    const countOnline = async () =>
      (await direct.call('GET /api/my-players')).filter(({ isOnline }) => isOnline).length;
    assert.equal(await countOnline(), 0, 'no screen has sent a request to the second machine yet');
    machines.second.takeAddress(clinic);
    moveHostName(second);
    forgetConnections();
    const names = {
      ticket: (await desk.call('GET /api/calls')).tickets.map(({ label }) => label),
      playlist: (await desk.call('GET /api/playlists')).map(({ name }) => name),
      photo: (await desk.call('GET /api/videos')).map(({ name }) => name),
    };
    const missing = acknowledged.filter(({ kind, name }) => !names[kind].includes(name));
    const oldestMs = Math.max(0, ...missing.map(({ at }) => killedAt - at));
    t.diagnostic(
      `${missing.length} of ${acknowledged.length} changes missing, the oldest ${Math.round(oldestMs)} ms old`,
    );
    assert.ok(oldestMs <= 10_000, `${oldestMs} ms`);

    const next = await desk.call('POST /api/tickets', { body: {} });
    assert.equal(next.number, names.ticket.length + 1, 'the numbers of tickets continue');
    await until('the screens are online', async () => (await countOnline()) === tvs.length);
    await desk.call('POST /api/calls', { body: { label: '502', roomId } });
    await untilShown('502');
    for (const path of ['standby', 'antessala.db'])
      assert.equal(statSync(join(data.second, path)).mode & 0o077, 0, `only the owner reads ${path}`);
  },
);
