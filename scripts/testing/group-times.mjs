/**
 * Imported by each group of test files: appends a line to the file TEST_TIMES with the duration of the group, the processor time
 * of its process and of its ended child processes (browsers, servers, ffmpeg), and its name. `sort -rn` lists the slowest first.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const file = process.env.TEST_TIMES;
const seconds = (microseconds) => (microseconds / 1e6).toFixed(1).padStart(7);
/** Returns the processor time of ended child processes in seconds. /proc counts in hundredths. */
function childSeconds() {
  // The name of the process, in brackets, may contain spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
if (file)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(
      file,
      `${seconds(performance.now() * 1000)} s ${seconds(user + system)} s of its processor ${seconds(childSeconds() * 1e6)} s of its children ${basename(process.argv[1])}\n`,
    );
  });
