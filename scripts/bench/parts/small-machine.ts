/** Measures the memory for 50 screens, uploads and a conversion in a cgroup as small as a Raspberry Pi with 1 GB. */
import { film4k } from '../films.ts';
import { createCgroup } from '../support/cgroup.ts';
import { fillDatabase } from '../support/fill-database.ts';
import { start, startServer } from '../support/rig.ts';
import { countFailures, simulation, latencyQuantile, newTally, Screen } from '../support/screen.ts';
import { sendBytes, signIn, waitUntilProcessed } from '../support/admin-client.ts';
import type { Row } from '../support/table.ts';
import { pause, fullOrQuick } from '../../support/quick.ts';

const megabyte = 1024 ** 2;
/** Memory limit of the cgroup: 1 GB minus what the system uses. */
const limitMb = 768;
const screens = 50;
const uploads = { atOnce: 2, mb: fullOrQuick(100, 1) };

export async function smallMachine(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = fillDatabase(folder, { users: screens / 2, screens, contents: screens * 5 });
  const cgroup = await createCgroup({ memoryMb: limitMb });
  try {
    const command = [...cgroup.commandPrefix, 'taskset', '-c', '0,1', process.execPath, 'dist/server.cjs'];
    const server = await start(command, { DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const person = await signIn(server);
    let peak = { usedMb: 0, swappedMb: 0 };
    let isStopped = false;
    const memoryWatch = (async () => {
      while (!isStopped) {
        const now = await cgroup.memoryUse();
        peak = {
          usedMb: Math.max(peak.usedMb, now.usedMb),
          swappedMb: Math.max(peak.swappedMb, now.swappedMb),
        };
        await pause(100);
      }
    })();
    for (const device of devices) new Screen(device, server.port).play();
    await pause(10_000);
    const playing = await cgroup.memoryUse();
    simulation.tally = newTally();

    const { id } = await person.upload(await film4k(), { name: '4K' });
    let isConverted = false;
    let uploadCount = 0;
    const sending = Array.from({ length: uploads.atOnce }, async () => {
      for (; !isConverted; uploadCount += 1) await sendBytes(person, server, uploads.mb * megabyte, 20 * megabyte);
    });
    const { processingStatus } = await waitUntilProcessed(person, id);
    isConverted = true;
    await Promise.all(sending);
    simulation.isStopped = true;
    isStopped = true;
    await memoryWatch;
    const killed = await cgroup.oomKills();
    await server.stop();
    const reported = Object.entries(simulation.tally.responses).map(([status, count]) => `${count} x ${status}`);
    return [
      {
        label: `${screens} screens, ${uploadCount} uploads of ${uploads.mb} MB and a film of 4K in ${limitMb} MB: peak memory of all processes, MB`,
        result: `${peak.usedMb.toFixed(0)} MB (${playing.usedMb.toFixed(0)} with the screens alone); the film ${processingStatus}`,
        value: processingStatus === 'completed' ? peak.usedMb : Infinity,
        target: { atMost: limitMb },
      },
      {
        label: 'swapped part of it, MB',
        result: `${peak.swappedMb.toFixed(0)} MB`,
        value: peak.swappedMb,
        target: { atMost: 0 },
      },
      { label: 'processes killed for lack of memory', result: String(killed), value: killed, target: { atMost: 0 } },
      {
        label: 'requests of its screens that failed meanwhile',
        result: `${reported.join(', ')}; p99 ${latencyQuantile(simulation.tally, 0.99).toFixed(1)} ms`,
        value: countFailures(simulation.tally),
        target: { atMost: 0 },
      },
    ];
  } finally {
    await cgroup.remove().catch(() => {});
  }
}
