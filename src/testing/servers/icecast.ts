/** Runs Debian's icecast2 with streams in every format that stations use; ffmpeg produces them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../platform/process/processes.ts';
import type { Lifetime } from '../app.ts';
import { freePort } from '../ports.ts';
import { until } from '../until.ts';

/** Mounts, with ffmpeg's arguments and the content type that Icecast sends. */
export const mounts = {
  'mp3.mp3': { encoder: ['-c:a', 'libmp3lame', '-f', 'mp3'], type: 'audio/mpeg' },
  'aac.aac': { encoder: ['-c:a', 'aac', '-f', 'adts'], type: 'audio/aac' },
  'aacp.aac': { encoder: ['-c:a', 'aac', '-f', 'adts'], type: 'audio/aacp' },
  'vorbis.ogg': { encoder: ['-c:a', 'libvorbis', '-f', 'ogg'], type: 'application/ogg' },
  'opus.ogg': { encoder: ['-c:a', 'libopus', '-f', 'ogg'], type: 'audio/ogg' },
  'flac.ogg': { encoder: ['-c:a', 'flac', '-f', 'ogg'], type: 'application/ogg' },
} as const;

export type Mount = keyof typeof mounts;

const program = findProgram('icecast2');

/** Reason for skipping tests with Icecast; false when it is installed. */
export const withoutIcecast = program === undefined && 'icecast2 is not installed';

const config = (port: number, directory: string) => `<icecast>
  <limits><sources>20</sources></limits>
  <authentication><source-password>source</source-password><admin-password>admin</admin-password></authentication>
  <hostname>127.0.0.1</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <paths><basedir>${directory}</basedir><logdir>${directory}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><accesslog>-</accesslog><errorlog>-</errorlog></logging>
  <security><chroot>0</chroot>${process.getuid?.() === 0 ? '<changeowner><user>nobody</user><group>nogroup</group></changeowner>' : ''}</security>
</icecast>`;

/** Starts Icecast, and streams to the mounts `names` until the test ends. Returns Icecast's URL. */
export async function startIcecast(t: Lifetime, names = Object.keys(mounts) as Mount[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'antessala-icecast-'));
  chmodSync(directory, 0o777);
  const children: ChildProcess[] = [];
  t.after(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const responds = (url: string) => {
    const abort = new AbortController();
    return fetch(url, { signal: abort.signal })
      .then(
        // Another server may have taken the port meanwhile.
        ({ ok, headers }) => ok && headers.get('server')?.startsWith('Icecast') === true,
        () => false,
      )
      .finally(() => abort.abort());
  };
  const events: string[] = [];
  let url = '';
  let icecast: ChildProcess | undefined;
  /** Starts Icecast unless it runs. Called often: version 2.4.4 may crash on early requests, and ends if the port is taken. */
  const startUnlessRunning = async () => {
    if (icecast && icecast.exitCode === null && icecast.signalCode === null) return;
    if (icecast) events.push(`icecast ended: ${icecast.exitCode ?? icecast.signalCode}`);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    writeFileSync(join(directory, 'icecast.xml'), config(port, directory), { mode: 0o644 });
    icecast = spawn(program ?? '', ['-c', join(directory, 'icecast.xml')], { stdio: 'ignore' });
    children.push(icecast);
    await sleep(500);
  };
  await startUnlessRunning();
  /** Starts a stream to a mount. `isOnAir` starts it again after an interruption, as a radio station's software does. */
  const send = (name: Mount) => {
    const { encoder, type } = mounts[name];
    const to = `${url.replace('http://', 'icecast://source:source@')}/${name}`;
    // Noise fills a station's bit rate, which a pure tone does not.
    const sound = ['-re', '-f', 'lavfi', '-i', 'anoisesrc=a=0.1:r=44100', '-ac', '2', '-b:a', '128k'];
    const args = ['-nostdin', '-v', 'error', ...sound, '-content_type', type, ...encoder, to];
    const source = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(source);
    source.stderr.setEncoding('utf8').on('data', (text: string) => events.push(`${name}: ${text.trim()}`));
    return { name, source, sinceMs: performance.now() };
  };
  const isOnAir = async (sent: ReturnType<typeof send>) => {
    if (await responds(`${url}/${sent.name}`)) return true;
    if (sent.source.exitCode !== null || performance.now() - sent.sinceMs > 20_000) {
      sent.source.kill('SIGKILL');
      events.push(`${sent.name}: sent again after ${Math.round(performance.now() - sent.sinceMs)} ms`);
      Object.assign(sent, send(sent.name));
    }
    return false;
  };
  const sources = names.map(send);
  const areOnAir = async () => {
    await startUnlessRunning();
    await sleep(100);
    return (await Promise.all(sources.map(isOnAir))).every(Boolean);
  };
  await until('all mounts are on the air', areOnAir).catch((error: unknown) => {
    throw new Error(events.slice(-20).join('; '), { cause: error });
  });
  return url;
}
