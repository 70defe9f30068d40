/**
 * Measures what 500 programme rules cost the polls of 2,000 screens. Compares two accounts on one server: one without rules, and
 * one with 500 rules that target every screen.
 */
import { limits } from '../../../src/contract/limits.ts';
import { addRules, type Device, fillDatabase } from '../support/fill-database.ts';
import { load, measureAlternately, type Server, startServer } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { fullOrQuick } from '../../support/quick.ts';

const screens = fullOrQuick(2_000, 20);
const rules = limits.schedule.perAccount;

/** Returns the poll response for a screen that has no programme revision yet. */
async function firstPollResponse({ port }: Server, { token }: Device) {
  const response = await fetch(`http://127.0.0.1:${port}/api/player/assigned-playlist?programme=`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as { programme?: { revision: string } };
}

export async function programme(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const allDevices = fillDatabase(folder, { users: 2, screens: 2 * screens, contents: 20 });
  const [devicesWithoutRules, devicesWithRules] = [allDevices.slice(0, screens), allDevices.slice(screens)];
  addRules(folder, devicesWithRules[0]?.userId ?? 0);
  const server = await startServer(folder);
  try {
    const rows: Row[] = [];
    for (const [mode, screenAppliesRules] of [
      ['screens apply the rules', true],
      ['server applies the rules', false],
    ] as const) {
      const pollsOf = async (devices: Device[]) => {
        const [first] = devices;
        const revision = first && (await firstPollResponse(server, first)).programme?.revision;
        if (devices === devicesWithRules && revision === undefined) throw new Error('no programme');
        return devices.map((device) => {
          const { path, ...poll } = pollOf(device);
          return { ...poll, path: screenAppliesRules ? `${path}?programme=${revision ?? ''}` : path };
        });
      };
      const pollsWithoutRules = await pollsOf(devicesWithoutRules);
      const pollsWithRules = await pollsOf(devicesWithRules);
      const { withoutRules, withRules } = await measureAlternately(
        {
          withoutRules: () => load(server, pollsWithoutRules, { seconds: 1 }),
          withRules: () => load(server, pollsWithRules, { seconds: 1 }),
        },
        15,
      );
      rows.push({
        label: `poll of ${screens} screens with ${rules} rules, compared with ${screens} screens without rules: ${mode}`,
        result: `${withRules.processorUs.toFixed(1)} us of processor, p99 ${withRules.p99Ms.toFixed(1)} ms${withRules.failed > 0 ? `, ${withRules.failed} FAILED` : ''}`,
        bare: `${withoutRules.processorUs.toFixed(1)} us, p99 ${withoutRules.p99Ms.toFixed(1)} ms${withoutRules.failed > 0 ? `, ${withoutRules.failed} FAILED` : ''}`,
        value: withRules.processorUs / withoutRules.processorUs,
        target: { atMost: 1.05 },
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}
