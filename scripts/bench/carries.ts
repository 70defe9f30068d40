/**
 * What the server carries, beside what the bare library does: one table.
 * Usage: npm run build && sudo node --import tsx scripts/bench/carries.ts [polls] [programme] [lists] [sockets] [start]
 */
import { longLists } from './parts/lists.ts';
import { polls } from './parts/polls.ts';
import { programme } from './parts/programme.ts';
import { idleSockets } from './parts/sockets.ts';
import { start } from './parts/start.ts';
import { enterOwnNetwork, withFolder } from './rig.ts';
import { printTable, type Row } from './table.ts';

const parts: Record<string, (folder: string) => Promise<Row[]>> = {
  polls,
  programme,
  lists: longLists,
  sockets: idleSockets,
  start,
};

if (!enterOwnNetwork()) {
  const wanted = process.argv.slice(2);
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts))
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await withFolder(measure)));
  printTable(rows);
}
