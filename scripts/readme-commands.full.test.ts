/**
 * Runs the commands that the READMEs print, as printed, in a copy of the tracked files and as an ordinary user. Placeholders (the
 * server's address, a token, the day of a backup) are replaced. `notRun` lists the commands that cannot run here, with reasons.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { Client } from '../src/testing/client.ts';
import { freePort } from '../src/testing/ports.ts';
import { until } from '../src/testing/until.ts';
import { demoCustomer } from './demo/demo.ts';

const root = join(import.meta.dirname, '..');
const isRoot = process.getuid?.() === 0;
/** User and group `nobody`. */
const ordinaryUserId = 65_534;

const needsDocker = 'needs a Docker engine';
const changesSystem = 'changes the system of the machine: packages, units, host name';
const inSecondCopyTest = 'second-copy.full.test.ts runs it';
/** Beginnings of the commands that are not run here, each with the reason. */
const notRun: readonly [begin: string, reason: string][] = [
  ['./scripts/test.sh', 'runs this test'],
  ['docker ', needsDocker],
  ['npm run package', 'package/package.full.test.ts runs it'],
  ['sudo ', changesSystem],
  ['. /etc/os-release', changesSystem],
  ['echo "deb ', changesSystem],
  ['antessala-as', 'needs systemd; package/package.full.test.ts runs the same commands of the executable'],
  ['export RESTIC_REPOSITORY', inSecondCopyTest],
  ['restic ', inSecondCopyTest],
  ['ssh-keyscan ', 'needs a second machine; standby.full.test.ts makes one'],
  ['rclone ', 'needs a store in the internet'],
  ['litestream ', 'needs a store in the internet'],
];

