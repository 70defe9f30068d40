/**
 * Measures the capacity of the server and compares it with minimal ("bare") programs; prints one table.
 * Usage: npm run build && sudo node --import tsx scripts/bench/capacity.ts [PART ...]   (PART: a key of `parts`)
 */
import { findProgram } from '../../src/platform/process/processes.ts';
import { longLists } from './parts/lists.ts';
import { media } from './parts/media.ts';
import { polls } from './parts/polls.ts';
import { processing } from './parts/processing.ts';
import { programme } from './parts/programme.ts';
import { smallMachine } from './parts/small-machine.ts';
import { idleSockets } from './parts/sockets.ts';
import { start } from './parts/start.ts';
import { uploads } from './parts/uploads.ts';
import { rerunInNetworkNamespace, withFolder } from './support/rig.ts';
import { printTable, type Row } from './support/table.ts';

const parts: Record<string, (folder: string) => Promise<Row[]>> = {
  polls,
  programme,
  lists: longLists,
  sockets: idleSockets,
  start,
  media,
  uploads,
  processing,
  small: smallMachine,
};
/** Programs that a part needs besides wrk, which every part needs. */
const needs: Record<string, string[]> = {
  media: ['nginx', 'ffmpeg'],
  processing: ['ffmpeg'],
  small: ['ffmpeg'],
};
const missing = (name: string) => ['wrk', ...(needs[name] ?? [])].filter((program) => !findProgram(program));

if (!rerunInNetworkNamespace()) {
  const chosen = process.argv.slice(2);
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    if (missing(name).length > 0) console.log(`${name}: not measured, it needs ${missing(name).join(' and ')}`);
    else rows.push(...(await withFolder(measure)));
  }
  printTable(rows);
}
