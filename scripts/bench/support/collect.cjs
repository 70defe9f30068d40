/**
 * Preloaded into a server (`node --require`): at SIGURG it collects its garbage, so that what is left is what it holds. An
 * idle server collects nothing for minutes, and buffers of megabytes wait for that.
 */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
// Twice: what the first time frees of buffers is given back to the system by the second.
process.on('SIGURG', () => {
  collect();
  collect();
});