/** Returns the commands of a README's shell blocks, each with its continued lines and without the comment at its end. */
function commandsOf(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      // A line that ends with \ goes on; a function's further lines are indented.
      .split(/(?<!\\)\n(?! )/)
      .map((command) => command.replace(/ {2,}# .*$|^#.*$/m, '').trim())
      .filter((command) => command !== ''),
  );
}

const tracked = (pattern: string) =>
  execFileSync('git', ['ls-files', '-z', pattern], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
const readmes = tracked('*.md').map((path) => ({ path, commands: commandsOf(readFileSync(join(root, path), 'utf8')) }));
const reasonOf = (command: string) => notRun.find(([begin]) => command.startsWith(begin))?.[1];

/** Copies the tracked files and the installed packages to a folder of the ordinary user. */
function freshCopy(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'antessala-readme-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const copy = join(folder, 'antessala');
  execFileSync('git', ['clone', '--quiet', root, copy]);
  // Copies changes that are not committed yet, too.
  execFileSync('sh', ['-c', 'git ls-files -z | xargs -0 cp --parents -t "$0"', copy], { cwd: root });
  // Copies the installed packages: compiling native ones takes minutes, and package.full.test.ts and CI test the installation.
  const copyPackages =
    'mkdir "$0" && find node_modules/ -mindepth 1 -maxdepth 1 ! -name .cache -exec cp -r -t "$0" {} +';
  execFileSync('sh', ['-c', copyPackages, join(copy, 'node_modules')], { cwd: root });
  // Writes the mark by which setup.sh recognises installed packages: a checkout installed by `npm ci` alone lacks it.
  const mark = `printf %s "$(node -p process.versions.modules)-$(cksum < package-lock.json | tr ' ' '-')" > node_modules/.stamp`;
  execFileSync('sh', ['-c', mark], { cwd: copy });
  mkdirSync(join(folder, 'tmp'));
  chmodSync(folder, 0o755);
  if (isRoot) {
    execFileSync('chown', ['-R', `${ordinaryUserId}:${ordinaryUserId}`, folder]);
  }
  return copy;
}

const asOrdinaryUser = (command: string): [string, string[]] =>
  isRoot
    ? ['setpriv', [`--reuid=${ordinaryUserId}`, `--regid=${ordinaryUserId}`, '--clear-groups', 'bash', '-c', command]]
    : ['bash', ['-c', command]];

test('every entry of `notRun` is the beginning of a command in a README', () => {
  assert.ok(readmes.flatMap(({ commands }) => commands).length > 40, 'the blocks are found');
  for (const [begin] of notRun)
    assert.ok(
      readmes.some(({ commands }) => commands.some((command) => command.startsWith(begin))),
      `no README prints: ${begin}`,
    );
});

test(
  'commands of the READMEs work as printed, in a fresh copy and as an ordinary user',
  { timeout: 900_000 },
  async (t) => {
    const copy = freshCopy(t);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const usb = mkdtempSync(join(tmpdir(), 'antessala-usb-'));
    t.after(() => rmSync(usb, { recursive: true, force: true }));
    if (isRoot) chownSync(usb, ordinaryUserId, ordinaryUserId);
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      HOME: usb,
      // The temporary folder of this process may belong to root.
      TMPDIR: join(copy, '..', 'tmp'),
      LOG_LEVEL: 'warn',
    };
    const variables: Record<string, string> = {};

    const fillPlaceholders = (command: string): string => {
      const backup = readdirSync(usb).find((name) => /^\d{4}-/.test(name)) ?? '';
      return command
        .replaceAll('http://<server>:8080', url)
        .replaceAll('http://192.168.0.10:8080', url)
        .replaceAll('ats_...', variables.token ?? '')
        .replaceAll('/mnt/usb/2026-11-21-030000', join(usb, backup))
        .replaceAll('/mnt/usb', usb)
        .replace('breaking-news/7', `breaking-news/${variables.message}`);
    };
    async function run(command: string): Promise<string> {
      const { stdout, stderr } = await promisify(execFile)(...asOrdinaryUser(fillPlaceholders(command)), {
        cwd: copy,
        env,
      });
      assert.doesNotMatch(stdout, /^\{"(message|error)"/, command);
      return stdout + stderr;
    }
    const runJson = async <Response>(command: string) => JSON.parse(await run(command)) as Response;

    const commandsToRun = readmes.flatMap(({ commands }) => commands).filter((command) => !reasonOf(command));
    const remaining = new Set(commandsToRun);
    /** Returns the command at `index` of those that contain `part`, and marks it as run. Fails if there is none. */
    const takeCommand = (part: string, index = 0): string => {
      const command = commandsToRun.filter((each) => each.includes(part))[index];
      assert.ok(command, `no README prints ${part}`);
      remaining.delete(command);
      return command;
    };

    const [program, args] = asOrdinaryUser(takeCommand('./scripts/start.sh'));
    const server = spawn(program, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    t.after(() => server.kill('SIGKILL'));
    await until('start.sh serves', async () => {
      assert.equal(server.exitCode, null, output);
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    });

    await run(takeCommand('npm run demo'));
    const owner = new Client(url);
    await owner.call('POST /api/login', { body: { email: demoCustomer.email, password: demoCustomer.password } });
    const create = async (scope: 'messages' | 'calls') =>
      (await owner.call('POST /api/tokens', { body: { name: scope, scopes: [scope], days: 30 } })).token;

    const [message] = await owner.call('GET /api/breaking-news');
    variables.message = String(message?.id);
    variables.token = await create('messages');
    await run(takeCommand('/api/breaking-news/7'));
    const [changed] = await owner.call('GET /api/breaking-news');
    assert.equal(changed?.message, 'Dr. Silva atende hoje na sala 3');

    variables.token = await create('calls');
    for (const name of ['SERVER', 'TOKEN']) {
      const [, value = ''] = fillPlaceholders(takeCommand(`${name}=`)).split('=');
      env[name] = value;
    }
    const [room] = await runJson<{ id: number }[]>(takeCommand('"$SERVER/api/call-rooms"'));
    env.ROOM = String(room?.id);
    const call = await runJson<{ id: number; label: string }>(takeCommand('\\"label\\": \\"P042\\"'));
    assert.equal(call.label, 'P042');
    env.CALL = String(call.id);
    await run(takeCommand('/repeat"'));
    await run(takeCommand('"$SERVER/api/tickets"'));
    const next = await runJson<{ ticketId: number }>(takeCommand('"$SERVER/api/calls/next"'));
    env.TICKET = String(next.ticketId);
    await run(takeCommand('/forward"'));
    await run(takeCommand('"status": "done"'));
    assert.match(await run(takeCommand('TOKEN" "$SERVER/api/calls"')), /P042/);
    assert.match(await run(takeCommand('/api/calls/report.csv"')), /^.?Hora;Local/);

    await run(takeCommand('npm run backup', 0));
    await run(takeCommand('npm run backup -- --to /mnt/usb'));
    assert.match(await run(takeCommand('npm run backup -- --list')), /\d{4}-\d{2}-\d{2}-\d{6}/);
    const doctor = takeCommand('npm run doctor');
    await run(doctor.replace(/\[.*\]/, ''));
    // The line lists the commands after each other: "list | codes".
    const admin = takeCommand('npm run admin');
    assert.match(await run(admin.replace(/ \| .*/, '')), /clinica@exemplo/);
    assert.match(await run(admin.replace(/list .*/, 'codes')), /[A-Z0-9]{4}/);

    // Restores one account while the server runs. The account still has everything, so nothing is added.
    await run(takeCommand('--account').replace(/--account \S+/, `--account ${demoCustomer.email}`));

    server.kill('SIGTERM');
    await once(server, 'exit');
    await run(doctor.replace(/[[\]]/g, ''));
    const restored = join(usb, 'restored');
    await run(takeCommand('npm run restore').replace('[--to DATA_DIR]', `--to ${restored}`).replace(/\[|\]/g, ''));
    assert.ok(readdirSync(restored).includes('media'));
    assert.deepEqual([...remaining], [], 'commands that are not run');
  },
);
