/**
 * Preloaded into a server (`node --require`): measures the processor time of the longest iteration of its event loop, for which a
 * new request has to wait. At SIGURG it writes the milliseconds to the file BENCH_TURNS and starts again from 0.
 */
const { readFileSync, writeFileSync } = require('node:fs');

/** Returns the processor time of this thread: unlike the clock, it does not depend on other programs. */
const processorMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;

let longest = 0;
let before = processorMs();
setImmediate(function measure() {
  const now = processorMs();
  longest = Math.max(longest, now - before);
  before = now;
  setImmediate(measure);
});
process.on('SIGURG', () => {
  writeFileSync(process.env.BENCH_TURNS, String(longest));
  longest = 0;
});
