/**
 * Measures the cost of 500 rules for the polls of 2,000 screens: two accounts of one server, one without rules, one
 * whose screens keep them all.
 */
import { limits } from '../../../src/contract/limits.ts';
import { addRules, type Device, furnish } from '../support/furnish.ts';
import { inTurn, load, type Running, startServer } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pollOf } from './polls.ts';
import { sized } from '../../support/quick.ts';

const screens = sized(2_000, 20);
const rules = limits.schedule.perAccount;

/** The answer as a screen gets it that knows nothing of its programme yet. */
async function firstAnswer({ port }: Running, { token }: Device) {
  const response = await fetch(`http://127.0.0.1:${port}/api/player/assigned-playlist?programme=`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as { programme?: { revision: string } };
}

export async function programme(folder: string): Promise<Row[]> {
  await (await startServer(folder)).stop();
  const devices = furnish(folder, { users: 2, screens: 2 * screens, contents: 20 });
  const [plain, ruled] = [devices.slice(0, screens), devices.slice(screens)];
  addRules(folder, ruled[0]?.userId ?? 0);
  const server = await startServer(folder);
  try {
    const rows: Row[] = [];
    for (const [what, follows] of [
      ['each follows its programme', true],
      ['the server decides', false],
    ] as const) {
      const polls = async (of: Device[]) => {
        const [first] = of;
        const known = first && (await firstAnswer(server, first)).programme?.revision;
        if (of === ruled && known === undefined) throw new Error('no programme');
        return of.map((device) => {
          const { path, ...poll } = pollOf(device);
          return { ...poll, path: follows ? `${path}?programme=${known ?? ''}` : path };
        });
      };
      const [without, under] = [await polls(plain), await polls(ruled)];
      const { bare, ours } = await inTurn(
        { bare: () => load(server, without, { seconds: 1 }), ours: () => load(server, under, { seconds: 1 }) },
        15,
      );
      rows.push({
        what: `a poll of ${screens} screens under ${rules} rules, beside one of as many without: ${what}`,
        ours: `${ours.processorUs.toFixed(1)} us of processor, p99 ${ours.p99Ms.toFixed(1)} ms${ours.failed > 0 ? `, ${ours.failed} FAILED` : ''}`,
        bare: `${bare.processorUs.toFixed(1)} us, p99 ${bare.p99Ms.toFixed(1)} ms${bare.failed > 0 ? `, ${bare.failed} FAILED` : ''}`,
        value: ours.processorUs / bare.processorUs,
        promise: { atMost: 1.05 },
      });
    }
    return rows;
  } finally {
    await server.stop();
  }
}
