import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';

type Line = { message: string; [field: string]: unknown };

/** Returns a log for the app of a test, with all of its lines, and a function that returns the lines with a message. */
export function recordLog() {
  const lines: Line[] = [];
  const log = createLog('info', systemClock, (line) => lines.push(JSON.parse(line) as Line));
  return { log, lines, linesOf: (message: string) => lines.filter((line) => line.message === message) };
}
