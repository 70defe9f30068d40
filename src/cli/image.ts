/** The entry point of the Docker image's `bin/antessala`: runs the server, or a command. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './launch.ts';

const folder = dirname(fileURLToPath(import.meta.url));

launch(join(folder, 'bin/antessala'), (_, command) => {
  const file = join(folder, command === undefined ? 'server.cjs' : 'cli.cjs');
  createRequire(file)(file);
});
