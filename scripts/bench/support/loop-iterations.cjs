/**
 * Preloaded into a server (`node --require`): measures the longest iteration of its event loop, for which a new request has to
 * wait. At SIGURG writes the largest processor time and the largest duration in ms to BENCH_LOOP_ITERATIONS_FILE, and starts
 * again from 0.
 */
const { openSync, readSync, writeFileSync } = require('node:fs');

const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
// One buffer for all measurements: new ones would cause garbage collections, which are measured too.
const bytes = Buffer.alloc(64);

/** Returns the processor time of this thread: unlike the clock, it does not depend on other programs. */
function processorMs() {
  // Linux otherwise updates the time only every few milliseconds.
  process.cpuUsage();
  readSync(file, bytes, 0, bytes.length, 0);
  let nanoseconds = 0;
  for (let at = 0; bytes[at] >= 48; at += 1) nanoseconds = nanoseconds * 10 + bytes[at] - 48;
  return nanoseconds / 1e6;
}

let longest = [0, 0];
let before = [processorMs(), performance.now()];
setImmediate(function measure() {
  const now = [processorMs(), performance.now()];
  longest = longest.map((each, at) => Math.max(each, now[at] - before[at]));
  before = now;
  setImmediate(measure);
});
process.on('SIGURG', () => {
  writeFileSync(process.env.BENCH_LOOP_ITERATIONS_FILE, longest.join(' '));
  longest = [0, 0];
});
