/**
 * Preloaded into a server (`node --require`): how much processor time the longest turn of its loop took. At SIGURG it is
 * written to BENCH_TURNS, in milliseconds, and begins anew. A turn is what every request that comes has to wait for.
 */
const { readFileSync, writeFileSync } = require('node:fs');

/** Of this thread: with a loaded machine the clock tells what others do. */
const takenMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;

let longest = 0;
let before = takenMs();
setImmediate(function turn() {
  const now = takenMs();
  longest = Math.max(longest, now - before);
  before = now;
  setImmediate(turn);
});
process.on('SIGURG', () => {
  writeFileSync(process.env.BENCH_TURNS, String(longest));
  longest = 0;
});
