/**
 * In each room of tests, where TEST_CLOCK names a file: a line there of how long the room took, the processor time of its own
 * process (browsers and servers that it started are not in it), and its name. `sort -rn` shows what the run waits for.
 */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';

const file = process.env.TEST_CLOCK;
const seconds = (microseconds) => (microseconds / 1e6).toFixed(1).padStart(7);
if (file)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(
      file,
      `${seconds(performance.now() * 1000)} s ${seconds(user + system)} s of its processor ${basename(process.argv[1])}\n`,
    );
  });
