/**
 * In each group of test files, where TEST_TIMES names a file: a line there of how long the group took, the processor time of its own
 * process and of what it started and saw end (browsers, servers, ffmpeg), and its name. `sort -rn` shows what the run waits for.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const file = process.env.TEST_TIMES;
const seconds = (microseconds) => (microseconds / 1e6).toFixed(1).padStart(7);
/** Seconds. The kernel counts in hundredths; the process's name, in brackets, may have spaces. */
function ofItsChildren() {
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
      `${seconds(performance.now() * 1000)} s ${seconds(user + system)} s of its processor ${seconds(ofItsChildren() * 1e6)} s of its children ${basename(process.argv[1])}\n`,
    );
  });
