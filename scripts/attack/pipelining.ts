/**
 * Attacks a server with ten connections from one address, each pipelining small requests continuously. Runs with an attacker
 * that reads the responses and with one that does not, at 5 MB/s and at 20 MB/s. Measures polls of a screen at another address
 * and counts the refused requests of a screen at the attacker's address. Server and attacker run in network namespaces (needs
 * root), joined by a rate-limited link. Prints the figures; exits with 1 if one misses its target.
 *
 *   node --import tsx scripts/attack/pipelining.ts [SECONDS]
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { lowerPriority, measureBaseline, startPolling, startServer } from './server.ts';
import { pause, fullOrQuick } from '../support/quick.ts';

// Set in the attacker's process: a key of `requests`, the token of the screen at the attacker's address, and the server's port.
const { ATTACK, TOKEN = '', PORT } = process.env;
const addresses = { server: '10.99.0.1', attacker: '10.99.0.2' };
const connections = 10;
const maxPollMs = 250;
const requests: Record<string, string> = {
  'a missing endpoint': 'GET /api/n HTTP/1.1\r\nHost: 10.99.0.1\r\n\r\n',
  'a refused request': 'GET /api/videos HTTP/1.1\r\nHost: 10.99.0.1\r\n\r\n',
  'a page': 'GET /login HTTP/1.1\r\nHost: 10.99.0.1\r\n\r\n',
};

if (ATTACK) await attack(requests[ATTACK] ?? '', process.env.READS === '1');
else if (!process.env.IN_ITS_OWN_NETWORK) {
  const { status } = spawnSync('unshare', ['-n', process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, IN_ITS_OWN_NETWORK: '1' },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
} else await measure(Number(process.argv[2] ?? fullOrQuick(10, 1)));

/**
 * Attacks until SIGTERM. Then prints the numbers of opened connections, and of the sent and the refused requests of a screen at
 * this address.
 */
async function attack(requestText: string, reads: boolean): Promise<void> {
  lowerPriority();
  const block = Buffer.from(requestText.repeat(Math.ceil(65_536 / requestText.length)));
  let opened = 0;
  let isStopped = false;
  process.once('SIGTERM', () => (isStopped = true));
  // Tells the measuring process that the attack begins.
  process.stdout.write('\n');
  const flood = () => {
    if (isStopped) return;
    opened += 1;
    const socket = connect({ port: Number(PORT), host: addresses.server });
    if (reads) socket.resume();
    else socket.pause();
    const send = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('connect', send).on('drain', send);
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(flood, 1));
  };
  for (let i = 0; i < connections; i += 1) flood();
  const screen = { requests: 0, refused: 0 };
  const isServed = (path: string) =>
    new Promise<boolean>((resolve) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      request({ host: addresses.server, port: PORT, path, headers, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
        response.on('error', () => resolve(false));
      })
        .on('error', () => resolve(false))
        .end();
    });
  while (!isStopped)
    for (const path of ['/api/player/assigned-playlist', '/api/player/info', '/play']) {
      screen.requests += 1;
      if (!(await isServed(path))) screen.refused += 1;
      await pause(50);
    }
  process.stdout.write(JSON.stringify({ opened, ...screen }), () => process.exit());
}

async function measure(seconds: number): Promise<void> {
  const run = (line: string) => {
    const [program = '', ...args] = line.split(' ');
    if (spawnSync(program, args, { stdio: 'inherit' }).status !== 0) throw new Error(`failed: ${line}`);
  };
  // Keeps the attacker's namespace open.
  const namespaceProcess = spawn('unshare', ['-n', 'sleep', '3600']);
  await pause(300);
  const inAttackerNamespace = `nsenter -t ${namespaceProcess.pid} -n`;
  // Large buffers, as on servers tuned for high-latency links: with small ones a client that does not read is soon disconnected.
  for (const name of ['tcp_rmem', 'tcp_wmem']) {
    writeFileSync(`/proc/sys/net/ipv4/${name}`, '4096 8388608 16777216');
    spawnSync('nsenter', [
      '-t',
      String(namespaceProcess.pid),
      '-n',
      'sh',
      '-c',
      `echo 4096 8388608 16777216 > /proc/sys/net/ipv4/${name}`,
    ]);
  }
  run('ip link set dev lo up');
  run('ip link add server type veth peer name attacker');
  run(`ip link set attacker netns ${namespaceProcess.pid}`);
  run(`ip addr add ${addresses.server}/24 dev server`);
  run('ip link set dev server up');
  run(`${inAttackerNamespace} ip addr add ${addresses.attacker}/24 dev attacker`);
  run(`${inAttackerNamespace} ip link set dev attacker up`);

  const server = await startServer({ env: { HOST: '0.0.0.0' } });
  const screen = await server.screen();
  await measureBaseline(server, screen.bearer ?? '');
  let isPassed = true;
  for (const mbPerSecond of [5, 20]) {
    // Limits only the attacker's sending: a link that is slow in the other direction would slow the attack down.
    run(
      `${inAttackerNamespace} tc qdisc replace dev attacker root tbf rate ${mbPerSecond * 8}mbit burst 128kb latency 50ms`,
    );
    for (const name of Object.keys(requests))
      for (const reads of [true, false]) {
        const attacker = spawn(
          'nsenter',
          ['-t', String(namespaceProcess.pid), '-n', process.execPath, ...process.execArgv, process.argv[1] ?? ''],
          {
            env: {
              ...process.env,
              ATTACK: name,
              READS: reads ? '1' : '0',
              TOKEN: screen.bearer,
              PORT: String(server.port),
            },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        let printed = '';
        attacker.stdout.on('data', (text: Buffer) => (printed += text.toString()));
        await once(attacker.stdout, 'data');
        const polling = startPolling(server, screen.bearer ?? '');
        await pause(seconds * 1_000);
        attacker.kill();
        await once(attacker, 'close');
        const { count, lost, slowestMs } = await polling.stop();
        const { opened, requests: sent, refused } = JSON.parse(printed) as Record<string, number>;
        if (slowestMs > maxPollMs || lost > 0 || refused !== 0 || !sent || server.hasEnded()) isPassed = false;
        console.log(
          `${mbPerSecond} MB/s, ${name}, ${reads ? 'reading' : 'not reading'}: ${opened} connections; a screen's slowest poll ${slowestMs.toFixed(0)} ms of ${count}, ${lost} lost; ${refused} of ${sent} requests of a screen at the attacker's address refused`,
        );
      }
  }
  await server.stop();
  namespaceProcess.kill();
  process.exit(isPassed ? 0 : 1);
}
