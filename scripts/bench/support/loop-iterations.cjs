/**
 * Preloaded into a server (`node --require`): measures the longest iteration of its event loop, for which a new request has to wait.
 * At SIGURG it writes its processor time and its duration in ms to the file BENCH_LOOP_ITERATIONS_FILE and starts again from 0.
 */
const { readFileSync, writeFileSync } = require('node:fs');

/** Returns the processor time of this thread: unlike the clock, it does not depend on other programs. */
const processorMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;

const timesMs = () => [processorMs(), performance.now()];

let longest = [0, 0];
let previous = timesMs();
setImmediate(function measure() {
  const now = timesMs();
  longest = longest.map((each, at) => Math.max(each, now[at] - previous[at]));
  previous = now;
  setImmediate(measure);
});
process.on('SIGURG', () => {
  writeFileSync(process.env.BENCH_LOOP_ITERATIONS_FILE, longest.join(' '));
  longest = [0, 0];
});
