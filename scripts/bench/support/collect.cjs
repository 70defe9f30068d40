/**
 * Preloaded into a server (`node --require`): collects garbage at SIGURG, so that the measured memory is what the server really
 * uses. Without it an idle server collects nothing for minutes and keeps megabytes of unused buffers.
 */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
// Twice: the second collection returns to the system the buffers that the first one has freed.
process.on('SIGURG', () => {
  collect();
  collect();
});
